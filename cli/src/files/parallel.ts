import type { Command } from 'commander'
import { wholeNumber } from '../lists/flags.ts'

/** A few fill the line, and a company has twenty places for all that come in pieces. */
export const parallelDefault = 4
const parallelMax = 16

/** `--parallel`, as all that move files have it. */
export const withParallel = (command: Command, byDefault = `${parallelDefault}`) =>
  command.option('--parallel <files>', `at once; ${byDefault} when not given`, wholeNumber(1, parallelMax))

/** Does the work for each, so many at a time. @throws what the first that fails throws; no other is begun then. */
export async function inParallel<T>(many: readonly T[], atOnce: number, work: (one: T) => Promise<void>) {
  const rest = many.values()
  let hasFailed = false
  async function worker() {
    for (const one of rest) {
      if (hasFailed) return
      await work(one).catch((error) => {
        hasFailed = true
        throw error
      })
    }
  }
  // All are waited for: nobody is left at work behind whoever called.
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}
