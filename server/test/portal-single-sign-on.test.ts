// Engines: postgres
// Single sign-on with a real OpenID Connect provider.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { sql } from 'kysely'
import { discover } from '../src/sign-in/oidc-discovery.ts'
import { newCompany, someAddress } from './support/companies.ts'
import {
  callbackOf,
  enterThrough,
  type Identity,
  identityProvider,
  ourClient,
  comeBack as returnTo,
} from './support/identity-provider.ts'
import { type Browser, behindProxy, browser, newMember } from './support/people.ts'
import { engine, startNode, startService } from './support/service.ts'

const identities: Record<string, Identity> = {
  nina: { email: 'nina@acme.example', email_verified: true, name: 'Nina' },
  mallory: { email: 'nora@acme.example', email_verified: false, name: 'Not Nora' },
  nora: { email: 'nora@acme.example', email_verified: true, name: 'Nora' },
  stranger: { email: 'stranger@globex.example', email_verified: true, name: 'Stranger' },
  tina: { email: 'tina@acme.example', email_verified: true, name: 'Tina' },
  renata: { email: 'renata@acme.example', email_verified: true, name: 'Renata' },
  adam: { email: 'adam@acme.example', email_verified: true, name: 'Adam' },
}
const provider = await identityProvider(identities)
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
/** A second node with the next client secret. The embedded database allows only one server. */
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
provider.open(callbackOf(service), callbackOf(renewed))
const acme = await newCompany(service, 'Acme')
const owner = await newMember(service, acme.companyId, 'owner', 'Olga')

const enterAs = (login: string, node = service) => enterThrough(provider, node, login)
const comeBack = (at: Browser, url: string, login: string) => returnTo(provider, service, at, url, login)

/** @returns the last part of the invitation's link. */
const invite = async (email: string) => {
  const { body } = await owner.post('/portal/api/invitations', { email, role: 'editor' })
  return body.data.link.split('/').at(-1) as string
}
const me = async (at: Browser) => (await at.get('/portal/api/me')).body.data

