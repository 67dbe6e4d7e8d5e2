// Engines: embedded
// When idle, the server returns unused heap memory to the operating system.
import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { ageMsMax, createCacheVersions } from '../src/cache/cache-versions.ts'
import { pageCache } from '../src/http/responses/page-cache.ts'
import { type CompanyId, newId } from '../src/ids.ts'
import { giveBackAtRest, giveBackMemory } from '../src/operations/memory.ts'
import { until } from './support/until.ts'

const megabyte = 2 ** 20
const lookMs = 200

function work() {
  const end = performance.now() + 2 * lookMs
  let held: object[] = []
  while (performance.now() < end || held.length < 500_000) {
    if (held.length === 1_000_000) held = []
    held.push({ at: held.length, text: [held.length] })
  }
  held = []
}

test('unused memory is released after startup and once in each idle period after work', async () => {
  let releases = 0
  const giveBack = () => {
    releases++
    giveBackMemory()
  }
  work()
  const worked = process.memoryUsage().rss
  giveBackAtRest(giveBack, lookMs)
  assert.ok(process.memoryUsage().rss < worked - 30 * megabyte, `of ${worked} bytes`)
  // The start itself can count as work.
  await wait(4 * lookMs)
  const atStart = releases
  work()
  await until('memory is released once idle', () => releases > atStart)
  await wait(4 * lookMs)
  assert.equal(releases, atStart + 1, 'only once')
})

test('evicted pages release their memory to the operating system', async () => {
  let now = 0
  const cacheVersions = createCacheVersions(() => true, { monotonic: () => now, wall: () => now })
  const pages = pageCache(cacheVersions, 48 * megabyte)
  const about = {
    companyId: newId() as CompanyId,
    route: '/api/tags',
    scopes: ['templates:read'] as const,
  }
  const others: Buffer[] = []
  giveBackMemory()
  const before = process.memoryUsage().rss
  for (let turn = 0; turn < 12; turn++) {
    for (let at = 0; at < 999; at++) {
      const body = JSON.stringify({ data: 'x'.repeat(22_000 + ((at * 7) % 200)) })
      const read = async () => ({ answer: { status: 200, headers: {}, body } })
      await pages.answer({ ...about, url: `/api/tags?page=${at}` }, read)
      others[(turn * 999 + at) % 3_000] = Buffer.from('y'.repeat(200 + ((at * 37) % 3_000)))
    }
    now += ageMsMax
    await wait(20)
  }
  assert.equal(pages.use().entries, 999)
  pages.sweep()
  assert.equal(pages.use().bytes, 0)
  await wait(200)
  giveBackMemory()
  await until('memory is released', () => process.memoryUsage().rss < before + 50 * megabyte)
  assert.equal(others.length, 3_000)
})
