// Engines: postgres
// The metadata documents are true: RFC 8414, RFC 9728.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { scopes } from '../src/http/caller.ts'
import { metadataUrl } from '../src/oauth/metadata.ts'
import { newCompany, send } from './support/companies.ts'
import { basic, inBody, sendForm } from './support/forms.ts'
import { assertedBy, newKeys } from './support/keys.ts'
import { behindProxy, newMember } from './support/people.ts'
import { startService } from './support/service.ts'

const service = await startService({ env: behindProxy })
const { url } = service
const acme = await newCompany(service, 'Acme')
const dev = await newMember(service, acme.companyId, 'developer', 'Dev')

const documentAt = async (name: string) => (await send(service, 'GET', `/.well-known/${name}`)).body
const server = await documentAt('oauth-authorization-server')
const resource = await documentAt('oauth-protected-resource')

const grant = { grant_type: 'client_credentials' }
const ask = (at: string, fields: Record<string, string>, headers?: Record<string, string>) =>
  sendForm(service, at, fields, headers)

/** The credentials of each authentication method. A method in the metadata that is missing here makes a test fail. */
const proofs: Record<string, (alg?: string) => Promise<[Record<string, string>, Record<string, string>?]>> = {
  client_secret_basic: async () => [{}, basic(acme)],
  client_secret_post: async () => [inBody(acme)],
  async private_key_jwt(alg = 'ES256') {
    const pair = await newKeys(alg)
    const set = await dev.ask('PUT', `/portal/api/clients/${acme.clientId}/key-set`, {
      keys: [pair.publicKey],
    })
    assert.equal(set.status, 200, set.text)
    return [await assertedBy(pair, acme.clientId, server.issuer)]
  },
}

const endpoints = ['token_endpoint', 'introspection_endpoint', 'revocation_endpoint']

// Holds R-FORM-8.
describe('the authorization server metadata', () => {
  test('the authorization server metadata contains no untested field', () => {
    const looked = [
      'issuer',
      ...endpoints.flatMap((endpoint) => [
        endpoint,
        `${endpoint}_auth_methods_supported`,
        `${endpoint}_auth_signing_alg_values_supported`,
      ]),
      'grant_types_supported',
      'scopes_supported',
      'service_documentation',
    ]
    assert.deepEqual(Object.keys(server).sort(), looked.sort())
  })

  test('the authorization server metadata is JSON, has the public URL as its issuer, and is at the well-known path of the issuer', async () => {
    const answer = await send(service, 'GET', '/.well-known/oauth-authorization-server')
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(server.issuer, url)
    assert.equal(
      metadataUrl(server.issuer, 'oauth-authorization-server'),
      `${url}/.well-known/oauth-authorization-server`,
    )
    assert.equal((await send(service, 'POST', '/.well-known/oauth-authorization-server')).status, 405)
  })

  for (const endpoint of endpoints) {
    for (const method of server[`${endpoint}_auth_methods_supported`]) {
      // Holds R-FORM-2.
      test(`${endpoint}: accepts ${method}`, async () => {
        const [fields, headers] = await proofs[method]!()
        const { status, text } = await ask(server[endpoint], { ...grant, token: 'x', ...fields }, headers)
        assert.equal(status, 200, text)
      })
    }

    test(`${endpoint}: accepts every listed signing algorithm`, async () => {
      for (const alg of server[`${endpoint}_auth_signing_alg_values_supported`]) {
        const [fields] = await proofs.private_key_jwt!(alg)
        const { status, text } = await ask(server[endpoint], { ...grant, token: 'x', ...fields })
        assert.equal(status, 200, `${alg}: ${text}`)
      }
    })
  }

  test('the authorization server metadata lists exactly the supported grant types', async () => {
    for (const grant_type of server.grant_types_supported)
      assert.equal((await ask(server.token_endpoint, { grant_type, ...inBody(acme) })).status, 200)
    const others = [
      'authorization_code',
      'implicit',
      'refresh_token',
      'password',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
    ]
    for (const grant_type of others) {
      const { body } = await ask(server.token_endpoint, { grant_type, ...inBody(acme) })
      assert.equal(body.error, 'unsupported_grant_type')
    }
  })

  test('the authorization server metadata lists scopes that can be requested one by one', async () => {
    assert.deepEqual(server.scopes_supported, scopes)
    for (const scope of server.scopes_supported) {
      const { body } = await ask(server.token_endpoint, { ...grant, ...inBody(acme), scope })
      assert.equal(body.scope, scope)
    }
  })

  test('the authorization server metadata has no empty list', () => {
    for (const [name, value] of Object.entries(server)) assert.notDeepEqual(value, [], name)
  })

  test('the authorization server metadata links to documentation that exists', async () => {
    assert.equal((await fetch(server.service_documentation)).status, 200)
  })
})

// Holds R-FORM-8.
describe('the protected resource metadata', () => {
  test('the protected resource metadata is also at the path of the API, for clients that start there', async () => {
    assert.deepEqual(await documentAt('oauth-protected-resource/api'), {
      ...resource,
      resource: `${url}/api`,
    })
  })

  test('the protected resource metadata contains no untested field', () => {
    assert.deepEqual(resource, {
      resource: url,
      authorization_servers: [server.issuer],
      scopes_supported: server.scopes_supported,
      bearer_methods_supported: ['header'],
      resource_name: 'Atelier',
      resource_documentation: server.service_documentation,
    })
  })

  test('the protected resource metadata is linked from every 401, and leads to a token for the resource', async () => {
    const refusal = await send(service, 'GET', '/api/templates')
    const [, found] = /resource_metadata="([^"]+)"/.exec(refusal.headers.get('www-authenticate')!)!
    const { body: document } = await send(service, 'GET', found!)
    assert.deepEqual(document, resource)
    const issuer = document.authorization_servers[0]
    const { body: metadata } = await send(service, 'GET', metadataUrl(issuer, 'oauth-authorization-server'))
    const { body } = await ask(metadata.token_endpoint, { ...grant, ...inBody(acme) })
    const headers = { authorization: `Bearer ${body.access_token}` }
    assert.equal((await send(service, 'GET', `${document.resource}/api/templates`, { headers })).status, 200)
  })

  test('the protected resource metadata correctly states that tokens are accepted only in the header', async () => {
    assert.equal((await acme.get('/api/user')).status, 200)
    assert.equal((await send(service, 'GET', `/api/user?access_token=${acme.token}`)).status, 401)
    const body = `access_token=${acme.token}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    assert.equal((await send(service, 'POST', '/api/folders', { body, headers })).status, 401)
  })
})
