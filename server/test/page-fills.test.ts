// A page that many ask for at once is read once, and nobody gets what was read before a change that they know of.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { ageMsMax, epochs } from '../src/cache/epochs.ts'
import { peopleKey } from '../src/cache/follow.ts'
import { tooBusy } from '../src/db/unavailable.ts'
import type { Answer } from '../src/http/answer.ts'
import { pageCache, type Reading } from '../src/http/page-cache.ts'
import type { CompanyId } from '../src/ids.ts'

const companyId = '00000000-0000-7000-8000-000000000000' as CompanyId
const other = '00000000-0000-7000-8000-000000000001' as CompanyId
const callers = 50
const page = (body: string): Answer => ({ status: 200, headers: { ETag: `"${body}"` }, body })
const bodyOf = ({ body }: Answer) => String(body)

function newNode() {
  const clock = { now: 1_000_000 }
  const heard = epochs(() => true, { monotonic: () => clock.now, wall: () => clock.now })
  const pages = pageCache(heard, 1_000_000)
  const readings: PromiseWithResolvers<Reading>[] = []
  const ask = (about: { companyId?: CompanyId; url?: string } = {}) =>
    pages.answer(
      { companyId, url: '/api/tags', route: '/api/tags', scope: 'templates:read', ...about },
      () => {
        const reading = Promise.withResolvers<Reading>()
        readings.push(reading)
        return reading.promise
      },
    )
  const askAll = () => Array.from({ length: callers }, () => ask())
  return { clock, heard, pages, readings, ask, askAll }
}

test('many who ask for one page at once make one reading, and get the same bytes', async () => {
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

test('another page, and that of another company, is another reading', async () => {
  const { readings, ask } = newNode()
  void ask()
  void ask({ url: '/api/tags?page=2' })
  void ask({ companyId: other })
  await turn()
  assert.equal(readings.length, 3)
})

for (const key of [companyId, peopleKey])
  test(`who asks after a change of ${key === peopleKey ? 'people' : 'the company'} gets nothing that was read before it`, async () => {
    const { heard, readings, ask, askAll } = newNode()
    const before = ask()
    heard.move(key)
    const after = askAll()
    await turn()
    assert.equal(readings.length, 2)
    // In whichever order they end.
    readings[1]!.resolve({ answer: page('new') })
    for (const answer of await Promise.all(after)) assert.equal(bodyOf(answer), 'new')
    readings[0]!.resolve({ answer: page('old') })
    assert.equal(bodyOf(await before), 'old')
    assert.equal(bodyOf(await ask()), 'new')
    assert.equal(readings.length, 2)
  })

test('who asks while the reading of before a change is still going on waits with others for the new one', async () => {
  const { heard, readings, ask } = newNode()
  const before = ask()
  heard.move(companyId)
  const first = ask()
  readings[0]!.resolve({ answer: page('old') })
  assert.equal(bodyOf(await before), 'old')
  const second = ask()
  await turn()
  assert.equal(readings.length, 2)
  readings[1]!.resolve({ answer: page('new') })
  assert.deepEqual([bodyOf(await first), bodyOf(await second)], ['new', 'new'])
})

test('a reading that fails fails for who began it, and the others read for themselves', async () => {
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

test('of a database that can’t answer one reading tells all who wait', async () => {
  const { readings, askAll } = newNode()
  const asked = askAll()
  await turn()
  readings[0]!.reject(tooBusy('Too many are waiting for the database.'))
  for (const { status } of await Promise.allSettled(asked)) assert.equal(status, 'rejected')
  assert.equal(readings.length, 1)
})

test('an answer that is not kept is for nobody else', async () => {
  const { readings, ask } = newNode()
  const asked = [ask(), ask()]
  await turn()
  readings[0]!.resolve({ answer: { status: 204, headers: {}, body: null } })
  assert.equal((await asked[0]!).status, 204)
  await turn()
  assert.equal(readings.length, 2)
})

test('what a replica showed is shared while it is young enough for who asks, and no longer', async () => {
  const { clock, heard, readings, ask } = newNode()
  const shownSince = heard.now()!
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
