import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Opened, Query } from './database.ts'

const clientOf = `
  select c.scopes, s.hash
  from clients c
  join enterprises e on e.id = c.enterprise_id
  join client_secrets s on s.client_id = c.id
  where c.id = $1 and e.status = 'active' and (s.expires_at is null or s.expires_at > now())`

const insertToken = `
  insert into access_tokens (hash, client_id, scopes, issued_at, expires_at) values ($1, $2, $3, $4, $5)`

const lifetimeSeconds = 31_536_000

/** The clients by client ID. Each is looked up once. */
const clients = new Map<string, { scopes: string[]; hash: Buffer }>()

/** Inserts one row, which is synced to disk before the response. `client_id` is the UUID. */
export async function token({ query }: Opened, _: IncomingMessage, body: string) {
  const { client_id, client_secret } = JSON.parse(body)
  const client = clients.get(client_id) ?? (await findClient(query, client_id))
  if (!client || !hashOf(client_secret).equals(client.hash)) return undefined
  clients.set(client_id, client)
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

async function findClient(query: Query, id: string) {
  const [found] = await query<{ scopes: string[]; hash: Buffer }>('client', clientOf, [id])
  return found
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()
