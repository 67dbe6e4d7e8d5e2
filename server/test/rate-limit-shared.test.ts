// Rate limits and failed attempts that several nodes count together, in a real Redis.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { pino } from 'pino'
import { listSecurityEvents } from '../src/audit/queries.ts'
import { openLimiters } from '../src/http/open-limiters.ts'
import { type RateLimiter, rateLimitHeaders, type Verdict } from '../src/http/rate-limit.ts'
import { openConnection } from '../src/http/redis-connection.ts'
import { openSharedCounters } from '../src/http/shared-counters.ts'
import { newId, publicId } from '../src/ids.ts'
import { newCompany, send, someAddress } from './support/companies.ts'
import { wayTo } from './support/network.ts'
import { withoutOpenssl } from './support/programs.ts'
import { freePort, newCertificate, startRedis, withoutRedis } from './support/redis.ts'
import { atEnd, engine, type Service, startService } from './support/service.ts'
import { until } from './support/until.ts'

const skip = withoutRedis || (engine !== 'postgres' && 'several nodes need PostgreSQL')
const options = { skip, concurrency: false }
const limit = 60
const tokensPerMinute = 30
/** How long one request may wait for a Redis that does not answer. */
const deadlineMs = 160
/** For a machine that is busy with other things. A request that hangs takes much longer. */
const busyMs = 1_500
const lostMessage = 'Redis is out of reach: each node counts rate limits by itself'
const foundMessage = 'rate limits are counted in Redis again'

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

/** Nodes on one database have the same key. */
const SECRET_KEY = randomBytes(32).toString('base64')

/** On one database. */
async function twoNodes(REDIS_URL: string): Promise<[Node, Node]> {
  const one = await startNode({ REDIS_URL, SECRET_KEY })
  const { database } = one.config
  assert.ok(database.kind === 'postgres')
  return [one, await startNode({ REDIS_URL, SECRET_KEY, DATABASE_URL: database.url })]
}

/** A request as it comes from an address. `/api/x` needs no database. */
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

/** Limiters as a node has them. */
async function limitersOn(url: string) {
  const { limiters, close } = await openLimiters(url, pino({ level: 'silent' }))
  atEnd(close)
  return limiters
}

const take = async (limiter: RateLimiter, key: string): Promise<Verdict> => limiter.take(key)

