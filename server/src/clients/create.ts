import type { Origin } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import type { Trx } from '../db/tenancy.ts'
import type { Actor } from '../events/append.ts'
import { readScopes } from '../http/caller.ts'
import { type CompanyId, newId, publicId, type Uuid } from '../ids.ts'
import { clientSecretPrefix, hashOf, newToken } from '../secrets/tokens.ts'
import { changeClient } from './change.ts'

export type NewClient = {
  name: string
  enterpriseId: Uuid
  companyId: CompanyId | null
  ownerId?: Uuid | null
  /** Defaults to the four read scopes (contract R-AUTH-6). */
  scopes?: readonly string[]
  tokenLifetimeSeconds?: number | null
  /** IP addresses and networks from which the client can call. Defaults to any. */
  allowedAddresses?: readonly string[]
  /** Origins of web pages that can use the client's tokens. Defaults to none. */
  allowedOrigins?: readonly string[]
  /** Folders whose assets the client can read and change, with their subfolders. Defaults to all. */
  readFolderIds?: readonly Uuid[] | null
  writeFolderIds?: readonly Uuid[] | null
}

/** A client's credentials. The secret is shown once, because only its hash is stored. */
export type Credentials = { id: Uuid; clientId: string; clientSecret: string }

export async function createClient(
  db: Db,
  client: NewClient,
  actor: Actor = { type: 'operator' },
  from?: Origin,
): Promise<Credentials> {
  return (await createShownClient(db, client, actor, from, async () => undefined)).credentials
}

/**
 * Creates a client and returns the response that `read` builds.
 * @param read as for `change`.
 */
export async function createShownClient<A>(
  db: Db,
  client: NewClient,
  actor: Actor,
  from: Origin | undefined,
  read: (trx: Trx, clientId: string) => Promise<A>,
): Promise<{ credentials: Credentials; shown: A }> {
  const id = newId()
  const secret = newToken(clientSecretPrefix)
  const scopes = [...(client.scopes ?? readScopes)]
  const by = { actor, id, companyId: client.companyId, ...(from && { from }) }
  const clientId = publicId('client', id)
  const insert = async (trx: Trx) => {
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
        allowed_origins: [...(client.allowedOrigins ?? [])],
        read_folder_ids: client.readFolderIds ? [...client.readFolderIds] : null,
        write_folder_ids: client.writeFolderIds ? [...client.writeFolderIds] : null,
      })
      .execute()
    await trx
      .insertInto('client_secrets')
      .values({ id: newId(), client_id: id, hash: hashOf(secret) })
      .execute()
    return { result: clientId, data: { name: client.name, scopes } }
  }
  const shown = await changeClient(db, by, 'created', insert, read)
  return { credentials: { id, clientId, clientSecret: secret }, shown }
}
