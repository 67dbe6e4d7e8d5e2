// Engines: postgres
// OAuth with form requests as its RFCs define it: RFC 6749 §4.4 and §5, RFC 7662, RFC 7009 (contract R-FORM-1).
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, test } from 'node:test'
import { listSecurityEvents } from '../src/audit/queries.ts'
import { createClient } from '../src/clients/create.ts'
import { setEnterpriseStatus } from '../src/companies/queries.ts'
import { readScopes, scopes } from '../src/http/caller.ts'
import { newId, parseId, publicId } from '../src/ids.ts'
import { accessTokenPrefix, clientSecretPrefix, hashOf, newToken } from '../src/secrets/tokens.ts'
import { type Answer, everyCaller, newCaller, newCompany, send, someAddress } from './support/companies.ts'
import { basic, type Fields, inBody, sendForm } from './support/forms.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
const callers = await everyCaller(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const { full, readOnly, noCompany, inactive, company } = callers

const grant = { grant_type: 'client_credentials' }
const post = (path: string, fields: Fields, headers?: Record<string, string>) =>
  sendForm(service, path, fields, headers)
const askToken = (fields: Fields, headers?: Record<string, string>) =>
  post('/oauth/access-token', fields, headers)
const introspect = (token: string, client = full) => post('/oauth/introspect', { token }, basic(client))
const revoke = (token: string, client = full) => post('/oauth/revoke', { token }, basic(client))
const newClient = (client: object = {}) => newCaller(service, { name: 'test', ...company, ...client })

function assertError({ status, headers, body }: Answer, expected: number, error: string) {
  assert.deepEqual([status, body.error], [expected, error], JSON.stringify(body))
  assert.deepEqual(Object.keys(body), ['error', 'error_description'])
  assert.match(body.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('pragma'), 'no-cache')
}

/** All methods of authenticating with a client secret. */
const ways: Record<string, (client: typeof full) => [fields: Record<string, string>, headers?: object]> = {
  'with HTTP Basic': (client) => [{}, basic(client)],
  'in the body': (client) => [inBody(client)],
  'with HTTP Basic, and its ID in the body too': ({ clientId, ...client }) => [
    { client_id: clientId },
    basic({ clientId, ...client }),
  ],
  'with HTTP Basic, percent-encoded as in RFC 6749 §2.3.1': ({ clientId, clientSecret }) => {
    const encode = (text: string) =>
      text.replace(/[^a-z]/g, (letter) => `%${Buffer.from(letter).toString('hex')}`)
    return [{}, basic({ clientId: encode(clientId), clientSecret: encode(clientSecret) })]
  },
}

describe('a token', () => {
  for (const [way, sent] of Object.entries(ways)) {
    for (const path of ['/oauth/access-token', '/oauth/token']) {
      // Holds R-FORM-1, R-FORM-2, R-FORM-3.
      test(`a token is issued at ${path} to a client that authenticates ${way}`, async () => {
        const [fields, headers] = sent(readOnly)
        const answer = await post(path, { ...grant, ...fields }, headers as Record<string, string>)
        assert.equal(answer.status, 200, answer.text)
        const { access_token, ...rest } = answer.body
        assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 31_536_000, scope: readScopes.join(' ') })
        assert.equal(answer.headers.get('cache-control'), 'no-store')
        assert.equal(answer.headers.get('pragma'), 'no-cache')
        assert.match(answer.headers.get('content-type')!, /^application\/json/)
        const headersOf = { authorization: `Bearer ${access_token}` }
        assert.equal((await send(service, 'GET', '/api/user', { headers: headersOf })).status, 200)
      })
    }
  }

  test("a token has the client's own lifetime", async () => {
    const brief = await newClient({ tokenLifetimeSeconds: 60 })
    assert.equal((await askToken({ ...grant, ...inBody(brief) })).body.expires_in, 60)
  })

  test('a token is issued even if the request also contains an old token', async () => {
    const headers = { authorization: `Bearer ${newToken(accessTokenPrefix)}` }
    assert.equal((await askToken({ ...grant, ...inBody(full) }, headers)).status, 200)
  })

  test('a token is logged with its client, IP address and request ID', async () => {
    const client = await newClient()
    const address = someAddress()
    const scope = 'assets:read'
    const answer = await askToken({ ...grant, ...inBody(client), scope }, { 'x-forwarded-for': address })
    const id = parseId('client', client.clientId)!
    const [event] = await listSecurityEvents(service.db, { client: id, limit: 1 })
    assert.deepEqual(
      [event!.type, event!.address, event!.request_id, event!.data.scopes],
      ['token.issued', address, answer.headers.get('x-request-id'), [scope]],
    )
  })
})

