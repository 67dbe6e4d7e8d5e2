// Engines: postgres
// For any input, the response has a documented status and a body in the shape of its layer.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import fc from 'fast-check'
import { type IdKind, idPrefixes, newId, publicId } from '../src/ids.ts'
import { oauthOperations } from '../src/oauth/openapi.ts'
import { apiDocument, endpoints } from '../src/routes.ts'
import { accessTokenPrefix, newToken } from '../src/secrets/tokens.ts'
import { everyCaller, someAddress } from './support/companies.ts'
import { documentedBy } from './support/documented.ts'
import { assertForSeconds } from './support/fuzz.ts'
import { answerTo, type RawReply, repliesIn } from './support/raw-connection.ts'
import { startService } from './support/service.ts'

const log: { level: number }[] = []
const service = await startService({
  // Each request has its own IP address. Otherwise, wrong tokens would soon delay the responses.
  env: { TRUSTED_PROXIES: '127.0.0.1' },
  log: (line) => log.push(JSON.parse(line)),
})
const callers = await everyCaller(service, 'Acme')
const { hostname, port } = new URL(service.url)

const secondsPerProperty = 3

const tokenStatuses = [200, 400, 401, 403, 405, 413, 415, 422]
// 400 is the status for a body that is not UTF-8.
const inspectionStatuses = [200, 400, 405, 413, 415, 422]
/** Paths where form requests get responses as in OAuth's RFCs. */
const standardPaths = ['/oauth/access-token', '/oauth/token', '/oauth/introspect', '/oauth/revoke']
const standardStatuses = [200, 400, 401, 405, 413, 415]
const formType = 'application/x-www-form-urlencoded'
const apiStatuses = [200, 201, 202, 204, 304, 400, 401, 403, 404, 405, 409, 412, 413, 414, 415, 422]
const rpcStatuses = [200, 400, 405, 406, 415]
/** Paths that require authentication. */
const guarded = /^\/(?:portal\/)?api|^\/mcp|^\/metrics|^\/operations\//
const otherStatuses = [200, 206, 302, 304, 400, 403, 404, 405, 414, 416]

type Reply = { status: number; type: string | undefined; body: string }

function ask(method: string, path: string, headers: Record<string, string>, body: Uint8Array) {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const from = { 'x-forwarded-for': someAddress() }
  request({ hostname, port, method, path, headers: { ...headers, ...from } }, async (response) => {
    const parts = (await response.toArray()) as Buffer[]
    const type = response.headers['content-type']
    resolve({ status: response.statusCode!, type, body: Buffer.concat(parts).toString() })
  })
    .on('error', reject)
    .end(body)
  return promise
}

