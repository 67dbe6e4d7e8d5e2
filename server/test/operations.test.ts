// Engines: embedded, postgres
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { createServer } from '../src/http/server.ts'
import { publicId } from '../src/ids.ts'
import { everyCaller, send } from './support/companies.ts'
import { companyFor } from './support/processes.ts'
import { type ServerProcess, startProcess } from './support/server-process.ts'
import { freshConfig, startService } from './support/service.ts'
import { until } from './support/until.ts'

const log: Record<string, unknown>[] = []
const service = await startService({ log: (line) => log.push(JSON.parse(line)) })
const callers = await everyCaller(service, 'Acme')

describe('health checks', () => {
  // Holds R-PATH-4.
  test('/healthz and /readyz respond without a token', async () => {
    assert.equal((await send(service, 'GET', '/healthz')).text, '{"status":"ok"}')
    assert.equal((await send(service, 'GET', '/readyz')).text, '{"status":"ready"}')
  })
})

test('/readyz reports within seconds that the database does not respond, and recovers', async (t) => {
  const busy = await startService()
  const free = Promise.withResolvers<void>()
  const { database } = busy.config
  const places = database.kind === 'postgres' ? database.connectionsMax : 1
  let held = 0
  const hold = () => {
    held++
    return free.promise
  }
  const holding = Array.from({ length: places }, () =>
    busy.db
      .connection()
      .execute(hold)
      .catch(() => {}),
  )
  const said = t.mock.method(console, 'error', () => {})
  try {
    await until('no connection is free', () => held === places)
    assert.equal((await send(busy, 'GET', '/readyz')).status, 503)
    await until('the health check gives up', () => busy.admission.waiting('probe') === 0)
  } finally {
    free.resolve()
  }
  await Promise.all(holding)
  assert.equal((await send(busy, 'GET', '/readyz')).status, 200)
  assert.equal(said.mock.callCount(), 0)
})

