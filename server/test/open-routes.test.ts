// Engines: postgres
// Routes without credentials. Each IP address has a budget for every route, bodies are small, inapplicable
// requests are rejected before their body is read, and a response is never larger than its request.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newCompany, send, someAddress } from './support/companies.ts'
import { mountedRoutes } from './support/mounted-routes.ts'
import { behindProxy, browser, newMember } from './support/people.ts'
import { startService } from './support/service.ts'

const perMinute = 2
const service = await startService({
  env: { ...behindProxy, OPEN_RATE_LIMIT_PER_MINUTE: `${perMinute}`, RATE_LIMIT_PER_MINUTE: '3' },
})
const empty = await startService()
const acme = await newCompany(service, 'Acme')

const unlimited = ['/healthz', '/readyz', '/metrics']
/** The ratio of the largest to the smallest budget. */
const factorMax = 40

const ask = (method: string, url: string, remoteAddress: string) =>
  service.server.inject({ method: method as 'GET', url, remoteAddress, headers: { origin: service.url } })

// Holds R-RATE-5.
describe('an IP address without credentials', () => {
  test('an IP address without credentials gets 429 from every route over its budget, except from routes for load balancers and monitoring', async () => {
    const routes = mountedRoutes(service)
    assert.ok(routes.length > 100)
    const open: string[] = []
    for (const { method, url } of routes) {
      const address = someAddress()
      const path = url.replaceAll(/:\w+|\*/g, 'x')
      let status = 0
      for (let count = 0; count <= perMinute * factorMax && status !== 429; count++)
        status = (await ask(method, path, address)).statusCode
      if (status !== 429) open.push(url)
    }
    assert.deepEqual([...new Set(open)].sort(), unlimited.toSorted())
  })

  test("an IP address without credentials gets the 429 in the layer's format, with Retry-After", async () => {
    for (const [url, factor, body] of [
      ['/oauth/access-token', 10, { message: 'Too Many Attempts.' }],
      ['/portal/api/setup', 1, { message: 'Too Many Attempts.' }],
    ] as const) {
      const address = someAddress()
      for (let count = 0; count < perMinute * factor; count++)
        assert.notEqual((await ask('POST', url, address)).statusCode, 429, url)
      const refused = await ask('POST', url, address)
      assert.equal(refused.statusCode, 429)
      assert.deepEqual(refused.json(), body)
      assert.ok(Number(refused.headers['retry-after']) > 0)
      assert.equal(refused.headers['x-ratelimit-remaining'], '0')
      assert.equal((await ask('POST', url, someAddress())).statusCode === 429, false)
    }
  })

  test('an IP address without credentials is not counted once it sends valid credentials', async () => {
    const address = someAddress()
    const headers = { 'x-forwarded-for': address }
    const json = { client_id: acme.clientId, client_secret: acme.clientSecret }
    for (let count = 0; count < perMinute * 12; count++)
      assert.equal(
        (await send(service, 'POST', '/oauth/introspect', { json: { token: acme.token }, headers })).status,
        200,
      )
    // The query parameter keeps the response out of the cache.
    for (let count = 0; count < perMinute * 12; count++)
      assert.equal((await send(service, 'POST', '/oauth/access-token?x', { json, headers })).status, 200)
    const member = await newMember(service, acme.companyId, 'owner')
    for (let count = 0; count < perMinute * 3; count++)
      assert.equal((await member.get('/portal/api/assets')).status, 200)
  })
})

const manyKeys = (bytes: number) =>
  `{${Array.from({ length: Math.floor(bytes / 11) }, (_, at) => `"k${String(at).padStart(5, '0')}":0`).join()}}`

/** Routes that read a body before authentication, and their 413 response. */
const openPosts: [string, string, object][] = [
  ['/portal/api/setup', 'application/json', { message: 'Content Too Large.' }],
  ['/oauth/access-token', 'application/json', { success: false, message: 'Content Too Large.', details: {} }],
  ['/oauth/introspect', 'application/json', { success: false, message: 'Content Too Large.', data: null }],
  ['/oauth/revoke', 'application/json', { success: false, message: 'Content Too Large.', data: null }],
  [
    '/oauth/token',
    'application/x-www-form-urlencoded',
    { error: 'invalid_request', error_description: 'Content Too Large.' },
  ],
  ...['sign-in/email', 'sign-in/social', 'reset-password', 'two-factor/verify-totp'].map(
    (path): [string, string, object] => [
      `/portal/api/auth/${path}`,
      'application/json',
      { message: 'Content Too Large.' },
    ],
  ),
]

