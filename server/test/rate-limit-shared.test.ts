// Engines: postgres
// Runs: first
// Rate limits and failed attempts that several nodes count in a real Redis.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { pino } from 'pino'
import { listSecurityEvents } from '../src/audit/queries.ts'
import { openLimiters } from '../src/http/rate-limits/open-limiters.ts'
import { type RateLimiter, rateLimitHeaders, type Verdict } from '../src/http/rate-limits/rate-limit.ts'
import { openConnection } from '../src/http/rate-limits/redis-counters.ts'
import { openSharedCounters } from '../src/http/rate-limits/shared-counters.ts'
import { newId, publicId } from '../src/ids.ts'
import { newCompany, send, someAddress } from './support/companies.ts'
import { newCertificate } from './support/https.ts'
import { wayTo } from './support/network.ts'
import { withoutOpenssl } from './support/programs.ts'
import { freePort, startRedis, withoutRedis } from './support/redis.ts'
import { atEnd, engine, type Service, startService } from './support/service.ts'
import { until } from './support/until.ts'

const skip = withoutRedis || (engine !== 'postgres' && 'several nodes need PostgreSQL')
const options = { skip, concurrency: false }
const limit = 60
const tokensPerMinute = 30
/** The maximum wait of a request for an unresponsive Redis. */
const deadlineMs = 160
/** Allowance for a busy machine. A hanging request takes much longer. */
const busyMs = 1_500
const lostMessage = 'Redis is unavailable: each node counts rate limits alone'
const foundMessage = 'Redis is available again: nodes share their rate limits'

type Node = Service & { log: Record<string, unknown>[]; lines: string[] }

async function startNode(env: Record<string, string>): Promise<Node> {
  const lines: string[] = []
  const log: Record<string, unknown>[] = []
  const service = await startService({
    env: {
      RATE_LIMIT_PER_MINUTE: `${limit}`,
      TOKENS_PER_MINUTE: `${tokensPerMinute}`,
      TRUSTED_PROXIES: '127.0.0.0/8',
      ...env,
    },
    log: (line) => {
      lines.push(line)
      log.push(JSON.parse(line))
    },
  })
  return { ...service, log, lines }
}

/** Nodes with one database share the secret key. */
const SECRET_KEY = randomBytes(32).toString('base64')

/** Both nodes use one database. */
async function twoNodes(REDIS_URL: string): Promise<[Node, Node]> {
  const one = await startNode({ REDIS_URL, SECRET_KEY })
  const { database } = one.config
  assert.ok(database.kind === 'postgres')
  return [one, await startNode({ REDIS_URL, SECRET_KEY, DATABASE_URL: database.url })]
}

/** A request from an IP address. `/api/x` needs no database. */
async function hit({ server }: Node, from: string, path = '/api/x') {
  const start = performance.now()
  const answer = await server.inject({ method: 'GET', url: path, remoteAddress: from })
  const { statusCode: status, headers } = answer
  return {
    status,
    headers,
    remaining: Number(headers['x-ratelimit-remaining']),
    ms: performance.now() - start,
  }
}

type Hit = Awaited<ReturnType<typeof hit>>

const atOnce = <T>(count: number, ask: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(n)))

const passed = (hits: Hit[]) => hits.filter(({ status }) => status !== 429)

async function isShared({ url }: Service): Promise<boolean> {
  const { text } = await send({ url }, 'GET', '/metrics')
  return /^atelier_rate_limits_shared ([01])$/m.exec(text)![1] === '1'
}

const areShared = async (nodes: Node[]) => (await Promise.all(nodes.map(isShared))).every(Boolean)

/** Limiters with their own connection, as a node has them. */
async function limitersOn(url: string) {
  const { limiters, close } = await openLimiters(url, pino({ level: 'silent' }))
  atEnd(close)
  return limiters
}

const take = async (limiter: RateLimiter, key: string): Promise<Verdict> => limiter.take(key)

