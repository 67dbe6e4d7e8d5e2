// Engines: postgres
// A cached client gets its next token without a lookup, and gets no token after it has lost its access.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { deleteClient } from '../src/clients/delete.ts'
import { revokeTokens } from '../src/clients/revoke-tokens.ts'
import { rotateSecret } from '../src/clients/rotate-secret.ts'
import { countTokens } from '../src/clients/tokens.ts'
import { updateClient } from '../src/clients/update.ts'
import { setEnterpriseStatus } from '../src/companies/queries.ts'
import { parseId } from '../src/ids.ts'
import { asOwner, type Caller, newCaller, newCompany, send, type TestCompany } from './support/companies.ts'
import { basic, sendForm } from './support/forms.ts'
import { engine, startNode, startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService()
const withoutNodes = engine !== 'postgres' && 'several nodes need PostgreSQL'
/** Maximum time until every other node knows of a change. */
const notifiedMsMax = 1_000

type Node = { url: string }
type Client = Caller & { company: TestCompany }

async function newClient(): Promise<Client> {
  const { enterpriseId, companyId, ownerId } = await newCompany(service, `Acme${Math.random()}`)
  const company = { enterpriseId, companyId, ownerId }
  return { ...(await newCaller(service, { name: 'known', ...company })), company }
}

const ask = async (node: Node, { clientId, clientSecret }: Caller) =>
  (
    await send(node, 'POST', '/oauth/access-token', {
      json: { client_id: clientId, client_secret: clientSecret },
    })
  ).status

async function hits({ url }: Node): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^atelier_cache_hits_total\{cache="clients"\} (\d+)/m.exec(text)?.[1] ?? 0)
}

/** Requests tokens until one is issued from the cache. */
const known = (node: Node, client: Caller) =>
  until('the client is known', async () => {
    const before = await hits(node)
    assert.equal(await ask(node, client), 200)
    return (await hits(node)) > before
  })

const changeOf = ({ clientId, company }: Client) => ({
  actor: { type: 'operator' as const },
  id: parseId('client', clientId)!,
  companyId: company.companyId,
})

/** Changes that end a client's access, and the status of the next token request. */
const endings: Record<string, { end(client: Client): Promise<unknown>; refused: number }> = {
  'whose secret is replaced without overlap': {
    end: (client) => rotateSecret(service.db, changeOf(client), 0),
    refused: 401,
  },
  'that is deleted': { end: (client) => deleteClient(service.db, changeOf(client)), refused: 401 },
  'whose allowed IP addresses change': {
    end: (client) => updateClient(service.db, changeOf(client), { allowed_addresses: ['192.0.2.0/24'] }),
    refused: 401,
  },
  'whose enterprise is deactivated': {
    end: ({ company }) => setEnterpriseStatus(service.db, company.enterpriseId, 'inactive'),
    refused: 403,
  },
}

/** Changes made directly in the database. */
const endingsInDatabase: typeof endings = {
  'whose secret is expired in the database': {
    end: ({ clientId }) =>
      asOwner(
        service.db,
        sql`update client_secrets set expires_at = now() where client_id = ${parseId('client', clientId)}`,
      ),
    refused: 401,
  },
  'that is deleted in the database': {
    end: ({ clientId }) =>
      asOwner(service.db, sql`delete from clients where id = ${parseId('client', clientId)}`),
    refused: 401,
  },
}

