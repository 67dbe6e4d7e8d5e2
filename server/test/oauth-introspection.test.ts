// Engines: postgres
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { setEnterpriseStatus } from '../src/companies/queries.ts'
import { inTransaction, type Trx, touch } from '../src/db/tenancy.ts'
import { parseId, type Uuid } from '../src/ids.ts'
import { liveTokens } from '../src/oauth/live-tokens.ts'
import { revokeToken } from '../src/oauth/queries.ts'
import { accessTokenPrefix, hashOf, newToken } from '../src/secrets/tokens.ts'
import { newCaller, newCompany, send, someAddress } from './support/companies.ts'
import { startService } from './support/service.ts'

const service = await startService({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
const { db } = service
const acme = await newCompany(service, 'Acme')

const post = (path: string, json: unknown) =>
  send(service, 'POST', path, { json, headers: { 'x-forwarded-for': someAddress() } })
const introspect = (token: string) => post('/oauth/introspect', { token })
const revoke = (token: string) => post('/oauth/revoke', { token })
const newClient = (client: object = {}) => newCaller(service, { name: 'test', ...acme, ...client })
const rowOf = (token: string) =>
  db.selectFrom('access_tokens').selectAll().where('hash', '=', hashOf(token)).executeTakeFirstOrThrow()

const required = { success: false, message: 'Token required.', data: null }
const invalid = { success: false, message: 'Invalid or expired token.', data: null }

for (const path of ['/oauth/introspect', '/oauth/revoke']) {
  for (const body of [
    undefined,
    '',
    '{',
    '[]',
    'null',
    '"atl_at_x"',
    '{}',
    '{"token":""}',
    '{"token":" "}',
    '{"token":null}',
    '{"token":7}',
    '{"token":["atl_at_x"]}',
    '{"token":{"a":1}}',
    '{"access_token":false}',
    '{"TOKEN":"x"}',
  ]) {
    test(`${path} with the body ${body ?? '(none)'} returns Token required`, async () => {
      const answer = await send(service, 'POST', path, body === undefined ? {} : { body })
      assert.equal(answer.status, 422)
      assert.deepEqual(answer.body, required)
    })
  }

  test(`${path} rejects malformed tokens`, async () => {
    const other = await newClient()
    const garbage = [
      'x',
      `${other.token} `,
      ` ${other.token}`,
      `${other.token}\0`,
      `${other.token}x`,
      other.token.slice(1),
      other.token.toLowerCase(),
      other.clientSecret,
      'x'.repeat(7_000),
    ]
    for (const token of garbage) {
      const answer = await post(path, { token })
      assert.equal(answer.status, 422)
      assert.deepEqual(answer.body, invalid, token.slice(0, 80))
    }
    assert.equal((await other.get('/api/user')).status, 200)
  })
}

describe('introspection', () => {
  // Holds R-INSPECT-3.
  test('introspection changes no row, neither for a live token nor for a revoked token', async () => {
    const { token } = await newClient()
    const before = await rowOf(token)
    for (let n = 0; n < 5; n++) assert.equal((await introspect(token)).status, 200)
    assert.deepEqual(await rowOf(token), before)

    await revoke(token)
    const revoked = await rowOf(token)
    for (let n = 0; n < 5; n++) assert.equal((await introspect(token)).status, 422)
    assert.deepEqual(await rowOf(token), revoked)
  })

  test("introspection shows the client's current scopes, not those at the time of issue", async () => {
    const { token, clientId } = await newClient()
    await db
      .updateTable('clients')
      .set({ scopes: ['profile:read'] })
      .where('id', '=', parseId('client', clientId)!)
      .execute()
    assert.deepEqual((await introspect(token)).body.data.scopes, ['profile:read'])
  })
})

describe('revocation', () => {
  // Holds R-INSPECT-10.
  test('revocation takes effect immediately for every use of the token', async () => {
    const { token, get } = await newClient()
    assert.equal((await get('/api/user')).status, 200)
    assert.equal((await revoke(token)).status, 200)
    assert.equal((await get('/api/user')).status, 401)
    assert.deepEqual((await introspect(token)).body, invalid)
    assert.deepEqual((await revoke(token)).body, invalid)
  })

  test("revocation of one token does not affect the client's other tokens", async () => {
    const client = await newClient()
    const json = { client_id: client.clientId, client_secret: client.clientSecret }
    const other = (await post('/oauth/access-token', json)).body.token.access_token
    assert.equal((await revoke(other)).status, 200)
    assert.equal((await client.get('/api/user')).status, 200)
  })

  // Holds R-INSPECT-10.
  test('revocation of one token succeeds once in 50 concurrent requests', async () => {
    const { token } = await newClient()
    const answers = await Promise.all(Array.from({ length: 50 }, () => revoke(token)))
    const succeeded = answers.filter(({ status }) => status === 200)
    assert.equal(succeeded.length, 1)
    for (const { status, body } of answers) if (status !== 200) assert.deepEqual(body, invalid)
  })

  test('revocation of a token that was never issued returns Token not found', async () => {
    const answer = await revoke(newToken(accessTokenPrefix))
    assert.equal(answer.status, 422)
    assert.deepEqual(answer.body, { success: false, message: 'Token not found.', data: null })
  })
})

describe('the expiry', () => {
  // Holds R-TOKEN-13.
  test('the expiry is exact: a token is live one millisecond before it, and not live at that time', async () => {
    const { token } = await newClient()
    const { expires_at } = await rowOf(token)
    const before = new Date(expires_at.getTime() - 1)
    assert.ok(await liveTokens(db, () => before)(token))
    assert.equal(await liveTokens(db, () => expires_at)(token), undefined)
    assert.equal(await revokeToken(db, hashOf(token), expires_at), 'not_live')
    assert.equal(await revokeToken(db, hashOf(token), before), 'revoked')
  })

  test('the expiry applies to cached tokens: a token with a lifetime of one second is rejected after one second', async () => {
    const { token, get } = await newClient({ tokenLifetimeSeconds: 1 })
    const { expires_at } = await rowOf(token)
    let uses = 0
    for (; Date.now() < expires_at.getTime() - 200; uses++) {
      await get('/api/user')
      await introspect(token)
    }
    await wait(expires_at.getTime() - Date.now() + 1)
    assert.ok(uses > 0)
    assert.equal((await get('/api/user')).status, 401)
    assert.deepEqual((await introspect(token)).body, invalid)
  })
})

/** Changes a client as the client endpoints do, so that tokens see the change after the commit. */
const changing = (clientId: string, change: (trx: Trx, id: Uuid) => Promise<unknown>) =>
  inTransaction(db, async (trx) => {
    const id = parseId('client', clientId)!
    touch(trx, id)
    await change(trx, id)
  })

describe('changes by an operator apply to live tokens immediately', () => {
  test('deactivating an enterprise returns 401, and its tokens work again after activation', async () => {
    const closed = await newCompany(service, 'Closed')
    assert.equal((await closed.get('/api/user')).status, 200)
    await setEnterpriseStatus(db, closed.enterpriseId, 'inactive')
    assert.equal((await closed.get('/api/user')).status, 401)
    assert.deepEqual((await introspect(closed.token)).body, invalid)
    await setEnterpriseStatus(db, closed.enterpriseId, 'active')
    assert.equal((await closed.get('/api/user')).status, 200)
  })

  test('unlinking a client from its company returns 404', async () => {
    const { clientId, get } = await newClient()
    await changing(clientId, (trx, id) =>
      trx.updateTable('clients').set({ company_id: null }).where('id', '=', id).execute(),
    )
    const answer = await get('/api/user')
    assert.equal(answer.status, 404)
    assert.deepEqual(answer.body, { message: 'Company not found.' })
  })

  // Holds R-AUTH-7.
  test('removing scopes from a client returns 403, and added scopes apply to its next token', async () => {
    const { clientId, get } = await newClient()
    const restrict = (scopes: string[]) =>
      changing(clientId, (trx, id) =>
        trx.updateTable('clients').set({ scopes }).where('id', '=', id).execute(),
      )
    await restrict(['profile:read'])
    assert.equal((await get('/api/templates')).status, 403)
    await restrict(['profile:read', 'templates:read', 'templates:write'])
    assert.equal((await get('/api/templates')).status, 200)
    const { scopes } = (await get('/api/user')).body
    assert.deepEqual(scopes, ['profile:read', 'templates:read'])
  })

  test('deleting a client returns 401', async () => {
    const { clientId, get } = await newClient()
    await changing(clientId, (trx, id) => trx.deleteFrom('clients').where('id', '=', id).execute())
    assert.equal((await get('/api/user')).status, 401)
  })
})
