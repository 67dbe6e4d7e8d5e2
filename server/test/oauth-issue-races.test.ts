// Engines: embedded, postgres
// Runs: without retry
// A token is issued for the state of the client when the token is stored, even if that is long after the
// authentication.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createCacheVersions } from '../src/cache/cache-versions.ts'
import type { ClientChange } from '../src/clients/change.ts'
import { setKeys } from '../src/clients/key-set.ts'
import { revokeTokens } from '../src/clients/revoke-tokens.ts'
import { rotateSecret } from '../src/clients/rotate-secret.ts'
import { countTokens } from '../src/clients/tokens.ts'
import { updateClient } from '../src/clients/update.ts'
import { setEnterpriseStatus } from '../src/companies/queries.ts'
import type { Db } from '../src/db/database.ts'
import type { KeySet } from '../src/db/schema.ts'
import { inReading } from '../src/db/tenancy.ts'
import { parseId, type Uuid } from '../src/ids.ts'
import { clientCache } from '../src/oauth/client-cache.ts'
import { tokenIssuer } from '../src/oauth/issue.ts'
import { insertAccessTokens } from '../src/oauth/queries.ts'
import { clientVerifier } from '../src/oauth/verify-client.ts'
import { hashOf } from '../src/secrets/tokens.ts'
import { type Caller, newCaller, newCompany, type TestCompany } from './support/companies.ts'
import { assertedBy, newKeys } from './support/keys.ts'
import { engine, startService } from './support/service.ts'
import { provedClient } from './support/tokens.ts'
import { until } from './support/until.ts'

const service = await startService()
const { db } = service
const audience = 'https://atelier.example'
const keys = await newKeys('ES256')
const otherKeys = await newKeys('ES256')
const onPostgres = {
  skip: engine !== 'postgres' && 'the embedded engine carries out one statement at a time',
}

type Client = Caller & { id: Uuid; company: TestCompany; change: ClientChange }

async function newClient(): Promise<Client> {
  const { enterpriseId, companyId, ownerId } = await newCompany(service, `Acme${Math.random()}`)
  const company = { enterpriseId, companyId, ownerId }
  const caller = await newCaller(service, { name: 'raced', ...company })
  const id = parseId('client', caller.clientId)!
  const change = { actor: { type: 'operator' as const }, id, companyId }
  await setKeys(db, change, { keys: [keys.publicKey] } as KeySet)
  return { ...caller, id, company, change }
}

