// Engines: embedded
// Runs: without retry
// Rate limits that workers count together through their primary process, with a slow pipe.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Connection, Counter } from '../src/http/rate-limits/counters-connection.ts'
import { machineCounters, primaryCounters } from '../src/workers/counters.ts'
import { lendsAbove, lentMax, lentMs } from '../src/workers/leased-counts.ts'
import type { Primary, ToPrimary, ToWorker } from '../src/workers/messages.ts'

const large: Counter = { name: 'api', limit: lendsAbove + 2_000, windowMs: 60_000 }
const address = '192.0.2.7'
/** Time until all leases have been released. */
const settledMs = lentMs * 3

let count: ReturnType<typeof machineCounters>
beforeEach(() => {
  count = machineCounters()
})

type Worker = Connection & { isLost: boolean; hangs: boolean; messages: number }

function startWorker(): Worker {
  const hearers = new Map<string, (message: never) => void>()
  const hear = (message: ToWorker) => hearers.get(message.kind)?.(message as never)
  const primary: Primary = {
    tell(message: ToPrimary) {
      if (message.kind !== 'count' || worker.hangs) return
      worker.messages += 1
      const { id } = message
      setImmediate(() => hear({ kind: 'counted', id, counted: count(message) }))
    },
    hear: (kind, hear) => void hearers.set(kind, hear),
  }
  const worker = { isLost: false, hangs: false, messages: 0 }
  const connection = primaryCounters(primary)(() => {
    worker.isLost = true
  })
  return Object.assign(worker, connection)
}

async function isAllowed(worker: Connection, counter = large, key = address) {
  const counted = await worker.take(counter, key)
  return counted![0] === 1
}

/**
 * Each worker takes random numbers of requests until a request is rejected.
 * @returns the number of accepted requests.
 */
async function useUp(workers: Connection[], key = address): Promise<number> {
  const each = workers.map(async (worker) => {
    let passed = 0
    for (;;) {
      const asked = Array.from({ length: randomInt(1, 41) }, () => isAllowed(worker, large, key))
      const allowed = (await Promise.all(asked)).filter(Boolean).length
      passed += allowed
      if (allowed < asked.length) return passed
      if (randomInt(10) === 0) await wait(randomInt(5))
    }
  })
  return (await Promise.all(each)).reduce((sum, passed) => sum + passed, 0)
}

describe('workers that count together', () => {
  test('workers that count together let exactly as many requests pass as the limit, in any order and with any leases', async () => {
    for (let time = 0; time < 5; time++) {
      const key = `192.0.2.${time}`
      const workers = [startWorker(), startWorker(), startWorker()]
      const first = await useUp(workers, key)
      assert.ok(first <= large.limit, `${first} have passed`)
      await wait(settledMs)
      assert.equal(first + (await useUp(workers, key)), large.limit)
    }
  })

  test('workers that count together release unused leases, so no request is rejected because another worker holds them', async () => {
    const [idle, busy] = [startWorker(), startWorker()]
    assert.ok(await isAllowed(idle))
    await wait(settledMs)
    assert.equal(await useUp([busy]), large.limit - 1)
  })

  test(`workers lease ${lentMax} counts in one message while many are left and count them down one by one`, async () => {
    const worker = startWorker()
    for (let taken = 1; taken <= lentMax + 1; taken++) {
      const counted = await worker.take(large, address)
      assert.deepEqual(counted!.slice(0, 2), [1, taken])
    }
    assert.equal(worker.messages, 1)
    assert.equal((await worker.take(large, address))![1], lentMax + 2)
    assert.equal(worker.messages, 2)
  })

  test(`workers that count together ask for each request while no more than ${lendsAbove} are left`, async () => {
    const worker = startWorker()
    const counter = { ...large, limit: lendsAbove }
    for (let taken = 1; taken <= 20; taken++)
      assert.deepEqual((await worker.take(counter, address))!.slice(0, 2), [1, taken])
    assert.equal(worker.messages, 20)
  })

  test('workers that count together never use a lease for another caller or another limit', async () => {
    const worker = startWorker()
    await worker.take(large, address)
    for (const [counter, key] of [
      [large, '192.0.2.8'],
      [{ ...large, name: 'portal' }, address],
      [{ ...large, limit: large.limit + 1 }, address],
    ] as const)
      assert.equal((await worker.take(counter, key))![1], 1)
    assert.equal(worker.messages, 4)
  })

  test('workers that count together never use a lease in the next window', async () => {
    const worker = startWorker()
    const short = { ...large, windowMs: 20 }
    const [, , endsAt] = (await worker.take(short, address))!
    while (Date.now() < endsAt) await wait(1)
    assert.equal((await worker.take(short, address))![1], 1)
  })

  test('workers that count together release leases when they are told to stop and no longer use them', async () => {
    const [worker, other] = [startWorker(), startWorker()]
    await worker.take(large, address)
    worker.close()
    assert.equal(await worker.take(large, address), undefined)
    await wait(1)
    assert.equal((await other.take(large, address))![1], 2)
  })

  test('counts fail immediately if the primary does not respond', async () => {
    const worker = startWorker()
    worker.hangs = true
    assert.equal(await worker.take(large, address), undefined)
    assert.ok(worker.isLost)
  })
})
