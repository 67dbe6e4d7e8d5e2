// Engines: postgres
// Limits of registrations of apps and of connections. Reaching a limit does not affect other people.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { unconnectedMax } from '../src/connected-apps/apps.ts'
import { connectionsMax } from '../src/connected-apps/connections.ts'
import { publicId } from '../src/ids.ts'
import { newCompany, send, someAddress } from './support/companies.ts'
import { allow, connected, newApp, newVerifier, redirectUri, requestOf } from './support/connected-apps.ts'
import { behindProxy, newMember } from './support/people.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService({ env: { ...behindProxy, RATE_LIMIT_PER_MINUTE: '0' } })
const { db } = service
/** Maximum number of live tokens, and of grants of an app, in `capped`. */
const liveMax = 20
const capped = await startService({ env: { ...behindProxy, LIVE_TOKENS_MAX: `${liveMax}` } })
const acme = await newCompany(service, 'Acme')
const acmeId = publicId('company', acme.companyId)

const register = (headers: Record<string, string> = {}) =>
  send(service, 'POST', '/oauth/apps/register', {
    body: JSON.stringify({ redirect_uris: [redirectUri] }),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': someAddress(), ...headers },
  })

// Holds R-APP-2.
test('a registration must be application/json, so that no page of another site can send one', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])
    assert.deepEqual(
      await register({ 'content-type': type }).then(({ status, body }) => [status, body]),
      [415, { error: 'invalid_request', error_description: 'The body must be application/json.' }],
      type,
    )
  assert.equal((await register({ 'content-type': 'application/JSON; charset=utf-8' })).status, 201)
})

// Holds R-APP-2.
test('registrations are limited per IP address, and per network of IPv4 and IPv6', async () => {
  const statuses = async (address: (at: number) => string, times: number) => {
    const answers = await Promise.all(
      Array.from({ length: times }, (_, at) => register({ 'x-forwarded-for': address(at) })),
    )
    return answers.map(({ status }) => status)
  }
  const refused = (all: number[]) => all.filter((status) => status === 429).length
  assert.equal(refused(await statuses(() => '192.0.2.77', 61)), 1)
  assert.equal(refused(await statuses((at) => `198.51.100.${at}`, 241)), 1)
  assert.equal(refused(await statuses((at) => `2001:db8:7:${at.toString(16)}::1`, 241)), 1)
  assert.deepEqual(await statuses(() => '198.51.101.1', 1), [201])
})

// Holds R-APP-2.
test('beyond the maximum of unconnected apps, a registration succeeds and the oldest unconnected app is deleted', async () => {
  const member = await newMember(service, acme.companyId, 'editor')
  const used = await connected(service, member, acmeId)
  const disconnected = await connected(service, member, acmeId)
  for (const { id, name } of (await member.get('/portal/api/connected-apps')).body.data)
    if (name === 'Assistant' && (await appOf(id)) === disconnected.app)
      await member.delete(`/portal/api/connected-apps/${id}`)
  await sql`delete from apps a where not exists (select from clients where app_id = a.id) and expires_at < now() + interval '2 days'`.execute(
    db,
  )
  const oldest = await newApp(service)
  const second = await newApp(service)
  await sql`
    insert into apps (id, name, redirect_uris, expires_at)
    select gen_random_uuid(), 'flood', '{}', now() + interval '1 day' from generate_series(1, ${unconnectedMax - 2})`.execute(
    db,
  )
  assert.equal(await exists(oldest), true)
  const next = await register()
  assert.equal(next.status, 201, next.text)
  assert.deepEqual(
    await Promise.all([oldest, second, used.app, disconnected.app, next.body.client_id].map(exists)),
    [false, true, true, true, true],
  )
  // A person can still connect the new one.
  const request = requestOf(service, next.body.client_id, newVerifier())
  assert.equal((await allow(member, request, acmeId, ['assets:read'])).status, 201)
})

const appIds = async () => {
  const { rows } = await sql<{ id: string }>`select id from apps`.execute(db)
  return rows.map(({ id }) => publicId('app', id))
}
const exists = async (app: string) => (await appIds()).includes(app)

async function appOf(connection: string) {
  const { rows } = await sql<{ id: string; app_id: string }>`
    select id, app_id from clients where app_id is not null`.execute(db)
  const found = rows.find(({ id }) => publicId('client', id) === connection)
  return found && publicId('app', found.app_id)
}

// Holds R-APP-7.
test('a person can connect a limited number of apps, even with concurrent requests, and can reconnect each of them', async () => {
  const member = await newMember(service, acme.companyId, 'editor')
  const connect = (app: string) =>
    allow(member, requestOf(service, app, newVerifier()), acmeId, ['assets:read'])
  const apps = await Promise.all(Array.from({ length: connectionsMax + 4 }, () => newApp(service)))
  for (const app of apps.slice(0, connectionsMax - 1)) assert.equal((await connect(app)).status, 201)
  const last = await Promise.all(apps.slice(connectionsMax - 1).map(connect))
  assert.deepEqual(last.map(({ status }) => status).sort(), [201, 422, 422, 422, 422])
  assert.deepEqual(last.find(({ status }) => status === 422)!.body, {
    company_id: [`You have connected ${connectionsMax} apps. Disconnect one in your account.`],
  })
  assert.equal((await connect(apps[0]!)).status, 201)
  const { data } = (await member.get('/portal/api/connected-apps')).body
  assert.equal(data.length, connectionsMax)
  await member.delete(`/portal/api/connected-apps/${data[0].id}`)
  assert.equal((await connect(apps.at(-1)!)).status, 201)
  const colleague = await newMember(service, acme.companyId, 'editor')
  assert.equal(
    (await allow(colleague, requestOf(service, apps.at(-1)!, newVerifier()), acmeId, ['assets:read'])).status,
    201,
  )
})

// Holds R-APP-7.
test('a person can approve 120 times a minute; further requests return 429 and do not limit other people', async () => {
  const [member, colleague] = [
    await newMember(service, acme.companyId, 'editor'),
    await newMember(service, acme.companyId, 'editor'),
  ]
  const request = requestOf(service, await newApp(service), newVerifier())
  const answers = await Promise.all(
    Array.from({ length: 121 }, () => allow(member, { ...request, client_id: '' }, acmeId, ['assets:read'])),
  )
  assert.deepEqual(
    [400, 429].map((wanted) => answers.filter(({ status }) => status === wanted).length),
    [120, 1],
  )
  assert.equal((await allow(member, request, acmeId, ['assets:read'])).status, 429)
  assert.equal((await allow(colleague, request, acmeId, ['assets:read'])).status, 201)
})

test('refresh tokens that an app uses fill no table, and its newest refresh token works', async () => {
  const company = await newCompany(capped, 'Globex')
  const member = await newMember(capped, company.companyId, 'editor')
  const { refresh, refreshToken } = await connected(capped, member, publicId('company', company.companyId))
  let newest = refreshToken
  for (let n = 0; n < 3 * liveMax; n++) newest = (await refresh(newest)).body.refresh_token
  const count = async () =>
    (await sql`select from authorization_grants where kind = 'refresh_token'`.execute(capped.db)).rows.length
  await until('old grants are deleted', async () => (await count()) <= liveMax + 2)
  assert.equal((await refresh(newest)).status, 200)
})