describe('two nodes with one Redis', options, async () => {
  if (withoutRedis) return
  const redis = await startRedis()
  const nodes = await twoNodes(redis.url)
  const node = (n: number) => nodes[n % 2]!

  test('two nodes with one Redis let exactly 60 of 500 concurrent requests pass', async () => {
    const from = someAddress()
    const hits = await atOnce(500, (n) => hit(node(n), from))
    assert.equal(passed(hits).length, limit)
    const left = passed(hits).map(({ remaining }) => remaining)
    assert.deepEqual(
      left.sort((one, other) => other - one),
      Array.from({ length: limit }, (_, n) => limit - 1 - n),
    )
    assert.equal(hits.filter(({ status }) => status === 429).length, 500 - limit)
  })

  test("two nodes with one Redis count a client's tokens together", async () => {
    const client = await newCompany(nodes[0], 'Tokens')
    const json = { client_id: client.clientId, client_secret: client.clientSecret }
    const answers = await atOnce(3 * tokensPerMinute, (n) =>
      send(node(n), 'POST', '/oauth/access-token', { json }),
    )
    // Creating the company has used one token.
    assert.equal(answers.filter(({ status }) => status === 200).length, tokensPerMinute - 1)
    assert.ok(answers.every(({ status }) => status === 200 || status === 429))
  })

  test('two nodes with one Redis count cached pages too', async () => {
    const [one] = nodes
    const company = await newCompany(one, 'Warm')
    const from = someAddress()
    const ask = () => company.get('/api/tags', { 'x-forwarded-for': from })
    const hits = [await ask(), ...(await atOnce(100, ask))]
    assert.equal(hits.filter(({ status }) => status === 200).length, limit)
    assert.equal(hits.filter(({ status }) => status === 429).length, 101 - limit)
  })

  test('two nodes with one Redis return the same headers', async () => {
    const from = someAddress()
    const start = Date.now()
    for (let n = 0; n < limit; n++) {
      const { remaining, headers } = await hit(node(n), from, n === 7 ? '/api/%zz' : '/api/x')
      assert.equal(remaining, limit - 1 - n)
      assert.equal(headers['x-ratelimit-limit'], `${limit}`)
      assert.match(String(headers.ratelimit), new RegExp(`^"default";r=${remaining};t=\\d+$`))
      assert.equal(headers['retry-after'], undefined)
    }
    const [one, other] = [await hit(nodes[0], from), await hit(nodes[1], from)]
    for (const { status, headers } of [one, other]) {
      assert.equal(status, 429)
      assert.equal(headers['x-ratelimit-reset'], one.headers['x-ratelimit-reset'])
      assert.equal(headers['x-ratelimit-remaining'], '0')
      assert.ok(Number(headers['retry-after']) >= 1 && Number(headers['retry-after']) <= 60)
    }
    const reset = Number(one.headers['x-ratelimit-reset']) * 1000
    assert.ok(reset >= start + 60_000 - 1_000 && reset <= Date.now() + 61_000)
  })

  test('two nodes with one Redis count each IP address separately', async () => {
    const [one, other] = [someAddress(), someAddress()]
    assert.equal((await hit(nodes[0], one)).remaining, limit - 1)
    assert.equal((await hit(nodes[1], other)).remaining, limit - 1)
  })

  test('two nodes with one Redis do not count rejected requests, so they do not prolong the window', async () => {
    const windowMs = 1_000
    const [a, b] = [await limitersOn(redis.url), await limitersOn(redis.url)]
    const [one, other] = [a('hammered', 2, windowMs), b('hammered', 2, windowMs)]
    const { resetsAt } = await take(one, '192.0.2.1')
    assert.equal((await take(other, '192.0.2.1')).remaining, 0)
    let refused = 0
    let next = await take(one, '192.0.2.1')
    for (; !next.allowed; next = await take(refused % 2 ? one : other, '192.0.2.1')) {
      assert.equal(next.resetsAt, resetsAt)
      refused += 1
      await wait(5)
    }
    assert.ok(refused > 2)
    assert.equal(next.remaining, 1)
    assert.ok(next.sharedAt! >= resetsAt && next.resetsAt === next.sharedAt! + windowMs)
  })

  test('two nodes with one Redis refund a request that the other node counted, once and only within its window', async () => {
    const windowMs = 500
    const [a, b] = [await limitersOn(redis.url), await limitersOn(redis.url)]
    const [one, other] = [a('refunded', 1, windowMs), b('refunded', 1, windowMs)]
    const first = await take(one, '192.0.2.1')
    assert.equal((await take(other, '192.0.2.1')).allowed, false)
    other.giveBack('192.0.2.1', first)
    other.giveBack('192.0.2.1', first)
    const second = await take(other, '192.0.2.1')
    assert.deepEqual([second.allowed, (await take(one, '192.0.2.1')).allowed], [true, false])

    await until('a new window', async () => (await take(one, '192.0.2.1')).allowed)
    other.giveBack('192.0.2.1', first)
    assert.equal((await take(other, '192.0.2.1')).allowed, false)
  })

  test('two nodes with one Redis delay failed attempts with one client ID from any IP address', async () => {
    const client_id = publicId('client', newId())
    const attempt = async (n: number) => {
      const start = performance.now()
      const headers = { 'x-forwarded-for': someAddress() }
      const json = { client_id, client_secret: 'wrong' }
      const { status } = await send(node(n), 'POST', '/oauth/access-token', { json, headers })
      assert.equal(status, 401)
      return performance.now() - start
    }
    for (let n = 0; n < 10; n++) await attempt(n)
    assert.ok((await attempt(0)) >= 480)
    assert.ok((await attempt(1)) >= 480)
  })

  test('two nodes with one Redis delay wrong passwords of one account from any IP address', async () => {
    const json = { email: 'somebody@acme.example', password: 'wrong horse battery' }
    const fail = async (n: number) => {
      const start = performance.now()
      const { url } = node(n)
      const headers = { 'x-forwarded-for': someAddress(), origin: url, 'sec-fetch-site': 'same-origin' }
      const { status } = await send({ url }, 'POST', '/portal/api/auth/sign-in/email', { json, headers })
      assert.equal(status, 401)
      return performance.now() - start
    }
    for (let n = 0; n < 10; n++) await fail(n)
    assert.ok((await fail(0)) >= 480)
    assert.ok((await fail(1)) >= 480)
  })

  /**
   * Sends 30 concurrent requests from one IP address to both nodes.
   * @returns the number of responses by status.
   */
  async function fromOnePage(path: string, json: unknown) {
    const from = someAddress()
    const answers = await atOnce(30, (n) => {
      const { url } = node(n)
      const headers = { 'x-forwarded-for': from, origin: url, 'sec-fetch-site': 'same-origin' }
      return send({ url }, 'POST', `/portal/api/auth/${path}`, { json, headers })
    })
    const statuses = answers.map(({ status }) => status)
    return Object.fromEntries(
      [...new Set(statuses)].map((one) => [one, statuses.filter((s) => s === one).length]),
    )
  }

  test('two nodes with one Redis count wrong passwords together', async () => {
    const json = { email: 'nobody@acme.example', password: 'wrong horse battery' }
    assert.deepEqual(await fromOnePage('sign-in/email', json), { 401: 10, 429: 20 })
  })

  test('two nodes with one Redis count requests to sign-in endpoints together, per path', async () => {
    const json = { newPassword: 'correct horse battery', token: 'nobody has it' }
    assert.deepEqual(await fromOnePage('reset-password', json), { 400: 20, 429: 10 })
  })

  test('two nodes with one Redis log the rejections of an IP address as often as a single node', async () => {
    const from = someAddress()
    const json = { client_id: publicId('client', newId()), client_secret: 'wrong' }
    const headers = { 'x-forwarded-for': from }
    await atOnce(30, (n) => send(node(n), 'POST', '/oauth/access-token', { json, headers }))
    const countLogged = async () => {
      const lists = nodes.map(({ db }) => listSecurityEvents(db, { type: 'token.refused', limit: 1_000 }))
      const ids = (await Promise.all(lists)).flat().filter(({ address }) => address === from)
      return new Set(ids.map(({ id }) => id)).size
    }
    await until('20 are logged', async () => (await countLogged()) >= 20)
    await wait(500)
    assert.equal(await countLogged(), 20)
  })

  test('two nodes with one Redis use the clock of Redis, not their own clocks', async (t) => {
    const from = someAddress()
    const limiter = (await limitersOn(redis.url))('clock', 1, 60_000)
    const { resetsAt } = await take(limiter, from)
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 })
    const refused = await take(limiter, from)
    assert.deepEqual([refused.allowed, refused.resetsAt], [false, resetsAt])
    const seconds = Number(rateLimitHeaders(1, 60_000, refused)['retry-after'])
    assert.ok(seconds > 1 && seconds <= 60, `${seconds} s`)
  })

  test('two nodes with one Redis accept requests after the clock of Redis is set back', async () => {
    const from = someAddress()
    await hit(nodes[0], from)
    const inAnHour = `${Date.now() + 3_600_000}`
    await redis.ask('HSET', `atelier:rate:api:${from}`, 'taken', `${limit}`, 'ends', inAnHour)
    assert.equal((await hit(nodes[1], from)).remaining, limit - 1)
  })

  test('two nodes with one Redis store nothing beyond its window, and no secret that was sent as an ID', async () => {
    const secret = 'atl_cs_put-where-an-id-belongs'
    const json = { client_id: secret, client_secret: 'wrong' }
    await send(nodes[0], 'POST', '/oauth/access-token', { json })
    const keys = await redis.ask('KEYS', '*')
    assert.ok(keys.length > 5)
    for (const key of keys) {
      assert.match(key, /^atelier:rate:[a-z0-9-]+:([0-9a-f.:]+(\/64)?|[\w-]{43})$/)
      assert.doesNotMatch(key, /atl_cs|nobody|acme/)
      const left = Number(await redis.ask('PTTL', key))
      assert.ok(left === -2 || (left > 0 && left <= 3_600_000), `${key} is kept for ${left} ms`)
    }
  })
})

