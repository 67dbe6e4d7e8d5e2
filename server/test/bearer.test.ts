import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, test } from 'node:test'
import { accessTokenPrefix, newToken } from '../src/oauth/tokens.ts'
import { everyCaller, newCaller, send } from './support/companies.ts'
import { mountedRoutes } from './support/mounted-routes.ts'
import { startService } from './support/service.ts'

const service = await startService()
const callers = await everyCaller(service, 'Acme')
const { token } = callers.full
const dead = newToken(accessTokenPrefix)

type Reply = { status: number; text: string; challenge: string | undefined }

/** Sends these header lines and no others of its own: `fetch` would join what is sent twice. */
function get(path: string, ...lines: [name: string, value: string][]): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const headers = [['Host', 'localhost'], ...lines].flat()
  request(service.url + path, { headers }, async (response) => {
    const text = (await response.toArray()).join('')
    resolve({ status: response.statusCode!, text, challenge: response.headers['www-authenticate'] })
  })
    .on('error', reject)
    .end()
  return promise
}

const authorized = (value: string) => get('/api/user', ['Authorization', value])
const metadata = `resource_metadata="${service.url}/.well-known/oauth-protected-resource"`
const unknown = {
  status: 401,
  text: '{"message":"Unauthenticated."}',
  challenge: `Bearer realm="atelier", ${metadata}`,
}
const invalid = { ...unknown, challenge: `Bearer realm="atelier", error="invalid_token", ${metadata}` }

describe('the Authorization header', () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
    test(`may say ${scheme}`, async () => assert.equal((await authorized(`${scheme} ${token}`)).status, 200))
  }

  test('may have more than one space, and any case of its name', async () => {
    assert.equal((await authorized(`Bearer   ${token}`)).status, 200)
    assert.equal((await get('/api/user', ['AUTHORIZATION', `Bearer ${token}`])).status, 200)
  })

  for (const [what, value] of Object.entries({
    empty: '',
    'the scheme alone': 'Bearer',
    'the scheme and a space': 'Bearer ',
    'the token alone': token,
    'another scheme': `Basic ${Buffer.from(`${callers.full.clientId}:${callers.full.clientSecret}`).toString('base64')}`,
    'another scheme with the token': `Token ${token}`,
    'no space between': `Bearer${token}`,
    'a colon between': `Bearer: ${token}`,
    'a tab between': `Bearer\t${token}`,
    'two tokens': `Bearer ${token} ${token}`,
    'two tokens with a comma': `Bearer ${token}, Bearer ${token}`,
    'quotes around': `Bearer "${token}"`,
    'more than any token holds': `Bearer ${'x'.repeat(8_000)}`,
  })) {
    const malformed = ['quotes around'].includes(what)
    test(`with ${what}: 401`, async () =>
      assert.deepEqual(await authorized(value), malformed ? invalid : unknown))
  }

  test('sent twice is none, also when both are the same', async () => {
    const good: [string, string] = ['Authorization', `Bearer ${token}`]
    assert.deepEqual(await get('/api/user', good, ['Authorization', `Bearer ${dead}`]), unknown)
    assert.deepEqual(await get('/api/user', ['Authorization', `Bearer ${dead}`], good), unknown)
    assert.deepEqual(await get('/api/user', good, good), unknown)
    assert.deepEqual(await get('/api/user', good, ['authorization', 'Basic eDp5']), unknown)
  })

  test('is the only place for a token: not the URL, a cookie, another header or the body', async () => {
    for (const name of ['access_token', 'token', 'bearer', 'authorization', 'api_key']) {
      assert.deepEqual(await get(`/api/user?${name}=${token}`), unknown, name)
    }
    assert.deepEqual(await get('/api/user', ['Cookie', `access_token=${token}; token=${token}`]), unknown)
    for (const name of [
      'X-Authorization',
      'Proxy-Authorization',
      'X-Access-Token',
      'X-Forwarded-Authorization',
    ]) {
      assert.deepEqual(await get('/api/user', [name, `Bearer ${token}`]), unknown, name)
    }
  })
})

