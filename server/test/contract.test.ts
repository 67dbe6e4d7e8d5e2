// Engines: embedded, postgres
// Tokens, authentication, errors and limits of docs/contract.md. Other test files check the rules for lists,
// resources and changes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { variables } from '../src/config.ts'
import { createFolder } from '../src/folders/create.ts'
import { newId, publicId } from '../src/ids.ts'
import { accessTokenPrefix, newToken } from '../src/secrets/tokens.ts'
import { changeAs, everyCaller, newCaller, newCompany, send, someAddress } from './support/companies.ts'
import { allowedAt } from './support/endpoints.ts'
import { startService } from './support/service.ts'

const service = await startService({ env: { RATE_LIMIT_PER_MINUTE: '60', TRUSTED_PROXIES: '127.0.0.0/8' } })
const callers = await everyCaller(service, 'Acme')

type Sent = { json?: unknown; body?: string; token?: string; from?: string; headers?: Record<string, string> }

/** Each request comes from its own IP address unless it names one, so that rate limits do not mix the tests. */
function call(method: string, path: string, { json, body, token, from, headers }: Sent = {}) {
  return send(service, method, path, {
    json,
    ...(body !== undefined && { body }),
    headers: {
      'x-forwarded-for': from ?? someAddress(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  })
}

const post = (path: string, json: unknown, sent: Sent = {}) => call('POST', path, { ...sent, json })
const get = (path: string, token?: string, sent: Sent = {}) =>
  call('GET', path, { ...sent, ...(token !== undefined && { token }) })
const credentials = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => ({
  client_id: clientId,
  client_secret: clientSecret,
})
const freshToken = async (client = callers.full) =>
  (await post('/oauth/access-token', credentials(client))).body.token.access_token as string
const seen = ({ status, body }: { status: number; body: unknown }) => ({ status, body })

const tokenPaths = ['/oauth/access-token', '/api/get-access-token']
const inspectionPaths = ['/oauth/introspect', '/oauth/revoke']
const apiPaths =
  '/templates /tags /assets /folders /user /asset-tags /brand-kit /brand-kit/logos /brand-kit/colors /brand-kit/fonts'
    .split(' ')
    .map((path) => `/api${path}`)
const unauthenticated = { status: 401, body: { message: 'Unauthenticated.' } }
const tokenRequired = { status: 422, body: { success: false, message: 'Token required.', data: null } }
const tokenInvalid = {
  status: 422,
  body: { success: false, message: 'Invalid or expired token.', data: null },
}
const tokenNotFound = { status: 422, body: { success: false, message: 'Token not found.', data: null } }
const invalidClient = {
  status: 401,
  body: {
    success: false,
    message: 'Client authentication failed. Check client ID/secret.',
    details: {
      error: 'invalid_client',
      error_description: 'Client authentication failed',
      message: 'Client authentication failed',
    },
  },
}
const staleToken = {
  status: 400,
  body: { success: false, message: 'Access token invalid or expired.', details: {} },
}
const inactiveEnterprise = {
  status: 403,
  body: { success: false, message: 'Inactive enterprise.', details: {} },
}
const bothRequired = {
  status: 422,
  body: {
    client_id: ['The client id field is required.'],
    client_secret: ['The client secret field is required.'],
  },
}

describe('the token response', () => {
  for (const path of tokenPaths) {
    // Holds R-TOKEN-2.
    test(`${path}: success, token.token_type, token.expires_in, token.access_token, and no other key`, async () => {
      const { status, body, text } = await post(path, credentials(callers.full))
      const accessToken = body.token.access_token
      assert.equal(status, 200)
      assert.match(accessToken, /^atl_at_[0-9A-Za-z]{49}$/)
      assert.equal(
        text,
        `{"success":true,"token":{"token_type":"Bearer","expires_in":31536000,"access_token":"${accessToken}"}}`,
      )
    })
  }
})

describe('the token request', () => {
  // Holds R-TOKEN-5.
  test('client_id is required', async () => {
    assert.deepEqual(seen(await post('/oauth/access-token', { client_secret: 'x' })), {
      status: 422,
      body: { client_id: ['The client id field is required.'] },
    })
  })

  // Holds R-TOKEN-5.
  test('client_secret is required', async () => {
    assert.deepEqual(seen(await post('/oauth/access-token', { client_id: callers.full.clientId })), {
      status: 422,
      body: { client_secret: ['The client secret field is required.'] },
    })
  })
})

describe('an access token', () => {
  for (const path of tokenPaths) {
    test(`none → active: POST ${path} with valid credentials of an active enterprise`, async () => {
      const { body } = await post(path, credentials(callers.full))
      assert.equal((await get('/api/user', body.token.access_token)).status, 200)
    })
  }

  // Holds R-TOKEN-13.
  test('active → expired: at the end of its lifetime protected routes return 401', async () => {
    const brief = await newCaller(service, { name: 'brief', ...callers.company, tokenLifetimeSeconds: 1 })
    const token = await freshToken(brief)
    assert.equal((await get('/api/user', token)).status, 200)
    await wait(1_001)
    assert.deepEqual(seen(await get('/api/user', token)), unauthenticated)
  })

  // Holds R-INSPECT-10.
  test('active → revoked: POST /oauth/revoke, then the token is no longer valid', async () => {
    const token = await freshToken()
    assert.equal((await post('/oauth/revoke', { token })).status, 200)
    assert.deepEqual(seen(await get('/api/user', token)), unauthenticated)
  })

  // Holds R-INSPECT-3.
  test('introspection changes no state', async () => {
    const token = await freshToken()
    const first = await post('/oauth/introspect', { token })
    const second = await post('/oauth/introspect', { token })
    assert.deepEqual(second.body, first.body)
    assert.equal((await get('/api/user', token)).status, 200)
  })
})

describe('getting a token', () => {
  for (const path of tokenPaths) {
    // Holds R-TOKEN-1.
    test(`POST ${path} needs no Authorization header`, async () => {
      assert.equal((await post(path, credentials(callers.readOnly))).status, 200)
    })

    test(`POST ${path} fails with 400, 401, 403 and 422`, async () => {
      const answers = await Promise.all([
        call('POST', path, { body: '{' }),
        post(path, { client_id: callers.full.clientId, client_secret: 'wrong' }),
        post(path, credentials(callers.inactive)),
        post(path, {}),
      ])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [400, 401, 403, 422],
      )
    })
  }

  // Holds R-TOKEN-4.
  test('the scopes that protected routes require are requested automatically', async () => {
    const token = await freshToken(callers.readOnly)
    for (const path of apiPaths) assert.equal((await get(path, token)).status, 200, path)
  })
})

describe('introspection and revocation', () => {
  test('POST /oauth/introspect returns 200 for a live token', async () => {
    assert.equal((await post('/oauth/introspect', { token: await freshToken() })).status, 200)
  })

  test('POST /oauth/revoke ends a token before its expiry and returns 200', async () => {
    const token = await freshToken()
    assert.equal((await post('/oauth/revoke', { token })).status, 200)
    assert.deepEqual(seen(await post('/oauth/introspect', { token })), tokenInvalid)
  })

  for (const path of inspectionPaths) {
    test(`POST ${path} fails with 422 { success, message, data }`, async () => {
      const { status, body } = await post(path, { token: 'x' })
      assert.equal(status, 422)
      assert.deepEqual(Object.keys(body), ['success', 'message', 'data'])
    })
  }
})

describe('protected routes', () => {
  for (const path of apiPaths) {
    // Holds R-AUTH-1.
    test(`GET ${path} requires the header Authorization: Bearer`, async () => {
      assert.equal((await get(path, callers.full.token)).status, 200)
      assert.deepEqual(seen(await get(path)), unauthenticated)
    })
  }
})

describe('authentication', () => {
  test('a client ID and secret give a Bearer token for /api/*', async () => {
    const { body } = await post('/oauth/access-token', credentials(callers.full))
    assert.equal(body.token.token_type, 'Bearer')
    assert.equal((await get('/api/templates', body.token.access_token)).status, 200)
  })

  test('a protected route requires its scope', async () => {
    assert.equal((await get('/api/templates', callers.restricted.token)).status, 403)
    assert.equal((await get('/api/user', callers.restricted.token)).status, 200)
  })

  test('introspect and revoke take the token in the body', async () => {
    const headers = { authorization: `Bearer ${callers.full.token}` }
    for (const path of inspectionPaths)
      assert.deepEqual(seen(await post(path, {}, { headers })), tokenRequired)
  })

  test('a token can be introspected, and revoked before it expires', async () => {
    const token = await freshToken()
    assert.equal((await post('/oauth/introspect', { token })).body.data.active, true)
    assert.equal((await post('/oauth/revoke', { token })).body.success, true)
    assert.deepEqual(seen(await post('/oauth/introspect', { token })), tokenInvalid)
  })

  // Holds R-AUTH-8.
  test("results belong to the client's company; without a company the route returns 404", async () => {
    const globex = await newCompany(service, 'Globex')
    const folder = await changeAs(service.db, globex.companyId, async (trx) => ({
      result: await createFolder(trx, globex.companyId, { name: 'Secret', parentId: null }),
      events: [],
    }))
    const id = publicId('folder', folder)
    assert.equal((await get(`/api/folders/${id}`, globex.token)).body.data.id, id)
    assert.deepEqual((await get('/api/folders', callers.full.token)).body.data, [])
    const foreign = await get(`/api/folders/${id}`, callers.full.token)
    const absent = await get(`/api/folders/${publicId('folder', newId())}`, callers.full.token)
    assert.equal(foreign.text, '{"message":"Not Found."}')
    assert.equal(foreign.text, absent.text)
    assert.equal(foreign.status, absent.status)
    assert.deepEqual([...foreign.headers.keys()], [...absent.headers.keys()])
    assert.equal((await get('/api/folders', callers.noCompany.token)).status, 404)
  })

  test('a client of an inactive enterprise gets no token', async () => {
    assert.deepEqual(
      seen(await post('/oauth/access-token', credentials(callers.inactive))),
      inactiveEnterprise,
    )
  })
})

describe('body shapes', () => {
  // Holds R-VALID-1.
  test('request validation, 422: field name → list of messages', async () => {
    assert.deepEqual(seen(await post('/oauth/access-token', {})), bothRequired)
    const { status, body } = await get('/api/templates?per_page=0&sort=mood', callers.full.token)
    assert.equal(status, 422)
    assert.deepEqual(Object.keys(body).sort(), ['per_page', 'sort'])
    for (const messages of Object.values(body)) assert.ok(Array.isArray(messages) && messages.length > 0)
  })

  // Holds R-TOKEN-10.
  test('token endpoint, 400, 401, 403: { success, message, details }', async () => {
    const stale = { token: newToken(accessTokenPrefix) }
    const answers = [
      await call('POST', '/oauth/access-token', stale),
      await post('/oauth/access-token', { client_id: 'x', client_secret: 'y' }),
      await post('/oauth/access-token', credentials(callers.inactive)),
    ]
    for (const { body } of answers) assert.deepEqual(Object.keys(body), ['success', 'message', 'details'])
  })

  for (const path of inspectionPaths) {
    // Holds R-INSPECT-5.
    test(`${path}, 422: { success, message, data }`, async () => {
      assert.deepEqual(Object.keys((await post(path, {})).body), ['success', 'message', 'data'])
    })
  }

  // Holds R-ERR-2.
  test('protected routes, 401, 403, 404: { message }', async () => {
    const answers = [
      await get('/api/templates'),
      await get('/api/templates', callers.restricted.token),
      await get('/api/templates', callers.noCompany.token),
    ]
    assert.deepEqual(
      answers.map(({ status, body }) => [status, Object.keys(body)]),
      [
        [401, ['message']],
        [403, ['message']],
        [404, ['message']],
      ],
    )
  })
})

describe('error conditions', () => {
  const dead = newToken(accessTokenPrefix)

  for (const path of tokenPaths) {
    // Holds R-TOKEN-7.
    test(`${path} returns 400 for an invalid or expired access token`, async () => {
      assert.deepEqual(seen(await call('POST', path, { token: dead })), staleToken)
    })

    // Holds R-TOKEN-8.
    test(`${path} returns 401 for a wrong client_id or client_secret`, async () => {
      const wrongId = { ...credentials(callers.full), client_id: publicId('client', newId()) }
      const wrongSecret = { ...credentials(callers.full), client_secret: 'wrong' }
      assert.deepEqual(seen(await post(path, wrongId)), invalidClient)
      assert.deepEqual(seen(await post(path, wrongSecret)), invalidClient)
    })

    // Holds R-TOKEN-9.
    test(`${path} returns 403 for an inactive enterprise account`, async () => {
      assert.deepEqual(seen(await post(path, credentials(callers.inactive))), inactiveEnterprise)
    })

    test(`${path} returns 422 without the required body fields`, async () => {
      assert.deepEqual(seen(await post(path, {})), bothRequired)
    })
  }

  for (const path of apiPaths) {
    // Holds R-AUTH-1.
    test(`${path} returns 401 without a header or with an invalid token`, async () => {
      for (const token of [undefined, dead, 'x'])
        assert.deepEqual(seen(await get(path, token)), unauthenticated)
    })

    // Holds R-AUTH-5.
    test(`${path} returns 404 if no company is linked to the OAuth client`, async () => {
      assert.deepEqual(seen(await get(path, callers.noCompany.token)), {
        status: 404,
        body: { message: 'Company not found.' },
      })
    })

    if (path === '/api/user') continue // Every client has the scope of this route.
    // Holds R-AUTH-4.
    test(`${path} returns 403 for a token that lacks the required scopes`, async () => {
      assert.deepEqual(seen(await get(path, callers.restricted.token)), {
        status: 403,
        body: { message: 'Token does not have the required scope.' },
      })
    })
  }

  for (const path of inspectionPaths) {
    // Holds R-INSPECT-6.
    test(`${path} returns 422 without the body field token`, async () => {
      assert.deepEqual(seen(await post(path, {})), tokenRequired)
      assert.deepEqual(seen(await call('POST', path)), tokenRequired)
    })

    test(`${path} returns 422 for an unrecognized, invalid or expired token`, async () => {
      assert.deepEqual(seen(await post(path, { token: 'unrecognized' })), tokenInvalid)
    })
  }

  // Holds R-INSPECT-8.
  test('/oauth/revoke returns 422 for a token that cannot be found', async () => {
    assert.deepEqual(seen(await post('/oauth/revoke', { token: dead })), tokenNotFound)
  })

  test('/api/* returns 429 when the rate limit is exceeded', async () => {
    const from = '192.0.2.1'
    for (let n = 0; n < 60; n++)
      assert.equal((await get('/api/user', callers.full.token, { from })).status, 200)
    assert.deepEqual(seen(await get('/api/user', callers.full.token, { from })), {
      status: 429,
      body: { message: 'Too Many Attempts.' },
    })
  })
})

describe('limits', () => {
  // Holds R-RATE-1.
  test('each address can send 60 requests a minute, then gets 429 Too Many Requests', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 62; n++)
      statuses.push((await get('/api/tags', undefined, { from: '192.0.2.2' })).status)
    assert.deepEqual(statuses, [...Array(60).fill(401), 429, 429])
  })

  // Holds R-TOKEN-3.
  test('a token response contains expires_in, 31536000 unless configured', async () => {
    assert.equal(
      (await post('/oauth/access-token', credentials(callers.full))).body.token.expires_in,
      31_536_000,
    )
  })
})

