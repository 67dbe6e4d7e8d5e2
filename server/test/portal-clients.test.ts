// Engines: postgres
// API clients in the portal: members create them, restrict them, rotate secrets and revoke tokens.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listSecurityEvents } from '../src/audit/queries.ts'
import { asCompany } from '../src/db/tenancy.ts'
import { readScopes } from '../src/http/caller.ts'
import { parseId, type Uuid } from '../src/ids.ts'
import { addressRange, isAllowed } from '../src/ip-addresses.ts'
import { newCompany, send, someAddress } from './support/companies.ts'
import { newKeys } from './support/keys.ts'
import { behindProxy, newMember } from './support/people.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService({ env: behindProxy })
const { db } = service
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const dev = await newMember(service, acme.companyId, 'developer', 'Dev')
const notFound = { status: 404, text: '{"message":"Not Found."}' }
const seen = ({ status, text }: { status: number; text: string }) => ({ status, text })

const uuidOf = (clientId: string) => parseId('client', clientId) as Uuid
const eventsOf = async (clientId: string) =>
  (await listSecurityEvents(db, { client: uuidOf(clientId), limit: 100 })).reverse()

type Made = { id: string; client_secret: string }

async function make(more: object = {}): Promise<Made> {
  const { status, body, text } = await dev.post('/portal/api/clients', { name: 'Website', ...more })
  assert.equal(status, 201, text)
  return body.data
}

const askToken = (client_id: string, client_secret: string, from = someAddress()) =>
  send(service, 'POST', '/oauth/access-token', {
    json: { client_id, client_secret },
    headers: { 'x-forwarded-for': from },
  })
const tokenOf = async ({ id, client_secret }: Made, from?: string) =>
  (await askToken(id, client_secret, from)).body.token.access_token as string
const call = (token: string, from = someAddress(), path = '/api/user') =>
  send(service, 'GET', path, { headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from } })