function assertDocumented(
  path: string,
  { status, type, body }: Reply,
  sent?: { type: string; body: Uint8Array },
) {
  const route = path.split('?', 1)[0]!
  assertOfDocument(route, { status, type, body })
  const isForm = sent?.type === formType && !/^\s*\{/.test(Buffer.from(sent.body).toString())
  if (status !== 405 && standardPaths.includes(route) && (isForm || route === '/oauth/token'))
    return assertStandard({ status, type, body })
  // After authentication, MCP clients get JSON-RPC responses (JSON-RPC 2.0 §5).
  if (route === '/mcp' && body.startsWith('{"jsonrpc":"2.0",')) return assert.ok(rpcStatuses.includes(status))
  const isToken = route === '/oauth/access-token' || route === '/api/get-access-token'
  const isInspection = route === '/oauth/introspect' || route === '/oauth/revoke'
  const [statuses, details] = isToken
    ? [tokenStatuses, 'details']
    : isInspection
      ? [inspectionStatuses, 'data']
      : [guarded.test(route) ? apiStatuses : otherStatuses, undefined]
  assert.ok(statuses.includes(status), `${status} ${body.slice(0, 300)}`)
  if (status < 400) return
  assert.equal(type, 'application/json; charset=utf-8')
  const answer = JSON.parse(body)
  const isFaults = Object.values(answer).every((messages) => Array.isArray(messages) && messages.length > 0)
  if (status === 422 && isFaults && !isInspection) return
  const keys = details === undefined || status === 405 ? ['message'] : ['success', 'message', details]
  assert.deepEqual(Object.keys(answer), keys)
  assert.doesNotMatch(body, leaks)
}

/** Traces of our code in a response. */
const leaks = /node_modules|\/src\/|select |error:|at .*\.ts/i

const assertDocumentedByApi = documentedBy(JSON.parse(JSON.stringify(apiDocument())))
/** Statuses that any path can return before the operation runs. */
const anywhere = [405, 413, 415]

/** Asserts that a token endpoint returned a status and a body that the OpenAPI document describes. */
function assertOfDocument(route: string, { status, type, body }: Reply) {
  if (oauthOperations[route] === undefined || anywhere.includes(status)) return
  assertDocumentedByApi(['post', route], { status, type, text: body }, route)
}

function assertStandard({ status, type, body }: Reply) {
  assert.ok(standardStatuses.includes(status), `${status} ${body.slice(0, 300)}`)
  assert.equal(type, 'application/json; charset=utf-8')
  const answer = JSON.parse(body)
  if (status === 200) assert.ok(body === '{}' || 'access_token' in answer || 'active' in answer)
  else assert.deepEqual(Object.keys(answer), ['error', 'error_description'])
}

/** A server error is logged, so the log must contain none, regardless of the response. */
const assertNoFaults = () =>
  assert.deepEqual(
    log.filter(({ level }) => level >= 40),
    [],
  )

const odd = fc.constantFrom(
  '\0', '%00', '%', '%zz', '%ff', '%F0%9F%92%A9', '..', '//', '\\', "'", '"', ';--', '$1', '{}', '[]', '*', '😀',
  '\ud800', '__proto__', 'constructor', 'toString', 'null', 'true', '-1', '0', '1e999', '9'.repeat(30), 'NaN', ' ',
  'a'.repeat(300), newToken(accessTokenPrefix), callers.full.token, 'root', '2026-02-30', '+275760-09-13T00:00:00Z',
  '0001-01-01', '9999-12-31T23:59:59Z', '١', 'é', 'İ', ',', ',,,',
) // biome-ignore format: one request that broke a server per line.
const text = fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 20 }))
const ids = fc.constantFrom(...(Object.keys(idPrefixes) as IdKind[])).map((kind) => publicId(kind, newId()))
const paths = [
  '/oauth/access-token', '/api/get-access-token', '/oauth/introspect', '/oauth/revoke', '/oauth/token',
  '/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource',
  '/healthz', '/readyz', '/openapi.json', '/files/a/b.png', '/api', '/oauth', '/', '/mcp', '/docs', '/docs/errors',
  '/api/uploads', '/api/uploads/x', '/portal/api/me', '/portal/api/assets', '/portal/api/members', '/c/x/assets',
  '/sign-in', '/assets/x.js', '/reference/', '/metrics', '/operations/backup', '/favicon.svg', '/llms.txt',
] // biome-ignore format: each line is one group.
const path = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom(...endpoints), fc.oneof(ids, text))
      .map(
        ([endpoint, id]) =>
          `/api${endpoint.path.replace(':id', () => encodeURIComponent(id.toWellFormed()))}`,
      ),
  },
  { weight: 3, arbitrary: fc.constantFrom(...paths) },
  { weight: 1, arbitrary: fc.webPath() },
  { weight: 1, arbitrary: text.map((part) => `/api/assets/${part.replace(/[^\x21-\x7e]/g, '~')}`) },
)
const parameters = [...new Set(endpoints.flatMap(({ query }) => Object.keys(query?.shape ?? {})))]
const query = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...parameters) }, { weight: 1, arbitrary: text }),
      fc.oneof(text, ids),
    ),
    { maxLength: 5 },
  )
  .map((pairs) =>
    new URLSearchParams(pairs.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()])).toString(),
  )
const credentials = fc.record(
  {
    client_id: fc.oneof(fc.constant(callers.full.clientId), fc.anything()),
    client_secret: fc.oneof(fc.constant(callers.full.clientSecret), fc.anything()),
    token: fc.oneof(fc.constant(newToken(accessTokenPrefix)), fc.anything()),
    access_token: fc.anything(),
  },
  { requiredKeys: [] },
)
const encode = (value: unknown) =>
  Buffer.from(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)) ?? '')
const formFields = fc.array(
  fc.oneof(
    fc.constantFrom(
      ['grant_type', 'client_credentials'],
      ['client_id', callers.full.clientId],
      ['client_secret', callers.full.clientSecret],
      ['token', callers.full.token],
      ['scope', 'assets:read'],
      ['client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
    ),
    fc.tuple(fc.constantFrom('grant_type', 'client_id', 'client_assertion', 'scope', 'token'), text),
    fc.tuple(text, text),
  ),
  { maxLength: 7 },
)
const forms = formFields.map((pairs) =>
  Buffer.from(
    new URLSearchParams(
      pairs.map(([name, value]) => [name!.toWellFormed(), value!.toWellFormed()]),
    ).toString(),
  ),
)
const body = fc.oneof(
  credentials.map(encode),
  forms,
  fc.json().map((json) => Buffer.from(json)),
  fc.uint8Array({ maxLength: 200 }),
  fc.constant(new Uint8Array()),
)
const authorization = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .oneof(
        fc.constantFrom(...[callers.full, callers.restricted, callers.noCompany].map((one) => one.token)),
        odd,
      )
      .map((token) => `Bearer ${token}`),
  },
  {
    weight: 1,
    arbitrary: fc
      .oneof(fc.constant(`${callers.full.clientId}:${callers.full.clientSecret}`), text)
      .map((pair) => `Basic ${Buffer.from(pair).toString('base64')}`),
  },
)
const type = fc.constantFrom(
  'application/json',
  'text/plain',
  formType,
  formType,
  'multipart/form-data',
  'x',
  ';',
)
const method = fc.oneof(
  { weight: 4, arbitrary: fc.constant('GET') },
  { weight: 4, arbitrary: fc.constant('POST') },
  { weight: 1, arbitrary: fc.constantFrom('PUT', 'DELETE', 'PATCH', 'OPTIONS', 'QUERY', 'PROPFIND') },
)
/** Removes characters that `node:http` refuses to send. */
const sendable = (value: string) => value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '~')