describe('messages, bodies and headers', () => {
  // Holds R-TOKEN-3.
  test("expires_in is the token's lifetime in seconds, even for a client with its own lifetime", async () => {
    const brief = await newCaller(service, { name: 'brief', ...callers.company, tokenLifetimeSeconds: 90 })
    const { body } = await post('/oauth/access-token', credentials(brief))
    assert.equal(body.token.expires_in, 90)
    const { iat, exp } = (await post('/oauth/introspect', { token: body.token.access_token })).body.data
    assert.equal(exp - iat, 90)
    assert.ok(Math.abs(iat - Date.now() / 1000) < 5)
  })

  for (const [what, fields, body] of [
    ['null', { client_id: null, client_secret: null }, bothRequired.body],
    ['empty', { client_id: '', client_secret: '' }, bothRequired.body],
    ['blank', { client_id: ' \t', client_secret: '\n' }, bothRequired.body],
    [
      'of another type',
      { client_id: 7, client_secret: ['x'] },
      {
        client_id: ['The client id field must be a string.'],
        client_secret: ['The client secret field must be a string.'],
      },
    ],
    [
      'one of each',
      { client_id: false },
      {
        client_id: ['The client id field must be a string.'],
        client_secret: ['The client secret field is required.'],
      },
    ],
  ] as const) {
    // Holds R-TOKEN-5.
    test(`credentials that are ${what} are both reported`, async () => {
      for (const path of tokenPaths) assert.deepEqual(seen(await post(path, fields)), { status: 422, body })
    })
  }

  for (const body of [
    '{',
    '[]',
    'null',
    '"text"',
    '7',
    'true',
    'client_id=a&client_secret=b',
    '\0',
    '{"a":1}}',
  ]) {
    // Holds R-TOKEN-6.
    test(`the body ${JSON.stringify(body)} is not a JSON object and returns 400`, async () => {
      assert.deepEqual(seen(await call('POST', '/oauth/access-token', { body })), {
        status: 400,
        body: { success: false, message: 'The request body must be a JSON object.', details: {} },
      })
    })
  }

  // Holds R-TOKEN-7.
  test('a request with a Bearer token that is not live and without credentials returns 400', async () => {
    const revoked = await freshToken()
    await post('/oauth/revoke', { token: revoked })
    for (const token of [revoked, newToken(accessTokenPrefix), 'x']) {
      for (const body of [undefined, '{}', '{"client_id":"","client_secret":null}', 'not json']) {
        const answer = await call('POST', '/oauth/access-token', {
          token,
          ...(body !== undefined && { body }),
        })
        assert.deepEqual(seen(answer), staleToken, `${body} with ${token}`)
      }
    }
  })

  test('a request with a live Bearer token and without credentials returns 422', async () => {
    const { token } = callers.full
    assert.deepEqual(seen(await post('/oauth/access-token', {}, { token })), bothRequired)
  })

  // Holds R-TOKEN-7.
  test('a stale Authorization header with valid credentials is ignored', async () => {
    const stale = await freshToken()
    await post('/oauth/revoke', { token: stale })
    assert.equal((await post('/oauth/access-token', credentials(callers.full), { token: stale })).status, 200)
  })

  // Holds R-TOKEN-10, R-INSPECT-5.
  test('empty details are {} and empty data is null', async () => {
    const token = await post('/oauth/access-token', credentials(callers.inactive))
    assert.equal(token.text, '{"success":false,"message":"Inactive enterprise.","details":{}}')
    const introspection = await post('/oauth/introspect', {})
    assert.equal(introspection.text, '{"success":false,"message":"Token required.","data":null}')
  })

  // Holds R-INSPECT-1.
  test('the field is token, and access_token is an alias', async () => {
    for (const path of inspectionPaths) {
      assert.equal((await post(path, { token: await freshToken() })).status, 200)
      assert.equal((await post(path, { access_token: await freshToken() })).status, 200)
    }
  })

  // Holds R-INSPECT-2.
  test('introspection returns exactly these fields in this order', async () => {
    const token = await freshToken(callers.readOnly)
    const { status, text, body } = await post('/oauth/introspect', { token })
    const { iat, exp } = body.data
    const expiresAt = new Date(exp * 1000).toISOString().slice(0, 19).replace('T', ' ')
    assert.equal(status, 200)
    assert.equal(exp - iat, 31_536_000)
    assert.equal(
      text,
      `{"success":true,"message":"","data":{"active":true,"client_id":"${callers.readOnly.clientId}","user_id":null,` +
        '"scopes":["profile:read","templates:read","assets:read","brandkit:read"],' +
        `"expires_at":"${expiresAt}","scope":"profile:read templates:read assets:read brandkit:read",` +
        `"token_type":"Bearer","iat":${iat},"exp":${exp}}}`,
    )
  })

  // Holds R-INSPECT-9.
  test('revocation returns exactly this body', async () => {
    const { status, text } = await post('/oauth/revoke', { token: await freshToken() })
    assert.equal(status, 200)
    assert.equal(text, '{"success":true,"message":"Token successfully revoked.","data":null}')
  })

  // Holds R-INSPECT-7.
  test('malformed tokens, bad checksums, expired tokens and revoked tokens return Invalid or expired token.', async () => {
    const live = await freshToken()
    const brief = await newCaller(service, { name: 'brief', ...callers.company, tokenLifetimeSeconds: 1 })
    const revoked = await freshToken()
    await post('/oauth/revoke', { token: revoked })
    await wait(1_001)
    const badChecksum = live.slice(0, -1) + (live.endsWith('0') ? '1' : '0')
    for (const token of ['malformed', badChecksum, brief.token, revoked]) {
      for (const path of inspectionPaths)
        assert.deepEqual(seen(await post(path, { token })), tokenInvalid, token)
    }
  })

  // Holds R-INSPECT-8.
  test('a well-formed token that was never issued is invalid for introspection and not found for revocation', async () => {
    const token = newToken(accessTokenPrefix)
    assert.deepEqual(seen(await post('/oauth/introspect', { token })), tokenInvalid)
    assert.deepEqual(seen(await post('/oauth/revoke', { token })), tokenNotFound)
  })

  // Holds R-INSPECT-4.
  test('a token can be introspected and revoked by any caller that has it', async () => {
    const token = await freshToken()
    const headers = { authorization: `Bearer ${callers.noCompany.token}` }
    assert.equal((await post('/oauth/introspect', { token }, { headers })).status, 200)
    assert.equal((await post('/oauth/revoke', { token })).status, 200)
  })

  // Holds R-AUTH-6, R-TOKEN-4.
  test('every token has the four read scopes; other scopes depend on the client', async () => {
    const scopesOf = async (token: string) => (await post('/oauth/introspect', { token })).body.data.scopes
    const read = ['profile:read', 'templates:read', 'assets:read', 'brandkit:read']
    const granted = [
      'templates:write',
      'assets:write',
      'brandkit:write',
      'webhooks:write',
      'renders:read',
      'renders:write',
      'shares:write',
    ]
    assert.deepEqual(await scopesOf(callers.readOnly.token), read)
    assert.deepEqual(await scopesOf(callers.noCompany.token), read)
    assert.deepEqual(await scopesOf(callers.restricted.token), ['profile:read'])
    assert.deepEqual(await scopesOf(callers.full.token), [...read, ...granted])
  })

  // Holds R-AUTH-4.
  test('the missing scope is named only in WWW-Authenticate', async () => {
    const { text, headers } = await get('/api/brand-kit/logos', callers.restricted.token)
    assert.equal(text, '{"message":"Token does not have the required scope."}')
    assert.equal(
      headers.get('www-authenticate'),
      `Bearer realm="atelier", error="insufficient_scope", scope="brandkit:read", resource_metadata="${service.url}/.well-known/oauth-protected-resource"`,
    )
  })

  // Holds R-ERR-1.
  test('checks run in the order 429, 401, 403, 404 (company), 422, then the route', async () => {
    const from = '192.0.2.3'
    const restrictedAndHomeless = await newCaller(service, {
      name: 'both',
      ...callers.company,
      companyId: null,
      scopes: ['profile:read'],
    })
    const wrongQuery = '/api/templates?per_page=0'
    assert.equal((await get(wrongQuery, 'x', { from })).status, 401)
    assert.equal((await get(wrongQuery, restrictedAndHomeless.token, { from })).status, 403)
    assert.equal((await get(wrongQuery, callers.noCompany.token, { from })).status, 404)
    assert.equal((await get(wrongQuery, callers.full.token, { from })).status, 422)
    assert.equal((await get('/api/templates/tpl_0', callers.full.token, { from })).status, 404)
    for (let n = 5; n < 60; n++) await get('/api/templates', callers.full.token, { from })
    assert.equal((await get(wrongQuery, 'x', { from })).status, 429)
  })

  // Holds R-AUTH-9.
  test('GET /api/user returns a bare object with exactly these fields', async () => {
    const { status, body, text } = await get('/api/user', callers.full.token)
    const { id, created_at } = body
    assert.equal(status, 200)
    assert.deepEqual(body, {
      id: publicId('person', callers.company.ownerId),
      name: 'Acme Owner',
      email: 'owner@acme.example',
      created_at,
      type: 'client',
      client_id: callers.full.clientId,
      company: { id: publicId('company', callers.company.companyId), name: 'Acme' },
      scopes: (await post('/oauth/introspect', { token: callers.full.token })).body.data.scopes,
    })
    assert.ok(text.startsWith(`{"id":"${id}","name":"Acme Owner","email":`))
  })

  // Holds R-RATE-2.
  test('the response at the limit has this body and these headers', async () => {
    const from = '192.0.2.4'
    const first = await get('/api/user', callers.full.token, { from })
    assert.equal(first.headers.get('x-ratelimit-limit'), '60')
    assert.equal(first.headers.get('x-ratelimit-remaining'), '59')
    assert.equal(first.headers.get('ratelimit-policy'), '"default";q=60;w=60')
    assert.equal(first.headers.get('ratelimit'), '"default";r=59;t=60')
    assert.equal(first.headers.get('retry-after'), null)
    for (let n = 1; n < 60; n++) await get('/api/user', callers.full.token, { from })
    const { status, text, headers } = await get('/api/user', callers.full.token, { from })
    assert.equal(status, 429)
    assert.equal(text, '{"message":"Too Many Attempts."}')
    assert.equal(headers.get('x-ratelimit-limit'), '60')
    assert.equal(headers.get('x-ratelimit-remaining'), '0')
    const retryAfter = Number(headers.get('retry-after'))
    assert.ok(retryAfter >= 50 && retryAfter <= 60, `Retry-After: ${retryAfter}`)
    const reset = Number(headers.get('x-ratelimit-reset'))
    assert.ok(Math.abs(reset - (Date.now() / 1000 + retryAfter)) <= 2, `X-RateLimit-Reset: ${reset}`)
  })

  for (const [what, path, status] of [
    ['401', '/api/templates', 401],
    ['404', '/api/nothing', 404],
    ['a malformed path', '/api/%zz', 404],
    ['the token alias', '/api/get-access-token', 405],
  ] as const) {
    // Holds R-RATE-3.
    test(`every /api/* response has the rate limit headers: ${what}`, async () => {
      const answer = await get(path)
      assert.equal(answer.status, status)
      assert.equal(answer.headers.get('x-ratelimit-limit'), '60')
      assert.equal(answer.headers.get('x-ratelimit-remaining'), '59')
      assert.match(answer.headers.get('ratelimit')!, /^"default";r=59;t=60$/)
    })
  }

  // Holds R-ERR-3, R-WIRE-1.
  test('an unknown path returns 404 with a JSON body', async () => {
    for (const path of [
      '/nothing',
      '/api',
      '/api/nothing',
      '/oauth',
      '/oauth/nothing',
      '/api/%zz',
      '/api/a%00b',
    ]) {
      const answer = await get(path, callers.full.token)
      assert.equal(answer.text, '{"message":"Not Found."}', path)
      assert.equal(answer.status, 404)
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
    }
    const answer = await call('POST', '/nothing', { body: '<a/>', headers: { 'content-type': 'text/xml' } })
    assert.equal(answer.text, '{"message":"Not Found."}')
  })

  for (const [path, allow] of [
    ...[...tokenPaths, ...inspectionPaths].map((path) => [path, 'POST'] as const),
    ...apiPaths.map((path) => [path, allowedAt(path.slice('/api'.length))] as const),
    ['/api/templates/tpl_1', allowedAt('/templates/:id')],
    ['/healthz', 'GET, HEAD'],
  ] as const) {
    // Holds R-ERR-4.
    test(`a wrong method at ${path} returns 405 with Allow: ${allow}`, async () => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY']) {
        if (allow.includes(method)) continue
        const answer = await call(method, path)
        assert.equal(answer.text, '{"message":"Method Not Allowed."}', method)
        assert.equal(answer.status, 405)
        assert.equal(answer.headers.get('allow'), allow)
      }
    })
  }

  // Holds R-WIRE-5.
  test('IDs are TypeIDs: a prefix for the kind and a UUIDv7', async () => {
    const { body } = await get('/api/user', callers.full.token)
    assert.match(body.id, /^usr_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
    assert.match(body.client_id, /^cli_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
    assert.match(body.company.id, /^cmp_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
  })

  // Holds R-WIRE-6.
  test('times are ISO 8601 in UTC with milliseconds, except expires_at of introspection', async () => {
    const { created_at } = (await get('/api/user', callers.full.token)).body
    assert.equal(created_at, new Date(created_at).toISOString())
    const { expires_at } = (await post('/oauth/introspect', { token: callers.full.token })).body.data
    assert.match(expires_at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  for (const [method, path] of [
    ['GET', '/api/user'],
    ['GET', '/api/nothing'],
    ['DELETE', '/api/user'],
    ['GET', '/api/%zz'],
    ['POST', '/oauth/access-token'],
    ['POST', '/oauth/introspect'],
    ['GET', '/healthz'],
    ['GET', '/nothing'],
  ] as const) {
    // Holds R-WIRE-7.
    test(`${method} ${path} returns X-Api-Version and a unique X-Request-Id`, async () => {
      const [one, other] = [await call(method, path), await call(method, path)]
      assert.match(one.headers.get('x-api-version')!, /^\d{4}-\d\d-\d\d$/)
      assert.match(one.headers.get('x-request-id')!, /^req_[0-9a-f-]{36}$/)
      assert.notEqual(one.headers.get('x-request-id'), other.headers.get('x-request-id'))
    })
  }

  for (const path of [...tokenPaths, ...inspectionPaths, '/oauth/nothing', '/oauth/%zz']) {
    // Holds R-TOKEN-12.
    test(`${path} is never cached, neither success nor errors nor wrong methods`, async () => {
      const token = await freshToken()
      const answers = [
        await post(path, { ...credentials(callers.full), token }),
        await post(path, {}),
        await call('POST', path, { body: '{' }),
        await post(path, { client_id: 'x', client_secret: 'y', token: 'z' }),
        await call('GET', path),
      ]
      for (const { status, headers } of answers) {
        assert.equal(headers.get('cache-control'), 'no-store', `${status}`)
      }
    })
  }

  // Holds R-ERR-7.
  test('a JSON body of 256 kB is read, and one more byte returns 413', async () => {
    const bodyOf = (bytes: number) => `{"name":"${'x'.repeat(bytes - '{"name":""}'.length)}"}`
    const send = (bytes: number) =>
      call('POST', '/api/folders', {
        body: bodyOf(bytes),
        token: callers.full.token,
        headers: { 'content-type': 'application/json' },
      })
    assert.deepEqual(seen(await send(256 * 1024)), {
      status: 422,
      body: { name: ['The name field must not be longer than 200 characters.'] },
    })
    assert.deepEqual(seen(await send(256 * 1024 + 1)), {
      status: 413,
      body: { message: 'Content Too Large.' },
    })
  })

  // Holds R-CHANGE-9.
  test('metadata is an object of at most 16 kB of JSON and 8 levels', async () => {
    const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) })
    const sized = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) })
    // Without the URL, nothing is imported, so only the errors are compared.
    const errorsOf = async (metadata: unknown) =>
      (await post('/api/assets', { metadata }, { token: callers.full.token })).body.metadata
    for (const good of [{}, nested(7), sized(16 * 1024)]) assert.equal(await errorsOf(good), undefined)
    assert.deepEqual(await errorsOf([]), ['The metadata field must be an object.'])
    assert.deepEqual(await errorsOf(nested(8)), ['The metadata field must not be more than 8 levels deep.'])
    assert.deepEqual(await errorsOf(sized(16 * 1024 + 1)), [
      'The metadata field must not be longer than 16 KB as JSON.',
    ])
  })

  // Holds R-ERR-6.
  test('a JSON body has at most 32 levels, 5,000 keys and 10,000 values', async () => {
    const nested = (levels: number) => `{"name":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    const keys = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":0`).join()}}`
    // Counts the object, the list, and a comma between two items.
    const values = (count: number) =>
      `{"name":[${Array(count - 1)
        .fill(0)
        .join()}]}`
    const statusOf = async (body: string) =>
      (
        await call('POST', '/api/folders', {
          body,
          token: callers.full.token,
          headers: { 'content-type': 'application/json' },
        })
      ).status
    for (const body of [nested(32), keys(5_000), values(10_000)]) assert.equal(await statusOf(body), 422)
    for (const body of [nested(33), keys(5_001), values(10_001)]) assert.equal(await statusOf(body), 400)
  })

  for (const path of ['/api/folders', '/api/tags', '/api/asset-tags']) {
    // Holds R-LIST-15.
    test(`${path} lists its trash on request`, async () => {
      const { token } = callers.full
      const [live, trashed] = await Promise.all(
        ['live', 'trashed'].map(async (name) => (await post(path, { name }, { token })).body.data.id),
      )
      assert.equal((await call('DELETE', `${path}/${trashed}`, { token })).status, 204)
      const listed = async (query: string) =>
        (await get(`${path}?ids=${live},${trashed}&sort=created_at${query}`, token)).body.data
          .map(({ id }: { id: string }) => id)
          .sort()
      assert.deepEqual(await listed(''), [live])
      assert.deepEqual(await listed('&with_trashed=true'), [live, trashed].sort())
      assert.deepEqual(await listed('&only_trashed=true'), [trashed])
    })
  }

  // Holds R-TOKEN-3, R-TOKEN-15, R-RATE-1.
  test('the default limits of tokens and requests match the contract', () => {
    const defaults = variables.parse({})
    assert.equal(defaults.TOKEN_LIFETIME_SECONDS, 31_536_000)
    assert.equal(defaults.TOKENS_PER_MINUTE, 300)
    assert.equal(defaults.LIVE_TOKENS_MAX, 10_000)
    assert.equal(defaults.RATE_LIMIT_PER_MINUTE, 60)
  })
})
