import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Opened, Query } from './database.ts'

type Token = { client_id: string; company_id: string; scopes: string[]; issued_at: Date; expires_at: Date }

const liveToken = `
  select t.client_id, c.company_id, t.scopes, t.issued_at, t.expires_at
  from access_tokens t
  join clients c on c.id = t.client_id
  join enterprises e on e.id = c.enterprise_id
  where t.hash = $1 and t.revoked_at is null and t.expires_at > now() and e.status = 'active'`

/** Finds the token by its SHA-256 with one query, which is the minimum for any implementation. */
export async function findToken(query: Query, token: string): Promise<Token | undefined> {
  const [row] = await query<Token>('token', liveToken, [createHash('sha256').update(token).digest()])
  return row
}

export async function introspection({ query }: Opened, _: IncomingMessage, body: string) {
  const token = await findToken(query, JSON.parse(body).token)
  if (!token) return undefined
  const { client_id, scopes, issued_at, expires_at } = token
  return JSON.stringify({
    success: true,
    message: '',
    data: {
      active: true,
      client_id,
      user_id: null,
      scopes,
      expires_at,
      scope: scopes.join(' '),
      token_type: 'Bearer',
      iat: issued_at.getTime() / 1000,
      exp: expires_at.getTime() / 1000,
    },
  })
}
