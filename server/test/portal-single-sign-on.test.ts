// Signing in by a real OpenID Connect issuer.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newCompany, someAddress } from './support/companies.ts'
import { identityProvider, ourClient } from './support/identity-provider.ts'
import { type Browser, behindProxy, browser, newMember } from './support/people.ts'
import { engine, startNode, startService } from './support/service.ts'

const provider = await identityProvider({
  nina: { email: 'nina@acme.example', email_verified: true, name: 'Nina' },
  mallory: { email: 'nora@acme.example', email_verified: false, name: 'Not Nora' },
  nora: { email: 'nora@acme.example', email_verified: true, name: 'Nora' },
  stranger: { email: 'stranger@globex.example', email_verified: true, name: 'Stranger' },
  tina: { email: 'tina@acme.example', email_verified: true, name: 'Tina' },
  renata: { email: 'renata@acme.example', email_verified: true, name: 'Renata' },
  adam: { email: 'adam@acme.example', email_verified: true, name: 'Adam' },
})
const service = await startService({
  env: {
    ...behindProxy,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: ourClient.id,
    OIDC_CLIENT_SECRET: ourClient.secret,
    OIDC_NAME: 'Acme ID',
  },
})
const newSecret = 'another secret, which both will know'
/** The same with the secret that comes next; the embedded database has one server. */
const renewed =
  engine === 'postgres'
    ? await startNode({
        ...service,
        config: {
          ...service.config,
          singleSignOn: { ...service.config.singleSignOn!, clientSecret: newSecret },
        },
      })
    : service
provider.open(...[service, renewed].map(({ url }) => `${url}/portal/api/auth/callback/sso`))
const acme = await newCompany(service, 'Acme')
const owner = await newMember(service, acme.companyId, 'owner', 'Olga')

/** Goes to the issuer, says there who one is, and comes back. */
async function enterAs(
  login: string,
  node = service,
  at = browser(node, { 'x-forwarded-for': someAddress() }),
) {
  const begun = await at.post('/portal/api/auth/sign-in/social', {
    provider: 'sso',
    callbackURL: '/library',
    errorCallbackURL: '/sign-in',
  })
  assert.equal(begun.status, 200, begun.text)
  return comeBack(at, begun.body.url, login, node)
}

async function comeBack(at: Browser, url: string, login: string, node = service) {
  const back = await provider.signIn(url, login)
  assert.ok(back.startsWith(node.url), back)
  const { status, headers } = await at.get(back.slice(node.url.length))
  assert.equal(status, 302)
  const { pathname, searchParams } = new URL(headers.get('location')!, node.url)
  return { at, pathname, error: searchParams.get('error') }
}

/** @returns what its link ends with. */
const invite = async (email: string) => {
  const { body } = await owner.post('/portal/api/invitations', { email, role: 'editor' })
  return body.data.link.split('/').at(-1) as string
}
const me = async (at: Browser) => (await at.get('/portal/api/me')).body.data

test('whoever is invited has an account by signing in at their organization, and joins by the invitation', async () => {
  const id = await invite('nina@acme.example')
  const { at, pathname } = await enterAs('nina')
  assert.equal(pathname, '/library')
  const { name, email, companies } = await me(at)
  assert.deepEqual([name, email, companies], ['Nina', 'nina@acme.example', []])
  assert.equal((await at.post(`/portal/api/invitations/${id}/acceptance`)).status, 201)
  assert.equal((await me(at)).companies[0].name, 'Acme')
  const again = await enterAs('nina')
  assert.equal((await me(again.at)).companies[0].role, 'editor')
})

test('nobody has an account who is not invited, or whose address the organization has not verified', async () => {
  await invite('nora@acme.example')
  for (const login of ['stranger', 'mallory']) {
    const { at, pathname, error } = await enterAs(login)
    assert.deepEqual([pathname, Boolean(error)], ['/sign-in', true], login)
    assert.equal((await at.get('/portal/api/me')).status, 401)
  }
  assert.equal((await me((await enterAs('nora')).at)).name, 'Nora')
})