describe('a Redis that', options, async () => {
  if (withoutRedis) return
  const redis = await startRedis()
  const way = await wayTo(redis.port)
  const nodes = await twoNodes(`redis://${way.address}`)

  for (const [name, breakIt, fixIt] of [
    ['is killed', redis.kill, redis.start],
    ['is frozen', async () => redis.freeze(), async () => redis.thaw()],
    ['is disconnected silently', async () => way.cut(), async () => way.mend()],
    [
      'is full',
      () => redis.ask('CONFIG', 'SET', 'maxmemory', '1'),
      () => redis.ask('CONFIG', 'SET', 'maxmemory', '0'),
    ],
    ['is too slow', async () => way.slow(400), async () => way.mend()],
  ] as const) {
    test(`${name} under load fails or blocks no request; each node counts alone until Redis is back`, async (t) => {
      await until('both share', () => areShared(nodes))
      const warnings = () =>
        nodes.map(({ log }) => log.filter(({ message, msg }) => (message ?? msg) === lostMessage).length)
      const before = warnings()
      const load = underLoad(nodes)
      t.after(load.end)
      await wait(200)
      await breakIt()
      await until(
        'both count by themselves',
        async () => !(await isShared(nodes[0])) && !(await isShared(nodes[1])),
      )

      const from = someAddress()
      const [one, other] = await Promise.all(nodes.map((node) => atOnce(100, () => hit(node, from))))
      assert.deepEqual([passed(one!).length, passed(other!).length], [limit, limit])
      // Longer than the pause between two attempts to reconnect.
      await wait(4_000)
      for (const node of nodes) assert.equal((await send(node, 'GET', '/readyz')).status, 200)
      assert.deepEqual(
        warnings(),
        before.map((count) => count + 1),
      )

      await fixIt()
      await until('both share again', () => areShared(nodes))
      const hits = await load.end()
      assert.ok(hits.length > 100, `${hits.length} requests were sent`)
      assert.deepEqual([...new Set(hits.map(({ status }) => status))], [404])
      const slowest = Math.max(...hits.map(({ ms }) => ms))
      assert.ok(slowest < deadlineMs + busyMs, `one request took ${slowest.toFixed(0)} ms`)

      const next = someAddress()
      assert.equal(passed(await atOnce(200, (n) => hit(nodes[n % 2]!, next))).length, limit)
    })
  }

  test('a Redis that is late once is used again within moments', async (t) => {
    const counters = await openSharedCounters(
      (onLost) => openConnection(`redis://${way.address}`, onLost),
      { lost: lostMessage, found: foundMessage },
      pino({ level: 'silent' }),
    )
    t.after(counters.close)
    assert.ok(counters.areInUse())
    redis.freeze()
    const late = await counters.take({ name: 'late', limit: 1, windowMs: 1_000 }, someAddress())
    redis.thaw()
    const since = performance.now()
    assert.equal(late, undefined)
    await until('it is asked again', () => counters.areInUse())
    const ms = performance.now() - since
    assert.ok(ms < 2_500, `after ${ms.toFixed(0)} ms`)
  })

  test('a Redis that has lost its scripts gets them again', async () => {
    await redis.ask('SCRIPT', 'FLUSH')
    const from = someAddress()
    assert.equal((await hit(nodes[0], from)).remaining, limit - 1)
    assert.equal((await hit(nodes[1], from)).remaining, limit - 2)
    assert.ok(await areShared(nodes))
  })
})