test('any request to any route gets a documented response', async (t) => {
  await assertForSeconds(
    secondsPerProperty,
    t,
    fc.tuple(method, path, query, authorization, type, body),
    async ([method, path, query, authorization, type, body]) => {
      const sent = method === 'GET' ? new Uint8Array() : body
      const url = sendable(query === '' ? path : `${path}?${query}`).replace(/ /g, '+')
      const headers = {
        authorization: sendable(authorization),
        ...(sent.length > 0 && { 'content-type': type, 'content-length': String(sent.length) }),
      }
      const reply = await ask(method, url, headers, sent)
      assertDocumented(url, reply, sent.length > 0 ? { type, body: sent } : undefined)
      assertNoFaults()
    },
  )
})

test('any list query returns 200, 414 or 422', async (t) => {
  const lists = endpoints.filter(({ list }) => list).map(({ path }) => `/api${path}`)
  const headers = { authorization: `Bearer ${callers.full.token}` }
  await assertForSeconds(
    secondsPerProperty,
    t,
    fc.tuple(fc.constantFrom(...lists), query),
    async ([path, query]) => {
      const reply = await ask('GET', `${path}?${query}`, headers, new Uint8Array())
      assertDocumented(path, reply)
      assert.ok([200, 414, 422].includes(reply.status), `${reply.status}`)
      assertNoFaults()
    },
  )
})

test('any bytes on the wire get a 4xx or a closed socket, and the next client is served', async (t) => {
  const line = fc.constantFrom(
    ...refusing.map((route) => `${route} HTTP/1.1\r\n`),
    'Host: a\r\n',
    'Content-Length: 3\r\n',
    'Transfer-Encoding: chunked\r\n',
    '\r\n',
    '\n',
    '\r',
    ' ',
    '{"token":1}',
    '0\r\n\r\n',
    'Connection: close\r\n',
    'Expect: 100-continue\r\n',
  )
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 300 }).map((part) => Buffer.from(part)),
    fc
      .array(fc.oneof(line, fc.string({ unit: 'binary', maxLength: 8 })), { minLength: 1, maxLength: 12 })
      .map((parts) => Buffer.from(parts.join(''), 'latin1')),
  )
  await assertForSeconds(secondsPerProperty, t, fc.tuple(bytes, fc.boolean()), async ([bytes, isBroken]) => {
    // An incomplete request ends with a half-close, because the server might wait for the rest. In both
    // cases, the server must respond or close the connection; silence fails the test.
    const answer = isBroken
      ? await answerTo(service, Buffer.concat([bytes, breaking]))
      : await answerTo(service, bytes, 0)
    for (const reply of repliesIn(answer)) assertRefused(reply)
    assertNoFaults()
  })
  assert.equal((await fetch(`${service.url}/healthz`)).status, 200)
})

/** One route of each authentication scheme. None accepts a request without credentials. */
const refusing = [
  'GET /api/user', 'POST /api/assets', 'PATCH /api/uploads/x', 'POST /oauth/access-token', 'POST /oauth/token',
  'POST /oauth/introspect', 'POST /oauth/revoke', 'POST /mcp', 'GET /portal/api/me', 'POST /portal/api/folders',
  'POST /portal/api/auth/sign-out', 'GET /files/a/b.png', 'POST /operations/backup', 'GET /docs/nothing', 'GET /nothing',
  'PUT /healthz',
] // biome-ignore format: each line is one group.

/** The body shapes of all layers. */
const shapes = [
  'message',
  'message,request_id',
  'success,message,details',
  'success,message,data',
  'error,error_description',
]

function assertRefused({ status, type, text }: RawReply) {
  const what = `${status} ${text.slice(0, 300)}`
  assert.ok(status >= 400 && status < 500, what)
  assert.equal(type, 'application/json; charset=utf-8', what)
  const answer = JSON.parse(text)
  const isFaults = status === 422 && Object.values(answer).every((messages) => Array.isArray(messages))
  assert.ok(isFaults || shapes.includes(Object.keys(answer).join()), what)
  assert.doesNotMatch(text, leaks)
}

/**
 * Ends any open head or body and continues with bytes that are not a request, so that the server has nothing to wait
 * for.
 */
const breaking = Buffer.from('\r\n\r\n0\r\n\r\n\0\0\0\0\r\n\r\n')
