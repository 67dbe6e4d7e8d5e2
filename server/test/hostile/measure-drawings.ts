// Renders many small documents that are designed to be expensive, and prints the most expensive documents:
// `node server/test/hostile/measure-drawings.ts [count] [seed]`.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { drawingMeter } from '../support/drawing-meter.ts'
import { costlySvg } from './costly-svg.ts'

const [count = 10_000, seed = 1] = process.argv.slice(2).map(Number)
const directory = await mkdtemp(join(tmpdir(), 'atelier-drawings-'))
const meter = await drawingMeter(directory)
const outcomes = { drawn: 0, refused: 0, failed: 0 }
const worst = { seconds: 0, bytes: 0 }
for (const svg of fc.sample(costlySvg, { numRuns: count, seed })) {
  const { outcome, seconds, bytes } = await meter.measure(svg)
  outcomes[outcome]++
  if (seconds > worst.seconds || bytes > worst.bytes) {
    worst.seconds = Math.max(worst.seconds, seconds)
    worst.bytes = Math.max(worst.bytes, bytes)
    console.log(`${seconds.toFixed(2)} s, ${Math.round(bytes / 1e6)} MB, ${outcome}: ${svg.slice(0, 120)}`)
  }
}
await meter.close()
await rm(directory, { recursive: true })
console.log(
  `${count} documents (seed ${seed}):`,
  outcomes,
  `at most ${worst.seconds.toFixed(2)} s and ${Math.round(worst.bytes / 1e6)} MB`,
)
