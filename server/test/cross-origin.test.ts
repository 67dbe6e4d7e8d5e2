// Engines: postgres
// Which web pages can call the API from a browser (Fetch Standard, CORS protocol).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listingsOf, webOrigin } from '../src/http/schemas/origins.ts'
import { newCaller, newCompany, send, someAddress } from './support/companies.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService({ env: { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_PER_MINUTE: '60' } })
const acme = await newCompany(service, 'Acme')
const origin = 'https://app.acme.example'
const client = { ...acme, name: 'pages' }
const paged = await newCaller(service, {
  ...client,
  allowedOrigins: [origin, 'https://other.acme.example:8443'],
})
const local = await newCaller(service, { ...client, allowedOrigins: ['http://localhost:*'] })

const allowed = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin')

const preflight = (path: string, from: string, more: Record<string, string> = {}) =>
  send(service, 'OPTIONS', path, {
    headers: {
      origin: from,
      'access-control-request-method': 'POST',
      'x-forwarded-for': someAddress(),
      ...more,
    },
  })

const get = (path: string, token: string | undefined, from: string, more: Record<string, string> = {}) =>
  send(service, 'GET', path, {
    headers: {
      origin: from,
      'x-forwarded-for': someAddress(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...more,
    },
  })

// Holds R-CORS-1.
test('pages of any origin can read responses that need no token', async () => {
  const paths = [
    '/openapi.json',
    '/.well-known/oauth-authorization-server',
    '/docs/quick-start',
    '/docs/none',
  ]
  for (const path of [...paths, '/files/a/b.png']) {
    const answer = await get(path, undefined, 'https://anywhere.example')
    assert.equal(allowed(answer), '*', path)
    assert.match(answer.headers.get('access-control-expose-headers')!, /ETag/)
    const before = await preflight(path, 'null', { 'access-control-request-method': 'GET' })
    assert.equal(allowed(before), '*', path)
    assert.equal(before.status, path === '/docs/none' ? 404 : 204, path)
    assert.match(
      before.headers.get('access-control-allow-methods') ?? '',
      path === '/docs/none' ? /^$/ : /GET/,
    )
  }
})

describe('pages of an origin', () => {
  // Holds R-CORS-2, R-CORS-5.
  test('pages of an origin that a client lists can call the API with its tokens and read the headers', async () => {
    for (const path of ['/api/assets', '/api/assets?per_page=1', '/api/none', '/api/templates/tpl_x']) {
      for (const _ of ['database', 'cache']) {
        const answer = await get(path, paged.token, origin)
        assert.equal(allowed(answer), origin, path)
        assert.match(answer.headers.get('vary')!, /\bOrigin\b/)
        for (const name of [
          'ETag',
          'Link',
          'Location',
          'Retry-After',
          'X-Request-Id',
          'X-RateLimit-Remaining',
        ])
          assert.match(answer.headers.get('access-control-expose-headers')!, new RegExp(`\\b${name}\\b`))
        assert.equal(answer.headers.get('access-control-allow-credentials'), null)
      }
    }
  })

  // Holds R-CORS-2.
  test('pages of an origin that another client lists cannot read responses', async () => {
    for (const path of ['/api/assets', '/%61pi/assets', '/api/assets/', '/api/templates/tpl_x', '/mcp']) {
      assert.equal(allowed(await get(path, acme.token, origin)), null, path)
      assert.equal(allowed(await get(path, paged.token, 'http://localhost:5173')), null, path)
    }
  })

  test('an origin that differs in scheme, port or host is a different origin', async () => {
    for (const from of [
      'http://app.acme.example',
      'https://app.acme.example:444',
      'https://app.acme.example.evil.example',
      'https://acme.example',
      'https://other.acme.example',
      'null',
      '*',
    ]) {
      assert.equal(allowed(await get('/api/assets', paged.token, from)), null, from)
      assert.equal(allowed(await preflight('/api/assets', from)), null, from)
    }
  })

  test('pages of this machine can use any port if the client lists http://localhost:*', async () => {
    for (const from of ['http://localhost:5173', 'http://localhost'])
      assert.equal(allowed(await get('/api/assets', local.token, from)), from)
    for (const from of ['https://localhost:5173', 'http://localhost.evil.example:80', 'http://localhost:x'])
      assert.equal(allowed(await get('/api/assets', local.token, from)), null, from)
  })

  // Holds R-CORS-3.
  test('pages of an origin that any client lists can read 401 and 429, and call the token endpoints', async () => {
    assert.equal(allowed(await get('/api/assets', undefined, origin)), origin)
    assert.equal(allowed(await get('/api/assets', undefined, 'https://none.example')), null)
    const from = someAddress()
    let last = await get('/api/user', paged.token, origin, { 'x-forwarded-for': from })
    while (last.status !== 429)
      last = await get('/api/user', paged.token, origin, { 'x-forwarded-for': from })
    assert.equal(allowed(last), origin)
    for (const path of [
      '/oauth/access-token',
      '/api/get-access-token',
      '/oauth/introspect',
      '/oauth/revoke',
    ]) {
      for (const [asking, expected] of [
        [origin, origin],
        ['https://none.example', null],
      ] as const) {
        const answer = await send(service, 'POST', path, {
          json: { client_id: paged.clientId, client_secret: paged.clientSecret },
          headers: { origin: asking, 'x-forwarded-for': someAddress() },
        })
        assert.equal(allowed(answer), expected, path)
      }
    }
  })
})

describe('a preflight', () => {
  // Holds R-CORS-4.
  test('a preflight is answered without a token and is not counted', async () => {
    const from = someAddress()
    const many = { 'x-forwarded-for': from, 'access-control-request-headers': 'authorization,if-match' }
    for (let n = 0; n < 80; n++) {
      const answer = await preflight('/api/assets', origin, many)
      assert.deepEqual([answer.status, answer.text, allowed(answer)], [204, '', origin])
      assert.equal(answer.headers.get('x-ratelimit-remaining'), null)
    }
    const counted = await get('/api/user', paged.token, origin, { 'x-forwarded-for': from })
    assert.equal(counted.headers.get('x-ratelimit-remaining'), '59')
  })

  test('a preflight lists the methods of the path and the allowed request headers', async () => {
    for (const path of ['/api/assets', '/mcp', '/api/uploads', '/oauth/access-token', '/api/assets/x/file']) {
      const { headers } = await preflight(path, origin)
      assert.match(headers.get('access-control-allow-methods')!, /\b(POST|PUT)\b/, path)
      for (const name of ['Authorization', 'Content-Type', 'If-Match', 'Idempotency-Key', 'Upload-Offset'])
        assert.match(headers.get('access-control-allow-headers')!, new RegExp(`\\b${name}\\b`), path)
      assert.match(headers.get('access-control-max-age')!, /^\d+$/)
    }
  })

  test('a preflight of an origin that no client lists allows nothing', async () => {
    const { status, headers } = await preflight('/api/assets', 'https://none.example')
    assert.equal(status, 204)
    assert.deepEqual(
      [...headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
    )
  })

  test('a preflight of an unknown path returns 404, and OPTIONS without an origin is unchanged', async () => {
    assert.equal((await preflight('/api/nothing/here/at/all', origin)).status, 404)
    const headers = { 'x-forwarded-for': someAddress() }
    assert.equal((await send(service, 'OPTIONS', '/api/assets', { headers })).status, 405)
    const tus = await send(service, 'OPTIONS', '/api/uploads', { headers })
    assert.equal(tus.headers.get('tus-version'), '1.0.0')
  })

  test("a preflight of the portal's own endpoints allows nothing", async () => {
    const answer = await preflight('/portal/api/clients', origin)
    assert.equal(allowed(answer), null)
    assert.notEqual(answer.status, 204)
  })
})

test('an origin is allowed and withdrawn without a restart', async () => {
  const { db } = service
  const change = (origins: string[]) =>
    db.updateTable('clients').set({ allowed_origins: origins }).where('name', '=', 'test').execute()
  const from = 'https://late.example'
  assert.equal(allowed(await get('/api/user', acme.token, from)), null)
  await change([from])
  await until('the origin is allowed', async () => allowed(await get('/api/user', acme.token, from)) === from)
  await change([])
  await until(
    'the origin is withdrawn',
    async () => allowed(await get('/api/user', acme.token, from)) === null,
  )
})

test('an origin is written as browsers write it', () => {
  for (const [text, expected] of [
    ['https://App.Example', 'https://app.example'],
    ['https://app.example:443', 'https://app.example'],
    ['https://app.example/', 'https://app.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://localhost:*', 'http://localhost:*'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://app.example/path', undefined],
    ['https://app.example?', undefined],
    ['https://user@app.example', undefined],
    ['https://*.example', undefined],
    ['https://localhost:*', undefined],
    ['ftp://app.example', undefined],
    ['app.example', undefined],
    ['null', undefined],
    ['*', undefined],
    ['', undefined],
  ] as const)
    assert.equal(webOrigin(text), expected, text)
  assert.deepEqual(listingsOf('http://localhost:1'), ['http://localhost:1', 'http://localhost:*'])
  assert.deepEqual(listingsOf('https://localhost:1'), ['https://localhost:1'])
})
