import { randomInt } from 'node:crypto'
import type { TestContext } from 'node:test'

const seconds = Number(process.env.FUZZ_SECONDS ?? 0)
const { FUZZ_SEED } = process.env
const seed = FUZZ_SEED === undefined ? randomInt(2 ** 31) : Number(FUZZ_SEED)
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

/** The same for a property that is looked at so often, or for `FUZZ_SECONDS`. */
export function forRuns(usual: number, t: TestContext) {
  const { numRuns, ...rest } = forSeconds(seconds, t)
  return seconds ? { ...rest, numRuns } : { seed, numRuns: usual }
}
