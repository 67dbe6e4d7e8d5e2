// Engines: postgres in CI
// Runs: first
// The rate limit. Windows last 60 s, so only one test waits for the end of a window.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCompany, someAddress } from '../../server/test/support/companies.ts'
import { startService } from '../../server/test/support/service.ts'
import type { RateLimitedError } from '../src/index.ts'
import { clientAt } from './support/client.ts'

const limit = 12
const service = await startService({
  env: { RATE_LIMIT_PER_MINUTE: `${limit}`, TRUSTED_PROXIES: '127.0.0.1,::1' },
})
const acme = await newCompany(service, 'Acme')

/** A client with its own IP address, and the statuses of its responses. */
function fresh(address = someAddress()) {
  const statuses: number[] = []
  const from: typeof fetch = async (input, init) => {
    const headers = { ...(init?.headers as Record<string, string>), 'x-forwarded-for': address }
    const response = await fetch(input, { ...init, headers })
    if (String(input).includes('/api/')) statuses.push(response.status)
    return response
  }
  return { atelier: clientAt(service, acme, { fetch: from }), statuses, from, address }
}

const times = (count: number) => Array.from({ length: count })

test('concurrent calls stay within the rate limit, and the rest are rejected with a retry time', async () => {
  const { atelier, statuses } = fresh()
  const calls = await Promise.allSettled(times(3 * limit).map(() => atelier.user({ maxWaitMs: 1_000 })))
  const refused = calls
    .filter((call) => call.status === 'rejected')
    .map(({ reason }) => reason as RateLimitedError)
  assert.deepEqual(statuses, Array(limit).fill(200))
  assert.equal(refused.length, 2 * limit)
  for (const { name, code, retryAfterMs } of refused) {
    assert.deepEqual([name, code], ['RateLimitedError', 'rate_limited'])
    assert.ok(retryAfterMs > 50_000 && retryAfterMs <= 60_000, `${retryAfterMs} ms`)
  }
})

test('a call that would exceed its maximum wait time is not sent', async () => {
  const { atelier, statuses } = fresh()
  for (const _ of times(limit)) await atelier.user()
  const begun = performance.now()
  await assert.rejects(atelier.user({ maxWaitMs: 5_000 }), { name: 'RateLimitedError' })
  assert.ok(performance.now() - begun < 1_000)
  assert.equal(statuses.length, limit)
})

test('a signal ends the wait', async () => {
  const { atelier } = fresh()
  for (const _ of times(limit)) await atelier.user()
  await assert.rejects(atelier.user({ signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' })
})

test('requests of other clients with the same IP address count towards the limit', async () => {
  const { from, address } = fresh()
  for (const _ of times(limit - 3))
    await from(`${service.url}/api/user`, { headers: { authorization: `Bearer ${acme.token}` } })
  const { atelier, statuses } = fresh(address)
  for (const _ of times(3)) await atelier.user()
  await assert.rejects(atelier.user({ maxWaitMs: 10 }), { name: 'RateLimitedError' })
  assert.deepEqual(statuses, [200, 200, 200])
})

test('a rejected call waits for Retry-After, and a loop continues in the next window', async () => {
  const { from, address } = fresh()
  for (const _ of times(limit))
    await from(`${service.url}/api/user`, { headers: { authorization: `Bearer ${acme.token}` } })
  const { atelier, statuses } = fresh(address)
  const begun = performance.now()
  await Promise.all(times(4).map(() => atelier.user()))
  assert.ok(performance.now() - begun > 55_000)
  assert.deepEqual(statuses.filter((status) => status === 200).length, 4)
})
