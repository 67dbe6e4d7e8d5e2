import type { Db } from '../db/database.ts'
import type { Authenticate } from '../http/caller.ts'
import { liveTokenOf } from './json-dialect.ts'

/** Finds out whose bearer token it is. */
export function authenticator(db: Db): Authenticate {
  return async (token) => {
    const live = await liveTokenOf(db, token)
    return live && { clientId: live.client_id, companyId: live.company_id, scopes: live.scopes }
  }
}
