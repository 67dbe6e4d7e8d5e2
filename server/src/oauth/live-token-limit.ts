import { sql } from 'kysely'
import { appendSecurityEvents } from '../audit/append.ts'
import type { Db } from '../db/database.ts'
import { inTransaction, touch } from '../db/tenancy.ts'
import type { Uuid } from '../ids.ts'

/** Number of rows per statement, which keeps statements well under their time limit. */
const rowsPerStatement = 5_000
/**
 * The number of checks while a client fills its limit. A check can read as many rows as a client can have
 * tokens, so it does not run for each token.
 */
const looksPerFill = 10
/**
 * Maximum number of clients that are counted. Above this number, the counts restart, and the daily check
 * remains.
 */
const clientsMax = 10_000

/**
 * Revokes the oldest live tokens of a client above `liveMax` and deletes tokens that ended before its newest
 * `liveMax`, so that the rows of a client stay bounded. The same applies to the grants of a connected app.
 * @returns the number of revoked tokens.
 */
export async function endSurplus(db: Db, clientId: Uuid, liveMax: number): Promise<number> {
  await deleteOldestGrants(db, clientId, liveMax)
  const { rows } = await sql<{ issued_at: Date }>`
    select issued_at from access_tokens where client_id = ${clientId}
    order by issued_at desc offset ${liveMax} limit 1`.execute(db)
  const [boundary] = rows
  if (!boundary) return 0
  await forgetEnded(db, clientId, boundary.issued_at)
  let ended = 0
  for (let some = rowsPerStatement; some === rowsPerStatement; ended += some)
    some = await endOldest(db, clientId, liveMax)
  return ended
}

/**
 * Each use of a refresh token adds one, and used refresh tokens are kept until they expire, to detect a second use.
 */
async function deleteOldestGrants(db: Db, clientId: Uuid, max: number) {
  for (let some = rowsPerStatement; some === rowsPerStatement; ) {
    const { numAffectedRows } = await sql`
      delete from authorization_grants where hash = any(array(
        select hash from authorization_grants where client_id = ${clientId} and kind = 'refresh_token'
        order by expires_at desc, hash offset ${max} limit ${rowsPerStatement}
      ))`.execute(db)
    some = Number(numAffectedRows)
  }
}

/**
 * Runs first, so that the search for old live tokens does not have to skip ended tokens.
 */
async function forgetEnded(db: Db, clientId: Uuid, until: Date) {
  for (let some = rowsPerStatement; some === rowsPerStatement; ) {
    const { numAffectedRows } = await sql`
      delete from access_tokens where hash = any(array(
        select hash from access_tokens
        where client_id = ${clientId} and issued_at <= ${until} and (revoked_at is not null or expires_at <= now())
        limit ${rowsPerStatement}
      ))`.execute(db)
    some = Number(numAffectedRows)
  }
}

const endOldest = (db: Db, clientId: Uuid, liveMax: number): Promise<number> =>
  inTransaction(db, async (trx) => {
    const { numAffectedRows } = await sql`
      update access_tokens set revoked_at = now() where revoked_at is null and hash = any(array(
        select hash from access_tokens
        where client_id = ${clientId} and revoked_at is null and expires_at > now()
        order by issued_at desc, hash offset ${liveMax} limit ${rowsPerStatement}
      ))`.execute(trx)
    const tokens = Number(numAffectedRows)
    if (tokens === 0) return 0
    touch(trx, clientId)
    const data = { actor: { type: 'system' }, tokens, reason: 'too_many_live_tokens' }
    await appendSecurityEvents(trx, [{ type: 'client.tokens_revoked', clientId, data }])
    return tokens
  })

/** Clients with more tokens or grants than the limit, live or not. */
export async function clientsWithSurplus(db: Db, liveMax: number): Promise<Uuid[]> {
  const { rows } = await sql<{ id: Uuid }>`
    select id from clients c where exists (
      select from access_tokens where client_id = c.id order by issued_at desc offset ${liveMax} limit 1
    ) or app_id is not null and exists (
      select from authorization_grants where client_id = c.id and kind = 'refresh_token' offset ${liveMax} limit 1
    )`.execute(db)
  return rows.map(({ id }) => id)
}

/** Counts issued tokens and checks a client after each 10 % of its limit. No request waits for the check. */
export function surplusWatch(db: Db, liveMax: number, warn: (error: unknown) => void) {
  const every = Math.max(1, Math.floor(liveMax / looksPerFill))
  let issued = new Map<Uuid, number>()
  const looking = new Map<Uuid, Promise<void>>()

  function look(clientId: Uuid) {
    issued.delete(clientId)
    const done = endSurplus(db, clientId, liveMax)
      .then(() => {}, warn)
      .finally(() => {
        looking.delete(clientId)
        lookIfDue(clientId)
      })
    looking.set(clientId, done)
  }

  /** A check may have missed tokens that were issued during it. */
  function lookIfDue(clientId: Uuid) {
    if ((issued.get(clientId) ?? 0) >= every && !looking.has(clientId)) look(clientId)
  }

  return {
    issued(clientId: Uuid) {
      if (liveMax === 0) return
      const count = (issued.get(clientId) ?? 0) + 1
      if (issued.size >= clientsMax) issued = new Map()
      issued.set(clientId, count)
      lookIfDue(clientId)
    },
    /** Resolves when no check is running. */
    async close() {
      while (looking.size > 0) await Promise.all(looking.values())
    },
  }
}