describe('a client', () => {
  test('a client is created with a secret that is shown once, and its creator becomes the owner', async () => {
    const { status, body, headers } = await dev.post('/portal/api/clients', {
      name: 'Website',
      scopes: ['assets:write', 'profile:read'],
      token_lifetime_seconds: 60,
    })
    assert.equal(status, 201)
    const { id, client_secret, created_at, updated_at, secrets, ...rest } = body.data
    assert.match(client_secret, /^atl_cs_/)
    assert.equal(headers.get('location'), `/portal/api/clients/${id}`)
    assert.deepEqual(rest, {
      name: 'Website',
      owner: { id: dev.id, name: 'Dev' },
      scopes: ['profile:read', 'assets:write'],
      token_lifetime_seconds: 60,
      allowed_addresses: [],
      allowed_origins: [],
      read_limit: null,
      write_limit: null,
      jwks: null,
      last_used_at: null,
    })
    const shown = await dev.get(`/portal/api/clients/${id}`)
    assert.ok(!shown.text.includes(client_secret))
    assert.equal(shown.body.data.secrets.length, 1)
    const token = await askToken(id, client_secret)
    assert.equal(token.body.token.expires_in, 60)
    assert.equal((await call(token.body.token.access_token)).body.id, dev.id)
    const [created] = await eventsOf(id)
    assert.deepEqual(
      [created!.type, created!.person_id, created!.company_id],
      ['client.created', dev.personId, acme.companyId],
    )
    assert.match(created!.request_id!, /^req_/)
    assert.match(created!.address!, /^10\./)
  })

  test('a client has the four read scopes by default, and cannot get scopes of members', async () => {
    const { id } = await make()
    assert.deepEqual((await dev.get(`/portal/api/clients/${id}`)).body.data.scopes, readScopes)
    for (const scopes of [['members:write'], [], 'assets:read', ['assets:read', 'installation:write']]) {
      const { status, body } = await dev.post('/portal/api/clients', { name: 'x', scopes })
      assert.equal(status, 422)
      assert.deepEqual(
        Object.keys(body).map((key) => key.split('.')[0]),
        ['scopes'],
      )
    }
  })

  test('a client is rejected without a name or with unknown fields', async () => {
    assert.deepEqual((await dev.post('/portal/api/clients', {})).body, {
      name: ['The name field must be a string.'],
    })
    const body = {
      name: 'x',
      company_id: 'x',
      token_lifetime_seconds: 0,
      allowed_addresses: ['home'],
      allowed_origins: ['https://app.example/path'],
    }
    assert.deepEqual(Object.keys((await dev.post('/portal/api/clients', body)).body).sort(), [
      'allowed_addresses',
      'allowed_origins',
      'company_id',
      'token_lifetime_seconds',
    ])
  })

  test('a client is created once per Idempotency-Key; the stored response keeps the secret encrypted', async () => {
    const key = { 'idempotency-key': 'client-1' }
    const first = await dev.post('/portal/api/clients', { name: 'Once' }, key)
    const again = await dev.post('/portal/api/clients', { name: 'Once' }, key)
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    const kept = await asCompany(db, acme.companyId, (trx) =>
      trx.selectFrom('idempotency_keys').select('answer').execute(),
    )
    assert.equal(kept.length, 1)
    assert.ok(!JSON.stringify(kept).includes(first.body.data.client_secret))
  })

  test('a client is listed by name and time, paginated, and only within its company', async () => {
    const listed = await dev.get('/portal/api/clients?sort=name&per_page=2&with_total=true')
    assert.equal(listed.body.data.length, 2)
    assert.ok(listed.body.meta.total >= 4)
    const next = await dev.get(
      new URL(listed.body.links.next).pathname + new URL(listed.body.links.next).search,
    )
    assert.equal(next.status, 200)
    assert.notEqual(next.body.data[0].id, listed.body.data[0].id)
    assert.ok(!listed.text.includes(globex.clientId))
  })

  test('a client can be updated unless it has changed since; the log has the old and new values', async () => {
    const { id } = await make()
    const { headers } = await dev.get(`/portal/api/clients/${id}`)
    const etag = { 'if-match': headers.get('etag')! }
    const changed = await dev.patch(`/portal/api/clients/${id}`, { name: 'Shop' }, etag)
    assert.equal(changed.body.data.name, 'Shop')
    assert.equal((await dev.patch(`/portal/api/clients/${id}`, { name: 'Late' }, etag)).status, 412)
    const { data } = (await eventsOf(id)).at(-1)!
    assert.deepEqual(data, {
      actor: { type: 'person', id: dev.personId },
      name: 'Shop',
      name_before: 'Website',
    })
    const events = (await eventsOf(id)).length
    assert.equal((await dev.patch(`/portal/api/clients/${id}`, { name: 'Shop' })).status, 200)
    assert.equal((await eventsOf(id)).length, events)
  })

  test('a client loses removed scopes immediately, even for live tokens', async () => {
    const client = await make()
    const token = await tokenOf(client)
    assert.equal((await call(token, undefined, '/api/assets')).status, 200)
    await dev.patch(`/portal/api/clients/${client.id}`, { scopes: ['profile:read'] })
    assert.equal((await call(token, undefined, '/api/assets')).status, 403)
  })

  test('a client is deleted together with its secrets and tokens', async () => {
    const client = await make()
    const token = await tokenOf(client)
    assert.equal((await dev.delete(`/portal/api/clients/${client.id}`)).status, 204)
    assert.equal((await call(token)).status, 401)
    assert.equal((await askToken(client.id, client.client_secret)).status, 401)
    assert.deepEqual(seen(await dev.get(`/portal/api/clients/${client.id}`)), notFound)
    const logged = (await eventsOf(client.id)).find(({ type }) => type === 'client.deleted')
    assert.equal(logged!.person_id, dev.personId)
  })
})

// Holds R-CORS-2.
test('allowed origins apply to live tokens, are logged, and are written as browsers write them', async () => {
  const client = await make()
  const token = await tokenOf(client)
  const origin = 'https://app.example'
  const read = async () =>
    (
      await send(service, 'GET', '/api/user', { headers: { authorization: `Bearer ${token}`, origin } })
    ).headers.get('access-control-allow-origin')
  assert.equal(await read(), null)
  const path = `/portal/api/clients/${client.id}`
  const sent = ['https://App.example:443/', origin, 'http://localhost:*']
  const { body } = await dev.patch(path, { allowed_origins: sent })
  assert.deepEqual(body.data.allowed_origins, [origin, 'http://localhost:*'])
  await until('the page can read', async () => (await read()) === origin)
  const logged = (await eventsOf(client.id)).findLast(({ type }) => type === 'client.updated')
  assert.deepEqual(logged!.data.allowed_origins, [origin, 'http://localhost:*'])
  assert.deepEqual(logged!.data.allowed_origins_before, [])
  await dev.patch(path, { allowed_origins: [] })
  assert.equal(await read(), null)
})

