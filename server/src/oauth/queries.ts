import { type RawBuilder, sql } from 'kysely'
import type { Origin } from '../audit/event.ts'
import { committing } from '../db/commit-outcome.ts'
import type { Db, Handle } from '../db/handle.ts'
import type { KeySet } from '../db/schema.ts'
import { placeholder, statement } from '../db/statement.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'

export type ClientForToken = {
  id: Uuid
  /**
   * Whether the row is the requested client. If not, it is the client before it, whose fields have no
   * meaning.
   */
  found: boolean
  company_id: CompanyId | null
  enterprise_id: Uuid
  enterprise_active: boolean
  scopes: string[]
  token_lifetime_seconds: number | null
  allowed_addresses: string[]
  updated_at: Date
  /** SHA-256. */
  secret_hashes: Buffer[]
  /** When the first of the secrets expires. */
  secret_ends_at: Date | null
  jwks: KeySet | null
}

/**
 * Reads the client with each ID, or the client before it. An unknown ID reads as many rows as a known ID, so that
 * timing does not reveal which IDs exist.
 */
const clientsForToken = statement<ClientForToken & { at: number }>(
  () => sql`
    select asked.at::int, c.id, c.id = asked.id as found, c.company_id, c.enterprise_id, e.status = 'active' as enterprise_active,
      c.scopes, c.token_lifetime_seconds, c.allowed_addresses, c.updated_at, c.jwks,
      array(
        select s.hash from client_secrets s
        where s.client_id = c.id and (s.expires_at is null or s.expires_at > now())
      ) as secret_hashes,
      (select min(s.expires_at) from client_secrets s where s.client_id = c.id and s.expires_at > now())
        as secret_ends_at
    from unnest(cast(${placeholder('ids')} as uuid[])) with ordinality asked (id, at)
    cross join lateral (select * from clients where id <= asked.id order by id desc limit 1) c
    join enterprises e on e.id = c.enterprise_id`,
)

/** Returns the clients in the order of the IDs. Undefined only for an ID that is older than every client. */
export async function findClientsForToken(
  db: Db,
  ids: readonly Uuid[],
): Promise<(ClientForToken | undefined)[]> {
  const found: (ClientForToken | undefined)[] = ids.map(() => undefined)
  for (const row of await clientsForToken(db, { ids })) found[row.at - 1] = row
  return found
}

export type NewAccessToken = {
  hash: Buffer
  clientId: Uuid
  /** The client's `updated_at` when it was authenticated. */
  clientUpdatedAt: Date
  /**
   * The SHA-256 of the secret that the client used. Null for a key, whose changes `clientUpdatedAt` covers.
   */
  secretHash: Buffer | null
  issuedAt: Date
  expiresAt: Date
  /** A subset of the client's scopes. Defaults to all scopes of the client. */
  scopes?: readonly string[] | undefined
  from?: Origin | undefined
}

/**
 * The client may come from a cache that missed a later change, so its credential is checked again. A change that
 * commits while this statement runs does not affect its tokens. Revoking all tokens of a client therefore waits for
 * such statements (clients/revoke-tokens.ts): `for key share` locks `clients` before anything is read. The statement
 * also waits for a deletion of the client, and then finds no client. `lateral` and `limit` force one lookup per token;
 * otherwise, PostgreSQL reads all clients and all secrets if there are few. The audit log identifies a token by the
 * start of its hash.
 */
const insertTokens = statement<{ at: number }>(
  () => sql`
    with asked as materialized (
      select * from unnest(
        cast(${placeholder('hashes')} as bytea[]), cast(${placeholder('clientIds')} as uuid[]),
        cast(${placeholder('clientUpdatedAt')} as float8[]), cast(${placeholder('secretHashes')} as bytea[]),
        cast(${placeholder('issuedAt')} as float8[]), cast(${placeholder('expiresAt')} as float8[]),
        cast(${placeholder('scopes')} as text[]),
        cast(${placeholder('eventIds')} as uuid[]), cast(${placeholder('addresses')} as text[]),
        cast(${placeholder('requestIds')} as text[])
      ) with ordinality t (
        hash, client_id, client_updated_ms, secret_hash, issued_ms, expires_ms, scopes, event_id, address, request_id, at
      )
    ), proved as materialized (
      select t.at, t.hash, t.issued_ms, t.expires_ms, t.event_id, t.address, t.request_id, c.id as client_id, c.company_id,
        case when t.scopes is null then c.scopes else array(
          select s from unnest(c.scopes) s where s = any(string_to_array(t.scopes, ' '))
        ) end as scopes
      from asked t
      cross join lateral (
        select c.id, c.company_id, c.scopes
        from clients c
        join enterprises e on e.id = c.enterprise_id and e.status = 'active'
        where c.id = t.client_id and c.updated_at = ${timeOf('t.client_updated_ms')} and (
          t.secret_hash is null or t.secret_hash = (
            select s.hash from client_secrets s
            where s.client_id = c.id and s.hash = t.secret_hash and (s.expires_at is null or s.expires_at > now())
            limit 1
          )
        )
        for key share of c
      ) c
    ), issued as (
      insert into access_tokens (hash, client_id, scopes, issued_at, expires_at)
      select hash, client_id, scopes, ${timeOf('issued_ms')}, ${timeOf('expires_ms')} from proved
    ), noted as (
      insert into security_events (id, company_id, client_id, type, address, request_id, data)
      select event_id, company_id, client_id, 'token.issued', address, request_id,
        jsonb_build_object('token', ${publicPart(sql`hash`)}, 'scopes', scopes)
      from proved
    )
    select at from proved`,
)

