// What V8 holds without need goes back to the system while nobody asks.
import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { giveBackAtRest, giveBackMemory } from '../src/operations/memory.ts'

const megabyte = 2 ** 20
const lookMs = 100

/** Some 100 MB that nobody holds afterwards. */
function work() {
  const until = performance.now() + 2 * lookMs
  let held: object[] = []
  while (performance.now() < until || held.length < 500_000)
    held.push({ at: held.length, text: [held.length] })
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
  await wait(8 * lookMs)
  const atStart = givenBack
  work()
  await wait(10 * lookMs)
  assert.equal(givenBack, atStart + 1, 'as soon as nothing is done')
  await wait(10 * lookMs)
  assert.equal(givenBack, atStart + 1, 'and not again')
})
