import { randomInt } from 'node:crypto'
import type { TestContext } from 'node:test'
import fc from 'fast-check'

const seconds = Number(process.env.FUZZ_SECONDS ?? 0)
const { FUZZ_SEED } = process.env
/** The seed of everything generated in this file. */
export const seed = FUZZ_SEED === undefined ? randomInt(2 ** 31) : Number(FUZZ_SEED)
if (!Number.isSafeInteger(seed)) throw new Error(`FUZZ_SEED must be a whole number: ${FUZZ_SEED}`)

/**
 * Runs a property for the usual time, or for `FUZZ_SECONDS`. Prints its seed, which can be set again as `FUZZ_SEED`.
 */
export function forSeconds(usual: number, t: TestContext) {
  t.diagnostic(`FUZZ_SEED=${seed}`)
  return {
    seed,
    interruptAfterTimeLimit: (seconds || usual) * 1000,
    numRuns: 2 ** 31 - 1,
    endOnFailure: true,
  }
}

/**
 * Runs an async property like `forSeconds`, and then awaits the run that was in progress when the time ended.
 * fast-check abandons that run, so it would disturb later tests, and its failure would be lost.
 */
export async function assertForSeconds<Value>(
  usual: number,
  t: TestContext,
  values: fc.Arbitrary<Value>,
  look: (value: Value) => Promise<void>,
) {
  let last: Promise<void> | undefined
  const property = fc.asyncProperty(values, (value) => {
    last = look(value)
    return last
  })
  await fc.assert(property, forSeconds(usual, t))
  await last
}

/** Like `forSeconds`, for a number of runs, or for `FUZZ_SECONDS`. */
export function forRuns(usual: number, t: TestContext) {
  const { numRuns, ...rest } = forSeconds(seconds, t)
  return seconds ? { ...rest, numRuns } : { seed, numRuns: usual }
}