describe('scope', () => {
  const scoped = (scope: string, client = full) => askToken({ ...grant, ...inBody(client), scope })

  // Holds R-FORM-3.
  test('scope limits the token to the requested scopes', async () => {
    const { body } = await scoped('templates:read profile:read templates:read')
    assert.equal(body.scope, 'profile:read templates:read')
    const get = (path: string) =>
      send(service, 'GET', path, { headers: { authorization: `Bearer ${body.access_token}` } })
    assert.equal((await get('/api/templates')).status, 200)
    assert.equal((await get('/api/assets')).status, 403)
    const introspected = await introspect(body.access_token, full)
    assert.equal(introspected.body.scope, 'profile:read templates:read')
    const inJson = await send(service, 'POST', '/oauth/introspect', { json: { token: body.access_token } })
    assert.deepEqual(inJson.body.data.scopes, ['profile:read', 'templates:read'])
  })

  test('scope defaults to all scopes of the client', async () => {
    assert.equal((await askToken({ ...grant, ...inBody(full), scope: '' })).body.scope, scopes.join(' '))
  })

  // Holds R-FORM-3.
  test('scope cannot add scopes, and an unknown or ungranted scope is rejected', async () => {
    for (const scope of ['assets:write', 'assets:read assets:write', 'clients:write', 'everything'])
      assertError(await scoped(scope, readOnly), 400, 'invalid_scope')
    for (const scope of [
      ' ',
      'assets:read ',
      'assets:read  profile:read',
      'ASSETS:READ',
      'assets:read\0',
      '*',
    ])
      assertError(await scoped(scope), 400, 'invalid_scope')
    for (const [scope, description] of [
      ['assets:write', 'The scope assets:write is unknown or was not granted.'],
      ['assets:read nothing x', 'The scopes nothing x are unknown or were not granted.'],
      ['assets:read  x', 'The parameter scope must be scopes with one space between them.'],
      ['as"sets', 'The parameter scope must be scopes with one space between them.'],
    ] as const)
      assert.equal((await scoped(scope, readOnly)).body.error_description, description)
    const long = (await scoped('x'.repeat(5_000))).body.error_description
    assert.ok(long.length < 300)
  })
})

