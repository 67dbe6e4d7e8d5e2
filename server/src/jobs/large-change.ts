import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { type Actor, type Author, change, type NewEvent } from '../events/append.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import type { Job } from './job.ts'
import { type ShownJob, showJob } from './job-reply.ts'
import { type LargeChangeType, largeChangeJob, largeChangeTypes } from './large-change-types.ts'

/**
 * A change writes all its rows and events while every other write of the company waits. A change with more
 * rows than a commit can hold is split. Its first commit makes it visible, and a job does the rest in steps
 * of some milliseconds, each a separate commit (docs/decisions/large-changes.md).
 */

/** Maximum number of rows of a change in one commit, which takes about 50 ms on PostgreSQL. */
export const rowsAtOnceMax = 500

export const isLarge = (rows: number) => rows > rowsAtOnceMax

const stepMs = 50
const stepRowsMin = 50
const stepRowsFirst = 100
const progressMs = 1_000
const timeoutSeconds = 900
/**
 * The number of slots. A company has one of three at a time (fair-share.ts). With two slots, other writes would wait
 * for both steps.
 */
const slots = 3
const attemptsMax = 20

/**
 * Writes about `rowsMax` rows at most and returns the remaining work. A step must find the remaining work in
 * the database or keep it in `state`, because a step that failed or whose process died runs again.
 * @param rowsLeft the number of rows of the change that no step has reported yet.
 */
export type Step<State> = (
  trx: Trx,
  companyId: CompanyId,
  state: State,
  rowsMax: number,
  rowsLeft: number,
) => Promise<StepResult<State>>

