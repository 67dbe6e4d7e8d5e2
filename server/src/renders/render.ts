import { setTimeout as wait } from 'node:timers/promises'
import { afterCommit, asCompany, type Trx } from '../db/tenancy.ts'
import { dayMs } from '../durations.ts'
import { type Author, change, type NewEvent } from '../events/append.ts'
import { type Caller, permit } from '../http/caller.ts'
import { showing } from '../http/endpoints/crud-endpoints.ts'
import { publicId, type Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import type { RenderBody } from './body.ts'
import { type Known, renderWithKey } from './cached.ts'
import { createRender } from './create.ts'
import { finishRender } from './finish.ts'
import { gather } from './gather.ts'
import { addKeptAsset, type KeptFile, keepFile } from './keep.ts'
import { assertNoFindings, drawWork } from './outcome.ts'
import { rendersResource } from './resource.ts'
import type { RenderUses } from './search-terms.ts'
import type { Ended, Gathered, Outcome } from './stages.ts'

/** A render that was drawn, reused, or is still being drawn when its request stops waiting. */
export type Prepared = {
  gathered: Gathered
  outcome: Outcome
  uses: RenderUses
  kept?: KeptFile | undefined
  drawing?: Promise<Ended>
  answeredBy?: Uuid | undefined
}

type Asked = { caller: Caller; templateId: string; body: RenderBody; waitSeconds: number }

/**
 * Draws the request before any transaction is open.
 * @throws {ApiError} as `gather` does; `invalid` for findings with `check: strict`; `unavailable` under load.
 */
export async function prepareRender(asked: Asked, services: Services): Promise<Prepared> {
  const { caller, templateId, body, waitSeconds } = asked
  const { companyId } = caller
  if (body.keep !== null) permit(caller, 'assets:write')
  const { gathered, known } = await asCompany(services.db, companyId, async (trx) => {
    const gathered = await gather(trx, caller, templateId, body, new Date())
    return { gathered, known: await renderWithKey(trx, companyId, gathered.key) }
  })
  if (known) return preparedBy(known, gathered, asked, services)
  await services.renderBudget.take(companyId)
  const { uses, recipe, findings } = gathered.work
  if (body.check === 'strict')
    assertNoFindings([...(await services.drawings.check(companyId, recipe)).findings, ...findings])
  if (waitSeconds === 0) return { gathered, outcome: { waits: 'queued' }, uses }
  const drawing = drawWork(services, companyId, gathered.work)
  const ended = await within(drawing, waitSeconds)
  if (!ended) return { gathered, outcome: { waits: 'rendering' }, uses, drawing }
  return { gathered, ...ended, kept: await keptOf(ended.outcome, asked, services) }
}

async function preparedBy(
  { id, made: stored, uses, expiresAt, hidesFindings }: Known,
  gathered: Gathered,
  asked: Asked,
  services: Services,
): Promise<Prepared> {
  const { body } = asked
  const made = { ...stored, findings: [...stored.findings, ...gathered.work.findings] }
  services.countRender('cached')
  if (body.check === 'strict') assertNoFindings(made.findings)
  const lifetimeMs = services.renderDays * dayMs
  const isFresh = expiresAt.getTime() - Date.now() > lifetimeMs / 2
  const addsNothing = body.keep === null && body.external_id === undefined && body.metadata === undefined
  const isSame = addsNothing && isFresh && hidesFindings === (body.check === 'off')
  return {
    gathered,
    outcome: { made },
    uses,
    kept: await keptOf({ made }, asked, services),
    ...(isSame && { answeredBy: id }),
  }
}

async function keptOf(outcome: Outcome, { caller, body }: Asked, services: Services) {
  if (body.keep === null || !('made' in outcome)) return undefined
  return keepFile(services, caller.companyId, outcome.made.fileKey)
}

async function within<T>(work: Promise<T>, seconds: number): Promise<T | undefined> {
  const late = new AbortController()
  const timeout = wait(seconds * 1000, undefined, { signal: late.signal }).catch(() => undefined)
  // After the request stops waiting, a failure must not be an unhandled rejection.
  work.catch(() => {})
  try {
    return await Promise.race([work, timeout])
  } finally {
    late.abort()
  }
}

type Committing = { caller: Caller; author: Author; body: RenderBody }

/**
 * Returns an existing render or creates a render. A waiting render gets a job in the same commit.
 * @param finishing services that are used after the commit.
 */
export async function commitRender(
  { caller, author, body }: Committing,
  prepared: Prepared,
  services: Services,
  finishing: Services,
) {
  const { companyId, personId } = caller
  const { gathered, outcome, uses, kept, drawing, answeredBy } = prepared
  const show = showing(rendersResource, { caller }, services)
  if (answeredBy !== undefined) {
    const shown = await show(services.db as Trx, publicId('render', answeredBy)).catch(() => undefined)
    if (shown) return { ...shown, data: { ...shown.data, cached: true } }
  }
  const creating = async (trx: Trx) => {
    const now = new Date()
    const render = { gathered, body, author, personId, outcome, uses }
    const { id, events } = await createRender(trx, companyId, render, now, services.renderDays)
    if (kept) {
      const { template } = gathered
      const from = { id, templateId: template.id, templateName: template.name, uses }
      const keeping = { render: from, file: kept, keep: body.keep!, personId, now, services, events }
      await addKeptAsset(trx, companyId, keeping)
    }
    if ('waits' in outcome) await addJob(trx, services, companyId, id, drawing !== undefined, now)
    if (drawing)
      afterCommit(trx, () => {
        const { template, work } = gathered
        const waiting = { author, personId, keep: body.keep, template, work }
        drawing
          .then((ended) => finishRender(finishing, companyId, id, waiting, ended))
          // The job of the render draws it.
          .catch(() => {})
      })
    return { result: id, events: events satisfies NewEvent[] }
  }
  return change(services.db, author, creating, (trx, id) => show(trx, publicId('render', id)))
}

/** Time after which the job of a render that another process draws checks whether the file is ready. */
const takeoverSeconds = 15

function addJob(
  trx: Trx,
  { queue }: Services,
  companyId: Uuid,
  renderId: Uuid,
  isBeingDrawn: boolean,
  now: Date,
) {
  const startAfter = new Date(now.getTime() + takeoverSeconds * 1000)
  const options = { singletonKey: renderId, ...(isBeingDrawn && { startAfter }) }
  return queue.add(trx, drawJob, { companyId, renderId }, options)
}

export const drawJob = 'render.draw'