test('an invited person gets an account by single sign-on and joins with the invitation', async () => {
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

test('no account is created without an invitation or with an unverified e-mail address', async () => {
  await invite('nora@acme.example')
  for (const login of ['stranger', 'mallory']) {
    const { at, pathname, error } = await enterAs(login)
    assert.deepEqual([pathname, Boolean(error)], ['/sign-in', true], login)
    assert.equal((await at.get('/portal/api/me')).status, 401)
  }
  assert.equal((await me((await enterAs('nora')).at)).name, 'Nora')
})

test('an account with a password can only be linked by the person who is signed in to it', async () => {
  const email = 'adam@acme.example'
  const password = 'correct horse battery'
  const id = await invite(email)
  const adam = browser(service, { 'x-forwarded-for': someAddress() })
  await adam.post(`/portal/api/invitations/${id}/acceptance`, { name: 'Adam', password })
  // Anyone with the link could have chosen that password, so the account's e-mail address is not verified.
  assert.ok((await enterAs('adam')).error)
  const begun = await adam.post('/portal/api/auth/link-social', { provider: 'sso', callbackURL: '/account' })
  assert.equal(begun.status, 200, begun.text)
  assert.equal((await comeBack(adam, begun.body.url, 'adam')).pathname, '/account')
  const { at } = await enterAs('adam')
  assert.equal((await me(at)).id, (await me(adam)).id)
  const other = await adam.post('/portal/api/auth/link-social', { provider: 'sso', callbackURL: '/account' })
  assert.ok((await comeBack(adam, other.body.url, 'nora')).error)
})

/** A new identity from the provider. */
const known = (sub: string, claims: Record<string, unknown>) => {
  identities[sub] = claims as Identity
  return sub
}

test('an e-mail address counts as verified only if the provider says true or "true"', async () => {
  const proven = await newMember(service, acme.companyId, 'owner', 'Petra')
  await sql`update people set email_verified = true where id = ${proven.personId}`.execute(service.db)
  const hostile = [
    'false',
    'no',
    'yes',
    'TRUE',
    ' true',
    '',
    1,
    0,
    [],
    ['true'],
    {},
    { true: true },
    null,
    undefined,
  ]
  for (const [at, email_verified] of hostile.entries()) {
    const login = known(`verified-${at}`, { email: proven.email, email_verified, name: 'Mallory' })
    const { at: page, pathname, error } = await enterAs(login)
    assert.deepEqual([pathname, Boolean(error)], ['/sign-in', true], JSON.stringify(email_verified))
    assert.equal((await page.get('/portal/api/me')).status, 401)
  }
  const begun = await proven.post('/portal/api/auth/link-social', {
    provider: 'sso',
    callbackURL: '/account',
  })
  assert.ok((await comeBack(proven, begun.body.url, 'verified-0')).error)
  const rightful = await enterAs(
    known('verified-text', { email: proven.email, email_verified: 'true', name: 'P' }),
  )
  assert.equal((await me(rightful.at)).email, proven.email)
})

test('a provider is not linked to an account whose e-mail address is unverified here', async () => {
  const unproven = await newMember(service, acme.companyId, 'owner', 'Ursula')
  const login = known('unproven', { email: unproven.email, email_verified: true, name: 'Ursula' })
  assert.equal((await enterAs(login)).error, 'account_not_linked')
})

test('only a current id_token that the provider signed for this client and this sign-in is accepted', async () => {
  const vera = { email: 'vivian@acme.example', email_verified: true, name: 'Vivian' }
  await invite(vera.email)
  const login = known('vivian', vera)
  const pem = await exportSPKI(provider.publicKey)
  const foreign = await generateKeyPair('RS256')
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
  const signed = (claims: JWTPayload, alg: string, key: CryptoKey | Uint8Array) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid: 'test' }).sign(key)
  const forgeries: Record<string, NonNullable<typeof provider.forging.idToken>> = {
    'no token': () => undefined,
    'an empty token': () => '',
    'a token that is not a JWT': () => 'opaque',
    'no signature': (claims) => new UnsecuredJWT(claims).encode(),
    'a removed signature': async (claims, sign) => (await sign(claims)).replace(/[^.]+$/, ''),
    'the public key as a shared secret': (claims) => signed(claims, 'HS256', Buffer.from(pem)),
    'the client secret as the key': (claims) => signed(claims, 'HS256', Buffer.from(ourClient.secret)),
    'an unknown key': (claims) => signed(claims, 'RS256', foreign.privateKey),
    'changed claims': async (claims, sign) => {
      const [head, , tail] = (await sign(claims)).split('.')
      const other = Buffer.from(JSON.stringify({ ...claims, sub: 'other' })).toString('base64url')
      return `${head}.${other}.${tail}`
    },
    'another issuer': (claims, sign) => sign({ ...claims, iss: 'https://issuer.example' }),
    'no issuer': ({ iss: _, ...claims }, sign) => sign(claims),
    'another audience': (claims, sign) => sign({ ...claims, aud: 'another client' }),
    'no audience': ({ aud: _, ...claims }, sign) => sign(claims),
    'two audiences without azp': (claims, sign) => sign({ ...claims, aud: [ourClient.id, 'another'] }),
    'another azp': (claims, sign) => sign({ ...claims, azp: 'another' }),
    'another azp of two audiences': (claims, sign) =>
      sign({ ...claims, aud: [ourClient.id, 'another'], azp: 'another' }),
    'an azp that is not a string': (claims, sign) => sign({ ...claims, azp: [ourClient.id] }),
    'an expired token': (claims, sign) => sign({ ...claims, exp: inSeconds(-60) }),
    'no end': ({ exp: _, ...claims }, sign) => sign(claims),
    'an exp that is not a number': (claims, sign) => sign({ ...claims, exp: '9999999999' }),
    'an nbf in the future': (claims, sign) => sign({ ...claims, nbf: inSeconds(600) }),
    'no nonce': ({ nonce: _, ...claims }, sign) => sign(claims),
    'another nonce': (claims, sign) => sign({ ...claims, nonce: 'of another sign-in' }),
    nobody: ({ sub: _, ...claims }, sign) => sign(claims),
    'an empty sub': (claims, sign) => sign({ ...claims, sub: '' }),
    'a numeric sub': (claims, sign) => sign({ ...claims, sub: 7 }),
    'another sub than userinfo': (claims, sign) => sign({ ...claims, sub: 'victim' }),
    'an invalid e-mail address': (claims, sign) =>
      sign({ ...claims, email: [vera.email], email_verified: true }),
    'an e-mail address without email_verified': (claims, sign) =>
      sign({ ...claims, ...vera, email_verified: {} }),
  }
  for (const [what, idToken] of Object.entries(forgeries)) {
    provider.forging.idToken = idToken
    const { at, pathname, error } = await enterAs(login)
    assert.deepEqual([pathname, Boolean(error)], ['/sign-in', true], what)
    assert.equal((await at.get('/portal/api/me')).status, 401, what)
  }
  provider.forging.idToken = undefined
  for (const claims of [{ sub: 'victim' }, { sub: undefined }, { sub: ['vivian'] }]) {
    provider.forging.userInfo = (said) => ({ ...said, ...claims })
    assert.ok((await enterAs(login)).error, JSON.stringify(claims))
  }
  provider.forging.userInfo = undefined
  assert.equal((await me((await enterAs(login)).at)).email, vera.email)
  // A valid token with several audiences, which also contains the e-mail address.
  provider.forging.idToken = (claims, sign) =>
    sign({ ...claims, ...vera, aud: [ourClient.id, 'another'], azp: ourClient.id })
  provider.forging.userInfo = () => ({})
  assert.equal((await me((await enterAs(login)).at)).email, vera.email)
  provider.forging.idToken = provider.forging.userInfo = undefined
})