/**
 * Inserts tokens with the current scopes of their clients, and their audit events, in one commit.
 * @returns whether each token was inserted. A token is not inserted if its client or credential has been
 * removed or changed, or its enterprise has been deactivated.
 */
export async function insertAccessTokens(db: Db, tokens: readonly NewAccessToken[]): Promise<boolean[]> {
  const asked = insertTokens(db, {
    hashes: list(tokens, ({ hash }) => bytes(hash)),
    clientIds: list(tokens, ({ clientId }) => clientId),
    clientUpdatedAt: list(tokens, ({ clientUpdatedAt }) => clientUpdatedAt.getTime()),
    secretHashes: list(tokens, ({ secretHash }) => secretHash && bytes(secretHash)),
    issuedAt: list(tokens, ({ issuedAt }) => issuedAt.getTime()),
    expiresAt: list(tokens, ({ expiresAt }) => expiresAt.getTime()),
    // Nested arrays must have equal lengths, so each inner list is one text.
    scopes: tokens.map(({ scopes }) => scopes?.join(' ') ?? null),
    eventIds: list(tokens, () => newId()),
    addresses: tokens.map(({ from }) => from?.address ?? null),
    requestIds: tokens.map(({ from }) => from?.requestId ?? null),
  })
  const rows = await committing(asked)
  const inserted = tokens.map(() => false)
  for (const { at } of rows) inserted[at - 1] = true
  return inserted
}

const timeOf = (milliseconds: string) => sql`to_timestamp(${sql.ref(milliseconds)} / 1000)`

/**
 * Formats a PostgreSQL array literal of values that need no escapes. `pg` would check each value for
 * characters to escape.
 */
const list = <T>(values: readonly T[], textOf: (value: T) => string | number | null) =>
  `{${values.map((value) => textOf(value) ?? 'null').join()}}`

const bytes = (value: Buffer) => `"\\\\x${value.toString('hex')}"`

/** The client that must own the token. Null if possession of the token suffices to revoke it. */
const revoker = sql`cast(${placeholder('by')} as uuid)`

const revokeLive = statement<{ client_id: Uuid }>(
  () => sql`
    with revoked as (
      update access_tokens set revoked_at = ${placeholder('now')}
      where hash = ${placeholder('hash')} and revoked_at is null and expires_at > ${placeholder('now')}
        and (${revoker} is null or client_id = ${revoker})
      returning hash, client_id
    ), noted as (
      insert into security_events (id, company_id, client_id, type, address, request_id, data)
      select cast(${placeholder('eventId')} as uuid), c.company_id, c.id, 'token.revoked',
        cast(${placeholder('address')} as text), cast(${placeholder('requestId')} as text),
        jsonb_build_object('token', ${publicPart(sql`r.hash`)})
      from revoked r join clients c on c.id = r.client_id
    )
    select client_id from revoked`,
)

/**
 * Revokes a token in one statement, so that exactly one of many concurrent revocations finds it live.
 * @param by the requesting client. A token of another client is then `not_live`.
 */
export async function revokeToken(
  db: Handle,
  hash: Buffer,
  now: Date,
  from?: Origin,
  by?: Uuid,
): Promise<'revoked' | 'not_live' | 'unknown'> {
  const asked = revokeLive(db, {
    hash,
    now,
    by: by ?? null,
    eventId: newId(),
    address: from?.address ?? null,
    requestId: from?.requestId ?? null,
  })
  const revoked = await committing(asked)
  for (const { client_id } of revoked) db.cacheVersions.invalidate(client_id)
  if (revoked.length > 0) return 'revoked'
  const known = await db
    .selectFrom('access_tokens')
    .select('client_id')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return known ? 'not_live' : 'unknown'
}

/** The public part of a token, which reveals neither the token nor its hash. */
function publicPart(hash: RawBuilder<unknown>) {
  return sql`left(encode(${hash}, 'hex'), 12)`
}

/**
 * Records a used assertion for as long as it could be used again.
 * @param hash the hash of its `jti`, which can have any length.
 * @returns false if it was used before.
 */
export async function keepAssertion(db: Db, clientId: Uuid, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('client_assertions')
    .values({ client_id: clientId, hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes a batch of expired assertions. Returns their number. */
export async function purgeAssertions(db: Db, batch: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from client_assertions where ctid = any(array(
      select ctid from client_assertions where expires_at < now() limit ${batch}
    ))`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes tokens that ended before `before`, in small batches. Returns their number. */
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