// Holds R-FORM-4.
describe('a token request is rejected', () => {
  const invalidRequest: Record<string, Fields> = {
    'without a grant type': inBody(full),
    'with an empty body': '',
    'with a repeated parameter': `grant_type=client_credentials&client_id=${full.clientId}&client_id=${full.clientId}&client_secret=${full.clientSecret}`,
    'with a repeated unknown parameter': `${new URLSearchParams({ ...grant, ...inBody(full) })}&x=1&x=2`,
    'with a broken escape': `${new URLSearchParams({ ...grant, ...inBody(full) })}&x=%zz`,
    'with an escape that is not UTF-8': `${new URLSearchParams({ ...grant, ...inBody(full) })}&x=%ff`,
    'with too many parameters': `${new URLSearchParams({ ...grant, ...inBody(full) })}${'&a='.repeat(60)}`,
  }
  for (const [what, fields] of Object.entries(invalidRequest))
    test(`${what}: invalid_request`, async () => assertError(await askToken(fields), 400, 'invalid_request'))

  // Holds R-FORM-2.
  test('a token request is rejected with two kinds of credentials, even if both are valid: invalid_request', async () => {
    assertError(await askToken({ ...grant, ...inBody(full) }, basic(full)), 400, 'invalid_request')
    const assertion = { client_assertion: 'x.y.z', client_assertion_type: 'x' }
    assertError(await askToken({ ...grant, ...assertion }, basic(full)), 400, 'invalid_request')
    assertError(await askToken({ ...grant, ...assertion, ...inBody(full) }), 400, 'invalid_request')
  })

  test('a token request is rejected with different client IDs in Basic and in the body: invalid_request', async () => {
    const answer = await askToken({ ...grant, client_id: globex.clientId }, basic(full))
    assertError(answer, 400, 'invalid_request')
  })

  test('a token request is rejected with two Authorization headers: invalid_request', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const headers = ['Host', 'a', 'Content-Type', 'application/x-www-form-urlencoded']
    const twice = ['Authorization', basic(full).authorization, 'Authorization', basic(full).authorization]
    request(`${service.url}/oauth/token`, { method: 'POST', headers: [...headers, ...twice] }, (response) =>
      resolve(response.resume().statusCode!),
    )
      .on('error', reject)
      .end('grant_type=client_credentials')
    assert.equal(await promise, 400)
  })

  test('a token request is rejected with a secret or a token in the URL, for any body: invalid_request', async () => {
    for (const name of ['client_secret', 'client_assertion', 'token', 'access_token']) {
      for (const path of ['/oauth/access-token', '/oauth/token', '/oauth/introspect', '/oauth/revoke']) {
        const answer = await post(`${path}?${name}=x`, { ...grant, token: 'x' }, basic(full))
        assertError(answer, 400, 'invalid_request')
      }
    }
  })

  for (const type of ['authorization_code', 'refresh_token', 'password', 'Client_Credentials', 'x'])
    test(`a token request is rejected for the grant type ${type}: unsupported_grant_type`, async () =>
      assertError(await askToken({ grant_type: type, ...inBody(full) }), 400, 'unsupported_grant_type'))

  test('a token request is rejected for an inactive enterprise: unauthorized_client, only with the right secret', async () => {
    assertError(await askToken({ ...grant, ...inBody(inactive) }), 400, 'unauthorized_client')
    const wrong = { ...grant, client_id: inactive.clientId, client_secret: newToken(clientSecretPrefix) }
    assertError(await askToken(wrong), 401, 'invalid_client')
  })

  test("a token request that is too large is rejected with an error in the RFC's format", async () => {
    assertError(await askToken({ ...grant, x: 'x'.repeat(70_000) }), 413, 'invalid_request')
  })

  test('/oauth/token rejects a token request whose body is not a form', async () => {
    const json = { client_id: full.clientId, client_secret: full.clientSecret }
    assertError(await send(service, 'POST', '/oauth/token', { json }), 400, 'invalid_request')
    assertError(await send(service, 'POST', '/oauth/token'), 400, 'invalid_request')
  })
})

