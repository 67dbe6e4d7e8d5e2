// Engines: postgres
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rateLimiter, rateLimitHeaders } from '../src/http/rate-limits/rate-limit.ts'
import { addressKey } from '../src/ip-addresses.ts'
import { newCompany, send } from './support/companies.ts'
import { heapMegabytes } from './support/heap.ts'
import { startService } from './support/service.ts'

const minuteMs = 60_000
const service = await startService({
  env: { RATE_LIMIT_PER_MINUTE: '60', TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1, 2001:db8:ffff::/48' },
})
const acme = await newCompany(service, 'Acme')

/** A request from a peer, with an optional X-Forwarded-For header. `/api/x` needs no database. */
async function hit(peer: string, forwarded?: string, path = '/api/x') {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const answer = await service.server.inject({ method: 'GET', url: path, remoteAddress: peer, headers })
  return { status: answer.statusCode, remaining: Number(answer.headers['x-ratelimit-remaining']), answer }
}

let nextAddress = 1
/** A new IP address that is not a trusted proxy. */
const newAddress = () => `198.51.${nextAddress >> 8}.${nextAddress++ & 255}`

async function sharesBucket(one: () => ReturnType<typeof hit>, other: () => ReturnType<typeof hit>) {
  const first = (await one()).remaining
  return (await other()).remaining === first - 1
}

describe('a limit of 60 per minute', () => {
  // Holds R-RATE-1.
  test('a limit of 60 per minute lets 60 requests pass, rejects the next request, and starts again 60 s after the first', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 20, 12, 0, 0) })
    const peer = newAddress()
    for (let n = 0; n < 60; n++) {
      const { status, remaining, answer } = await hit(peer)
      assert.equal(status, 404)
      assert.equal(remaining, 59 - n)
      assert.equal(answer.headers['retry-after'], undefined)
      assert.equal(answer.headers['x-ratelimit-reset'], undefined)
      t.mock.timers.tick(500)
    }
    const { status, answer } = await hit(peer)
    assert.equal(status, 429)
    assert.equal(answer.body, '{"message":"Too Many Attempts."}')
    const { headers } = answer
    assert.deepEqual(
      [
        headers['retry-after'],
        headers['x-ratelimit-limit'],
        headers['x-ratelimit-remaining'],
        headers['x-ratelimit-reset'],
        headers['ratelimit-policy'],
        headers.ratelimit,
      ],
      [
        '30',
        '60',
        '0',
        String(Date.UTC(2026, 10, 20, 12, 1, 0) / 1000),
        '"default";q=60;w=60',
        '"default";r=0;t=30',
      ],
    )
    t.mock.timers.tick(29_999)
    assert.equal((await hit(peer)).status, 429)
    t.mock.timers.tick(1)
    assert.equal((await hit(peer)).remaining, 59)
  })

  // Holds R-RATE-1.
  test('a limit of 60 per minute does not count rejected requests, so they do not prolong the window', () => {
    const limiter = rateLimiter(2, minuteMs)
    limiter.take('a', 0)
    limiter.take('a', 0)
    for (let now = 0; now < minuteMs; now += 100) assert.equal(limiter.take('a', now).allowed, false)
    assert.deepEqual(limiter.take('a', minuteMs), { allowed: true, remaining: 1, resetsAt: 2 * minuteMs })
  })

  test('a limit of 60 per minute lets exactly 60 of 500 concurrent requests from one IP address pass', async () => {
    const headers = { 'x-forwarded-for': newAddress() }
    const answers = await Promise.all(Array.from({ length: 500 }, () => acme.get('/api/user', headers)))
    const statuses = answers.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 200).length, 60)
    assert.equal(statuses.filter((status) => status === 429).length, 440)
  })

  test('a limit of 60 per minute counts every response under /api, and no other response', async () => {
    const peer = newAddress()
    assert.equal((await hit(peer)).remaining, 59)
    assert.equal((await hit(peer, undefined, '/api/user')).remaining, 58)
    assert.equal((await hit(peer, undefined, '/api/%75ser?x')).remaining, 57)
    assert.equal((await hit(peer, undefined, '/api/%zz')).remaining, 56)
    assert.equal((await hit(peer, undefined, '/api')).remaining, 55)
    assert.equal((await hit(peer, undefined, '/api?x')).remaining, 54)
    assert.equal((await hit(peer, undefined, '/api/get-access-token')).remaining, 53)
    for (const path of [
      '/healthz',
      '/oauth/introspect',
      '/openapi.json',
      '/apix',
      '/nothing',
      '/files/a/b',
    ]) {
      assert.equal((await hit(peer, undefined, path)).answer.headers['x-ratelimit-limit'], undefined, path)
    }
    assert.equal((await hit(peer)).remaining, 52)
  })

  test('a limit of 60 per minute returns a Retry-After of at least one second and at most the rest of the window', () => {
    const verdict = { allowed: false, remaining: 0, resetsAt: 10_000 }
    assert.equal(rateLimitHeaders(60, minuteMs, verdict, 9_999)['retry-after'], '1')
    assert.equal(rateLimitHeaders(60, minuteMs, verdict, 8_001)['retry-after'], '2')
    assert.equal(rateLimitHeaders(60, minuteMs, verdict, 10_001)['retry-after'], '1')
  })
})