describe('a cached client', () => {
  for (const [what, { end, refused }] of Object.entries(endings))
    test(`${what} is rejected at the next request, even under concurrent requests`, async () => {
      const client = await newClient()
      await known(service, client)
      let isAsking = true
      const asking = Array.from({ length: 4 }, async () => {
        while (isAsking) await ask(service, client)
      })
      await end(client)
      const status = await ask(service, client)
      isAsking = false
      await Promise.all(asking)
      assert.equal(status, refused)
      assert.equal(await ask(service, client), refused)
    })

  test('a cached client gets tokens with its current scopes and lifetime', async () => {
    const client = await newClient()
    await known(service, client)
    await updateClient(service.db, changeOf(client), { scopes: ['profile:read'], token_lifetime_seconds: 77 })
    const credentials = { client_id: client.clientId, client_secret: client.clientSecret }
    const { body } = await send(service, 'POST', '/oauth/access-token', { json: credentials })
    assert.equal(body.token.expires_in, 77)
    const json = { token: body.token.access_token }
    const introspected = await send(service, 'POST', '/oauth/introspect', { json })
    assert.deepEqual(introspected.body.data.scopes, ['profile:read'])
  })

  test('a cached client can use its old secret until the end of the overlap', async () => {
    const client = await newClient()
    await known(service, client)
    const rotation = await rotateSecret(service.db, changeOf(client), 1)
    assert.ok(rotation.outcome === 'rotated')
    await known(service, client)
    await wait(rotation.oldEndsAt.getTime() - Date.now() + 1)
    assert.equal(await ask(service, client), 401)
    assert.equal(await ask(service, { ...client, clientSecret: rotation.clientSecret }), 200)
  })
})

describe('on another node, a cached client', { skip: withoutNodes }, async () => {
  if (withoutNodes) return
  const other = await startNode(service)

  for (const [what, { end, refused }] of Object.entries({ ...endings, ...endingsInDatabase }))
    test(`${what} is rejected within a second`, async () => {
      const client = await newClient()
      await known(other, client)
      await end(client)
      await until('it is refused', async () => (await ask(other, client)) === refused, notifiedMsMax)
    })

  const telling = ['client_secrets', 'clients', 'enterprises']
  /** Disables the triggers that notify of access changes, as if each notification were lost. */
  async function withoutNotifications<T>(work: () => Promise<T>): Promise<T> {
    const turn = (how: string) =>
      Promise.all(
        telling.map((table) =>
          asOwner(service.db, sql.raw(`alter table ${table} ${how} trigger access_changed`)),
        ),
      )
    await turn('disable')
    return work().finally(() => turn('enable'))
  }

  for (const [what, { end, refused }] of Object.entries({ ...endings, ...endingsInDatabase }))
    test(`${what} is rejected at the next request, even if the notification is lost`, async () => {
      const client = await newClient()
      await known(other, client)
      await withoutNotifications(async () => {
        await end(client)
        assert.equal(await ask(other, client), refused)
        assert.equal(await ask(other, client), refused)
      })
    })

  test('on another node, a cached client gets tokens with its current scopes and lifetime, even if the notification is lost', async () => {
    const client = await newClient()
    await known(other, client)
    await withoutNotifications(async () => {
      const now = { scopes: ['profile:read'], token_lifetime_seconds: 77 }
      await updateClient(service.db, changeOf(client), now)
      const form = { grant_type: 'client_credentials' }
      const asks = () => sendForm(other, '/oauth/token', form, basic(client))
      const { body } = await asks()
      assert.deepEqual([body.scope, body.expires_in], ['profile:read', 77])
    })
  })

  test('on another node, a cached client has no live token after its secret was rotated and its tokens were revoked', async () => {
    const client = await newClient()
    await known(other, client)
    await withoutNotifications(async () => {
      let isAsking = true
      const asking = Array.from({ length: 8 }, async () => {
        while (isAsking) await ask(other, client)
      })
      const rotation = await rotateSecret(service.db, changeOf(client), 0)
      assert.ok((await revokeTokens(service.db, changeOf(client))) > 0)
      const left = await countTokens(service.db, changeOf(client).id)
      await Promise.all(Array.from({ length: 20 }, () => ask(other, client)))
      isAsking = false
      await Promise.all(asking)
      assert.deepEqual([left, await countTokens(service.db, changeOf(client).id)], [0, 0])
      assert.ok(rotation.outcome === 'rotated')
      assert.equal(await ask(other, { ...client, clientSecret: rotation.clientSecret }), 200)
    })
  })
})
