// Engines: postgres
// Runs each attack on another company's response times for a few seconds. The attack must have an effect, and
// the other company must be served.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measure, type Round, type Taken } from '../../chaos/neighbours/measure.ts'
import { allSlowed, faultsOf, ratioMax, tooSlow } from '../../chaos/neighbours/neighbour.ts'
import { importAsset } from '../src/assets/import-job.ts'

const timeout = 240_000
const importSlots = importAsset.concurrency
/** Time after which an import whose source never answers is aborted (assets/import-source.ts). */
const abortedMs = 30_000

test('hostile JSON bodies are rejected, those with too many values before parsing', {
  timeout,
}, async () => {
  const measured = await measure('hostile-bodies', 'quick')
  assert.deepEqual(faultsOf(measured), [])
  const { tally } = measured
  const accepted = Object.keys(tally).filter((answer) => Number.parseInt(answer, 10) < 400)
  assert.deepEqual(accepted, [])
  // Of eight different bodies, four exceed the limits of parsing and get 400. The others are validated and
  // get 422.
  const [unparsed = 0, validated = 0] = [tally['400 /api/tags'], tally['422 /api/tags']]
  assert.ok(unparsed > 0 && validated > 0, JSON.stringify(tally))
})

test('a company whose enterprise holds no stream gets a stream while another enterprise holds all streams', {
  timeout,
}, async () => {
  const measured = await measure('held-streams', 'quick')
  assert.deepEqual(faultsOf(measured), [])
  assert.ok(measured.rounds[0]!.hostile.waits.stream!.length > 0)
  assert.ok((measured.tally['503 another stream'] ?? 0) > 0, 'all streams were in use')
})

test("a company's imports, renditions and webhooks are completed while the queues are full of another company's jobs", {
  timeout,
}, async () => {
  const measured = await measure('flooded-queues', 'quick')
  assert.deepEqual(faultsOf(measured), [])
  assert.ok(measured.jobsLeft >= importSlots, `${measured.jobsLeft} jobs were left`)
  const waits = Object.values(measured.rounds[0]!.hostile.waits).flat()
  assert.ok(waits.length > 0)
  // Without its own slot, the company would wait until the server aborts an import.
  assert.ok(Math.max(...waits) < abortedMs, `${Math.max(...waits)} ms`)
})

const taken = (ms: number): Taken => ({
  requests: Array.from({ length: 1_000 }, (_, at) => (at < 980 ? 1 : ms)),
  waits: { picture: [ms] },
})

test('a company slowed by more than the allowed ratio is reported, by the median of the rounds', () => {
  const round = (hostile: number): Round => ({ rest: taken(4), ordinary: taken(8), hostile: taken(hostile) })
  const verdict = (...hostile: number[]) => {
    const all = allSlowed(hostile.map(round))
    return {
      ratios: all.map(({ byOrdinary, byRest }) => [byOrdinary, byRest]),
      problems: all.flatMap(tooSlow),
    }
  }
  assert.deepEqual(verdict(8 * ratioMax, 8, 800), {
    ratios: [
      [2, 4],
      [2, 4],
    ],
    problems: [],
  })
  assert.deepEqual(verdict(24, 8, 24).problems, [
    'The p99 of 3,000 requests was 3.00 times that during harmless use; the limit is 2.',
    'The p95 of 3 picture waits was 3.00 times that during harmless use; the limit is 2.',
  ])
})

test('a 5xx response is a problem, a 4xx response is not', () => {
  const measured = { rounds: [], errors: ['one was answered 503: '], jobsLeft: 0 }
  assert.deepEqual(
    faultsOf({ ...measured, tally: { '500 /api/tags': 2, '503 x': 1, '400 x': 1, '0 x': 1 } }),
    ['one was answered 503: ', '2 requests got 500 /api/tags.'],
  )
})