test('an account with a password is joined by whoever is signed in to it, and by nobody else', async () => {
  const email = 'adam@acme.example'
  const password = 'correct horse battery'
  const id = await invite(email)
  const adam = browser(service, { 'x-forwarded-for': someAddress() })
  await adam.post(`/portal/api/invitations/${id}/acceptance`, { name: 'Adam', password })
  // Whoever knew the link chose that password: they need not be whose address it is.
  assert.ok((await enterAs('adam')).error)
  const begun = await adam.post('/portal/api/auth/link-social', { provider: 'sso', callbackURL: '/account' })
  assert.equal(begun.status, 200, begun.text)
  assert.equal((await comeBack(adam, begun.body.url, 'adam')).pathname, '/account')
  const { at } = await enterAs('adam')
  assert.equal((await me(at)).id, (await me(adam)).id)
  const other = await adam.post('/portal/api/auth/link-social', { provider: 'sso', callbackURL: '/account' })
  assert.ok((await comeBack(adam, other.body.url, 'nora')).error)
})

test('who comes back too late, or without what they were sent with, is led to the sign-in page of the portal', async () => {
  const at = browser(service, { 'x-forwarded-for': someAddress() })
  for (const [query, code] of [
    ['code=x', 'state_not_found'],
    ['code=x&state=unknown', 'state_mismatch'],
    ['error=access_denied&state=unknown', 'state_mismatch'],
  ] as const) {
    const { headers } = await at.get(`/portal/api/auth/callback/sso?${query}`)
    assert.equal(headers.get('location'), `${service.url}/sign-in?error=${code}`, query)
  }
})

test('nothing is kept of what the provider gives us but who somebody is, at the first sign-in and later', async () => {
  await invite('tina@acme.example')
  for (let n = 0; n < 2; n++) assert.equal((await enterAs('tina')).pathname, '/library')
  const { rows } = await sql<Record<string, unknown>>`
    select access_token, refresh_token, id_token, access_token_expires_at, refresh_token_expires_at
    from sign_in_methods where provider_id = 'sso'`.execute(service.db)
  assert.ok(rows.length > 0)
  assert.deepEqual([...new Set(rows.flatMap((row) => Object.values(row)))], [null])
})

test('a page says where to go and where to come back to, and gives the provider nothing else', async () => {
  const at = await newMember(service, acme.companyId, 'viewer', 'Vera')
  for (const path of ['/sign-in/social', '/link-social'])
    for (const more of [
      { idToken: { token: 'x' } },
      { scopes: ['offline_access'] },
      { additionalParams: { prompt: 'none' } },
      { loginHint: 'x' },
      { requestSignUp: true },
    ]) {
      const asked = { provider: 'sso', callbackURL: '/library', ...more }
      const { status, body } = await at.post(`/portal/api/auth${path}`, asked)
      assert.deepEqual([status, Object.keys(body)], [422, Object.keys(more)], path)
    }
})

test('while the provider does not answer, people come in by their passwords', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const told: string[] = []
  const lonely = await startService({
    env: {
      ...behindProxy,
      OIDC_ISSUER: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      OIDC_CLIENT_ID: ourClient.id,
      OIDC_CLIENT_SECRET: ourClient.secret,
    },
    log: (line) => told.push(line),
  })
  const { companyId } = await newCompany(lonely, 'Lonely')
  const begun = Date.now()
  const member = await newMember(lonely, companyId, 'viewer', 'Vera')
  assert.equal((await member.get('/portal/api/me')).status, 200)
  assert.ok(Date.now() - begun < 20_000)
  assert.ok(told.some((line) => line.includes('single sign-on is left out')))
  silent.closeAllConnections()
  silent.close()
})

test('the secret at the provider is replaced while it knows both: who is in stays in, and the old one leads to the sign-in page', async (t) => {
  if (engine === 'embedded') return t.skip('there is one server')
  await invite('renata@acme.example')
  const held = await enterAs('renata')
  const stays = async () => {
    for (const node of [service, renewed]) {
      const at = browser(node)
      for (const [name, value] of held.at.cookies) at.cookies.set(name, value)
      assert.equal((await me(at)).email, 'renata@acme.example')
    }
  }
  assert.equal((await enterAs('renata', renewed)).pathname, '/sign-in')
  provider.secrets.add(newSecret)
  for (const node of [service, renewed]) assert.equal((await enterAs('renata', node)).pathname, '/library')
  await stays()
  provider.secrets.delete(ourClient.secret)
  assert.equal((await enterAs('renata', renewed)).pathname, '/library')
  const { pathname, error } = await enterAs('renata', service)
  assert.deepEqual([pathname, Boolean(error)], ['/sign-in', true])
  await stays()
})
