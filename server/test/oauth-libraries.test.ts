// Engines: postgres
// Popular OAuth libraries, configured only with the issuer, a client ID and a secret. Each gets a token,
// lists templates, introspects and revokes the token, and is rejected afterwards.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { OAuth2Client } from '@badgateway/oauth2-client'
import { exportPKCS8 } from 'jose'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { ClientCredentials } from 'simple-oauth2'
import { newCompany, send } from './support/companies.ts'
import { basic, sendForm } from './support/forms.ts'
import { newKeys } from './support/keys.ts'
import { behindProxy, newMember } from './support/people.ts'
import { startService } from './support/service.ts'

const service = await startService({ env: behindProxy })
const { url } = service
const acme = await newCompany(service, 'Acme')
const { clientId, clientSecret } = acme
const dev = await newMember(service, acme.companyId, 'developer', 'Dev')
const keys = await newKeys('RS256')
await dev.ask('PUT', `/portal/api/clients/${clientId}/key-set`, { keys: [keys.publicKey] })

const call = async (token: string) =>
  (await send(service, 'GET', '/api/templates', { headers: { authorization: `Bearer ${token}` } })).status

/** Steps of a library. Steps that the library does not support are requested directly. */
type Steps = {
  token: string
  introspect(): Promise<{ active: boolean }>
  revoke(): Promise<unknown>
}

async function assertWorks({ token, introspect, revoke }: Steps) {
  assert.equal(await call(token), 200)
  assert.equal((await introspect()).active, true)
  await revoke()
  assert.equal(await call(token), 401)
  assert.equal((await introspect()).active, false)
}

const introspectByHand = async (token: string) =>
  (await sendForm(service, '/oauth/introspect', { token }, basic(acme))).body

describe('oauth4webapi', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true }
  const issuer = new URL(url)
  const client: oauth.Client = { client_id: clientId }
  const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  const server = await oauth.processDiscoveryResponse(issuer, discovered)

  for (const [method, proof] of Object.entries({
    client_secret_basic: oauth.ClientSecretBasic(clientSecret),
    client_secret_post: oauth.ClientSecretPost(clientSecret),
    private_key_jwt: oauth.PrivateKeyJwt(keys.privateKey),
  })) {
    test(`oauth4webapi works with ${method}`, async () => {
      const asked = await oauth.clientCredentialsGrantRequest(
        server,
        client,
        proof,
        { scope: 'templates:read' },
        insecure,
      )
      const { access_token: token, scope } = await oauth.processClientCredentialsResponse(
        server,
        client,
        asked,
      )
      assert.equal(scope, 'templates:read')
      await assertWorks({
        token,
        async introspect() {
          const response = await oauth.introspectionRequest(server, client, proof, token, insecure)
          return oauth.processIntrospectionResponse(server, client, response)
        },
        async revoke() {
          const response = await oauth.revocationRequest(server, client, proof, token, insecure)
          await oauth.processRevocationResponse(response)
        },
      })
    })
  }

  test('oauth4webapi finds the authorization server from a 401 response', async () => {
    const refused = await oauth.resourceDiscoveryRequest(issuer, insecure)
    const resource = await oauth.processResourceDiscoveryResponse(issuer, refused)
    assert.deepEqual(resource.authorization_servers, [server.issuer])
  })

  test('oauth4webapi parses error responses', async () => {
    const wrong = oauth.ClientSecretBasic('wrong')
    const asked = await oauth.clientCredentialsGrantRequest(server, client, wrong, {}, insecure)
    await assert.rejects(oauth.processClientCredentialsResponse(server, client, asked), (error: Error) => {
      assert.ok(error instanceof oauth.WWWAuthenticateChallengeError)
      return true
    })
    const right = oauth.ClientSecretPost(clientSecret)
    const scoped = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      right,
      { scope: 'none' },
      insecure,
    )
    await assert.rejects(oauth.processClientCredentialsResponse(server, client, scoped), {
      error: 'invalid_scope',
      status: 400,
    })
  })
})

describe('openid-client', () => {
  for (const [method, proof] of Object.entries({
    'its own choice': undefined,
    private_key_jwt: openid.PrivateKeyJwt(keys.privateKey),
  })) {
    test(`openid-client works with ${method}`, async () => {
      const metadata = new URL(`${url}/.well-known/oauth-authorization-server`)
      const config = await openid.discovery(metadata, clientId, clientSecret, proof, {
        execute: [openid.allowInsecureRequests],
      })
      const { access_token: token } = await openid.clientCredentialsGrant(config)
      await assertWorks({
        token,
        introspect: () => openid.tokenIntrospection(config, token),
        revoke: () => openid.tokenRevocation(config, token),
      })
    })
  }
})

describe('simple-oauth2', () => {
  for (const authorizationMethod of ['header', 'body'] as const) {
    test(`simple-oauth2 works with the client in the ${authorizationMethod}`, async () => {
      const client = new ClientCredentials({
        client: { id: clientId, secret: clientSecret },
        auth: { tokenHost: url },
        options: { authorizationMethod },
      })
      const issued = await client.getToken({ scope: ['templates:read', 'assets:read'] })
      const token = issued.token.access_token as string
      assert.equal(issued.token.scope, 'templates:read assets:read')
      assert.equal(issued.expired(), false)
      await assertWorks({
        token,
        introspect: () => introspectByHand(token),
        revoke: () => issued.revoke('access_token'),
      })
    })
  }
})

describe('@badgateway/oauth2-client', () => {
  for (const authenticationMethod of [undefined, 'client_secret_basic', 'client_secret_post'] as const) {
    test(`@badgateway/oauth2-client works with ${authenticationMethod ?? 'its own choice'}`, async () => {
      const method = authenticationMethod && { authenticationMethod }
      const client = new OAuth2Client({ server: url, clientId, clientSecret, ...method })
      const issued = await client.clientCredentials()
      await assertWorks({
        token: issued.accessToken,
        introspect: () => client.introspect(issued),
        revoke: () => client.revoke(issued),
      })
    })
  }
})

const python = '/usr/bin/python3'
const script = fileURLToPath(new URL('support/oauth-libraries.py', import.meta.url))
const hasPython = spawnSync(python, ['-c', 'import authlib, requests_oauthlib']).status === 0
const withoutPython =
  !hasPython && 'NOT TRIED: install python3-authlib and python3-requests-oauthlib to try what Python uses'
if (withoutPython) console.warn(withoutPython)

describe('in Python,', { skip: withoutPython }, () => {
  async function seenBy(library: string, more: object = {}) {
    const settings = { issuer: url, client_id: clientId, client_secret: clientSecret, ...more }
    const { stdout } = await promisify(execFile)(python, [script, library, JSON.stringify(settings)])
    const { token, ...seen } = JSON.parse(stdout)
    for (const name of ['access_token', 'expires_in', 'scope', 'token_type'])
      assert.ok(token.includes(name), name)
    return seen
  }
  const works = { calls: [200, 401], active: [true, false], revoked: 200 }

  for (const method of ['client_secret_basic', 'client_secret_post'])
    test(`authlib works with ${method}`, async () =>
      assert.deepEqual(await seenBy('authlib', { method }), works))

  test('authlib works with private_key_jwt', async () => {
    const settings = { method: 'private_key_jwt', key: await exportPKCS8(keys.privateKey) }
    assert.deepEqual(await seenBy('authlib', settings), works)
  })

  test('requests-oauthlib works', async () => assert.deepEqual(await seenBy('requests-oauthlib'), works))
})