describe('a body of an unauthenticated request', () => {
  for (const [url, type, refusal] of openPosts) {
    // Holds R-ERR-7.
    test(`a body of an unauthenticated request is limited to 8 kB at ${url}`, async () => {
      const headers = { 'content-type': type, origin: empty.url }
      const large = await send(empty, 'POST', url, { headers, body: manyKeys(8 * 1024 + 20) })
      const { request_id, ...error } = large.body
      assert.deepEqual([large.status, error], [413, refusal])
      const small = await send(empty, 'POST', url, { headers, body: manyKeys(8 * 1024 - 20) })
      assert.ok(small.status >= 400 && small.status < 500 && small.status !== 413, `${small.status}`)
      assert.ok(small.text.length < 4_000, `${small.text.length} bytes were answered`)
    })
  }

  test('a body of an unauthenticated request costs little: 90,000 unknown keys are rejected in under 10 ms of CPU each', async () => {
    const body = manyKeys(1_000_000)
    const headers = { 'content-type': 'application/json', origin: empty.url }
    for (const [url] of openPosts) {
      let least = Number.POSITIVE_INFINITY
      for (let run = 0; run < 5; run++) {
        const before = process.cpuUsage()
        const posts = Array.from({ length: 8 }, () =>
          empty.server.inject({ method: 'POST', url, headers, payload: body }),
        )
        for (const answer of await Promise.all(posts)) assert.ok(answer.body.length < 4_000)
        const { user, system } = process.cpuUsage(before)
        least = Math.min(least, (user + system) / 1_000 / posts.length)
      }
      assert.ok(least < 10, `${url}: ${least} ms`)
    }
  })

  test('a body of an unauthenticated request is not read after setup, with an unknown invitation or without e-mail', async () => {
    const headers = { 'content-type': 'application/json' }
    const body = '{ no JSON'
    const set = browser(service, headers)
    for (const [path, address] of [
      ['/portal/api/setup', someAddress()],
      ['/portal/api/invitations/nobody/acceptance', someAddress()],
      ['/portal/api/auth/request-password-reset', someAddress()],
    ] as const) {
      const sent = { headers: { ...headers, origin: service.url, 'x-forwarded-for': address }, body }
      assert.equal((await send(service, 'POST', path, sent)).status, 404, path)
    }
    assert.equal(
      (await set.get('/portal/api/doors', { 'x-forwarded-for': someAddress() })).body.data.needs_setup,
      false,
    )
  })
})

describe('a JSON body of a client', () => {
  const limited = {
    message: 'The request body is nested too deeply or holds too many values. Send fewer at once.',
  }
  const post = (body: string) =>
    send(service, 'POST', '/api/folders', {
      body,
      headers: {
        authorization: `Bearer ${acme.token}`,
        'content-type': 'application/json',
        'x-forwarded-for': someAddress(),
      },
    })

  for (const [what, body] of Object.entries({
    'is nested too deeply': `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    'holds too many keys': manyKeys(200_000),
    'holds a list that is too long': `{"name":[${Array(20_000).fill(0).join()}]}`,
  })) {
    // Holds R-ERR-6.
    test(`a JSON body of a client that ${what} is rejected before it is parsed`, async () => {
      const answer = await post(body)
      assert.deepEqual([answer.status, answer.body], [400, limited])
    })
  }

  test('a JSON body of a client for a zip of many assets is only larger because of its IDs', async () => {
    const zip = (body: object) => acme.post('/api/archives', body, { 'x-forwarded-for': someAddress() })
    const many = Array(20_000).fill('a')
    for (const body of [
      { folder_id: 'root', name: 'a'.repeat(300_000) },
      { filter: { tag: many } },
      { folder_id: 'root', other: { deep: [many] } },
    ]) {
      const { status, body: error } = await zip(body)
      assert.deepEqual([status, error], [400, limited])
    }
    const { status, body } = await zip({ asset_ids: many })
    assert.equal(status, 422)
    assert.match(body.asset_ids[0], /would contain 20,000 files/)
  })

  test('a JSON body of a client with brackets and commas inside strings is accepted', async () => {
    const answer = await post(JSON.stringify({ name: '[{,:'.repeat(40) }))
    assert.equal(answer.status, 201, answer.text)
  })

  // Holds R-VALID-1.
  test('a JSON body of a client with many errors gets 20 errors', async () => {
    const { status, body, text } = await post(manyKeys(40_000))
    assert.equal(status, 422)
    assert.equal(Object.keys(body).length, 20)
    assert.ok(text.length < 4_000)
  })

  test('a JSON body of a client with a long unknown name gets the beginning of the name in the error', async () => {
    const { status, text } = await post(JSON.stringify({ ['n'.repeat(200_000)]: 1 }))
    assert.equal(status, 422)
    assert.ok(text.length < 1_000)
  })
})

describe('an unknown name', () => {
  const get = (path: string) => acme.get(path, { 'x-forwarded-for': someAddress() })

  // Holds R-VALID-2.
  test('an unknown name in a query is rejected, with the nearest known name', async () => {
    const { status, body } = await get('/api/assets?foldr_id=root&per_page=0&quite_other=1')
    assert.equal(status, 422)
    assert.deepEqual(body, {
      foldr_id: ['The foldr_id parameter is not known here. Did you mean folder_id?'],
      quite_other: ['The quite_other parameter is not known here.'],
      per_page: ['The per page field must be an integer from 1 to 100.'],
    })
  })

  test('an unknown name in a query of an endpoint without parameters is rejected', async () => {
    const { status, body } = await get('/api/user?page=1')
    assert.deepEqual([status, body], [422, { page: ['The page parameter is not known here.'] }])
  })

  // Holds R-VALID-3.
  test('an unknown name in a query is ignored if it starts with an underscore', async () => {
    assert.equal((await get('/api/assets?_=1&_cache=2')).status, 200)
  })

  test('an unknown name in a query is reported at most 20 times', async () => {
    const many = Array.from({ length: 500 }, (_, at) => `p${at}=`).join('&')
    const { status, body } = await get(`/api/assets?${many}`)
    assert.deepEqual([status, Object.keys(body).length], [422, 20])
  })

  // Holds R-VALID-2.
  test('an unknown name in a body is rejected, with the nearest known name, including in nested objects', async () => {
    const headers = { 'x-forwarded-for': someAddress() }
    const folder = await acme.post('/api/folders', { nmae: 'a', name: 'a' }, headers)
    assert.deepEqual(folder.body, { nmae: ['The nmae field is not known here. Did you mean name?'] })
    const sent = { url: 'https://a.example/', focal_point: { x: 0, y: 0, z: 1 } }
    const nested = await acme.post('/api/assets', sent, headers)
    assert.deepEqual(nested.body, { 'focal_point.z': ['The focal point.z field is not known here.'] })
  })
})
