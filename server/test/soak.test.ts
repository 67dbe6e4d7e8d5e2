// Engines: postgres
// Runs: first
// A few seconds of the soak test, which show that it runs, makes every kind of request, and that its checks
// can fail.

import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { soakChart } from '../../chaos/soak/chart.ts'
import { askAll } from '../../chaos/soak/pace.ts'
import { faultsOfMessages, openReceiver, type Receiver } from '../../chaos/soak/receiver.ts'
import { metricsNow, processNow, type Sample } from '../../chaos/soak/samples.ts'
import { ownedCompany, owner, soak } from '../../chaos/soak/soak.ts'
import { faultsOf, limits } from '../../chaos/soak/verdict.ts'
import type { Work } from '../../chaos/soak/weighted-request.ts'
import { openWork } from '../../chaos/soak/work.ts'
import { heldBytes } from './support/heap.ts'
import { source } from './support/imports.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'
import { quiet } from './support/uploads.ts'

const megabyte = 2 ** 20
/** Limits for a server that is still warming up on a busy machine. */
const short = {
  ...limits,
  memoryGrowthBytesMin: 150 * megabyte,
  readersGrowthBytesMax: 600 * megabyte,
  untoldGrowthMax: 1_000,
  waitingGrowthMax: 300,
  loopLagGrowthMsMax: 1_000,
  descriptorsGrowthMax: 300,
}
const times = { seconds: 6, trySeconds: 1, sampleSeconds: 0.5, limits: short }

const calm: Sample[] = Array.from({ length: 60 }, (_, at) => ({
  seconds: 5 * (at + 1),
  rssBytes: 300 * megabyte + (at % 7) * megabyte,
  childrenBytes: 0,
  heapBytes: 100 * megabyte,
  loopLagMs: 10,
  jobs: at % 5,
  untold: at % 30,
  waiting: 0,
  descriptors: 50 + (at % 3),
  connections: 50,
  diskBytes: at,
  answered: at,
  errors: 0,
  latencies: {},
}))

/** Number of requests per round, and the maximum number of bytes that each may leave. The warm-up leaves some. */
const requestsARound = 400
const leftBytesMax = 4_000
const roundsMax = 5
/** Size of the deliberate leak, which is a list of numbers. */
const leakBytes = 6_000

const directory = await mkdtemp(join(tmpdir(), 'atelier-soak-'))
after(() => rm(directory, { recursive: true }))

// Registered before the first test, because resources that a test starts later would outlive the file.
const service = await startService({ env: { OUTBOUND_LOOPBACK: 'true' } })
const acme = await ownedCompany(service)

test('under requests of all kinds, no request fails, and the memory, queues and handles of the server do not grow', {
  timeout: 240_000,
}, async () => {
  const { faults, samples, kinds, messages } = await soak(times)
  assert.deepEqual(faults, [])
  assert.ok(messages > 0)
  const last = samples.at(-1)!
  assert.ok(last.answered > 0 && last.rssBytes > 0 && last.heapBytes > 0 && last.descriptors > 0)
  const seen = new Set(samples.flatMap(({ latencies }) => Object.keys(latencies)))
  assert.deepEqual([...seen].sort(), kinds.sort())
  assert.ok(kinds.length >= 17, `${kinds}`)
  assert.match(soakChart(samples, 'so'), /^<svg .*<\/svg>\n$/s)
})

test('jobs that are never done are visible in the metrics, and reported', async () => {
  const answers: ServerResponse[] = []
  let isOver = false
  const silent = await source((_, response) => {
    if (isOver) response.writeHead(404).end()
    else answers.push(response)
  })
  after(() => {
    isOver = true
    for (const answer of answers) answer.writeHead(404).end()
  })
  const samples: Sample[] = []
  for (let at = 1; at <= 6; at++) {
    for (let times = 0; times < 10; times++)
      assert.equal((await acme.post('/api/assets', { url: silent.url })).status, 202)
    samples.push({ ...calm[0]!, ...(await processNow(service.url, process.pid, directory)), seconds: at })
  }
  assert.ok(samples[5]!.jobs - samples[0]!.jobs >= 50, samples.map(({ jobs }) => jobs).join(' '))
  const faults = faultsOf(samples, [], short)
  assert.match(faults.join(' '), /^The queue has grown by \d+ jobs\.$/)
})

/**
 * The bytes that each request leaves in memory after garbage collection. The result is from the first round
 * under the limit, or from the last round, because a leak occurs in each round, but growing caches and
 * compiled code only in some.
 */
