// Engines: postgres
// Runs: first
// Several worker processes on one port, as `serve --workers` starts them, with a real PostgreSQL.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { after, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { parseConfig } from '../src/config.ts'
import { parseId } from '../src/ids.ts'
import { lendsAbove, lentMs } from '../src/workers/leased-counts.ts'
import { passLinesOn } from '../src/workers/output.ts'
import { childrenOf } from './support/children.ts'
import { runCommand } from './support/commands.ts'
import { type Caller, newCompany, send, someAddress } from './support/companies.ts'
import { isAlive } from './support/processes.ts'
import { append, ask, begin, openPatch } from './support/resumable.ts'
import { type ServerProcess, startProcess } from './support/server-process.ts'
import { engine, freshConfig, startOn } from './support/service.ts'
import { until } from './support/until.ts'
import { picture } from './support/uploads.ts'

const limit = 60
const options = { skip: engine !== 'postgres' && 'workers need PostgreSQL', concurrency: false }

/** The result of a server that exits by itself. */
const serveUntilItEnds = (env: Record<string, string>, ...args: string[]) =>
  runCommand(env, ['serve', ...args])

/** Starts workers with a company. Each new connection goes to the next worker. */
async function startWorkers(workers: number, env: Record<string, string> = {}) {
  const config = await freshConfig({ TRUSTED_PROXIES: '127.0.0.0/8', ...env })
  const service = await startOn(config)
  const acme = await newCompany(service, 'Acme')
  await service.close()
  const variables = { TRUSTED_PROXIES: '127.0.0.0/8', ...env }
  const server = await startProcess(config, variables, '--workers', `${workers}`)
  return { config, acme, server }
}

/** A client with a keep-alive connection, which stays with one worker as long as the worker lives. */
function connectionTo({ url }: Pick<ServerProcess, 'url'>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const as = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const sent = request(url + path, { method, agent, headers, timeout: answerMsMax }).end()
    sent.on('timeout', () => sent.destroy(new Error(`${path} was not answered.`)))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: response.statusCode!, headers: response.headers, text: await readText(response) }
  }
  return {
    get: as.bind(undefined, 'GET'),
    head: as.bind(undefined, 'HEAD'),
    end: () => agent.destroy(),
  }
}

/** Time after which a request counts as hanging. */
const answerMsMax = 15_000

type Way = ReturnType<typeof connectionTo>

const workersOf = ({ child }: ServerProcess) => childrenOf(child.pid!)

const bearer = ({ token }: Pick<Caller, 'token'>) => ({ authorization: `Bearer ${token}` })

/** Whether one of these processes has a file open whose path starts with `path`. */
const isOpen = (pids: readonly number[], path: string) =>
  pids.some((pid) =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith(path)
      } catch {
        return false
      }
    }),
  )

/** Uses a new connection, because an existing connection could belong to a killed worker. */
async function haveStarted(server: ServerProcess, workers: number): Promise<boolean> {
  const way = connectionTo(server)
  const { text } = await way.get('/metrics').catch(() => ({ text: '' }))
  way.end()
  return new RegExp(`^atelier_workers ${workers}$`, 'm').test(text)
}

/** Opens enough connections that every worker has some. */
const waysTo = (server: ServerProcess, count = 6) => Array.from({ length: count }, () => connectionTo(server))

const messagesOf = (server: ServerProcess, message: string) =>
  server.log.filter((line) => line.message === message)

test('more than one worker on the embedded engine is rejected in one line', async () => {
  const config = parseConfig({})
  assert.equal(config.database.kind, 'embedded')
  const { code, err, out } = await serveUntilItEnds({ DATA_DIR: '/nonexistent' }, '--workers', '2')
  assert.deepEqual(
    [code, err, out],
    [
      2,
      'Several workers require PostgreSQL, because only one process can use the embedded database. Set DATABASE_URL.\n',
      '',
    ],
  )
})

for (const bad of ['0', '-1', '1.5', 'many', '257', '']) {
  test(`--workers ${bad || '(blank)'} is rejected in one line`, async () => {
    const { code, err } = await serveUntilItEnds({}, `--workers=${bad}`)
    assert.deepEqual([code, err], [2, '--workers must be a whole number from 1 to 256, or auto.\n'])
  })
}