describe('allowed IP addresses', () => {
  const inside = '192.0.2.7'
  const outside = '198.51.100.7'

  test('a client gets 401 from other addresses, with the same response as for a wrong secret', async () => {
    const client = await make({ allowed_addresses: ['192.0.2.0/24', '2001:DB8::/32'] })
    const wrong = await askToken(client.id, 'atl_cs_wrong', inside)
    const refused = await askToken(client.id, client.client_secret, outside)
    assert.equal(refused.status, 401)
    assert.equal(refused.text, wrong.text)
    const token = await tokenOf(client, inside)
    assert.equal((await call(token, inside)).status, 200)
    assert.equal((await call(token, '2001:db8::77')).status, 200)
    assert.equal((await call(token, '::ffff:192.0.2.99')).status, 200)
    const answer = await call(token, outside)
    assert.deepEqual([answer.status, answer.text], [401, '{"message":"Unauthenticated."}'])
    assert.equal((await call(token, 'unknown')).status, 401)
  })

  test('the reason is recorded only in the log', async () => {
    const client = await make({ allowed_addresses: [inside] })
    await askToken(client.id, client.client_secret, outside)
    await askToken(client.id, 'atl_cs_wrong', outside)
    const reasons = await until('both in the log', async () => {
      const events = (await eventsOf(client.id)).filter(({ type }) => type === 'token.refused')
      return events.length === 2 ? events.map(({ data }) => data.reason) : undefined
    })
    assert.deepEqual(reasons, ['address_not_allowed', 'invalid_client'])
  })

  test('a change applies to live tokens immediately', async () => {
    const client = await make()
    const token = await tokenOf(client, outside)
    const path = `/portal/api/clients/${client.id}`
    assert.equal((await call(token, outside)).status, 200)
    const { body } = await dev.patch(path, { allowed_addresses: ['192.0.2.99/24', '192.0.2.0/24'] })
    assert.deepEqual(body.data.allowed_addresses, ['192.0.2.0/24'])
    assert.equal((await call(token, outside)).status, 401)
    assert.equal((await call(token, inside)).status, 200)
    await dev.patch(path, { allowed_addresses: [] })
    assert.equal((await call(token, outside)).status, 200)
  })

  test('invalid addresses and networks are rejected', async () => {
    const odd = ['', 'x', '10', '1.2.3', '1.2.3.4/33', '1.2.3.4/-1', '1.2.3.4/', '1.2.3.4/8/8', '::/129']
    for (const text of [...odd, '0x7f.0.0.1', 'fe80::1%eth0', '::ffff:1.2.3.4', '::ffff:1.2.3.4/120', '*'])
      assert.equal(addressRange(text), undefined, text)
    const known = [' 10.0.0.5 ', '10.0.0.5/8', '0.0.0.0/0', '::1', '2001:0DB8::5/32']
    assert.deepEqual(known.map(addressRange), ['10.0.0.5', '10.0.0.0/8', '0.0.0.0/0', '::1', '2001:db8::/32'])
  })

  test('addresses are compared by value, not as text', () => {
    assert.ok(isAllowed([], undefined))
    assert.ok(isAllowed(['10.0.0.0/8'], '10.200.0.1'))
    assert.ok(isAllowed(['10.0.0.5'], '10.0.0.5:443'))
    assert.ok(isAllowed(['2001:db8::1'], '[2001:0db8:0::1]:443'))
    assert.ok(!isAllowed(['10.0.0.0/8'], '11.0.0.1'))
    assert.ok(!isAllowed(['0.0.0.0/0'], '2001:db8::1'))
    assert.ok(!isAllowed(['10.0.0.5'], '10.0.0.55'))
    for (const none of [undefined, '', 'unknown', '10.0.0']) assert.ok(!isAllowed(['0.0.0.0/0'], none))
  })
})

describe('a rotated secret', () => {
  test('a rotated secret stays valid during the overlap, and the new secret is shown once', async () => {
    const client = await make()
    const path = `/portal/api/clients/${client.id}/secret-rotations`
    const { status, body } = await dev.post(path, { overlap_seconds: 3600 })
    assert.equal(status, 201)
    assert.equal((await askToken(client.id, client.client_secret)).status, 200)
    assert.equal((await askToken(client.id, body.data.client_secret)).status, 200)
    const left = Date.parse(body.data.old_secret_ends_at) - Date.now()
    assert.ok(left > 3_500_000 && left <= 3_600_000)
    const third = await dev.post(path, { overlap_seconds: 3600 })
    assert.deepEqual([third.status, third.body.message], [409, 'The client already has two secrets.'])
    assert.equal((await dev.get(`/portal/api/clients/${client.id}`)).body.data.secrets.length, 2)
    const now = await dev.post(path, { overlap_seconds: 0 })
    assert.equal((await askToken(client.id, client.client_secret)).status, 401)
    assert.equal((await askToken(client.id, body.data.client_secret)).status, 401)
    assert.equal((await askToken(client.id, now.body.data.client_secret)).status, 200)
    assert.equal((await dev.post(path, { overlap_seconds: -1 })).status, 422)
  })
})

