import { sql } from 'kysely'
import { appendSecurityEvents } from '../audit/append.ts'
import type { Db } from '../db/database.ts'
import { inTransaction, touch } from '../db/tenancy.ts'
import type { Uuid } from '../ids.ts'

/** Each statement stays far from its time limit. */
const tokensPerStatement = 5_000
/** A look reads as many rows as a client may have tokens: it comes after a part of them, not after each. */
const looksPerFill = 10
/** Clients counted at once. Past it counting begins anew, and the daily look is left. */
const clientsMax = 10_000

/**
 * Ends the oldest live tokens of a client that has more than `liveMax`, and forgets what had ended before its newest
 * `liveMax`: the rows of a client stay bounded, whatever it asks for and revokes.
 * @returns how many were ended.
 */
export async function endSurplus(db: Db, clientId: Uuid, liveMax: number): Promise<number> {
  const { rows } = await sql<{ issued_at: Date }>`
    select issued_at from access_tokens where client_id = ${clientId}
    order by issued_at desc offset ${liveMax} limit 1`.execute(db)
  const [boundary] = rows
  if (!boundary) return 0
  await forgetEnded(db, clientId, boundary.issued_at)
  let ended = 0
  for (let some = tokensPerStatement; some === tokensPerStatement; ended += some)
    some = await endOldest(db, clientId, liveMax)
  return ended
}

/** First, so that who looks for live ones behind the newest finds no others on the way. */
async function forgetEnded(db: Db, clientId: Uuid, until: Date) {
  for (let some = tokensPerStatement; some === tokensPerStatement; ) {
    const { numAffectedRows } = await sql`
      delete from access_tokens where hash = any(array(
        select hash from access_tokens
        where client_id = ${clientId} and issued_at <= ${until} and (revoked_at is not null or expires_at <= now())
        limit ${tokensPerStatement}
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
        order by issued_at desc, hash offset ${liveMax} limit ${tokensPerStatement}
      ))`.execute(trx)
    const tokens = Number(numAffectedRows)
    if (tokens === 0) return 0
    touch(trx, clientId)
    const data = { actor: { type: 'system' }, tokens, reason: 'too_many_live_tokens' }
    await appendSecurityEvents(trx, [{ type: 'client.tokens_revoked', clientId, data }])
    return tokens
  })

/** Clients with more tokens than they may have, live or not. */
export async function clientsWithSurplus(db: Db, liveMax: number): Promise<Uuid[]> {
  const { rows } = await sql<{ id: Uuid }>`
    select id from clients c where exists (
      select from access_tokens where client_id = c.id order by issued_at desc offset ${liveMax} limit 1
    )`.execute(db)
  return rows.map(({ id }) => id)
}

/** Told of each token that was issued; a client is looked at after a tenth of what it may have. Nobody waits for it. */
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

  /** Tokens that were issued during a look may have come after it. */
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
    /** Returns once no look is under way. */
    async close() {
      while (looking.size > 0) await Promise.all(looking.values())
    },
  }
}
