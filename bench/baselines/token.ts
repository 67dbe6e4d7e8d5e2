import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Opened } from './database.ts'

const clientOf = `
  select c.scopes, s.hash
  from clients c
  join enterprises e on e.id = c.enterprise_id
  join client_secrets s on s.client_id = c.id
  where c.id = $1 and e.status = 'active' and (s.expires_at is null or s.expires_at > now())`

const insertToken = `
  insert into access_tokens (hash, client_id, scopes, issued_at, expires_at) values ($1, $2, $3, $4, $5)`

const lifetimeSeconds = 31_536_000

/** One query and one insert, which is on disk before the answer leaves. `client_id` comes as the UUID. */
export async function token({ query }: Opened, _: IncomingMessage, body: string) {
  const { client_id, client_secret } = JSON.parse(body)
  const [client] = await query<{ scopes: string[]; hash: Buffer }>('client', clientOf, [client_id])
  if (!client?.hash.equals(hashOf(client_secret))) return undefined
  const access_token = `atl_at_${randomBytes(36).toString('base64url')}`
  const now = Date.now()
  await query('insert', insertToken, [
    hashOf(access_token),
    client_id,
    client.scopes,
    new Date(now),
    new Date(now + lifetimeSeconds * 1000),
  ])
  return JSON.stringify({
    success: true,
    token: { token_type: 'Bearer', expires_in: lifetimeSeconds, access_token },
  })
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()
