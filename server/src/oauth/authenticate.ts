import type { ReadTimestamp } from '../cache/cache-versions.ts'
import { lastUsedNotes } from '../clients/last-used.ts'
import type { Db } from '../db/database.ts'
import { handleLimit } from '../folder-limits/limit.ts'
import type { Authenticate, Principal } from '../http/caller.ts'
import { isAllowed } from '../ip-addresses.ts'
import type { LiveToken, LiveTokens } from './live-tokens.ts'
import type { TokenCache } from './token-cache.ts'

export type Authenticator = {
  authenticate: Authenticate
  /**
   * Like authentication, without waiting, if the token is cached. Undefined means that nothing is known about the
   * token.
   */
  recognize(token: string, address: string | undefined): Recognized | undefined
}

/** @param since when the token was read. */
export type Recognized = { principal: Principal; since: ReadTimestamp }

/** Authenticates a bearer token and records that its client was used. */
export function authenticator(
  db: Db,
  tokens: LiveTokens,
  peek: TokenCache['peek'] = () => undefined,
): Authenticator {
  const note = lastUsedNotes(db)

  /** Caches the principal for as long as its token is cached. */
  const principals = new WeakMap<LiveToken, Principal>()

  function admit(live: LiveToken | undefined, address: string | undefined): Principal | undefined {
    if (!live || !isAllowed(live.allowed_addresses, address)) return undefined
    note(live.client_id)
    const known = principals.get(live)
    if (known) return known
    const { client_id, company_id, owner_id, scopes, allowed_origins, app_id } = live
    const principal = {
      clientId: client_id,
      companyId: company_id,
      personId: owner_id,
      scopes,
      allowedOrigins: allowed_origins,
      isApp: app_id !== null,
      folderLimit: handleLimit(live),
    }
    principals.set(live, principal)
    return principal
  }

  return {
    authenticate: async (token, address) => admit(await tokens(token), address),
    recognize(token, address) {
      const known = peek(token)
      // For tokens of apps, the endpoint decides (mcp/entry-point.ts).
      if (known?.value.app_id) return undefined
      // Cached pages show a company to callers without a limit.
      if (known?.value.read_folder_ids || known?.value.write_folder_ids) return undefined
      const principal = admit(known?.value, address)
      return principal && { principal, since: known!.since }
    },
  }
}
