import { sql } from 'kysely'
import { batched } from '../db/batch.ts'
import type { Handle } from '../db/handle.ts'
import { placeholder, statement } from '../db/statement.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { accessTokenPrefix, hashOf, isWellFormed } from '../secrets/tokens.ts'

export type LiveToken = {
  client_id: Uuid
  company_id: CompanyId | null
  enterprise_id: Uuid
  owner_id: Uuid | null
  scopes: string[]
  allowed_addresses: string[]
  allowed_origins: string[]
  read_folder_ids: Uuid[] | null
  write_folder_ids: Uuid[] | null
  app_id: Uuid | null
  issued_at: Date
  expires_at: Date
}

export type LiveTokens = (token: string) => Promise<LiveToken | undefined>

/**
 * Finds live tokens, which were issued here, are neither expired nor revoked, and belong to an active
 * enterprise. They only have scopes that their clients still have, because a restriction also applies to
 * issued tokens.
 */
export function liveTokens(db: Handle, now = () => new Date()): LiveTokens {
  const find = batched(async (hashes: readonly Buffer[]) => {
    const rows = await liveRows(db, { hashes, now: now() })
    const byHash = new Map(rows.map((row) => [row.hash.toString('latin1'), row]))
    return hashes.map((hash) => byHash.get(hash.toString('latin1')))
  }, db.connections.max)
  // Malformed tokens do not cause a query.
  return async (token) => (isWellFormed(accessTokenPrefix, token) ? find(hashOf(token)) : undefined)
}

/** Hides tokens of connected apps from authentication and introspection, for servers without such apps. */
export const withoutTokensOfApps =
  (find: LiveTokens): LiveTokens =>
  async (token) => {
    const live = await find(token)
    return live?.app_id ? undefined : live
  }

const liveRows = statement<LiveToken & { hash: Buffer }>(
  () => sql`
    select t.hash, t.client_id, c.company_id, c.enterprise_id, c.owner_id, c.allowed_addresses, c.allowed_origins,
      c.read_folder_ids, c.write_folder_ids, c.app_id, t.issued_at, t.expires_at,
      array(select s from unnest(t.scopes) s where s = any(c.scopes)) as scopes
    from access_tokens t
    join clients c on c.id = t.client_id
    join enterprises e on e.id = c.enterprise_id
    where t.hash = any(${placeholder('hashes')}) and t.revoked_at is null and t.expires_at > ${placeholder('now')}
      and e.status = 'active'`,
)