// Holds R-RATE-1.
test('the limit can be changed or disabled', async () => {
  const strict = await startService({ env: { RATE_LIMIT_PER_MINUTE: '2' } })
  const open = await startService({ env: { RATE_LIMIT_PER_MINUTE: '0' } })
  const statuses = { strict: [] as number[], open: [] as number[] }
  for (let n = 0; n < 4; n++) {
    const answer = await send(strict, 'GET', '/api/x')
    assert.equal(answer.headers.get('x-ratelimit-limit'), '2')
    statuses.strict.push(answer.status)
  }
  for (let n = 0; n < 100; n++) {
    const answer = await send(open, 'GET', '/api/x')
    assert.equal(answer.headers.get('x-ratelimit-limit'), null)
    statuses.open.push(answer.status)
  }
  assert.deepEqual(statuses, { strict: [404, 404, 429, 429], open: Array(100).fill(404) })
})

// Holds R-RATE-4.
describe('X-Forwarded-For', () => {
  test('X-Forwarded-For is ignored if the peer is not a trusted proxy', async () => {
    const peer = newAddress()
    assert.ok(
      await sharesBucket(
        () => hit(peer),
        () => hit(peer, newAddress()),
      ),
    )
    assert.ok(
      await sharesBucket(
        () => hit(peer, newAddress()),
        () => hit(peer, `${newAddress()}, 10.0.0.1`),
      ),
    )
  })

  test('X-Forwarded-For from a trusted proxy determines the address: the rightmost untrusted one', async () => {
    const [caller, other] = [newAddress(), newAddress()]
    const direct = () => hit('10.0.0.1', caller)
    assert.ok(await sharesBucket(direct, () => hit('10.9.9.9', caller)))
    assert.ok(await sharesBucket(direct, () => hit('10.0.0.1', `${other}, ${caller}`)))
    assert.ok(
      await sharesBucket(direct, () => hit('10.0.0.1', `${other}, ${caller}, 10.0.0.2, 2001:db8:ffff::7`)),
    )
    assert.ok(await sharesBucket(direct, () => hit('2001:db8:ffff::1', caller)))
    assert.ok(await sharesBucket(direct, () => hit('::ffff:10.0.0.1', caller)))
    assert.equal(await sharesBucket(direct, () => hit('10.0.0.1', `${caller}, ${other}`)), false)
    assert.ok(await sharesBucket(direct, () => hit(caller)))
  })

  test('X-Forwarded-For that is empty or invalid counts as the proxy itself', async () => {
    const proxy = '10.1.1.1'
    for (const text of ['', 'unknown', '_hidden', 'x'.repeat(4_000), '198.51.100.1x', '1.2.3', '999.1.1.1']) {
      assert.ok(
        await sharesBucket(
          () => hit(proxy),
          () => hit(proxy, text),
        ),
        text.slice(0, 30),
      )
    }
  })

  test('X-Forwarded-For with different ports counts as the same caller', async () => {
    const caller = newAddress()
    assert.ok(
      await sharesBucket(
        () => hit('10.0.0.1', `${caller}:1111`),
        () => hit('10.0.0.1', `${caller}:2222`),
      ),
    )
    assert.ok(
      await sharesBucket(
        () => hit('10.0.0.1', caller),
        () => hit('10.0.0.1', `${caller}:3333`),
      ),
    )
    const one = () => hit('10.0.0.1', '[2001:db8:5::1]:1111')
    assert.ok(await sharesBucket(one, () => hit('10.0.0.1', '2001:db8:5::1')))
  })
})