/** Requests to all nodes without a pause, each with its own IP address. */
function underLoad(nodes: Node[]) {
  const hits: Hit[] = []
  let isOver = false
  const loops = nodes
    .flatMap((node) => [node, node, node])
    .map(async (node) => {
      while (!isOver) {
        hits.push(await hit(node, someAddress()))
        await wait(5)
      }
    })
  return {
    async end() {
      isOver = true
      await Promise.all(loops)
      return hits
    },
  }
}

test(
  'a node starts without Redis, logs that once, and shares counts once Redis is available',
  options,
  async () => {
    const redis = await startRedis()
    await redis.kill()
    const node = await startNode({ REDIS_URL: redis.url })
    const from = someAddress()
    assert.equal(passed(await atOnce(100, () => hit(node, from))).length, limit)
    assert.equal(await isShared(node), false)
    // Waits for two more attempts to connect.
    await wait(7_000)
    await redis.start()
    await until('it shares', () => isShared(node))
    const messages = node.log.map(({ message, msg }) => message ?? msg)
    assert.equal(messages.filter((text) => text === lostMessage).length, 1)
    assert.equal(messages.filter((text) => text === foundMessage).length, 1)
  },
)

describe('the password in REDIS_URL', options, () => {
  const password = 'p@ss/word-of-redis'
  const inUrl = encodeURIComponent(password)

  test('the password in REDIS_URL is used together with the user and database number, and the user needs few privileges', async () => {
    const rights = '~atelier:rate:* -@all +eval +evalsha +time +hmget +hset +hincrby +pexpireat +select'
    const redis = await startRedis('--user', 'atelier', 'on', `>${password}`, ...rights.split(' '))
    const node = await startNode({ REDIS_URL: `redis://atelier:${inUrl}@127.0.0.1:${redis.port}/3` })
    const from = someAddress()
    assert.equal((await hit(node, from)).remaining, limit - 1)
    assert.equal(await isShared(node), true, node.lines.join(''))
    assert.deepEqual(await redis.ask('-n', '3', 'KEYS', '*'), [`atelier:rate:api:${from}`])
  })

  test('the password in REDIS_URL can be rotated while Redis accepts both passwords, and nodes count together throughout', async () => {
    const redis = await startRedis()
    const urlWith = (password: string) => redis.url.replace('//', `//limits:${password}@`)
    const change = (...rules: string[]) => redis.ask('ACL', 'SETUSER', 'limits', ...rules)
    await change('on', '>the-one-before', '~*', '&*', '+@all')
    const one = await startNode({ REDIS_URL: urlWith('the-one-before'), SECRET_KEY })
    const { database } = one.config
    assert.ok(database.kind === 'postgres')
    await change('>the-one-after')
    const env = { REDIS_URL: urlWith('the-one-after'), DATABASE_URL: database.url, SECRET_KEY }
    const two = await startNode(env)
    await change('<the-one-before')
    const address = '192.0.2.77'
    const hits = await atOnce(200, (n) => hit(n % 2 ? one : two, address))
    assert.equal(passed(hits).length, limit)
    const late = await startNode({ ...env, REDIS_URL: one.config.redisUrl! })
    assert.ok(late.log.some(({ msg }) => msg === lostMessage))
    assert.equal((await hit(late, address)).status, 404)
    for (const { lines } of [one, two, late])
      assert.ok(!lines.some((line) => /the-one-(before|after)/.test(line)))
  })

  test('the password in REDIS_URL appears in no log, for any error of Redis', async () => {
    const strict = await startRedis('--requirepass', 'another')
    const withoutAuth = await startRedis('--rename-command', 'AUTH', '')
    const gone = await freePort()
    for (const [port, reason] of [
      [strict.port, /WRONGPASS/],
      [withoutAuth.port, /unknown command/],
      [gone, /ECONNREFUSED/],
    ] as const) {
      const node = await startNode({ REDIS_URL: `redis://atelier:${inUrl}@127.0.0.1:${port}` })
      assert.equal((await hit(node, someAddress())).status, 404)
      const lines = node.lines.join('')
      assert.match(lines, reason)
      assert.doesNotMatch(lines, /p@ss|p%40ss|word-of-redis/)
    }
  })
})