test('output of several workers is forwarded in whole lines, and an incomplete line not at all', async () => {
  const passed: string[] = []
  const outputs = [new PassThrough(), new PassThrough()]
  for (const output of outputs) passLinesOn(output, (lines) => void passed.push(lines.toString()))
  const [one, other] = outputs as [PassThrough, PassThrough]
  const long = 'x'.repeat(100_000)
  one.write(`{"a":1}\n{"a":`)
  other.write(`{"b":"${long}`)
  one.write('2}\n{"a":3')
  other.end('"}\n')
  one.end()
  await Promise.all([finished(one), finished(other)])
  assert.deepEqual(passed, ['{"a":1}\n', '{"a":2}\n', `{"b":"${long}"}\n`])
})

test(
  'an unreachable database ends the command with the same error line as for one process',
  options,
  async () => {
    const { database } = await freshConfig()
    const url = new URL((database as { url: string }).url)
    url.pathname = '/there_is_no_such_database'
    const env = { DATABASE_URL: url.href, DATA_DIR: (await freshConfig()).dataDirectory, PORT: '0' }
    const one = await serveUntilItEnds(env)
    assert.match(one.err, /^Cannot connect to the database: .+\n$/)
    assert.deepEqual(await serveUntilItEnds(env, '--workers', '2'), one)
  },
)

test('a port in use ends the command with the same error line as for one process', options, async () => {
  const { server, config } = await startWorkers(1)
  const env = {
    DATABASE_URL: (config.database as { url: string }).url,
    DATA_DIR: config.dataDirectory,
    PORT: new URL(server.url).port,
  }
  const one = await serveUntilItEnds(env)
  const several = await serveUntilItEnds(env, '--workers', '2')
  assert.match(one.err, /^Cannot listen on HOST and PORT: .+\n$/)
  assert.equal(several.code, one.code)
  assert.equal(several.err.split('\n').length, 2)
  assert.match(several.err, /^Cannot listen on HOST and PORT: .+\n$/)
})

