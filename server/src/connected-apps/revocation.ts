import type { Origin } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import type { Handle } from '../db/handle.ts'
import { type Form, malformed } from '../oauth/form.ts'
import { revokeToken } from '../oauth/queries.ts'
import { accessTokenPrefix, hashOf, isWellFormed } from '../secrets/tokens.ts'
import { type App, findApp } from './apps.ts'
import { endFamily, findGrant } from './grants.ts'

/**
 * Revocation by the app (RFC 7009). Revoking a refresh token ends its family and all tokens of the
 * connection. An unknown token or a token of another app counts as revoked.
 */
export async function revokeForApp(db: Handle, form: Form, from: Origin): Promise<object> {
  const token = form.get('token')
  if (token === undefined) throw malformed('The parameter token is missing.')
  const app = await findApp(db, form.get('client_id') ?? '')
  if (!app) return {}
  if (isWellFormed(accessTokenPrefix, token)) {
    if (await isTokenOf(db, app, hashOf(token))) await revokeToken(db, hashOf(token), new Date(), from)
    return {}
  }
  const grant = await findGrant(db, 'refresh_token', token)
  if (grant?.app_id === app.id) await endFamily(db, grant, 'revoked_by_app')
  return {}
}

async function isTokenOf(db: Db, app: App, hash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('access_tokens as t')
    .innerJoin('clients as c', 'c.id', 't.client_id')
    .select('c.id')
    .where('t.hash', '=', hash)
    .where('c.app_id', '=', app.id)
    .executeTakeFirst()
  return found !== undefined
}