test('a person whose name from the provider is invalid in Atelier is named after the e-mail address', async () => {
  const named = [
    ['Ada\r\nBcc: eve@evil.example', 'Ada Bcc: eve@evil.example'],
    ['https://evil.example/now', 'person1'],
    ['\u202e\u200b', 'person2'],
    [{ first: 'Ada' }, 'person3'],
    [undefined, 'person4'],
  ]
  for (const [at, [name, shown]] of named.entries()) {
    const email = `person${at}@acme.example`
    await invite(email)
    const entered = await enterAs(known(`named-${at}`, { email, email_verified: true, name }))
    assert.equal((await me(entered.at)).name, shown)
  }
})

test('a late or unexpected callback leads to the sign-in page', async () => {
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

test('tokens of the provider are never stored, at the first sign-in or later', async () => {
  await invite('tina@acme.example')
  for (let n = 0; n < 2; n++) assert.equal((await enterAs('tina')).pathname, '/library')
  const { rows } = await sql<Record<string, unknown>>`
    select access_token, refresh_token, id_token, access_token_expires_at, refresh_token_expires_at
    from sign_in_methods where provider_id = 'sso'`.execute(service.db)
  assert.ok(rows.length > 0)
  assert.deepEqual([...new Set(rows.flatMap((row) => Object.values(row)))], [null])
})

test('a page can only choose the provider and the return URLs', async () => {
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

test("a provider without keys or with another issuer's configuration is not used, and the log contains the reason", async (t) => {
  let configuration = {}
  const server = createServer((_, response) => response.end(JSON.stringify(configuration)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const errors: string[] = []
  const discovered = (said: object) => {
    configuration = said
    return discover({ ...service.config.singleSignOn!, issuer }, (_, error) => errors.push(String(error)))
  }
  const jwks_uri = `${issuer}/keys`
  assert.equal(await discovered({ issuer: 'https://other.example', jwks_uri }), undefined)
  assert.equal(await discovered({ jwks_uri }), undefined)
  assert.equal(await discovered({ issuer }), undefined)
  assert.deepEqual(errors, [
    'Error: Its configuration is for the issuer https://other.example. Set OIDC_ISSUER to that value.',
    'Error: Its configuration is for the issuer undefined. Set OIDC_ISSUER to that value.',
    'Error: Its configuration has no jwks_uri.',
  ])
  const found = await discovered({ issuer: `${issuer}/`, jwks_uri, userinfo_endpoint: `${issuer}/me` })
  assert.equal(found?.userInfoUrl, `${issuer}/me`)
})

test('while the provider does not respond, people can sign in with their passwords', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const lines: string[] = []
  const lonely = await startService({
    env: {
      ...behindProxy,
      OIDC_ISSUER: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      OIDC_CLIENT_ID: ourClient.id,
      OIDC_CLIENT_SECRET: ourClient.secret,
    },
    log: (line) => lines.push(line),
  })
  const { companyId } = await newCompany(lonely, 'Lonely')
  const begun = Date.now()
  const member = await newMember(lonely, companyId, 'viewer', 'Vera')
  assert.equal((await member.get('/portal/api/me')).status, 200)
  assert.ok(Date.now() - begun < 20_000)
  assert.ok(lines.some((line) => line.includes('single sign-on is disabled')))
  silent.closeAllConnections()
  silent.close()
})

test('rotating the client secret keeps people signed in, and the old secret leads to the sign-in page', async (t) => {
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