describe('two workers', options, async () => {
  if (options.skip) return
  const { server, acme, config } = await startWorkers(2, { RATE_LIMIT_PER_MINUTE: `${limit}` })

  test('two workers log once that they listen, with their number', () => {
    assert.equal(messagesOf(server, 'listening').length, 1)
    assert.equal(workersOf(server).length, 2)
    assert.equal(messagesOf(server, 'listening')[0]!.workers, 2)
  })

  test('two workers together let exactly 60 requests of one IP address pass and count them down', async () => {
    const ways = waysTo(server)
    const from = { 'x-forwarded-for': someAddress() }
    const hits = await Promise.all(
      Array.from({ length: 300 }, (_, n) => ways[n % ways.length]!.get('/api/x', from)),
    )
    const passed = hits.filter(({ status }) => status !== 429)
    assert.equal(passed.length, limit)
    assert.deepEqual(
      passed.map(({ headers }) => Number(headers['x-ratelimit-remaining'])).sort((one, other) => other - one),
      Array.from({ length: limit }, (_, n) => limit - 1 - n),
    )
    for (const way of ways) way.end()
  })

  test('two workers delay failed attempts with one client ID together', async () => {
    const attempt = async () => {
      const start = performance.now()
      const json = { client_id: acme.clientId, client_secret: 'wrong' }
      const headers = { 'x-forwarded-for': someAddress(), connection: 'close' }
      const { status } = await send(server, 'POST', '/oauth/access-token', { json, headers })
      assert.equal(status, 401)
      return performance.now() - start
    }
    for (let n = 0; n < 10; n++) await attempt()
    assert.ok((await attempt()) >= 480)
    assert.ok((await attempt()) >= 480)
  })

  test('two workers return combined metrics from either worker', async () => {
    const route = `/api/there-is-none-${randomInt(1e9)}`
    const ways = waysTo(server)
    const before = await countOf(ways[0]!)
    for (const way of ways) await way.get(route, { 'x-forwarded-for': someAddress() })
    for (const way of ways) assert.equal((await countOf(way)) >= before + ways.length, true)
    const texts = await Promise.all(ways.map(async (way) => (await way.get('/metrics')).text))
    for (const text of texts) {
      assert.match(text, /^atelier_workers 2$/m)
      assert.match(text, /^atelier_rate_limits_shared 1$/m)
    }
    for (const way of ways) way.end()
  })

  /** The number of 404 responses without a route, of all workers. */
  async function countOf(way: Way) {
    const { text } = await way.get('/metrics')
    const line = /^atelier_http_request_duration_seconds_count\{[^}]*route="none",status="404"[^}]*\} (\d+)$/m
    return Number(line.exec(text)?.[1] ?? 0)
  }

  test('two workers show each job once in the metrics, even though both read the same table', async () => {
    const { text } = await send(server, 'GET', '/metrics')
    const service = await startOn({ ...config, port: 0 })
    const alone = await send(service, 'GET', '/metrics')
    await service.close()
    const purges = [...alone.text.matchAll(/^atelier_jobs\{kind="audit\.purge".*$/gm)].map(([line]) => line)
    assert.ok(purges.length > 0)
    for (const line of purges) assert.ok(text.includes(`${line}\n`), line)
  })

  test('two workers both reject a revoked token immediately', async () => {
    const { body } = await send(server, 'POST', '/oauth/access-token', {
      json: { client_id: acme.clientId, client_secret: acme.clientSecret },
      headers: { 'x-forwarded-for': someAddress() },
    })
    const token = body.token.access_token as string
    const ways = waysTo(server)
    const statuses = () =>
      Promise.all(
        ways.map(async (way) => {
          const headers = { ...bearer({ token }), 'x-forwarded-for': someAddress() }
          return (await way.get('/api/tags', headers)).status
        }),
      )
    for (let n = 0; n < 2; n++) assert.deepEqual([...new Set(await statuses())], [200])
    assert.equal((await send(server, 'POST', '/oauth/revoke', { json: { token } })).status, 200)
    await until('all refuse it', async () => (await statuses()).every((status) => status === 401), 1_000)
    assert.deepEqual([...new Set(await statuses())], [401])
    for (const way of ways) way.end()
  })

  test('two workers can handle chunks of one upload in turn and create one asset', async () => {
    const by = { ...acme }
    const bytes = await picture()
    const { path } = await begin(server, by, bytes.length)
    let offset = 0
    while (offset < bytes.length) {
      // A new connection goes to the next worker.
      const chunk = bytes.subarray(offset, offset + Math.ceil(bytes.length / 4))
      const patch = await openPatch(server, by, path, offset, chunk.length)
      const status = new Promise((resolve) => patch.on('response', ({ statusCode }) => resolve(statusCode)))
      patch.end(chunk)
      assert.equal(await status, 204)
      offset += chunk.length
    }
    const { headers } = await ask(server, by, 'HEAD', path)
    assert.match(headers.get('upload-asset')!, /^ast_/)
  })

  test('two workers end a hanging request at one worker when the upload resumes at the other', async () => {
    const { path } = await begin(server, acme, 1_000)
    const hanging = await openPatch(server, acme, path, 0, 1_000)
    hanging.write(Buffer.alloc(50))
    const bytes = join(
      config.dataDirectory,
      'files',
      'unfinished',
      parseId('upload', path.split('/').at(-1)!)!,
    )
    await until('the upload is being received', () => isOpen(workersOf(server), bytes))
    const ended = new Promise((resolve) => hanging.on('response', resolve).on('error', resolve))
    // Each request uses its own connection, so that at least one reaches the other worker.
    for (let n = 0; n < 2; n++) {
      const way = connectionTo(server)
      const { status, headers } = await way.head(path, { ...bearer(acme), 'tus-resumable': '1.0.0' })
      assert.deepEqual([status, headers['upload-offset']], [200, '50'])
      way.end()
    }
    await ended
    assert.equal((await append(server, acme, path, 50, Buffer.alloc(50))).status, 204)
    assert.equal((await ask(server, acme, 'DELETE', path)).status, 204)
  })

  test('two workers write whole log lines', async () => {
    const ways = waysTo(server)
    const before = server.log.length
    await Promise.all(
      Array.from({ length: 1_500 }, (_, n) => ways[n % ways.length]!.get('/healthz', { 'x-a': 'b' })),
    )
    await until('all lines are there', () => server.log.length >= before + 1_500)
    for (const line of server.log.slice(before)) assert.equal(typeof line.time, 'string')
    assert.deepEqual(server.said, [])
    for (const way of ways) way.end()
  })
})

