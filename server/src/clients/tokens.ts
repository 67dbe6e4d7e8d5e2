import { sql } from 'kysely'
import { appendSecurityEvents } from '../audit/append.ts'
import { personOf } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import { inTransaction, touch } from '../db/tenancy.ts'
import { type PlainRange, pastOf } from '../http/endpoints/plain-list.ts'
import type { Uuid } from '../ids.ts'
import type { ClientChange } from './change.ts'

/** The public part of a token in the audit log. It reveals neither the token nor its hash. */
const publicPartPattern = /^[0-9a-f]{12}$/
const publicPart = sql<string>`left(encode(hash, 'hex'), 12)`

/** A page of a client's live tokens, newest first. */
export function listTokens(db: Db, clientId: Uuid, range: PlainRange) {
  const { limit, offset, from, backwards } = range
  const way = backwards ? 'asc' : 'desc'
  const past = pastOf(range, 'down')
  return liveTokens(db, clientId)
    .select([publicPart.as('id'), 'issued_at', 'issued_at as sort_value', 'expires_at', 'scopes'])
    .$if(from !== undefined, (query) =>
      query.where(
        sql<boolean>`(issued_at, ${publicPart}) ${past} (${from?.value}::timestamptz, ${from?.id}::text)`,
      ),
    )
    .orderBy('issued_at', way)
    .orderBy(publicPart, way)
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countTokens(db: Db, clientId: Uuid): Promise<number> {
  const { count } = await liveTokens(db, clientId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const liveTokens = (db: Db, clientId: Uuid) =>
  db
    .selectFrom('access_tokens')
    .where('client_id', '=', clientId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)

/**
 * Revokes one token of a client and logs the revocation.
 * @param token the public part of the token.
 * @returns false if the client has no such live token.
 */
export function revokeOne(db: Db, { id, companyId, actor, from }: ClientChange, token: string) {
  return inTransaction(db, async (trx) => {
    if (!publicPartPattern.test(token)) return false
    const { numUpdatedRows } = await trx
      .updateTable('access_tokens')
      .set({ revoked_at: new Date() })
      .where('client_id', '=', id)
      // A range scan of the primary key.
      .where(sql<boolean>`hash between decode(${token}, 'hex') and decode(${token.padEnd(64, 'f')}, 'hex')`)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    touch(trx, id)
    const who = { companyId, clientId: id, personId: personOf(actor), from }
    await appendSecurityEvents(trx, [{ type: 'token.revoked', ...who, data: { actor, token } }])
    return true
  })
}