/** A database that delays each statement until released. */
function delayedDatabase() {
  let goOn = () => {}
  const gate = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const executeQuery = async (query: Parameters<Db['executeQuery']>[0]) => {
    await gate
    return db.executeQuery(query)
  }
  const held = new Proxy(db, {
    get(target, name) {
      const value = name === 'executeQuery' ? executeQuery : Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { held, goOn }
}

const rotate = ({ change }: Client) => rotateSecret(db, change, 0)
const restrict = ({ change }: Client) => updateClient(db, change, { allowed_addresses: ['192.0.2.0/24'] })
const stop = ({ company }: Client) => setEnterpriseStatus(db, company.enterpriseId, 'inactive')
const rename = ({ change }: Client) => updateClient(db, change, { name: 'renamed' })
const replaceKeys = ({ change }: Client) => setKeys(db, change, { keys: [otherKeys.publicKey] } as KeySet)
const by = { secret: 'its secret', key: 'its key' } as const

/** A change of the client, and the result of its pending token request. */
const changes: [
  what: string,
  by: keyof typeof by,
  end: (client: Client) => Promise<unknown>,
  code: string | undefined,
][] = [
  ['whose secret is replaced without overlap', 'secret', rotate, 'invalid_client'],
  ['whose allowed IP addresses change', 'secret', restrict, 'invalid_client'],
  ['whose enterprise is deactivated', 'secret', stop, 'inactive_enterprise'],
  ['that is renamed', 'secret', rename, undefined],
  ['whose keys are replaced', 'secret', replaceKeys, undefined],
  ['whose keys are replaced', 'key', replaceKeys, 'invalid_client'],
  ['whose allowed IP addresses change', 'key', restrict, 'invalid_client'],
  ['whose enterprise is deactivated', 'key', stop, 'inactive_enterprise'],
  ['that is renamed', 'key', rename, undefined],
  ['whose secret is replaced without overlap', 'key', rotate, undefined],
]

describe('while its token waits to be stored, a client', () => {
  for (const [what, kind, end, code] of changes)
    test(`while its token waits to be stored, a client ${what} gets ${code ?? 'the token'} after authenticating with ${by[kind]}`, async () => {
      const client = await newClient()
      const cacheVersions = createCacheVersions(() => true)
      const verify = clientVerifier(db, clientCache(cacheVersions, 2 ** 20), () => [audience])
      const from = { address: '198.51.100.7', requestId: 'r', ip: '198.51.100.7' }
      const { client_assertion } = await assertedBy(keys, client.clientId, audience)
      const proved = await (kind === 'secret'
        ? verify.bySecret(client.clientId, client.clientSecret, from)
        : verify.byAssertion(client_assertion, undefined, from))
      const { held, goOn } = delayedDatabase()
      const before = await countTokens(db, client.id)
      const issued = tokenIssuer(held, 60)(proved, from)
      await end(client)
      goOn()
      if (code) await assert.rejects(issued, { code })
      else assert.ok((await issued).accessToken)
      assert.equal(await countTokens(db, client.id), before + (code ? 0 : 1))
    })

  test('while its token waits to be stored, a client gets a token with the lifetime and scopes at the time it is stored', async () => {
    const client = await newClient()
    const verify = clientVerifier(
      db,
      clientCache(
        createCacheVersions(() => true),
        2 ** 20,
      ),
      () => [],
    )
    const proved = await verify.bySecret(client.clientId, client.clientSecret)
    const { held, goOn } = delayedDatabase()
    const issued = tokenIssuer(held, 31_536_000)(proved)
    await updateClient(db, client.change, { token_lifetime_seconds: 77, scopes: ['profile:read'] })
    goOn()
    const { expiresInSeconds, scopes } = await issued
    assert.deepEqual({ expiresInSeconds, scopes }, { expiresInSeconds: 77, scopes: ['profile:read'] })
  })
})

const dates = () => ({ issuedAt: new Date(), expiresAt: new Date(Date.now() + 60_000) })
const tokenOf = async ({ id }: Client) => ({
  hash: hashOf(String(Math.random())),
  ...(await provedClient(db, id)),
  ...dates(),
})

describe('while a token is being stored', onPostgres, () => {
  for (const [kind, end] of [
    ['secret', rotate],
    ['key', replaceKeys],
  ] as const)
    test(`while a token is being stored, ${by[kind]} can be replaced without waiting, and revoking all tokens afterwards includes that token`, async () => {
      const client = await newClient()
      let revoked: Promise<number> | undefined
      await inReading(db, async (trx) => {
        const token = await tokenOf(client)
        const proof = kind === 'key' ? { ...token, secretHash: null } : token
        assert.deepEqual(await insertAccessTokens(trx, [proof]), [true])
        await end(client)
        revoked = revokeTokens(db, client.change)
        // A request that did not wait would be done by then.
        await Promise.race([revoked, wait(500)])
      })
      assert.equal(await revoked, 2)
      assert.equal(await countTokens(db, client.id), 0)
    })

  test('existing tokens are revoked immediately, even during long transactions', async () => {
    const client = await newClient()
    let revoked: Promise<number> | undefined
    await inReading(db, async (trx) => {
      await insertAccessTokens(trx, [await tokenOf(await newClient())])
      revoked = revokeTokens(db, client.change)
      await until('they have ended', async () => (await countTokens(db, client.id)) === 0)
    })
    assert.equal(await revoked, 1)
  })
})