describe('tokens of a client', () => {
  test('tokens of a client are listed by the prefix that the log contains, newest first, without the tokens themselves', async () => {
    const client = await make()
    const tokens = []
    for (let n = 0; n < 3; n++) tokens.push(await tokenOf(client))
    const path = `/portal/api/clients/${client.id}/tokens`
    const { body, text } = await dev.get(`${path}?with_total=true`)
    const logged = (await eventsOf(client.id)).filter(({ type }) => type === 'token.issued')
    assert.deepEqual(
      body.data.map(({ id }: { id: string }) => id),
      logged.map(({ data }) => data.token).reverse(),
    )
    assert.equal(body.meta.total, 3)
    assert.deepEqual(Object.keys(body.data[0]), ['id', 'scopes', 'issued_at', 'expires_at'])
    for (const token of tokens) assert.ok(!text.includes(token.slice(7)))
    const first = await dev.get(`${path}?per_page=2`)
    const link = new URL(first.body.links.next)
    const second = await dev.get(link.pathname + link.search)
    assert.deepEqual([...first.body.data, ...second.body.data], body.data)
    const back = new URL(second.body.links.prev)
    assert.deepEqual((await dev.get(back.pathname + back.search)).body.data, first.body.data)
    assert.equal(
      (await dev.get(`/portal/api/clients/${(await make()).id}/tokens?cursor=${first.body.meta.next_cursor}`))
        .status,
      422,
    )
  })

  test('tokens of a client can be revoked one by one or all together, and the log contains the actor', async () => {
    const client = await make()
    const other = await make()
    const [one, two, theirs] = [await tokenOf(client), await tokenOf(client), await tokenOf(other)]
    const path = `/portal/api/clients/${client.id}/tokens`
    const [, older] = (await dev.get(path)).body.data
    assert.deepEqual(seen(await dev.delete(`/portal/api/clients/${other.id}/tokens/${older.id}`)), notFound)
    assert.equal((await dev.delete(`${path}/${older.id}`)).status, 204)
    assert.deepEqual(seen(await dev.delete(`${path}/${older.id}`)), notFound)
    assert.deepEqual([(await call(one)).status, (await call(two)).status], [401, 200])
    const revoked = (await eventsOf(client.id)).at(-1)!
    assert.deepEqual(
      [revoked.type, revoked.person_id, revoked.data.token],
      ['token.revoked', dev.personId, older.id],
    )
    assert.equal((await dev.delete(path)).status, 204)
    assert.deepEqual([(await call(two)).status, (await call(theirs)).status], [401, 200])
    assert.deepEqual((await dev.get(path)).body.data, [])
    assert.equal((await eventsOf(client.id)).at(-1)!.type, 'client.tokens_revoked')
  })
})

test("every request for another company's client returns the same 404 as for an unknown one", async () => {
  const { clientId } = globex
  const { publicKey } = await newKeys('ES256')
  const asks = [
    dev.get(`/portal/api/clients/${clientId}`),
    dev.patch(`/portal/api/clients/${clientId}`, { name: 'Mine' }),
    dev.delete(`/portal/api/clients/${clientId}`),
    dev.post(`/portal/api/clients/${clientId}/secret-rotations`, {}),
    dev.ask('PUT', `/portal/api/clients/${clientId}/key-set`, { keys: [publicKey] }),
    dev.delete(`/portal/api/clients/${clientId}/key-set`),
    dev.get(`/portal/api/clients/${clientId}/tokens`),
    dev.delete(`/portal/api/clients/${clientId}/tokens`),
    dev.delete(`/portal/api/clients/${clientId}/tokens/0123456789ab`),
  ]
  for (const answer of await Promise.all(asks)) assert.deepEqual(seen(answer), notFound)
  assert.equal((await globex.get('/api/user')).status, 200)
  assert.deepEqual(
    (await eventsOf(clientId)).map(({ type }) => type),
    ['client.created', 'token.issued'],
  )
})
