import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { placeholder, statement } from '../db/statement.ts'
import type { CompanyId, Uuid } from '../ids.ts'

export type ClientForToken = {
  /** Whether it is the client that was asked for. If not, it is whichever comes before, and worth nothing. */
  found: boolean
  enterprise_active: boolean
  scopes: string[]
  token_lifetime_seconds: number | null
  /** SHA-256 of each secret that is live now. */
  secret_hashes: Buffer[]
}

/**
 * Reads the client with this id, or else the one before it: an unknown id costs the same rows of the same tables
 * as a known one, so that the clock doesn't say which ids exist.
 */
const clientForToken = statement<ClientForToken>(
  () => sql`
    select c.id = asked.id as found, e.status = 'active' as enterprise_active, c.scopes, c.token_lifetime_seconds,
      array(
        select s.hash from client_secrets s
        where s.client_id = c.id and (s.expires_at is null or s.expires_at > now())
      ) as secret_hashes
    from (select cast(${placeholder('id')} as uuid) as id) asked
    cross join lateral (select * from clients where id <= asked.id order by id desc limit 1) c
    join enterprises e on e.id = c.enterprise_id`,
)

/** Undefined only for an id older than every client. */
export async function findClientForToken(db: Db, clientId: Uuid): Promise<ClientForToken | undefined> {
  const [row] = await clientForToken(db, { id: clientId })
  return row
}

export type NewAccessToken = {
  hash: Buffer
  clientId: Uuid
  scopes: string[]
  issuedAt: Date
  expiresAt: Date
}

const insertToken = statement<never>(
  () => sql`
    insert into access_tokens (hash, client_id, scopes, issued_at, expires_at)
    values (${placeholder('hash')}, ${placeholder('clientId')}, ${placeholder('scopes')}, ${placeholder('issuedAt')}, ${placeholder('expiresAt')})`,
)

export async function insertAccessToken(db: Db, token: NewAccessToken): Promise<void> {
  await insertToken(db, token)
}

export type LiveToken = {
  client_id: Uuid
  company_id: CompanyId | null
  scopes: string[]
  issued_at: Date
  expires_at: Date
}

/**
 * A token that was issued here, has neither ended nor been revoked, and whose enterprise is active. Its scopes
 * are those that its client still has: a restriction holds for the tokens that are out already.
 */
const liveToken = statement<LiveToken>(
  () => sql`
    select t.client_id, c.company_id, t.issued_at, t.expires_at,
      array(select s from unnest(t.scopes) s where s = any(c.scopes)) as scopes
    from access_tokens t
    join clients c on c.id = t.client_id
    join enterprises e on e.id = c.enterprise_id
    where t.hash = ${placeholder('hash')} and t.revoked_at is null and t.expires_at > ${placeholder('now')}
      and e.status = 'active'`,
)

export async function findLiveToken(db: Db, hash: Buffer, now = new Date()): Promise<LiveToken | undefined> {
  const [row] = await liveToken(db, { hash, now })
  return row
}

/** One statement, so that of many revocations at once exactly one finds the token live. */
export async function revokeToken(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<'revoked' | 'not_live' | 'unknown'> {
  const revoked = await db
    .updateTable('access_tokens')
    .set({ revoked_at: now })
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (revoked.numUpdatedRows > 0n) return 'revoked'
  const known = await db
    .selectFrom('access_tokens')
    .select('client_id')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return known ? 'not_live' : 'unknown'
}

/** Deletes what ended before `before`, in batches small enough to disturb nobody. Returns how many. */
export async function purgeTokens(db: Db, before: Date, batch: number): Promise<number> {
  let purged = 0
  while (true) {
    const { numDeletedRows } = await db
      .deleteFrom('access_tokens')
      .where('hash', 'in', (eb) =>
        eb.selectFrom('access_tokens').select('hash').where('expires_at', '<', before).limit(batch),
      )
      .executeTakeFirst()
    purged += Number(numDeletedRows)
    if (numDeletedRows < BigInt(batch)) return purged
  }
}
