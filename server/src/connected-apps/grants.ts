import { sql } from 'kysely'
import { appendSecurityEvents } from '../audit/append.ts'
import type { Db } from '../db/database.ts'
import { inTransaction, type Trx, touch } from '../db/tenancy.ts'
import { daySeconds } from '../durations.ts'
import type { Actor } from '../events/append.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import { credentialPrefixes } from '../secrets/credential-prefixes.ts'
import { hashOf, isWellFormed, newToken } from '../secrets/tokens.ts'

/** Lifetime of an authorization code. Apps exchange codes immediately; a minute covers a slow redirect. */
const codeSeconds = 60
/** The time without use after which a person has to connect the app again. */
const refreshTokenSeconds = 30 * daySeconds

const prefixes = {
  code: credentialPrefixes.authorization_code,
  refresh_token: credentialPrefixes.refresh_token,
} as const
export type GrantKind = keyof typeof prefixes

export type Grant = {
  hash: Buffer
  family_id: Uuid
  scopes: string[]
  redirect_uri: string | null
  code_challenge: string | null
  used_at: Date | null
  client_id: Uuid
  company_id: CompanyId
  app_id: Uuid
  /** The current scopes and version of the connection. */
  client_scopes: string[]
  client_updated_at: Date
}

/** An authorization code, bound to a redirect URI and a PKCE challenge. It starts a family of refresh tokens. */
export async function addCode(
  trx: Trx,
  code: { clientId: Uuid; scopes: string[]; redirectUri: string; codeChallenge: string },
): Promise<string> {
  const text = newToken(prefixes.code)
  await sql`
    insert into authorization_grants (hash, client_id, family_id, kind, scopes, redirect_uri, code_challenge, expires_at)
    values (${hashOf(text)}, ${code.clientId}, ${newId()}, 'code', ${code.scopes}::text[], ${code.redirectUri},
      ${code.codeChallenge}, now() + make_interval(secs => ${codeSeconds}))`.execute(trx)
  return text
}

export async function findGrant(db: Db, kind: GrantKind, text: string): Promise<Grant | undefined> {
  if (!isWellFormed(prefixes[kind], text)) return undefined
  const { rows } = await sql<Grant>`
    select g.hash, g.family_id, g.scopes, g.redirect_uri, g.code_challenge, g.used_at, g.client_id, c.company_id,
      c.app_id, c.scopes as client_scopes, c.updated_at as client_updated_at
    from authorization_grants g join clients c on c.id = g.client_id
    where g.hash = ${hashOf(text)} and g.kind = ${kind} and g.expires_at > now()`.execute(db)
  return rows[0]
}

/**
 * Uses a grant once and adds the next refresh token of its family.
 * @returns undefined if the grant was already used, even by a concurrent request.
 */
export function useGrant(db: Db, grant: Grant): Promise<string | undefined> {
  return inTransaction(db, async (trx) => {
    await lockConnection(trx, grant.client_id)
    const { numAffectedRows } = await sql`
      update authorization_grants set used_at = now() where hash = ${grant.hash} and used_at is null`.execute(
      trx,
    )
    if (numAffectedRows !== 1n) return undefined
    const text = newToken(prefixes.refresh_token)
    await sql`
      insert into authorization_grants (hash, client_id, family_id, kind, scopes, expires_at)
      values (${hashOf(text)}, ${grant.client_id}, ${grant.family_id}, 'refresh_token', ${grant.scopes}::text[],
        now() + make_interval(secs => ${refreshTokenSeconds}))`.execute(trx)
    return text
  })
}

/**
 * Ends a family of grants and the tokens of its connection, because two parties used the same grant, and one of them is
 * not the app (RFC 9700 §4.14.2).
 */
export function endFamily(
  db: Db,
  { family_id, client_id, company_id }: Pick<Grant, 'family_id' | 'client_id' | 'company_id'>,
  reason: string,
  actor: Actor = { type: 'system' },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    await lockConnection(trx, client_id)
    await sql`delete from authorization_grants where family_id = ${family_id}`.execute(trx)
    const { numAffectedRows } = await sql`
      update access_tokens set revoked_at = now()
      where client_id = ${client_id} and revoked_at is null and expires_at > now()`.execute(trx)
    touch(trx, client_id)
    const data = { actor, tokens: Number(numAffectedRows), reason }
    await appendSecurityEvents(trx, [
      { type: 'client.tokens_revoked', companyId: company_id, clientId: client_id, data },
    ])
  })
}

/**
 * Ends the families of leaked grants.
 * @returns the number of grants that were still usable.
 */
export async function revokeGrants(db: Db, hashes: readonly Buffer[], actor: Actor): Promise<number> {
  const { rows } = await sql<Pick<Grant, 'family_id' | 'client_id' | 'company_id'>>`
    select g.family_id, g.client_id, c.company_id from authorization_grants g join clients c on c.id = g.client_id
    where g.hash = any(${hashes}::bytea[]) and g.used_at is null and g.expires_at > now()`.execute(db)
  for (const grant of rows) await endFamily(db, grant, 'leaked', actor)
  return rows.length
}

/** Locks a connection, so that a refresh token that is being added cannot outlive its family. */
const lockConnection = (trx: Trx, id: Uuid) =>
  sql`select from clients where id = ${id} for no key update`.execute(trx)

/** Deletes a batch of expired grants. Returns their number. */
export async function purgeGrants(db: Db, batch: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from authorization_grants where hash = any(array(
      select hash from authorization_grants where expires_at < now() limit ${batch}
    ))`.execute(db)
  return Number(numAffectedRows)
}