async function leftByEach(work: readonly Work[], receiver: Receiver): Promise<number> {
  const rest = async () => {
    await quiet(service)
    await until('the webhook has received all events', async () => (await receiver.untold()) <= 0)
    return heldBytes()
  }
  let left = Infinity
  let before = await rest()
  for (let round = 0; round < roundsMax && left >= leftBytesMax; round++) {
    await askAll(work, requestsARound)
    const now = await rest()
    left = (now - before) / requestsARound
    before = now
  }
  return left
}

test('no request leaks memory, and a leak of a few kB per request is detected', {
  timeout: 240_000,
}, async () => {
  const target = { ...acme, url: service.url }
  const receiver = await openReceiver(target)
  const work = (await openWork({ target, owner })).filter(({ waits }) => !waits)
  const left = await leftByEach(work, receiver)
  assert.ok(left < leftBytesMax, `${left} bytes of each`)
  const kept: unknown[] = []
  const keep = () => kept.push(Array.from({ length: leakBytes / 8 }, Math.random))
  subscribe('http.server.request.start', keep)
  try {
    const leaked = await leftByEach(work, receiver)
    assert.ok(leaked >= leftBytesMax, `${leaked} bytes of each`)
  } finally {
    unsubscribe('http.server.request.start', keep)
  }
})

test('a missing metric throws an error', async () => {
  const value = await metricsNow(service.url)
  assert.ok(value('nodejs_heap_size_used_bytes') > 0)
  assert.throws(() => value('atelier_heap_bytes'), /The server has no metric atelier_heap_bytes/)
})

test('growth is reported with its name, and fluctuation is not reported', () => {
  const grown = (more: (sample: Sample) => Partial<Sample>) =>
    faultsOf(
      calm.map((sample) => ({ ...sample, ...more(sample) })),
      [],
    )
  assert.deepEqual(faultsOf(calm, []), [])
  // The warm-up time is not checked.
  assert.deepEqual(
    grown(({ seconds }) => ({ rssBytes: Math.min(seconds, 90) * 3 * megabyte })),
    [],
  )
  assert.match(
    grown(({ seconds, rssBytes }) => ({ rssBytes: rssBytes + (seconds / 5) * megabyte }))[0]!,
    /^Memory has grown/,
  )
  assert.match(
    grown(({ seconds }) => ({ childrenBytes: seconds * megabyte }))[0]!,
    /^The memory of the image decoders has grown by \d+ MB/,
  )
  assert.match(
    grown(({ seconds }) => ({ waiting: seconds / 5 }))[0]!,
    /^The number of requests waiting for the database has grown by \d+/,
  )
  assert.match(
    grown(({ seconds, loopLagMs }) => ({ loopLagMs: loopLagMs + seconds / 2 }))[0]!,
    /^The event loop delay has grown by \d+ ms/,
  )
  assert.match(grown(({ seconds }) => ({ jobs: seconds / 5 }))[0]!, /^The queue has grown by \d+ jobs/)
  assert.match(
    grown(({ seconds }) => ({ untold: seconds }))[0]!,
    /^The number of undelivered changes has grown by \d+/,
  )
  assert.match(
    grown(({ seconds }) => ({ descriptors: seconds / 5 }))[0]!,
    /^The number of open files and sockets has grown/,
  )
  assert.deepEqual(faultsOf(calm, ['a was answered 500']), ['1 requests failed: a was answered 500'])
})

test('events without a webhook message, and unnecessary repeated messages, are reported', () => {
  const once = new Map([7, 8, 9].map((seq) => [seq, 1]))
  assert.deepEqual(faultsOfMessages([7, 8, 9], once, 0), [])
  assert.deepEqual(faultsOfMessages([7, 8, 9], new Map([...once, [8, 3]]), 2), [])
  assert.deepEqual(faultsOfMessages([7, 8, 9], new Map([...once, [8, 3]]), 1), [
    '2 messages were repeated, but only 1 attempts had failed.',
  ])
  assert.deepEqual(faultsOfMessages([7, 8, 9, 10, 11], once, 0), [
    '2 of 5 changes were not delivered to the webhook, starting with 10.',
  ])
  assert.deepEqual(faultsOfMessages([7, 8], once, 0), [
    '1 changes were delivered to the webhook but are not in the feed, starting with 9.',
  ])
  assert.deepEqual(faultsOfMessages([], new Map(), 0), ['There was no change to deliver to a webhook.'])
})
