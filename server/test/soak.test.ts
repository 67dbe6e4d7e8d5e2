// A few seconds of the soak: that it runs, asks for everything, and that its verdict can fail.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { soakChart } from '../../chaos/soak/chart.ts'
import type { Sample } from '../../chaos/soak/samples.ts'
import { soak } from '../../chaos/soak/soak.ts'
import { faultsOf, limits } from '../../chaos/soak/verdict.ts'

const megabyte = 2 ** 20
/** A server that has just started still takes memory and opens connections, and is held up by others. The leak below is larger. */
const short = {
  ...limits,
  memoryGrowthBytesMin: 150 * megabyte,
  readersGrowthBytesMax: 600 * megabyte,
  waitingGrowthMax: 300,
  loopLagGrowthMsMax: 1_000,
  descriptorsGrowthMax: 300,
}
const times = { seconds: 6, trySeconds: 1, sampleSeconds: 0.5, limits: short }
const leakBytesASecond = 60 * megabyte

const directory = await mkdtemp(join(tmpdir(), 'atelier-soak-'))
after(() => rm(directory, { recursive: true }))

test('a server under all kinds of requests fails none, and holds what it takes', {
  timeout: 120_000,
}, async () => {
  const { faults, samples, kinds, messages } = await soak(times)
  assert.deepEqual(faults, [])
  assert.ok(messages > 0)
  const last = samples.at(-1)!
  assert.ok(last.answered > 0 && last.rssBytes > 0 && last.heapBytes > 0 && last.descriptors > 0)
  const seen = new Set(samples.flatMap(({ latencies }) => Object.keys(latencies)))
  assert.deepEqual([...seen].sort(), kinds.sort())
  assert.ok(kinds.length >= 10, `${kinds}`)
  assert.match(soakChart(samples, 'so'), /^<svg .*<\/svg>\n$/s)
})

test('a server that leaks is found out', { timeout: 120_000 }, async () => {
  const leak = join(directory, 'leak.mjs')
  // Into the server alone: those who read pictures may not take so much.
  await writeFile(
    leak,
    `if (process.argv.includes('serve')) {
      const kept = []
      let bytes = 0
      // By the clock: a busy machine has fewer turns.
      setInterval(() => {
        const more = Math.round((performance.now() / 1000) * ${leakBytesASecond}) - bytes
        bytes += more
        kept.push(Buffer.alloc(more, 1))
      }, 100).unref()
    }`,
  )
  const env = { NODE_OPTIONS: `--import ${pathToFileURL(leak)}` }
  const { faults } = await soak({ ...times, env })
  // It may be too busy for some requests as well.
  assert.ok(
    faults.some((fault) => /^Memory has grown by \d+ MB/.test(fault)),
    faults.join(' '),
  )
})

const calm: Sample[] = Array.from({ length: 60 }, (_, at) => ({
  seconds: 5 * (at + 1),
  rssBytes: 300 * megabyte + (at % 7) * megabyte,
  childrenBytes: 0,
  heapBytes: 100 * megabyte,
  loopLagMs: 10,
  jobs: at % 5,
  waiting: 0,
  descriptors: 50 + (at % 3),
  connections: 50,
  diskBytes: at,
  answered: at,
  errors: 0,
  latencies: {},
}))

test('what grows is told by its name, and what only swings is not', () => {
  const grown = (more: (sample: Sample) => Partial<Sample>) =>
    faultsOf(
      calm.map((sample) => ({ ...sample, ...more(sample) })),
      [],
    )
  assert.deepEqual(faultsOf(calm, []), [])
  // Of the time in which it warms up nothing is said.
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
    /^Memory of those who read pictures has grown by \d+ MB/,
  )
  assert.match(
    grown(({ seconds }) => ({ waiting: seconds / 5 }))[0]!,
    /^The line before the database has grown by \d+/,
  )
  assert.match(
    grown(({ seconds, loopLagMs }) => ({ loopLagMs: loopLagMs + seconds / 2 }))[0]!,
    /^The delay of the event loop has grown by \d+ ms/,
  )
  assert.match(grown(({ seconds }) => ({ jobs: seconds / 5 }))[0]!, /^The queue has grown by \d+ jobs/)
  assert.match(
    grown(({ seconds }) => ({ descriptors: seconds / 5 }))[0]!,
    /^Open files and sockets have grown/,
  )
  assert.deepEqual(faultsOf(calm, ['a was answered 500']), ['1 requests failed: a was answered 500'])
})
