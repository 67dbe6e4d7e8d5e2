// What V8 holds without need goes back to the system while nobody asks.
import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { giveBackAtRest, giveBackMemory } from '../src/operations/memory.ts'
import { until } from './support/until.ts'

const megabyte = 2 ** 20
const lookMs = 200

/** Some 100 MB that nobody holds afterwards. */
function work() {
  const end = performance.now() + 2 * lookMs
  let held: object[] = []
  while (performance.now() < end || held.length < 500_000) {
    if (held.length === 1_000_000) held = []
    held.push({ at: held.length, text: [held.length] })
  }
  held = []
}

test('memory that nobody needs goes back when a start is over, and once in each rest that follows work', async () => {
  let givenBack = 0
  const giveBack = () => {
    givenBack++
    giveBackMemory()
  }
  work()
  const worked = process.memoryUsage().rss
  giveBackAtRest(giveBack, lookMs)
  assert.ok(process.memoryUsage().rss < worked - 30 * megabyte, `of ${worked} bytes`)
  // The start itself may count as work.
  await wait(4 * lookMs)
  const atStart = givenBack
  work()
  await until('given back as soon as nothing is done', () => givenBack > atStart)
  await wait(4 * lookMs)
  assert.equal(givenBack, atStart + 1, 'and not again')
})