test('a limit with leases lets exactly as many requests pass', options, async () => {
  const large = lendsAbove + 600
  const { server } = await startWorkers(2, { RATE_LIMIT_PER_MINUTE: `${large}` })
  const ways = waysTo(server)
  const from = { 'x-forwarded-for': someAddress() }
  const pass = async (count: number) => {
    const hits = await Promise.all(
      Array.from({ length: count }, (_, n) => ways[n % ways.length]!.get('/api/x', from)),
    )
    return hits.filter(({ status }) => status !== 429).length
  }
  const first = await pass(large - 100)
  await wait(3 * lentMs)
  assert.equal(first + (await pass(200)), large)
  for (const way of ways) way.end()
})

test('streams of one enterprise leave room for others at every worker', options, async () => {
  const { acme, server, config } = await startWorkers(2, { CHANGE_STREAMS_MAX: '4' })
  const service = await startOn(config)
  const globex = await newCompany(service, 'Globex')
  await service.close()
  const stop = new AbortController()
  const stream = async (caller: Caller) => {
    const headers = { ...bearer(caller), accept: 'text/event-stream', connection: 'close' }
    const { status } = await fetch(`${server.url}/api/changes`, { headers, signal: stop.signal })
    return status
  }
  const many = await Promise.all(Array.from({ length: 20 }, () => stream(acme)))
  assert.equal(many.filter((status) => status === 200).length, 8)
  // Two at each worker, because connections are distributed in turn.
  for (let at = 0; at < 4; at++) assert.equal(await stream(globex), 200)
  stop.abort()
})

test('a killed worker fails only its own requests and is replaced', options, async () => {
  const { server } = await startWorkers(2)
  const [victim, survivor] = workersOf(server) as [number, number]
  const ways = waysTo(server, 8)
  for (const way of ways) assert.equal((await way.get('/healthz')).status, 200)
  let isOver = false
  after(() => {
    isOver = true
  })
  // Each connection sends requests in a loop. A broken connection is opened again, as clients do.
  const breaks = Promise.all(
    ways.map(async (way) => {
      let [broken, answered] = [0, 0]
      while (!isOver) {
        const answer = await way.get('/healthz').catch((error) => {
          assert.ok(['ECONNRESET', 'EPIPE'].includes(error.code), error.message)
        })
        if (answer === undefined) broken += 1
        else answered += answer.status === 200 ? 1 : 0
      }
      return { broken, answered }
    }),
  )
  process.kill(victim, 'SIGKILL')
  const next = await until('another worker', () =>
    workersOf(server).find((pid) => pid !== victim && pid !== survivor),
  )
  await until('both take requests', () => haveStarted(server, 2))
  isOver = true
  const counts = await breaks
  // Half of the connections belonged to the survivor, and none of their requests failed. All connections work
  // again.
  assert.equal(counts.filter(({ broken }) => broken === 0).length, ways.length / 2)
  for (const { broken, answered } of counts) assert.ok(broken <= 2 && answered > 2, `${broken}, ${answered}`)
  assert.ok(isAlive(survivor) && isAlive(next))
  assert.equal(messagesOf(server, 'a worker has exited and is being replaced').length, 1)
  assert.equal(messagesOf(server, 'listening').length, 1)
  for (const way of ways) way.end()
})