test('rediss:// uses TLS and rejects an untrusted certificate', {
  ...options,
  skip: options.skip || withoutOpenssl(),
}, async () => {
  const { certificate, key } = await newCertificate()
  const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-auth-clients', 'no']
  const redis = await startRedis('--tls-port', ...files)
  const REDIS_URL = `rediss://localhost:${redis.port}`
  const wary = await startNode({ REDIS_URL })
  assert.equal(await isShared(wary), false)
  assert.match(wary.lines.join(''), /self-signed certificate/)

  const trusted = getCACertificates()
  setDefaultCACertificates([...trusted, await readFile(certificate, 'utf8')])
  try {
    const node = await startNode({ REDIS_URL })
    assert.equal(await isShared(node), true)
    assert.equal((await hit(node, someAddress())).remaining, limit - 1)
  } finally {
    setDefaultCACertificates(trusted)
  }
})

test('without REDIS_URL, limits are counted synchronously in memory', async () => {
  const { limiters, areShared } = await openLimiters(undefined, pino({ level: 'silent' }))
  const verdict = limiters('api', 1, 60_000).take('192.0.2.1')
  assert.ok(!(verdict instanceof Promise))
  assert.deepEqual([verdict.allowed, verdict.remaining, areShared], [true, 0, undefined])
  const node = await startNode({})
  const { text } = await send(node, 'GET', '/metrics')
  assert.doesNotMatch(text, /atelier_rate_limits_shared/)
})
