import { asCompany, asCompanyWriting } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { Deferred, type Job, type JobContext } from '../jobs/job.ts'
import { renderWithKey } from './cached.ts'
import { finishRender } from './finish.ts'
import { drawWork } from './outcome.ts'
import { recheck } from './recheck.ts'
import { drawJob } from './render.ts'
import type { Ended, Waiting } from './stages.ts'

/** The delay while all decoders are busy. */
const busyMs = 1_000

export const drawRender: Job<{ companyId: CompanyId; renderId: Uuid }> = {
  name: drawJob,
  attemptsMax: 5,
  timeoutSeconds: 600,
  concurrency: 8,
  async run({ companyId, renderId }, context) {
    const render = await begin(context, companyId, renderId)
    if (!render) return undefined
    const ended = await drawn(context, companyId, render)
    await finishRender(context, companyId, renderId, render.waiting, ended)
    return undefined
  },
}

type Begun = Awaited<ReturnType<typeof recheck>>

/** Undefined if the render is already done or was deleted. */
function begin({ db }: JobContext, companyId: CompanyId, id: Uuid): Promise<Begun | undefined> {
  return asCompanyWriting(db, companyId, async (trx) => {
    const row = await trx
      .updateTable('renders')
      .set({ status: 'rendering' })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('status', 'in', ['queued', 'rendering'])
      .returning(['key', 'recipe', 'request'])
      .executeTakeFirst()
    if (!row) return undefined
    const queued = { key: row.key, waiting: row.recipe as unknown as Waiting }
    if (row.request.include_unavailable === true) return queued
    const begun = await recheck(trx, companyId, queued)
    if (begun.key !== row.key)
      await trx
        .updateTable('renders')
        .set({ key: begun.key, recipe: JSON.stringify(begun.waiting) })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute()
    return begun
  })
}

async function drawn(context: JobContext, companyId: CompanyId, begun: Begun): Promise<Ended> {
  const { key, waiting, failure } = begun
  const { work } = waiting
  if (failure !== undefined) return { outcome: { failure }, uses: work.uses }
  const known = await asCompany(context.db, companyId, (trx) => renderWithKey(trx, companyId, key))
  if (known) {
    context.countRender('cached')
    const made = { ...known.made, findings: [...known.made.findings, ...work.findings] }
    return { outcome: { made }, uses: known.uses }
  }
  try {
    return await drawWork(context, companyId, work)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unavailable')
      throw new Deferred('All decoders are busy.', busyMs)
    if (context.job.isLastAttempt) return { outcome: { failure: 'Server Error' }, uses: work.uses }
    throw error
  }
}