describe('challenges (RFC 6750 §3, RFC 9728 §5.1)', () => {
  test('no token: the realm, and where to find out how to get one', async () =>
    assert.deepEqual(await get('/api/user'), unknown))

  test('a token that is not live: invalid_token', async () => {
    const expired = await newCaller(service, { name: 'brief', ...callers.company, tokenLifetimeSeconds: 1 })
    await send(service, 'POST', '/oauth/revoke', { json: { token: expired.token } })
    for (const one of [
      dead,
      'x',
      `${token}x`,
      callers.full.clientSecret,
      callers.inactive.token,
      expired.token,
    ]) {
      assert.deepEqual(await authorized(`Bearer ${one}`), invalid)
    }
  })

  test('a scope that is missing: insufficient_scope, and which', async () => {
    const answer = await get('/api/assets', ['Authorization', `Bearer ${callers.restricted.token}`])
    assert.deepEqual(answer, {
      status: 403,
      text: '{"message":"Token does not have the required scope."}',
      challenge: `Bearer realm="atelier", error="insufficient_scope", scope="assets:read", ${metadata}`,
    })
  })

  test('no company: none, since no other token would help', async () => {
    const answer = await get('/api/user', ['Authorization', `Bearer ${callers.noCompany.token}`])
    assert.deepEqual(answer, { status: 404, text: '{"message":"Company not found."}', challenge: undefined })
  })
})

describe('every route refuses by default', () => {
  const mounted = mountedRoutes(service)

  const open = new Set([
    'POST /oauth/access-token',
    'POST /oauth/token',
    'POST /api/get-access-token',
    'POST /oauth/introspect',
    'POST /oauth/revoke',
    'GET /healthz',
    'GET /readyz',
    'GET /metrics',
    'GET /openapi.json',
    // What the server can do, as tus has it asked before anything else.
    'OPTIONS /api/uploads',
    'OPTIONS /api/uploads/:id',
    'OPTIONS /portal/api/uploads',
    'OPTIONS /portal/api/uploads/:id',
    // What the page for signing in must offer.
    'GET /portal/api/doors',
    // By which those come in who have no session, each by something else that they have.
    'POST /portal/api/setup',
    'POST /portal/api/auth/request-password-reset',
    'POST /portal/api/invitations/:id/acceptance',
    // Where tokens come from, for whoever has none (RFC 8414, RFC 9728).
    'GET /.well-known/oauth-authorization-server',
    'GET /.well-known/oauth-protected-resource',
    // Pages hold nothing of anybody: what they show they ask for, as the person who is signed in.
    'GET /',
    'GET /account',
    'GET /c/:company',
    'GET /c/:company*',
    'GET /c/:company/assets',
    'GET /favicon.svg',
    'GET /forgot-password',
    'GET /installation',
    'GET /invitations/:id',
    'GET /portal/reference',
    'GET /reference',
    'GET /reference/',
    'GET /reference/js/scalar.js',
    'GET /reset-password',
    'GET /setup',
    'GET /sign-in',
  ])
  /** The documentation, a page for each file. */
  const openPages = /^GET \/docs(\/[\w-]+(\.css)?)?$/

  test('the router lists what it serves', () => {
    for (const route of [...open, 'GET /api/templates', 'GET /api/templates/:id', 'GET /api/user']) {
      assert.ok(
        mounted.some(({ method, url }) => `${method} ${url}` === route),
        route,
      )
    }
  })

  for (const [url, routes] of Map.groupBy(mounted, ({ url }) => url)) {
    test(url, async () => {
      // To who has no key, the operator's door is no door at all.
      const refusal = url.startsWith('/files/') ? 403 : url.startsWith('/operations/') ? 404 : 401
      // An invitation is for whoever has its link.
      const ofLinks = url === '/portal/api/invitations/:id' ? [404] : []
      // What is at no route at all.
      const ofNothing = url === '/*' ? [404] : []
      const refused = [refusal, 405, ...ofLinks, ...ofNothing]
      for (const { method } of routes) {
        const route = `${method.replace('HEAD', 'GET')} ${url}`
        // `fetch` can't send TRACE; http-edges.test.ts does.
        if (open.has(route) || openPages.test(route) || method === 'TRACE') continue
        // As the portal itself sends it: what another site sends is refused before anybody is asked for.
        const headers = { origin: service.url }
        const { status } = await send(service, method, url.replace(/:\w+/g, 'x'), { headers })
        assert.ok(refused.includes(status), `${method}: ${status}`)
      }
    })
  }
})