describe('an IP address', () => {
  test('an IPv4 address mapped into IPv6 counts as the IPv4 address', async () => {
    const peer = newAddress()
    assert.ok(
      await sharesBucket(
        () => hit(peer),
        () => hit(`::ffff:${peer}`),
      ),
    )
    assert.equal(addressKey('::ffff:c633:6401'), '198.51.100.1')
  })

  // Holds R-RATE-4.
  test('an IPv6 address is counted by its /64, in any notation', async () => {
    assert.ok(
      await sharesBucket(
        () => hit('2001:db8:1:2::1'),
        () => hit('2001:db8:1:2:ffff:ffff:ffff:ffff'),
      ),
    )
    assert.equal(
      await sharesBucket(
        () => hit('2001:db8:1:2::1'),
        () => hit('2001:db8:1:3::1'),
      ),
      false,
    )
    for (const text of ['2001:DB8:1:2::1', '2001:0db8:0001:0002::5', '[2001:db8:1:2::9]', 'fe80::1%eth0']) {
      assert.match(addressKey(text)!, /^(2001:db8:1:2|fe80:0:0:0)::\/64$/)
    }
  })

  test('an IPv4 address is counted separately', () => {
    const keys = new Set<string>()
    for (let n = 0; n < 65_536; n++) keys.add(addressKey(`203.0.${n >> 8}.${n & 255}`)!)
    assert.equal(keys.size, 65_536)
  })
})

describe('the memory of a rate limiter', () => {
  test('the memory of a rate limiter is bounded: a million addresses take no more than the first 100,000', () => {
    const limiter = rateLimiter(60, minuteMs)
    const meet = (from: number, to: number) => {
      for (let n = from; n < to; n++) limiter.take(`${n >> 16}.${(n >> 8) & 255}.${n & 255}.1`)
    }
    const empty = heapMegabytes()
    meet(0, 100_000)
    const full = heapMegabytes()
    meet(100_000, 1_100_000)
    const after = heapMegabytes()
    assert.ok(full - empty < 30, `100,000 addresses took ${(full - empty).toFixed(1)} MB`)
    assert.ok(after - full < 5, `a million more took ${(after - full).toFixed(1)} MB more`)
    assert.equal(limiter.peek('16.200.223.1').remaining, 59)
  })

  test('a full rate limiter drops the oldest half of its entries, and never the newest', () => {
    const limiter = rateLimiter(2, minuteMs, 4)
    for (const [now, key] of ['a', 'b', 'c', 'd', 'e'].entries()) limiter.take(key, now)
    assert.deepEqual(
      ['a', 'b', 'c', 'd', 'e'].map((key) => limiter.peek(key, 5).remaining),
      [2, 2, 1, 1, 1],
    )
  })

  test('a rate limiter blocks no caller for longer than a window when the clock is set back', () => {
    const limiter = rateLimiter(1, minuteMs)
    const hourMs = 60 * minuteMs
    assert.equal(limiter.take('a', hourMs).allowed, true)
    assert.equal(limiter.take('a', hourMs).allowed, false)
    const { resetsAt } = limiter.take('a', 0)
    assert.ok(resetsAt <= minuteMs, `it ends at ${resetsAt}`)
    assert.equal(limiter.take('a', minuteMs).allowed, true)
  })

  test('a rate limiter keeps every window that still counts', () => {
    const limiter = rateLimiter(1, minuteMs)
    const begins: number[] = []
    for (let now = 0; now < 10 * minuteMs; now += 7_001) {
      assert.equal(limiter.take(`${now}`, now).allowed, true)
      begins.push(now)
      for (const begin of begins) {
        assert.equal(limiter.peek(`${begin}`, now).allowed, now - begin >= minuteMs, `${begin} at ${now}`)
      }
    }
  })
})
