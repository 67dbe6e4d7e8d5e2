// Engines: postgres
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, test } from 'node:test'
import { accessTokenPrefix, newToken } from '../src/secrets/tokens.ts'
import { everyCaller, newCaller, send } from './support/companies.ts'
import { mountedRoutes } from './support/mounted-routes.ts'
import { startService } from './support/service.ts'

const service = await startService()
const callers = await everyCaller(service, 'Acme')
const { token } = callers.full
const dead = newToken(accessTokenPrefix)

type Reply = { status: number; text: string; challenge: string | undefined }

/** Sends exactly these header lines. `fetch` would join repeated headers. */
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

// Holds R-AUTH-2.
describe('the Authorization header', () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
    test(`the Authorization header accepts the scheme as ${scheme}`, async () =>
      assert.equal((await authorized(`${scheme} ${token}`)).status, 200))
  }

  test('the Authorization header accepts several spaces and any case of the header name', async () => {
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
    'no space': `Bearer${token}`,
    'a colon in place of the space': `Bearer: ${token}`,
    'a tab in place of the space': `Bearer\t${token}`,
    'two tokens': `Bearer ${token} ${token}`,
    'two tokens with a comma': `Bearer ${token}, Bearer ${token}`,
    'quotes around': `Bearer "${token}"`,
    'a value longer than any token': `Bearer ${'x'.repeat(8_000)}`,
  })) {
    const malformed = ['quotes around'].includes(what)
    test(`the Authorization header returns 401 for ${what}`, async () =>
      assert.deepEqual(await authorized(value), malformed ? invalid : unknown))
  }

  test('the Authorization header is rejected if sent twice, even with the same value', async () => {
    const good: [string, string] = ['Authorization', `Bearer ${token}`]
    assert.deepEqual(await get('/api/user', good, ['Authorization', `Bearer ${dead}`]), unknown)
    assert.deepEqual(await get('/api/user', ['Authorization', `Bearer ${dead}`], good), unknown)
    assert.deepEqual(await get('/api/user', good, good), unknown)
    assert.deepEqual(await get('/api/user', good, ['authorization', 'Basic eDp5']), unknown)
  })

  test('the Authorization header is the only place for a token: not the URL, a cookie, another header or the body', async () => {
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

  // RFC 6750 §2. Holds R-AUTH-2.
  test('the Authorization header cannot be combined with a token in the URL, which returns 400', async () => {
    const twice = {
      status: 400,
      text: JSON.stringify({
        message: 'Bad Request.',
        reason: 'Send the access token only in the Authorization header, not also in the URL.',
      }),
      challenge: `Bearer realm="atelier", error="invalid_request", ${metadata}`,
    }
    for (const path of ['/api/user', '/api/assets', '/api/assets/x', '/mcp'])
      for (const name of ['access_token', 'access%5Ftoken'])
        for (const second of [token, dead, '']) {
          const answer = await get(`${path}?${name}=${second}`, ['Authorization', `Bearer ${token}`])
          assert.deepEqual(answer, path === '/mcp' ? { ...twice, challenge: answer.challenge } : twice, path)
          assert.match(answer.challenge!, /error="invalid_request"/)
        }
    assert.deepEqual(await get('/api/user?access_token=x', ['Authorization', `Bearer ${dead}`]), invalid)
    assert.equal((await authorized(`Bearer ${token}`)).status, 200)
  })
})

// Holds R-AUTH-3.
describe('challenges (RFC 6750 §3, RFC 9728 §5.1)', () => {
  test('without a token, the challenge names the realm and the URL of the metadata', async () =>
    assert.deepEqual(await get('/api/user'), unknown))

  test('for a token that is not live, the challenge is invalid_token', async () => {
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

  test('for a missing scope, the challenge is insufficient_scope and names the scope', async () => {
    const answer = await get('/api/assets', ['Authorization', `Bearer ${callers.restricted.token}`])
    assert.deepEqual(answer, {
      status: 403,
      text: '{"message":"Token does not have the required scope."}',
      challenge: `Bearer realm="atelier", error="insufficient_scope", scope="assets:read", ${metadata}`,
    })
  })

  test('for a token without a company, there is no challenge, because no other token would help', async () => {
    const answer = await get('/api/user', ['Authorization', `Bearer ${callers.noCompany.token}`])
    assert.deepEqual(answer, { status: 404, text: '{"message":"Company not found."}', challenge: undefined })
  })
})

describe('every route requires authentication by default', () => {
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
    // tus clients request the server's capabilities before they authenticate.
    'OPTIONS /api/uploads',
    'OPTIONS /api/uploads/:id',
    'OPTIONS /portal/api/uploads',
    'OPTIONS /portal/api/uploads/:id',
    // The sign-in page asks for its options.
    'GET /portal/api/doors',
    // Sign-in methods that need no session. Each needs another credential.
    'POST /portal/api/setup',
    'POST /portal/api/auth/request-password-reset',
    'POST /portal/api/invitations/:id/acceptance',
    // Metadata that tells clients how to get tokens (RFC 8414, RFC 9728).
    'GET /.well-known/oauth-authorization-server',
    'GET /.well-known/oauth-protected-resource',
    'GET /.well-known/oauth-authorization-server/oauth/apps',
    'GET /.well-known/oauth-protected-resource/api',
    'GET /.well-known/oauth-protected-resource/mcp',
    // Apps register, and exchange codes and refresh tokens. Each needs a redirect or another credential.
    'GET /oauth/apps/authorize',
    'POST /oauth/apps/register',
    'POST /oauth/apps/token',
    'POST /oauth/apps/revoke',
    // The pages contain no data. They request it as the signed-in person.
    'GET /',
    'GET /account',
    'GET /c/:company',
    'GET /c/:company*',
    'GET /c/:company/assets',
    'GET /connect',
    'GET /favicon.svg',
    'GET /forgot-password',
    'GET /installation',
    'GET /invitations/:id',
    'GET /portal/reference',
    'GET /reference',
    'GET /reference/js/scalar.js',
    'GET /reset-password',
    'GET /setup',
    'GET /sign-in',
  ])
  /** The documentation has a page for each file. */
  const openPages = /^GET \/docs(\/[\w-]+(\.css|\.csv)?)?$/

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
      // Without the operator key, operator routes return 404 like unknown paths.
      const refusal = url.startsWith('/files/') ? 403 : url.startsWith('/operations/') ? 404 : 401
      // Only the link of an invitation, a render or a share gives access to it.
      const isLink = ['/portal/api/invitations/:id', '/r/:name'].includes(url) || /^\/[sb]\//.test(url)
      const ofLinks = isLink ? [404] : []
      // Returned for paths without a route.
      const ofNothing = url === '/*' ? [404] : []
      const refused = [refusal, 405, ...ofLinks, ...ofNothing]
      for (const { method } of routes) {
        const route = `${method.replace('HEAD', 'GET')} ${url}`
        // `fetch` cannot send TRACE; http-edges.test.ts does.
        if (open.has(route) || openPages.test(route) || method === 'TRACE') continue
        // The request has the portal's own origin, because requests from other sites are rejected before authentication.
        const headers = { origin: service.url }
        const { status } = await send(service, method, url.replace(/:\w+/g, 'x'), { headers })
        assert.ok(refused.includes(status), `${method}: ${status}`)
      }
    })
  }
})