export type StepResult<State> = {
  rows: number
  events: NewEvent[]
  /** Undefined if nothing is left. A large state that stays the same object is not stored again. */
  next: State | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: each step has its own type of state.
export type Steps = Record<LargeChangeType, Step<any>>

export type LargeChange<State> = {
  type: LargeChangeType
  step: Step<State>
  state: State
  rows: number
  /** Folders that no other change can modify meanwhile, with their subfolders and ancestors. */
  paths?: readonly string[]
  /** IDs of other resources that no other change can modify meanwhile. */
  resourceIds?: readonly Uuid[]
  /** The paths of a moved folder before and after the move. Only one move runs at a time. */
  moves?: { from: string; to: string }
}

/** The job that finishes a change. The response is then 202 and names the job. */
export type Following = { job?: ShownJob }

/** The current change. An endpoint passes its `Changing`, which contains more. */
type Change = {
  trx: Trx
  companyId: CompanyId
  author: Author
  services: Pick<Services, 'queue'>
  events: NewEvent[]
  following: Following
}

/**
 * Finishes a change whose first rows are written, immediately if the change is small, or by a job. The response
 * is then 202 and names the job.
 */
export async function finish<State>(context: Change, large: LargeChange<State>): Promise<void> {
  const { trx, companyId, events } = context
  if (isLarge(large.rows)) return finishLater(context, large)
  let rowsLeft = large.rows
  for (let state: State | undefined = large.state; state !== undefined; ) {
    const done: StepResult<State> = await large.step(trx, companyId, state, rowsAtOnceMax, rowsLeft)
    events.push(...done.events)
    rowsLeft -= done.rows
    state = done.next
  }
}

async function finishLater<State>(context: Change, large: LargeChange<State>) {
  const { trx, companyId, author, services, following } = context
  const { type, state, rows, paths = [], resourceIds = [], moves } = large
  if (moves) await assertNoMove(trx, companyId)
  const id = await services.queue.add(trx, largeChangeJob, { companyId, type })
  await trx
    .insertInto('large_changes')
    .values({
      company_id: companyId,
      id: id!,
      type,
      author: JSON.stringify({ actor: author.actor, requestId: author.requestId }),
      state: JSON.stringify(state),
      paths: [...paths],
      resource_ids: [...resourceIds],
      moves_to: moves?.to ?? null,
      moves_from: moves ? `${moves.from}/` : null,
      moves_until: moves ? `${moves.from}0` : null,
      rows_total: rows,
    })
    .execute()
  following.job = (await showJob(trx, companyId, id)).data
}

/**
 * Rejects a change that overlaps an unfinished large change.
 * @param touched paths of folders, or IDs of other resources, and the types of changes that matter. Defaults to
 *   all.
 * @throws {ApiError} `still_changing`, with the job.
 */
export async function assertSettled(
  trx: Trx,
  companyId: CompanyId,
  { paths = [], resourceIds = [], types = largeChangeTypes }: Touched,
) {
  const { rows } = await sql<{ id: Uuid }>`
    select id from large_changes c
    where company_id = ${companyId} and type = any(${[...types]}::text[]) and (
      resource_ids && ${resourceIds}::uuid[] or exists (
        select from unnest(c.paths) changing, unnest(${paths}::text[]) touched
        where changing = touched or starts_with(changing, touched || '/') or starts_with(touched, changing || '/')
      )
    ) limit 1`.execute(trx)
  refuseFor(rows[0])
}

type Touched = {
  paths?: readonly string[]
  resourceIds?: readonly Uuid[]
  types?: readonly LargeChangeType[]
}

function refuseFor(large: { id: Uuid } | undefined) {
  if (large) throw new ApiError('still_changing', { more: { job_id: publicId('job', large.id) } })
}

/** A list of a subtree also searches the old path of a running move, but of only one move. */
async function assertNoMove(trx: Trx, companyId: CompanyId) {
  const move = await trx
    .selectFrom('large_changes')
    .select('id')
    .where('company_id', '=', companyId)
    .where('moves_to', 'is not', null)
    .executeTakeFirst()
  refuseFor(move)
}

export async function isChanging(trx: Trx, companyId: CompanyId): Promise<boolean> {
  const one = await trx
    .selectFrom('large_changes')
    .select('id')
    .where('company_id', '=', companyId)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

/** When the oldest unfinished change of the company began. Undefined if there is none. */
export async function changingSince(trx: Trx, companyId: CompanyId): Promise<Date | undefined> {
  const oldest = await trx
    .selectFrom('large_changes')
    .select('created_at')
    .where('company_id', '=', companyId)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return oldest?.created_at
}

/** The rows of a query, or none during a large change. Both are read at the same moment. */
export const unlessChanging = (companyId: CompanyId, query: RawBuilder<unknown>) => sql<{ id: Uuid }>`
  select found.* from (${query}) found
  where not exists (select from large_changes where company_id = ${companyId})`

type Row = {
  type: LargeChangeType
  author: { actor: Actor; requestId?: string }
  state: unknown
  rows_total: number
  rows_done: number
}

/**
 * The job that finishes large changes. Only one runs per company at a time, so that other writes wait for
 * only one step.
 */
export function finishLargeChanges(steps: Steps): Job<{ companyId: CompanyId }> {
  return {
    name: largeChangeJob,
    attemptsMax,
    timeoutSeconds,
    concurrency: slots,
    async run({ companyId }, { db, job }) {
      const found = await asCompany(db, companyId, (trx) => changeOf(trx, companyId, job.id))
      if (!found) return undefined
      const author = { companyId, ...found.author }
      let rowsMax = stepRowsFirst
      let toldAt = 0
      while (true) {
        // The attempt has timed out. The next attempt continues.
        job.signal.throwIfAborted()
        const step = await change(db, author, async (trx) => {
          const startedAt = performance.now()
          const large = await changeOf(trx, companyId, job.id)
          if (!large) return { result: undefined, events: [] }
          const { state, rows_total, rows_done } = large
          const done = await steps[large.type](trx, companyId, state, rowsMax, rows_total - rows_done)
          const rows = rows_done + done.rows
          await noteStep(trx, companyId, job.id, done.next === state ? 'same' : done.next, rows)
          const result = done.next !== undefined && {
            ms: performance.now() - startedAt,
            part: rows / rows_total,
          }
          return { result, events: done.events }
        })
        if (!step) return undefined
        rowsMax = nextRowsMax(rowsMax, step.ms)
        if (performance.now() - toldAt > progressMs) {
          // Progress is 1 only at the end.
          await job.progress(Math.min(0.99, step.part))
          toldAt = performance.now()
        }
        // Waits as long as the step took, so that other work gets as much time on the database.
        await wait(step.ms)
      }
    },
  }
}

/** The number of rows that this machine writes in `stepMs`, approached from below. */
export const nextRowsMax = (rowsMax: number, tookMs: number) =>
  Math.round(
    Math.min(rowsAtOnceMax, Math.max(stepRowsMin, rowsMax * Math.min(2, stepMs / Math.max(tookMs, 1)))),
  )

async function changeOf(trx: Trx, companyId: CompanyId, id: Uuid): Promise<Row | undefined> {
  const row = await trx
    .selectFrom('large_changes')
    .select(['type', 'author', 'state', 'rows_total', 'rows_done'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row as Row | undefined
}

/** @param next the state of the remaining work, `same` if it has not changed, or undefined if nothing is left. */
async function noteStep(trx: Trx, companyId: CompanyId, id: Uuid, next: unknown, rows: number) {
  const isIt = { company_id: companyId, id }
  const where = sql<boolean>`company_id = ${isIt.company_id} and id = ${isIt.id}`
  if (next === undefined) await trx.deleteFrom('large_changes').where(where).execute()
  else
    await trx
      .updateTable('large_changes')
      .set({ rows_done: rows, ...(next !== 'same' && { state: JSON.stringify(next) }) })
      .where(where)
      .execute()
}
