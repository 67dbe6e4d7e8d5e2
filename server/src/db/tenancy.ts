import { type Expression, type IsolationLevel, type RawBuilder, sql } from 'kysely'
import type { CompanyId, Uuid } from '../ids.ts'
import { outcomeOf } from './commit-outcome.ts'
import type { Db, Handle, Trx, TrxContext } from './handle.ts'
import type { PendingEvent } from './pending-event.ts'
import { folderPlaceholder, placeholder, type Statement, statement } from './statement.ts'

export type { Trx } from './handle.ts'

/** Options of a new transaction. Ignored if a transaction is already open. */
type Beginning = { isolation?: IsolationLevel; pendingEvents?: PendingEvent[] }

/**
 * Runs a change in a transaction: in `db` if it is a transaction, otherwise in a new transaction.
 * @throws {OutcomeUnknownError} if it is unknown whether the change was committed.
 */
export function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  return transact(db, async (trx) => {
    const { rows } = await sql<{ xid: string }>`select ${currentXid} as xid`.execute(trx)
    trx.xid = rows[0]!.xid
    return work(trx)
  })
}

/** Like `inTransaction`, for work that changes nothing. */
export const inReading = <T>(db: Db, work: (trx: Trx) => Promise<T>, beginning?: Beginning): Promise<T> =>
  db.isTransaction ? work(db) : transact(db, work, beginning)

async function transact<T>(
  db: Handle,
  work: (trx: Trx) => Promise<T>,
  { isolation, pendingEvents }: Beginning = {},
): Promise<T> {
  const startedAt = performance.now()
  const context: TrxContext = {
    xid: undefined,
    changedKeys: new Set(),
    afterCommit: [],
    pendingEvents,
    loaders: new Map(),
    folderLimit: db.folderLimit,
  }
  let done: { result: T; xid: string | undefined } | undefined
  const begin = db.transaction()
  try {
    const result = await (isolation ? begin.setIsolationLevel(isolation) : begin)
      .execute(async (begun) => {
        const trx: Trx = Object.assign(begun, context)
        const result = await work(trx)
        done = { result, xid: trx.xid }
        return result
      })
      .catch(async (error) => {
        // COMMIT was not sent, or there is nothing to lose.
        if (done?.xid === undefined) throw error
        await outcomeOf(db, done.xid, startedAt, error)
        return done.result
      })
    for (const call of context.afterCommit) call()
    return result
  } finally {
    // Also runs after a failure, because the transaction may have been committed.
    for (const key of context.changedKeys) db.cacheVersions.invalidate(key)
  }
}

const currentXid = sql`pg_current_xact_id()::text`

/** Marks a cache key as changed. When the transaction has ended, earlier reads of the key are invalid. */
export const touch = (trx: Trx, key: string): void => void trx.changedKeys.add(key)

/**
 * Calls back after the commit, and never after a rollback. Do not rely on the call, because the process can
 * exit first. `call` must not throw, because the change is already committed.
 */
export const afterCommit = (trx: Trx, call: () => void): void => void trx.afterCommit.push(call)

/**
 * Runs `work` in a transaction that sees one company's rows. The setting ends with the transaction, so the
 * connection returns to the pool without a company.
 */
export const asCompany = <T>(
  db: Db,
  companyId: CompanyId,
  work: (trx: Trx) => Promise<T>,
  beginning?: Beginning,
): Promise<T> => within(db, companyId, enter, work, beginning)

/**
 * Like `asCompany`, for rows that no other change depends on, so no company lock is needed.
 */
export const asCompanyWriting = <T>(
  db: Db,
  companyId: CompanyId,
  work: (trx: Trx) => Promise<T>,
): Promise<T> => within(db, companyId, enterWriting, work)

/**
 * Like `asCompany`, for work that changes the company, which is locked until the commit. Use it through
 * `withCompanyLock` (events/commit.ts).
 */
export const lockCompany = <T>(
  db: Db,
  companyId: CompanyId,
  work: (trx: Trx) => Promise<T>,
  beginning?: Beginning,
): Promise<T> => within(db, companyId, enterLocked, work, beginning)

type Entrance = Statement<{ acting: string; xid?: string }>