describe('failed client authentication returns invalid_client', () => {
  const wrong = { clientId: full.clientId, clientSecret: newToken(clientSecretPrefix) }
  const unknown = { clientId: publicId('client', newId()), clientSecret: full.clientSecret }

  for (const path of ['/oauth/access-token', '/oauth/introspect', '/oauth/revoke']) {
    const fields = { ...grant, token: full.token }

    // Holds R-FORM-5.
    test(`failed client authentication returns invalid_client at ${path}, with a challenge`, async () => {
      const without = [inBody(wrong), inBody(unknown), { client_id: full.clientId }, {}]
      for (const sent of without) {
        const answer = await post(path, { ...fields, ...sent } as Fields)
        assertError(answer, 401, 'invalid_client')
        assert.equal(answer.headers.get('www-authenticate'), 'Basic realm="atelier"')
      }
      const withIt = [
        basic(wrong),
        basic(unknown),
        { authorization: 'Basic' },
        { authorization: 'Basic !' },
        { authorization: `Basic ${btoa('no colon')}` },
        { authorization: `Basic ${btoa(`${full.clientId}:%zz`)}` },
        { authorization: `Basic ${'A'.repeat(3_000)}` },
        { authorization: `Bearer ${full.token}` },
      ]
      for (const headers of withIt) {
        const answer = await post(path, fields, headers)
        assertError(answer, 401, 'invalid_client')
        assert.equal(answer.headers.get('www-authenticate'), 'Basic realm="atelier"')
      }
    })
  }

  test('failed client authentication returns invalid_client with the same bytes for a wrong ID and a wrong secret', async () => {
    const seen = ({ status, text }: Answer) => ({ status, text })
    const first = seen(await askToken({ ...grant, ...inBody(wrong) }))
    assert.deepEqual(seen(await askToken({ ...grant, ...inBody(unknown) })), first)
    assert.deepEqual(seen(await askToken(grant, basic(wrong))), first)
  })

  test('failed client authentication returns the same response for a forbidden IP address, and the log contains the reason', async () => {
    const allowed = { name: 'test', ...company, allowedAddresses: ['192.0.2.7'] }
    const client = await createClient(service.db, allowed)
    const id = parseId('client', client.clientId)!
    const from = (address: string) => ({ ...basic(client), 'x-forwarded-for': address })
    assertError(await askToken(grant, from('198.51.100.7')), 401, 'invalid_client')
    assert.equal((await askToken(grant, from('192.0.2.7'))).status, 200)
    const reason = await until('the log', async () => {
      const events = await listSecurityEvents(service.db, { client: id, type: 'token.refused', limit: 5 })
      return events[0]?.data.reason
    })
    assert.equal(reason, 'address_not_allowed')
  })

  test('failed client authentication is delayed after several failures of the address or the client, but the right secret is never delayed', async () => {
    const heldMs = 480
    const timed = async (ask: () => Promise<unknown>) => {
      const start = performance.now()
      await ask()
      return performance.now() - start
    }
    const client = await newClient()
    const guess = { clientId: client.clientId, clientSecret: 'wrong' }
    for (let n = 0; n < 10; n++) await askToken(grant, n % 2 === 0 ? basic(guess) : undefined)
    for (let n = 0; n < 5; n++) await askToken({ ...grant, ...inBody(guess) })
    assert.ok((await timed(() => askToken(grant, basic(guess)))) > heldMs)
    assert.ok((await timed(() => post('/oauth/introspect', { token: 'x', ...inBody(guess) }))) > heldMs)
    const order: string[] = []
    const held = askToken(grant, basic(guess)).then(() => order.push('held'))
    await askToken(grant, basic(client)).then(({ status }) => order.push(`owner ${status}`))
    await held
    assert.deepEqual(order, ['owner 200', 'held'])
  })

  test('failed client authentication is logged for the company of the client', async () => {
    for (const [fields, headers] of [
      [{ ...grant, ...inBody(wrong) }, {}],
      [grant, basic(wrong)],
    ] as const) {
      const address = someAddress()
      await askToken(fields, { ...headers, 'x-forwarded-for': address })
      const event = await until('the log', async () => {
        const events = await listSecurityEvents(service.db, { type: 'token.refused', limit: 100 })
        return events.find((event) => event.address === address)
      })
      assert.deepEqual(
        [event.company_id, event.client_id, event.data.reason],
        [company.companyId, parseId('client', full.clientId), 'invalid_client'],
      )
    }
  })
})

// Holds R-FORM-6.
describe('introspection', () => {
  test('introspection shows a token to its own client', async () => {
    const { status, body, headers } = await introspect(readOnly.token, readOnly)
    assert.equal(status, 200)
    const { iat, exp, ...rest } = body
    assert.deepEqual(rest, {
      active: true,
      scope: readScopes.join(' '),
      client_id: readOnly.clientId,
      sub: readOnly.clientId,
      token_type: 'Bearer',
      iss: service.url,
    })
    assert.equal(exp - iat, 31_536_000)
    assert.equal(headers.get('cache-control'), 'no-store')
  })

  test('introspection returns the same bytes for a token that is unknown, revoked, malformed or of another client', async () => {
    const gone = await newClient()
    await revoke(gone.token, gone)
    const others = [readOnly.token, globex.token, noCompany.token, inactive.token]
    const tokens = [
      ...others,
      gone.token,
      newToken(accessTokenPrefix),
      'x',
      full.clientSecret,
      `${full.token}x`,
    ]
    for (const token of tokens) {
      const answer = await introspect(token)
      assert.deepEqual([answer.status, answer.text], [200, '{"active":false}'])
    }
  })

  test('introspection shows a client without a company only its own tokens', async () => {
    const other = await newClient({ companyId: null })
    assert.equal((await introspect(noCompany.token, noCompany)).body.active, true)
    assert.equal((await introspect(other.token, noCompany)).body.active, false)
    assert.equal((await introspect(full.token, noCompany)).body.active, false)
  })

  test('introspection requires a token and ignores token_type_hint', async () => {
    for (const fields of [{}, { token: '' }, { access_token: full.token }] as Fields[])
      assertError(await post('/oauth/introspect', fields, basic(full)), 400, 'invalid_request')
    const hinted = { token: full.token, token_type_hint: 'refresh_token' }
    assert.equal((await post('/oauth/introspect', hinted, basic(full))).body.active, true)
  })
})