test('counts of a killed worker are kept, and its locks are released', options, async () => {
  const { server, acme } = await startWorkers(2)
  const ways = waysTo(server, 4)
  const total = async () => {
    const { text } = await send(server, 'GET', '/metrics')
    const line = /^atelier_http_request_duration_seconds_count\{[^}]*route="\/healthz"[^}]*\} (\d+)$/m
    return Number(line.exec(text)![1])
  }
  for (let n = 0; n < 20; n++) for (const way of ways) await way.get('/healthz')
  const before = await total()
  assert.equal(before, 80)
  const { path } = await begin(server, acme, 1_000)
  const hanging = [await openPatch(server, acme, path, 0, 1_000)]
  hanging[0]!.write(Buffer.alloc(50))
  for (const pid of workersOf(server)) {
    process.kill(pid, 'SIGKILL')
    await until('two workers', async () => !isAlive(pid) && (await haveStarted(server, 2)))
    assert.equal(await total(), before)
  }
  const { status, headers } = await ask(server, acme, 'HEAD', path)
  assert.equal(status, 200)
  assert.ok(Number(headers.get('upload-offset')) <= 50)
  for (const way of ways) way.end()
})

test('a worker that dies repeatedly is restarted with growing pauses', options, async () => {
  const two = (await startWorkers(2)).server
  const deaths = () => messagesOf(two, 'a worker has exited and is being replaced')
  const survivor = workersOf(two)[0]!
  for (let n = 1; n <= 3; n++) {
    const victim = await until('one to kill', () => workersOf(two).find((pid) => pid !== survivor))
    process.kill(victim, 'SIGKILL')
    await until(`death ${n} is logged`, () => deaths().length === n)
  }
  assert.deepEqual(
    deaths().map(({ pause_ms }) => pause_ms),
    [0, 500, 1_000],
  )
  assert.equal((await send(two, 'GET', '/healthz')).status, 200)
})

for (const [name, signal, toAll] of [
  ['SIGTERM to the primary', 'SIGTERM', false],
  ['SIGINT to all, as Ctrl-C sends it', 'SIGINT', true],
] as const) {
  test(`${name} finishes requests in progress, and exits with 0`, options, async () => {
    const { server, acme, config } = await startWorkers(2)
    const workers = workersOf(server)
    const { path } = await begin(server, acme, 100)
    // Uses two connections, so that each worker has one.
    const [busy, other] = [await openPatch(server, acme, path, 0, 100), connectionTo(server)]
    const answered = new Promise((resolve, reject) =>
      busy.on('error', reject).on('response', ({ statusCode }) => resolve(statusCode)),
    )
    answered.catch(() => {})
    busy.write(Buffer.alloc(50))
    await other.get('/healthz')
    const bytes = join(
      config.dataDirectory,
      'files',
      'unfinished',
      parseId('upload', path.split('/').at(-1)!)!,
    )
    await until('the upload is being received', () => isOpen(workers, bytes))
    for (const pid of toAll ? [server.child.pid!, ...workers] : [server.child.pid!]) process.kill(pid, signal)
    await until('the port is closed', async () => {
      const way = connectionTo(server)
      const isClosed = await way.get('/healthz').then(
        () => false,
        ({ code }) => code === 'ECONNREFUSED',
      )
      way.end()
      return isClosed
    })
    busy.end(Buffer.alloc(50))
    assert.equal(await answered, 204)
    assert.equal(await server.ended, 0)
    assert.deepEqual(workers.filter(isAlive), [])
    assert.ok(messagesOf(server, 'stopping').length >= 1)
    other.end()
  })
}

test(
  'all workers keep serving for SHUTDOWN_DELAY_SECONDS after SIGTERM and fail /readyz',
  options,
  async () => {
    const { server, acme } = await startWorkers(2, { SHUTDOWN_DELAY_SECONDS: '3' })
    const [busy, other] = [connectionTo(server), connectionTo(server)]
    for (const way of [busy, other]) assert.equal((await way.get('/readyz')).status, 200)
    server.child.kill('SIGTERM')
    for (const way of [busy, other]) {
      await until('it is not ready', async () => (await way.get('/readyz')).status === 503)
      assert.equal((await way.get('/api/user', bearer(acme))).status, 200)
      way.end()
    }
    assert.equal(await server.ended, 0)
  },
)

