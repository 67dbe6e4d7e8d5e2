// Who has just proved who it is gets the next token without being looked up, and none once that is over.
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
const withoutNodes = engine !== 'postgres' && 'several nodes share a PostgreSQL'
/** In which every other node knows of a change. */
const heardMsMax = 1_000

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

/** Until it gets its tokens from memory. */
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

/** What ends it, and how it is refused then. */
const endings: Record<string, { end(client: Client): Promise<unknown>; refused: number }> = {
  'whose secret was replaced at once': {
    end: (client) => rotateSecret(service.db, changeOf(client), 0),
    refused: 401,
  },
  'that was deleted': { end: (client) => deleteClient(service.db, changeOf(client)), refused: 401 },
  'that may call from elsewhere alone': {
    end: (client) => updateClient(service.db, changeOf(client), { allowed_addresses: ['192.0.2.0/24'] }),
    refused: 401,
  },
  'whose account was stopped': {
    end: ({ company }) => setEnterpriseStatus(service.db, company.enterpriseId, 'inactive'),
    refused: 403,
  },
}

/** By somebody who tells nobody but the database. */
const endingsInDatabase: typeof endings = {
  'whose secret was ended in the database': {
    end: ({ clientId }) =>
      asOwner(
        service.db,
        sql`update client_secrets set expires_at = now() where client_id = ${parseId('client', clientId)}`,
      ),
    refused: 401,
  },
  'that was deleted in the database': {
    end: ({ clientId }) =>
      asOwner(service.db, sql`delete from clients where id = ${parseId('client', clientId)}`),
    refused: 401,
  },
}

describe('a client that is known', () => {
  for (const [what, { end, refused }] of Object.entries(endings))
    test(`${what} is refused with the next request, however many it asks meanwhile`, async () => {
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

  test('gets tokens with the scopes and the lifetime that it has now', async () => {
    const client = await newClient()
    await known(service, client)
    await updateClient(service.db, changeOf(client), { scopes: ['profile:read'], token_lifetime_seconds: 77 })
    const credentials = { client_id: client.clientId, client_secret: client.clientSecret }
    const { body } = await send(service, 'POST', '/oauth/access-token', { json: credentials })
    assert.equal(body.token.expires_in, 77)
    const json = { token: body.token.access_token }
    const told = await send(service, 'POST', '/oauth/introspect', { json })
    assert.deepEqual(told.body.data.scopes, ['profile:read'])
  })

  test('is known by its old secret until the very end of the overlap', async () => {
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

describe('on another node, a client that is known', { skip: withoutNodes }, async () => {
  if (withoutNodes) return
  const other = await startNode(service)

  for (const [what, { end, refused }] of Object.entries({ ...endings, ...endingsInDatabase }))
    test(`${what} is refused within a second`, async () => {
      const client = await newClient()
      await known(other, client)
      await end(client)
      await until('it is refused', async () => (await ask(other, client)) === refused, heardMsMax)
    })

  const telling = ['client_secrets', 'clients', 'enterprises']
  /** Of changes of access nobody is told meanwhile: as if each notification were lost. */
  async function untold<T>(work: () => Promise<T>): Promise<T> {
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
    test(`${what} is refused with the next request, though nobody was told of it`, async () => {
      const client = await newClient()
      await known(other, client)
      await untold(async () => {
        await end(client)
        assert.equal(await ask(other, client), refused)
        assert.equal(await ask(other, client), refused)
      })
    })

  test('gets the lifetime and the scopes that it has now, though nobody was told of them', async () => {
    const client = await newClient()
    await known(other, client)
    await untold(async () => {
      const now = { scopes: ['profile:read'], token_lifetime_seconds: 77 }
      await updateClient(service.db, changeOf(client), now)
      const form = { grant_type: 'client_credentials' }
      const asks = () => sendForm(other, '/oauth/token', form, basic(client))
      const { body } = await asks()
      assert.deepEqual([body.scope, body.expires_in], ['profile:read', 77])
    })
  })

  test('has no token that lives, once its secret was replaced and its tokens were revoked', async () => {
    const client = await newClient()
    await known(other, client)
    await untold(async () => {
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