function within<T>(
  db: Db,
  company: CompanyId,
  entrance: Entrance,
  work: (trx: Trx) => Promise<T>,
  beginning?: Beginning,
) {
  const entering = async (trx: Trx) => {
    const [entered] = await entrance(trx, { company })
    if (entered?.acting !== company)
      throw new Error('The company does not exist, or the transaction is for a different company.')
    if (entered.xid !== undefined) trx.xid = entered.xid
    return work(trx)
  }
  return inReading(db, entering, beginning)
}

/** The folder limit of the handle or transaction. Empty without a limit. */
const setFolders = sql`
  set_config('app.read_folders', ${folderPlaceholder('read')}, true) as read_folders,
  set_config('app.write_folders', ${folderPlaceholder('write')}, true) as write_folders`

/**
 * Also resolves the subtrees of the limit, once per statement, because a page reads assets and folders several times.
 * PostgreSQL evaluates the settings in this order.
 */
const setReadableFolders = sql`${setFolders},
  case when ${folderPlaceholder('read')}::text <> '' then
    set_config('app.readable_folders', folders_within(${folderPlaceholder('read')}::text::uuid[])::text, true)
  end as readable_folders`

/** For statements that read many assets. The policy of assets then lists the readable assets once (migration 0067). */
export const setReadableAssets = sql`${setReadableFolders},
  case when ${folderPlaceholder('read')}::text <> '' then
    set_config('app.counts_assets', 'on', true)
  end as counts_assets`

/** The folders that the statement can read, with their subfolders. Null without a limit. */
export const readableFolders = sql<
  Uuid[] | null
>`nullif(current_setting('app.readable_folders', true), '')::uuid[]`

// A company that is already set is not replaced.
const setCompany = sql`set_config(
  'app.company_id', coalesce(nullif(current_setting('app.company_id', true), ''), ${placeholder('company')}), true
) as acting, ${setFolders}`

const enter: Entrance = statement(() => sql`select ${setCompany}`)

const enterWriting: Entrance = statement(() => sql`select ${setCompany}, ${currentXid} as xid`)

const enterLocked: Entrance = statement(
  () => sql`
    with locked as materialized (
      select id from companies where id = ${placeholder('company')} for no key update
    )
    select ${setCompany}, ${currentXid} as xid from locked`,
)

/**
 * Unsets the company inside a transaction, so that another company can be set. For code that creates several
 * companies at once.
 */
export async function leaveCompany(trx: Trx): Promise<void> {
  await sql`select set_config('app.company_id', '', true)`.execute(trx)
}

/** Whether the statement is not limited to reading some folders. */
export const readsAllFolders = sql<boolean>`coalesce(current_setting('app.read_folders', true), '') = ''`

/** For pages without an account, whose reads are not limited by folders. */
export const noFolderLimit = sql`
  set_config('app.read_folders', '', true) as read_folders,
  set_config('app.write_folders', '', true) as write_folders`

/** A row as PostgreSQL writes it in JSON, where times become strings. */
export type JsonRow<Row> = { [K in keyof Row]: JsonValue<Row[K]> }
type JsonValue<T> = T extends Date ? string : T

/** The company of the statement that `asCompanyRead` wraps: `where r.company_id = ${tenant}`. */
export const tenant = sql.ref<CompanyId>('tenant.id')

/**
 * One read as one company in one round trip. The setting and the query share a statement, and the setting ends with it.
 * The query must compare with `tenant`, which makes it wait for the setting. A query without it sees nothing or the
 * company's own rows, never another company's rows. PostgreSQL writes the rows as one JSON text, which costs less than
 * sending and parsing columns.
 * @param folders sets the folder limit. Defaults to that of the handle, which only a `statement` knows.
 */
export function asCompanyRead<Row>(
  company: Expression<CompanyId>,
  query: Expression<Row>,
  folders: RawBuilder<unknown> = setReadableFolders,
): RawBuilder<{ rows: JsonRow<Row>[] }> {
  // `offset 0` keeps the planner from merging the two levels, which would read rows before the company is
  // set.
  return sql`
    with tenant as materialized (select set_config('app.company_id', ${company}, true)::uuid as id, ${folders})
    select coalesce(json_agg(page), '[]') as rows from tenant
    cross join lateral (select * from (${query}) rows offset 0) page`
}