describe('two nodes and one Redis', options, async () => {
  if (withoutRedis) return
  const redis = await startRedis()
  const nodes = await twoNodes(redis.url)
  const node = (n: number) => nodes[n % 2]!

  test('let exactly 60 of 500 at once pass between them', async () => {
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

  test('count the tokens of a client together', async () => {
    const client = await newCompany(nodes[0], 'Tokens')
    const json = { client_id: client.clientId, client_secret: client.clientSecret }
    const answers = await atOnce(3 * tokensPerMinute, (n) =>
      send(node(n), 'POST', '/oauth/access-token', { json }),
    )
    // The company has one already.
    assert.equal(answers.filter(({ status }) => status === 200).length, tokensPerMinute - 1)
    assert.ok(answers.every(({ status }) => status === 200 || status === 429))
  })

  test('count pages that are in memory too', async () => {
    const [one] = nodes
    const company = await newCompany(one, 'Warm')
    const from = someAddress()
    const ask = () => company.get('/api/tags', { 'x-forwarded-for': from })
    const hits = [await ask(), ...(await atOnce(100, ask))]
    assert.equal(hits.filter(({ status }) => status === 200).length, limit)
    assert.equal(hits.filter(({ status }) => status === 429).length, 101 - limit)
  })

  test('say the same in their headers', async () => {
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

  test('count addresses apart', async () => {
    const [one, other] = [someAddress(), someAddress()]
    assert.equal((await hit(nodes[0], one)).remaining, limit - 1)
    assert.equal((await hit(nodes[1], other)).remaining, limit - 1)
  })

  test('do not count what they refuse: hammering prolongs nothing', async () => {
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

  test('take back at one what the other has counted, once, and only in its window', async () => {
    const windowMs = 500
    const [a, b] = [await limitersOn(redis.url), await limitersOn(redis.url)]
    const [one, other] = [a('given-back', 1, windowMs), b('given-back', 1, windowMs)]
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

  test('slow failed attempts with one client id wherever they come from', async () => {
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

  test('slow wrong passwords of one account wherever they come from', async () => {
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

  /** 30 at once, at both nodes, from one page's address. @returns how many were answered with each status. */
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

  test('count wrong passwords together', async () => {
    const json = { email: 'nobody@acme.example', password: 'wrong horse battery' }
    assert.deepEqual(await fromOnePage('sign-in/email', json), { 401: 10, 429: 20 })
  })

  test('count what pages ask for together, path by path', async () => {
    const json = { newPassword: 'correct horse battery', token: 'nobody has it' }
    assert.deepEqual(await fromOnePage('reset-password', json), { 400: 20, 429: 10 })
  })

  test('tell of the refusals of one address as often as one node would', async () => {
    const from = someAddress()
    const json = { client_id: publicId('client', newId()), client_secret: 'wrong' }
    const headers = { 'x-forwarded-for': from }
    await atOnce(30, (n) => send(node(n), 'POST', '/oauth/access-token', { json, headers }))
    const told = async () => {
      const lists = nodes.map(({ db }) => listSecurityEvents(db, { type: 'token.refused', limit: 1_000 }))
      const ids = (await Promise.all(lists)).flat().filter(({ address }) => address === from)
      return new Set(ids.map(({ id }) => id)).size
    }
    await until('20 are told', async () => (await told()) >= 20)
    await wait(500)
    assert.equal(await told(), 20)
  })

  test('go by the clock of Redis, whatever their own says', async (t) => {
    const from = someAddress()
    const limiter = (await limitersOn(redis.url))('clock', 1, 60_000)
    const { resetsAt } = await take(limiter, from)
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 })
    const refused = await take(limiter, from)
    assert.deepEqual([refused.allowed, refused.resetsAt], [false, resetsAt])
    const seconds = Number(rateLimitHeaders(1, 60_000, refused)['retry-after'])
    assert.ok(seconds > 1 && seconds <= 60, `${seconds} s`)
  })

  test('lock nobody out when the clock of Redis is set back', async () => {
    const from = someAddress()
    await hit(nodes[0], from)
    const inAnHour = `${Date.now() + 3_600_000}`
    await redis.ask('HSET', `atelier:rate:api:${from}`, 'taken', `${limit}`, 'ends', inAnHour)
    assert.equal((await hit(nodes[1], from)).remaining, limit - 1)
  })

  test('keep nothing for longer than its window, and no secret that stands where an id should', async () => {
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

  for (const [name, breakIt, mendIt] of [
    ['is killed', redis.kill, redis.start],
    ['is frozen', async () => redis.freeze(), async () => redis.thaw()],
    ['is cut off without a word', async () => way.cut(), async () => way.mend()],
    [
      'is full',
      () => redis.ask('CONFIG', 'SET', 'maxmemory', '1'),
      () => redis.ask('CONFIG', 'SET', 'maxmemory', '0'),
    ],
    ['is too slow', async () => way.slow(400), async () => way.mend()],
  ] as const) {
    test(`${name} under load fails no request and holds none up; each node counts until it is back`, async (t) => {
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
      // Longer than the pause between two tries.
      await wait(4_000)
      for (const node of nodes) assert.equal((await send(node, 'GET', '/readyz')).status, 200)
      assert.deepEqual(
        warnings(),
        before.map((count) => count + 1),
      )

      await mendIt()
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

  test('is late once is asked again within a moment', async (t) => {
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

  test('has forgotten its scripts is told them again', async () => {
    await redis.ask('SCRIPT', 'FLUSH')
    const from = someAddress()
    assert.equal((await hit(nodes[0], from)).remaining, limit - 1)
    assert.equal((await hit(nodes[1], from)).remaining, limit - 2)
    assert.ok(await areShared(nodes))
  })
})

/** Requests to all nodes without a pause, each from an address of its own. */
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
  'a node starts without its Redis, says so once, and shares as soon as it is there',
  options,
  async () => {
    const redis = await startRedis()
    await redis.kill()
    const node = await startNode({ REDIS_URL: redis.url })
    const from = someAddress()
    assert.equal(passed(await atOnce(100, () => hit(node, from))).length, limit)
    assert.equal(await isShared(node), false)
    // Two tries more.
    await wait(7_000)
    await redis.start()
    await until('it shares', () => isShared(node))
    const told = node.log.map(({ message, msg }) => message ?? msg)
    assert.equal(told.filter((text) => text === lostMessage).length, 1)
    assert.equal(told.filter((text) => text === foundMessage).length, 1)
  },
)

describe('the password in REDIS_URL', options, () => {
  const password = 'p@ss/word-of-redis'
  const inUrl = encodeURIComponent(password)

  test('is used, with the user and the number of the database, who needs few rights', async () => {
    const rights = '~atelier:rate:* -@all +eval +evalsha +time +hmget +hset +hincrby +pexpireat +select'
    const redis = await startRedis('--user', 'atelier', 'on', `>${password}`, ...rights.split(' '))
    const node = await startNode({ REDIS_URL: `redis://atelier:${inUrl}@127.0.0.1:${redis.port}/3` })
    const from = someAddress()
    assert.equal((await hit(node, from)).remaining, limit - 1)
    assert.equal(await isShared(node), true, node.lines.join(''))
    assert.deepEqual(await redis.ask('-n', '3', 'KEYS', '*'), [`atelier:rate:api:${from}`])
  })

  test('is replaced while Redis knows both, and nodes count together before, between and after', async () => {
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

  test('is in no log, whatever Redis says of it', async () => {
    const strict = await startRedis('--requirepass', 'another')
    const deaf = await startRedis('--rename-command', 'AUTH', '')
    const gone = await freePort()
    for (const [port, reason] of [
      [strict.port, /WRONGPASS/],
      [deaf.port, /unknown command/],
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

test('rediss:// speaks TLS, and to nobody whose certificate it does not trust', {
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

test('without REDIS_URL nothing waits: what is counted here is counted at once', async () => {
  const { limiters, areShared } = await openLimiters(undefined, pino({ level: 'silent' }))
  const verdict = limiters('api', 1, 60_000).take('192.0.2.1')
  assert.ok(!(verdict instanceof Promise))
  assert.deepEqual([verdict.allowed, verdict.remaining, areShared], [true, 0, undefined])
  const node = await startNode({})
  const { text } = await send(node, 'GET', '/metrics')
  assert.doesNotMatch(text, /atelier_rate_limits_shared/)
})