test('a killed primary leaves no worker running, and its port is free', options, async () => {
  const { server, config } = await startWorkers(2)
  const workers = workersOf(server)
  assert.equal(workers.length, 2)
  server.child.kill('SIGKILL')
  await until('no worker is left', () => workers.every((pid) => !isAlive(pid)), 5_000)
  const again = await startProcess(config, { PORT: new URL(server.url).port }, '--workers', '2')
  assert.equal((await send(again, 'GET', '/healthz')).status, 200)
})

test(
  'an unresponsive primary blocks no request, and workers count together again afterwards',
  options,
  async () => {
    const { server } = await startWorkers(2, { RATE_LIMIT_PER_MINUTE: `${limit}` })
    const ways = waysTo(server, 4)
    for (const way of ways) await way.get('/api/x', { 'x-forwarded-for': someAddress() })
    server.child.kill('SIGSTOP')
    try {
      for (let n = 0; n < 5; n++) {
        for (const way of ways) {
          const { status } = await way.get('/api/x', { 'x-forwarded-for': someAddress() })
          assert.equal(status, 404)
        }
      }
      const from = { 'x-forwarded-for': someAddress() }
      const hits = await Promise.all(Array.from({ length: 300 }, (_, n) => ways[n % 4]!.get('/api/x', from)))
      // Each of the two workers counts alone.
      assert.equal(hits.filter(({ status }) => status !== 429).length, 2 * limit)
      // The workers' own counts would look as if the window had started again.
      assert.equal((await ways[0]!.get('/metrics')).status, 503)
    } finally {
      server.child.kill('SIGCONT')
    }
    const lost = 'the primary process is unavailable: each worker counts rate limits alone'
    await until('the loss is logged', () => messagesOf(server, lost).length === 2)
    await until('they count together', async () =>
      /^atelier_rate_limits_shared 1$/m.test((await send(server, 'GET', '/metrics')).text),
    )
    const from = { 'x-forwarded-for': someAddress() }
    const hits = await Promise.all(Array.from({ length: 300 }, (_, n) => ways[n % 4]!.get('/api/x', from)))
    assert.equal(hits.filter(({ status }) => status !== 429).length, limit)
    for (const way of ways) way.end()
  },
)

test('an upload in progress is unaffected while the other worker is replaced', options, async () => {
  const { server, acme, config } = await startWorkers(2)
  const before = workersOf(server)
  const bytes = await picture({ width: 400, height: 300 })
  const boundary = 'boundary'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`
  const sent = request(`${server.url}/api/assets`, {
    method: 'POST',
    headers: { ...bearer(acme), 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.write(head)
  sent.write(bytes.subarray(0, 200))
  const incoming = join(config.dataDirectory, 'files', 'incoming')
  await until('it arrives', () => isOpen(before, incoming))
  const sibling = before.find((pid) => !isOpen([pid], incoming))!
  process.kill(sibling, 'SIGKILL')
  await until('it is replaced', async () => !isAlive(sibling) && (await haveStarted(server, 2)))
  sent.end(Buffer.concat([bytes.subarray(200), Buffer.from(`\r\n--${boundary}--\r\n`)]))
  const [{ statusCode }] = await answered
  assert.equal(statusCode, 201)
})

test('the demo data is created once, and its banner is printed once', options, async () => {
  const config = await freshConfig()
  const server = await startProcess(config, {}, '--demo', '--workers', '2')
  const workers = workersOf(server)
  process.kill(workers[1]!, 'SIGKILL')
  await until('it is replaced', () => workersOf(server).some((pid) => !workers.includes(pid)))
  await until('both take requests', () => haveStarted(server, 2))
  assert.equal(server.said.filter((line) => line.includes('Atelier listens at')).length, 1)
  assert.equal(messagesOf(server, 'waiting for the first account').length, 0)
})

test('each worker has its own listener connection', options, async () => {
  const { server, config } = await startWorkers(2)
  const { db, close } = await startOn({ ...config, port: 0 })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'atelier-listener'`.execute(db)
  // The listeners of the two workers, and the listener of this test.
  assert.equal(rows[0]!.count, 3)
  await close()
  assert.ok(server.url)
})
