import { randomInt } from 'node:crypto'
import type { TestContext } from 'node:test'
import fc from 'fast-check'

const seconds = Number(process.env.FUZZ_SECONDS ?? 0)
const { FUZZ_SEED } = process.env
/** What everything that is generated in this file begins with. */
export const seed = FUZZ_SEED === undefined ? randomInt(2 ** 31) : Number(FUZZ_SEED)
if (!Number.isSafeInteger(seed)) throw new Error(`FUZZ_SEED is a whole number, and not ${FUZZ_SEED}.`)

/**
 * For how long a property is looked at: as long as is usual, or for `FUZZ_SECONDS`. What it begins with is told, and
 * can be given again as `FUZZ_SEED`.
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
 * Looks at a property that waits for its answers, as `forSeconds` says, and then at the one that was still waited for
 * when the time was over, which fast-check leaves alone: it would speak into what comes after, and its fault would be lost.
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

/** As `forSeconds`, for a property that is looked at so often, or for `FUZZ_SECONDS`. */
export function forRuns(usual: number, t: TestContext) {
  const { numRuns, ...rest } = forSeconds(seconds, t)
  return seconds ? { ...rest, numRuns } : { seed, numRuns: usual }
}
