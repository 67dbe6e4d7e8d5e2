// Engines: embedded
// Runs: without retry
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { batchQueue, type RunBatch } from '../src/db/batch-queue.ts'

/** A queue in which all batches run in the same way. */
function queueOf<Work>(run: RunBatch<Work>, batchMax: number) {
  const queue = batchQueue<Work>(batchMax)
  return (key: string, work: Work) => queue(key, work, run)
}

/** Runs batches of functions, one function after the other. */
function functionBatches(togetherMax = 50) {
  const log: number[] = []
  const take = queueOf<() => Promise<unknown>>(async (_, take) => {
    const works = take()
    log.push(works.length)
    const outcomes: PromiseSettledResult<unknown>[] = []
    for (const work of works) outcomes.push(...(await Promise.allSettled([work()])))
    return outcomes
  }, togetherMax)
  return { take, log }
}

test('work under one key runs in order, one at a time', async () => {
  const { take } = functionBatches()
  const log: string[] = []
  const work = (name: string) =>
    take('a', async () => {
      log.push(`${name} begins`)
      await wait(Math.random() * 5)
      log.push(`${name} ends`)
      return name
    })
  assert.deepEqual(await Promise.all(['1', '2', '3'].map(work)), ['1', '2', '3'])
  assert.deepEqual(
    log,
    ['1', '2', '3'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  )
})

test('the first work runs immediately, and later work shares batches of limited size', async () => {
  const { take, log } = functionBatches(4)
  await Promise.all(Array.from({ length: 10 }, () => take('a', () => wait(1))))
  assert.deepEqual(log, [1, 4, 4, 1])
})

test('work that arrives before the batch has its transaction joins it', async () => {
  const opened = Promise.withResolvers<void>()
  const sizes: number[] = []
  const enqueue = queueOf<string>(async (_, take) => {
    await opened.promise
    const works = take()
    sizes.push(works.length)
    return works.map((value) => ({ status: 'fulfilled', value }))
  }, 50)
  const answers = Promise.all(['1', '2', '3'].map((work) => enqueue('a', work)))
  opened.resolve()
  assert.deepEqual(await answers, ['1', '2', '3'])
  assert.deepEqual(sizes, [3])
})

test('work under another key does not wait', async () => {
  const { take } = functionBatches()
  const held = Promise.withResolvers<void>()
  const slow = take('a', () => held.promise)
  assert.equal(await take('b', async () => 'done'), 'done')
  held.resolve()
  await slow
})

test('a failed item does not fail its batch, and a failed batch fails only its own items', async () => {
  const { take } = functionBatches()
  const failing = assert.rejects(
    take('a', () => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.equal(await take('a', async () => 'next'), 'next')
  await failing
  let batch = 0
  const broken = queueOf<string>(async (_, take) => {
    const works = take()
    batch += 1
    if (batch === 2) throw new Error('broken')
    return works.map((value) => ({ status: 'fulfilled', value }))
  }, 50)
  const outcomes = await Promise.allSettled(['1', '2', '3'].map((work) => broken('a', work)))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  )
  assert.equal(await broken('a', '4'), '4')
})

test('a full queue rejects further work with a retryable error', async () => {
  const { take } = functionBatches()
  const held = Promise.withResolvers<void>()
  const waiting = Array.from({ length: 1_001 }, () => take('a', () => held.promise))
  await assert.rejects(
    take('a', async () => {}),
    { code: 'TOO_BUSY' },
  )
  held.resolve()
  await Promise.all(waiting)
  assert.equal(await take('a', async () => 'again'), 'again')
})