// Holds R-PATH-4.
describe('/metrics', () => {
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    service.server.inject({ method: 'GET', url: '/metrics', remoteAddress, headers })

  test('/metrics returns Prometheus metrics to this machine', async () => {
    await callers.full.get('/api/user')
    const answer = await send(service, 'GET', '/metrics')
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type')!, /^text\/plain/)
    assert.match(
      answer.text,
      /^atelier_http_request_duration_seconds_count\{method="GET",route="\/api\/user",status="200"\} [1-9]/m,
    )
    assert.equal((await from('::1')).statusCode, 200)
    assert.equal((await from('::ffff:127.0.0.1')).statusCode, 200)
  })

  test('/metrics returns 404 to other machines and through a proxy', async () => {
    for (const address of ['192.0.2.1', '10.0.0.1', '2001:db8::1']) {
      const answer = await from(address)
      assert.deepEqual([answer.statusCode, answer.body], [404, '{"message":"Not Found."}'])
    }
    assert.equal((await from('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).statusCode, 404)
    assert.equal((await from('192.0.2.1', { 'x-forwarded-for': '127.0.0.1' })).statusCode, 404)
  })

  test('/metrics with METRICS_TOKEN accepts the token from anywhere', async () => {
    const guarded = await startService({ env: { METRICS_TOKEN: 'a-secret-of-16-or-more' } })
    const ask = (authorization?: string) =>
      guarded.server.inject({
        method: 'GET',
        url: '/metrics',
        remoteAddress: '192.0.2.1',
        headers: authorization === undefined ? {} : { authorization },
      })
    assert.equal((await ask('Bearer a-secret-of-16-or-more')).statusCode, 200)
    for (const wrong of [
      undefined,
      'Bearer a-secret-of-16-or-mor',
      'Bearer A-secret-of-16-or-more',
      'Basic x',
    ]) {
      assert.equal((await ask(wrong)).statusCode, 404)
    }
    assert.equal((await send(guarded, 'GET', '/metrics')).status, 404)
  })
})

describe('the log', () => {
  /** The lines of one request. They are written after the response, which the client can receive earlier. */
  async function linesOf(answer: { headers: Headers }) {
    const id = answer.headers.get('x-request-id')
    const found = () => log.filter(({ request_id }) => request_id === id)
    while (found().length === 0) await wait(5)
    await wait(20)
    return found().map(({ level, time, duration_ms, ...rest }) => {
      assert.equal(typeof duration_ms, 'number')
      return rest
    })
  }
  const company = publicId('company', callers.company.companyId)

  test('the log has one line per request: method, route, status, duration, client, company, request ID', async () => {
    for (const [caller, path, expected] of [
      [callers.full, '/api/user?_x=1', { route: '/api/user', status: 200, company }],
      [callers.full, '/api/assets/ast_1', { route: '/api/assets/:id', status: 404, company }],
      [callers.full, '/api/assets?per_page=0', { route: '/api/assets', status: 422, company }],
      [callers.restricted, '/api/assets', { route: '/api/assets', status: 403, company }],
      [callers.noCompany, '/api/assets', { route: '/api/assets', status: 404, company: null }],
    ] as const) {
      const answer = await caller.get(path)
      const request_id = answer.headers.get('x-request-id')
      assert.deepEqual(await linesOf(answer), [
        { method: 'GET', client: caller.clientId, request_id, ...expected },
      ])
    }
  })

  for (const [method, path, expected] of [
    ['GET', '/api/user', { route: '/api/user', status: 401 }],
    ['GET', '/secret-in-the-path', { route: null, status: 404 }],
    ['GET', '/api/%zz', { route: null, status: 404 }],
    ['DELETE', '/api/user', { route: '/api/user', status: 405 }],
    ['POST', '/oauth/access-token', { route: '/oauth/access-token', status: 422 }],
    ['GET', '/healthz', { route: '/healthz', status: 200 }],
  ] as const) {
    test(`the log has one line for ${method} ${path}`, async () => {
      const answer = await send(service, method, path)
      const request_id = answer.headers.get('x-request-id')
      assert.deepEqual(await linesOf(answer), [
        { method, client: null, company: null, request_id, ...expected },
      ])
    })
  }
})

describe('a server error', () => {
  const app = createServer({
    logger: pino({ level: 'silent' }),
    trustedProxies: [],
    limiter: undefined,
    rateLimit: 0,
  })
  app.get('/bug', async () => {
    throw new Error('select secret from /srv/atelier/src/bug.ts')
  })
  app.post('/oauth/bug', { config: { layer: 'token' } }, async () => {
    throw new TypeError('secret')
  })
  app.get('/no-database', async () => {
    const client = new pg.Client({ host: '127.0.0.1', port: 1 })
    await client.connect()
  })

  // Holds R-ERR-10.
  test('a server error returns 500 with a fixed body, without stack, SQL or path', async () => {
    const answer = await app.inject('/bug')
    assert.equal(answer.statusCode, 500)
    assert.equal(answer.body, '{"message":"Server Error"}')
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
    assert.doesNotMatch(JSON.stringify(answer.headers), /secret|select|\.ts/)
    const token = await app.inject({ method: 'POST', url: '/oauth/bug' })
    assert.equal(token.body, '{"success":false,"message":"Server Error","details":{}}')
    assert.equal(token.headers['cache-control'], 'no-store')
  })

  // Holds R-ERR-11.
  test('a server error returns 503 with Retry-After if the database is unreachable', async () => {
    const answer = await app.inject('/no-database')
    assert.equal(answer.statusCode, 503)
    assert.equal(answer.body, '{"message":"Service Unavailable."}')
    assert.equal(answer.headers['retry-after'], '5')
  })
})

describe('SIGTERM', () => {
  const body = JSON.stringify({ client_id: 'x', client_secret: 'y' })
  const head = (...headers: string[]) =>
    [
      'POST /oauth/access-token HTTP/1.1',
      'Host: a',
      `Content-Length: ${body.length}`,
      ...headers,
      '',
      '',
    ].join('\r\n')

  const chunkHeaders = [
    'Tus-Resumable: 1.0.0',
    'Upload-Offset: 0',
    'Content-Type: application/offset+octet-stream',
  ]
  /** Maximum time to stop, less than the shortest shutdown timeout. */
  const stopMsMax = 4_000

  /** A client that has sent half of a request. */
  async function halfRequest(server: ServerProcess, text: string) {
    const socket = connect(Number(new URL(server.url).port), new URL(server.url).hostname)
    let answer = ''
    socket.setEncoding('utf8').on('data', (part) => {
      answer += part
    })
    socket.on('error', () => {})
    const closed = once(socket, 'close')
    await once(socket, 'connect')
    socket.write(text)
    await wait(200)
    return { socket, closed, answer: () => answer }
  }

  test('SIGTERM finishes requests in progress, accepts no new requests, closes idle connections, and exits with 0', async () => {
    const server = await startProcess(await freshConfig())
    const silent = await halfRequest(server, '')
    const idle = await halfRequest(server, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
    const running = await halfRequest(server, head())
    const asking = await halfRequest(server, 'GET /healthz HTTP/1.1\r\nHost:')
    server.child.kill('SIGTERM')
    await wait(300)
    await assert.rejects(fetch(`${server.url}/healthz`))

    asking.socket.write(' a\r\n\r\n')
    running.socket.write(body)
    assert.equal(await server.ended, 0)
    await Promise.all([silent.closed, idle.closed, running.closed, asking.closed])
    assert.match(asking.answer(), /^HTTP\/1\.1 200 OK\r\n.*\{"status":"ok"\}$/s)
    assert.match(running.answer(), /^HTTP\/1\.1 401 Unauthorized\r\n/)
    assert.match(running.answer(), /\r\nconnection: close\r\n/i)
    assert.match(running.answer(), /"error":"invalid_client"/)
    const last = server.log.filter(({ route }) => route === '/oauth/access-token')
    assert.deepEqual(
      last.map(({ status }) => status),
      [401],
    )
  })

  for (const [what, line, ...headers] of [
    ['a request', 'POST /oauth/access-token'],
    ['an upload', 'POST /api/assets', 'Content-Type: multipart/form-data; boundary=b'],
    ['a chunk of an upload', 'PATCH /api/uploads/upl_00000000000000000000000000', ...chunkHeaders],
  ] as const)
    test(`SIGTERM does not wait for the body of ${what} that was rejected before it`, async () => {
      const { config, acme } = await companyFor()
      const server = await startProcess(config)
      const bearer = `Authorization: Bearer ${acme.token}`
      const refused = await halfRequest(
        server,
        head(bearer, ...headers)
          .replace(/^.*(?= HTTP)/, line)
          .replace(/(?<=Content-Length: )\d+/, '9000000000'),
      )
      await until('the refusal', () => refused.answer() !== '')
      assert.match(refused.answer(), /^HTTP\/1\.1 (404|413) /)
      refused.socket.destroy()
      await refused.closed
      server.child.kill('SIGTERM')
      assert.equal(await Promise.race([server.ended, wait(stopMsMax, 'late', { ref: false })]), 0)
    })

  test('SIGTERM fails /readyz for SHUTDOWN_DELAY_SECONDS, while requests are served with Connection: close', async () => {
    const server = await startProcess(await freshConfig(), { SHUTDOWN_DELAY_SECONDS: '3' })
    const ask = async (path: string) => {
      const { status, headers } = await send(server, 'GET', path)
      return [status, headers.get('connection')]
    }
    assert.deepEqual(await ask('/readyz'), [200, 'keep-alive'])
    server.child.kill('SIGTERM')
    await until('it is not ready', async () => (await ask('/readyz'))[0] === 503)
    assert.deepEqual(await ask('/readyz'), [503, 'close'])
    assert.deepEqual(await ask('/healthz'), [200, 'close'])
    assert.deepEqual(await ask('/api/user'), [401, 'close'])
    assert.equal(await server.ended, 0)
    await assert.rejects(fetch(`${server.url}/healthz`))
  })
})

test('a closing server waits for an unfinished request, but not forever', async () => {
  const app = createServer({
    logger: pino({ level: 'silent' }),
    trustedProxies: [],
    limiter: undefined,
    rateLimit: 0,
    timeouts: { drain: 300 },
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost:')
  await wait(100)
  const late = wait(5_000, 'late', { ref: false })
  assert.notEqual(await Promise.race([app.close(), late]), 'late')
})
