import { createClient, type NewClient } from '../../server/src/clients/create.ts'
import { createCompany, createEnterprise } from '../../server/src/companies/queries.ts'
import type { Handle } from '../../server/src/db/handle.ts'
import { scopes } from '../../server/src/http/caller.ts'
import type { CompanyId, Uuid } from '../../server/src/ids.ts'
import { createPerson } from '../../server/src/members/queries.ts'
import { findClientsForToken, insertAccessTokens } from '../../server/src/oauth/queries.ts'
import { accessTokenPrefix, hashOf, newToken } from '../../server/src/secrets/tokens.ts'

/** A company and its client, which has all scopes. */
export type Account = {
  companyId: CompanyId
  personId: Uuid
  clientId: string
  clientSecret: string
  /** Live access tokens of the client. */
  tokens: string[]
}

/** The password of every account's owner. The owner is not a member of any company. */
export const ownerPassword = 'a password of nobody'

const yearMs = 365 * 86_400_000

export async function makeAccount(owner: Handle, name: string, tokenCount = 1): Promise<Account> {
  const enterpriseId = await createEnterprise(owner, `${name} Group`)
  const companyId = await createCompany(owner, enterpriseId, name)
  const email = `owner@${name.toLowerCase()}.example`
  const personId = await createPerson(owner, { name: `${name} Owner`, email, password: ownerPassword })
  const client = { name: 'bench', enterpriseId, companyId, ownerId: personId, scopes }
  return { companyId, personId, ...(await makeClient(owner, client, tokenCount)) }
}

/** A token of another client of the account, which is limited to folders. */
export async function limitedToken(
  owner: Handle,
  { companyId, personId }: Account,
  readFolderIds: Uuid[],
): Promise<string> {
  const { enterprise_id: enterpriseId } = await owner
    .selectFrom('companies')
    .select('enterprise_id')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const client = { name: 'limited', enterpriseId, companyId, ownerId: personId, scopes, readFolderIds }
  const { tokens } = await makeClient(owner, client, 1)
  return tokens[0]!
}

async function makeClient(owner: Handle, given: NewClient, tokenCount: number) {
  const client = await createClient(owner, given)
  const tokens = Array.from({ length: tokenCount }, () => newToken(accessTokenPrefix))
  const issuedAt = new Date()
  const expiresAt = new Date(issuedAt.getTime() + yearMs)
  const { clientId, clientSecret } = client
  const [read] = await findClientsForToken(owner, [client.id])
  const proved = { clientId: client.id, clientUpdatedAt: read!.updated_at, secretHash: hashOf(clientSecret) }
  const rows = tokens.map((token) => ({ ...proved, hash: hashOf(token), issuedAt, expiresAt }))
  await insertAccessTokens(owner, rows)
  return { clientId, clientSecret, tokens }
}
