import { lastUsedNotes } from '../clients/last-used.ts'
import type { Db } from '../db/database.ts'
import { isAllowed } from '../http/addresses.ts'
import type { Authenticate } from '../http/caller.ts'
import type { LiveTokens } from './live-tokens.ts'

/** Finds out whose bearer token it is, and notes that its client was here. */
export function authenticator(db: Db, tokens: LiveTokens): Authenticate {
  const note = lastUsedNotes(db)
  return async (token, address) => {
    const live = await tokens(token)
    if (!live || !isAllowed(live.allowed_addresses, address)) return undefined
    note(live.client_id)
    const { client_id, company_id, owner_id, scopes } = live
    return { clientId: client_id, companyId: company_id, personId: owner_id, scopes }
  }
}