// Holds R-FORM-7.
describe('revocation', () => {
  test('revocation takes effect immediately and returns 200 with an empty object', async () => {
    const client = await newClient()
    const { token, get } = client
    const answer = await revoke(token, client)
    assert.deepEqual([answer.status, answer.text], [200, '{}'])
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal((await get('/api/user')).status, 401)
  })

  test('revocation of an unknown or revoked token gets the same response', async () => {
    const client = await newClient()
    const { token } = client
    for (const one of [token, token, newToken(accessTokenPrefix), 'x', full.clientSecret]) {
      const answer = await revoke(one, client)
      assert.deepEqual([answer.status, answer.text], [200, '{}'])
    }
  })

  test("revocation of another client's token gets the same response, and the token stays valid", async () => {
    for (const other of [readOnly, globex, noCompany]) {
      const answer = await revoke(other.token)
      assert.deepEqual([answer.status, answer.text], [200, '{}'])
    }
    for (const other of [readOnly, globex]) assert.equal((await other.get('/api/user')).status, 200)
    assert.equal((await noCompany.get('/api/user')).status, 404)
    const own = await newClient({ companyId: null })
    assert.equal((await revoke(own.token, own)).status, 200)
    assert.equal((await own.get('/api/user')).status, 401)
  })

  test('revocation requires a token', async () => {
    assertError(await post('/oauth/revoke', {}, basic(full)), 400, 'invalid_request')
  })

  test('revocation is logged once', async () => {
    const one = await newClient()
    await Promise.all(Array.from({ length: 10 }, () => revoke(one.token, one)))
    const client = parseId('client', one.clientId)!
    const events = await listSecurityEvents(service.db, { client, type: 'token.revoked', limit: 10 })
    const token = hashOf(one.token).toString('hex').slice(0, 12)
    assert.deepEqual(
      events.map(({ data }) => data),
      [{ token }],
    )
  })
})

// Holds R-FORM-1.
describe('a JSON request gets the usual response', () => {
  const credentials = JSON.stringify(inBody(full))

  test('a JSON request gets the usual response even if its content type is a form, as curl sends it', async () => {
    for (const body of [credentials, `\n ${credentials}`]) {
      const { body: answer } = await askToken(body)
      assert.equal(answer.success, true)
      assert.deepEqual(Object.keys(answer.token), ['token_type', 'expires_in', 'access_token'])
    }
    const refused = await post('/oauth/introspect', '{"token":"x"}')
    assert.deepEqual(refused.body, { success: false, message: 'Invalid or expired token.', data: null })
  })

  test('a JSON request gets the usual response at the alias /api/get-access-token, which does not accept forms', async () => {
    const answer = await post('/api/get-access-token', { ...grant, ...inBody(full) })
    assert.equal(answer.status, 400)
    assert.deepEqual(Object.keys(answer.body), ['success', 'message', 'details'])
  })

  test('a JSON request gets the usual response even with a Basic header', async () => {
    const answer = await send(service, 'POST', '/oauth/access-token', { json: {}, headers: basic(full) })
    assert.equal(answer.status, 422)
  })
})

test('clients of an enterprise that becomes inactive can no longer introspect or revoke with forms', async () => {
  const closing = await newCompany(service, 'Closing')
  assert.equal((await introspect(closing.token, closing)).body.active, true)
  await setEnterpriseStatus(service.db, closing.enterpriseId, 'inactive')
  assertError(await introspect(closing.token, closing), 400, 'unauthorized_client')
  assertError(await revoke(closing.token, closing), 400, 'unauthorized_client')
})
