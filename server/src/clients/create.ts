import type { Origin } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import type { Actor } from '../events/append.ts'
import { readScopes } from '../http/caller.ts'
import { type CompanyId, newId, publicId, type Uuid } from '../ids.ts'
import { clientSecretPrefix, hashOf, newToken } from '../oauth/tokens.ts'
import { changeClient } from './change.ts'

export type NewClient = {
  name: string
  enterpriseId: Uuid
  companyId: CompanyId | null
  ownerId?: Uuid | null
  /** The four read scopes when not said (contract C11). */
  scopes?: readonly string[]
  tokenLifetimeSeconds?: number | null
  /** Addresses and networks from which it may call; any when not said. */
  allowedAddresses?: readonly string[]
}

/** What a client calls with. The secret is shown here and never again: only its hash is kept. */
export type Credentials = { id: Uuid; clientId: string; clientSecret: string }

export async function createClient(
  db: Db,
  client: NewClient,
  actor: Actor = { type: 'operator' },
  from?: Origin,
): Promise<Credentials> {
  const id = newId()
  const secret = newToken(clientSecretPrefix)
  const scopes = [...(client.scopes ?? readScopes)]
  const by = { actor, id, companyId: client.companyId, ...(from && { from }) }
  await changeClient(db, by, 'created', async (trx) => {
    await trx
      .insertInto('clients')
      .values({
        id,
        enterprise_id: client.enterpriseId,
        company_id: client.companyId,
        owner_id: client.ownerId ?? null,
        name: client.name,
        scopes,
        token_lifetime_seconds: client.tokenLifetimeSeconds ?? null,
        allowed_addresses: [...(client.allowedAddresses ?? [])],
      })
      .execute()
    await trx
      .insertInto('client_secrets')
      .values({ id: newId(), client_id: id, hash: hashOf(secret) })
      .execute()
    return { result: undefined, data: { name: client.name, scopes } }
  })
  return { id, clientId: publicId('client', id), clientSecret: secret }
}
