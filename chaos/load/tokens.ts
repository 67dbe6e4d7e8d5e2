import { send } from '../../server/test/support/companies.ts'
import type { Writer } from './writer.ts'

/** Issues tokens and revokes every second token, until the writer is stopped. */
export async function writeTokens({ ledger, target, ask, isStopped }: Writer) {
  const { live, revoked, asked } = ledger.tokens
  const credentials = { client_id: target.clientId, client_secret: target.clientSecret }
  for (let turn = 0; !isStopped(); turn++) {
    const issued = await ask((server) => send(server, 'POST', '/oauth/access-token', { json: credentials }))
    if (issued.fate !== 'acknowledged') continue
    const token: string = issued.answer.body.token.access_token
    live.add(token)
    if (turn % 2 === 0) continue
    // The token may be revoked from here on. After the revocation was acknowledged, it must be revoked.
    live.delete(token)
    asked.add(token)
    const { fate } = await ask((server) => send(server, 'POST', '/oauth/revoke', { json: { token } }))
    if (fate === 'unknown') continue
    asked.delete(token)
    const kept = fate === 'acknowledged' ? revoked : live
    kept.add(token)
  }
}
