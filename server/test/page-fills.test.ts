// Engines: embedded
// Concurrent requests for a page share one read, and no request gets a page that was read before a change
// that it knows.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { ageMsMax, createCacheVersions, peopleKey } from '../src/cache/cache-versions.ts'
import { tooBusy } from '../src/db/database-errors.ts'
import { pageCache, type Reading } from '../src/http/responses/page-cache.ts'
import type { Answer } from '../src/http/responses/response.ts'
import type { CompanyId } from '../src/ids.ts'

const companyId = '00000000-0000-7000-8000-000000000000' as CompanyId
const other = '00000000-0000-7000-8000-000000000001' as CompanyId
const callers = 50
const page = (body: string): Answer => ({ status: 200, headers: { ETag: `"${body}"` }, body })
const bodyOf = ({ body }: Answer) => String(body)

function newNode() {
  const clock = { now: 1_000_000 }
  const versions = createCacheVersions(() => true, { monotonic: () => clock.now, wall: () => clock.now })
  const pages = pageCache(versions, 1_000_000)
  const readings: PromiseWithResolvers<Reading>[] = []
  const ask = (about: { companyId?: CompanyId; url?: string } = {}) =>
    pages.answer(
      { companyId, url: '/api/tags', route: '/api/tags', scopes: ['templates:read'], ...about },
      () => {
        const reading = Promise.withResolvers<Reading>()
        readings.push(reading)
        return reading.promise
      },
    )
  const askAll = () => Array.from({ length: callers }, () => ask())
  return { clock, versions, pages, readings, ask, askAll }
}

test('concurrent requests for a page share one read and get the same bytes', async () => {
  const { pages, readings, ask, askAll } = newNode()
  const asked = askAll()
  await turn()
  assert.equal(readings.length, 1)
  readings[0]!.resolve({ answer: page('first') })
  const answers = await Promise.all(asked)
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
  assert.equal(bodyOf(answers[0]!), 'first')
  assert.equal(bodyOf(await ask()), 'first')
  const { hits, misses } = pages.use()
  assert.deepEqual({ hits, misses }, { hits: callers, misses: 1 })
})

test("another page, or another company's page, is a separate read", async () => {
  const { readings, ask } = newNode()
  void ask()
  void ask({ url: '/api/tags?page=2' })
  void ask({ companyId: other })
  await turn()
  assert.equal(readings.length, 3)
})

for (const key of [companyId, peopleKey])
  test(`a request after a change of ${key === peopleKey ? 'people' : 'the company'} gets no data that was read before it`, async () => {
    const { versions, readings, ask, askAll } = newNode()
    const before = ask()
    versions.invalidate(key)
    const after = askAll()
    await turn()
    assert.equal(readings.length, 2)
    // The newer read completes first.
    readings[1]!.resolve({ answer: page('new') })
    for (const answer of await Promise.all(after)) assert.equal(bodyOf(answer), 'new')
    readings[0]!.resolve({ answer: page('old') })
    assert.equal(bodyOf(await before), 'old')
    assert.equal(bodyOf(await ask()), 'new')
    assert.equal(readings.length, 2)
  })

test('requests after a change share a new read, even if a read from before the change is still running', async () => {
  const { versions, readings, ask } = newNode()
  const before = ask()
  versions.invalidate(companyId)
  const first = ask()
  readings[0]!.resolve({ answer: page('old') })
  assert.equal(bodyOf(await before), 'old')
  const second = ask()
  await turn()
  assert.equal(readings.length, 2)
  readings[1]!.resolve({ answer: page('new') })
  assert.deepEqual([bodyOf(await first), bodyOf(await second)], ['new', 'new'])
})

test('a failed read fails for the request that started it, and the other requests read themselves', async () => {
  const { readings, askAll } = newNode()
  const asked = askAll()
  await turn()
  readings[0]!.reject(new Error('of the first'))
  await assert.rejects(asked[0]!, /of the first/)
  await turn()
  assert.equal(readings.length, callers)
  for (const reading of readings.slice(1)) reading.resolve({ answer: page('own') })
  for (const answer of await Promise.all(asked.slice(1))) assert.equal(bodyOf(answer), 'own')
})

test('an overloaded database fails all requests that wait for the read', async () => {
  const { readings, askAll } = newNode()
  const asked = askAll()
  await turn()
  readings[0]!.reject(tooBusy('Too many requests are waiting for the database.'))
  for (const { status } of await Promise.allSettled(asked)) assert.equal(status, 'rejected')
  assert.equal(readings.length, 1)
})

test('a response that is not cacheable is not shared', async () => {
  const { readings, ask } = newNode()
  const asked = [ask(), ask()]
  await turn()
  readings[0]!.resolve({ answer: { status: 204, headers: {}, body: null } })
  assert.equal((await asked[0]!).status, 204)
  await turn()
  assert.equal(readings.length, 2)
})

test("a replica's response is shared only within the maximum age", async () => {
  const { clock, versions, readings, ask } = newNode()
  const shownSince = versions.now()!
  clock.now += ageMsMax - 2
  const first = ask()
  clock.now += 1
  const young = ask()
  clock.now += 1
  const late = ask()
  await turn()
  assert.equal(readings.length, 1)
  readings[0]!.resolve({ answer: page('near'), shownSince })
  assert.deepEqual([bodyOf(await first), bodyOf(await young)], ['near', 'near'])
  await turn()
  assert.equal(readings.length, 2)
  readings[1]!.resolve({ answer: page('now') })
  assert.equal(bodyOf(await late), 'now')
})
