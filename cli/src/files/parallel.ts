import type { Command } from 'commander'
import { wholeNumber } from '../lists/flags.ts'

/** Changes that the server gets at once share a wait for its disk: sixteen small files take little longer than one. */
const smallDefault = 16
/** A few fill the line, and a company has twenty places for all that come in pieces. */
const largeDefault = 4
const parallelMax = 16

const byDefault = `${smallDefault} small ones or ${largeDefault} large ones`

/** `--parallel`, as all that move files have it. */
export const withParallel = (command: Command) =>
  command.option('--parallel <files>', `at once; ${byDefault} when not given`, wholeNumber(1, parallelMax))

/** Moves files, the small ones first. @param parallel so many at once, of whatever size. */
export async function smallFirst<T>(
  many: readonly T[],
  isSmall: (one: T) => boolean,
  parallel: number | undefined,
  move: (one: T) => Promise<void>,
) {
  await inParallel(many.filter(isSmall), parallel ?? smallDefault, move)
  const isLarge = (one: T) => !isSmall(one)
  await inParallel(many.filter(isLarge), parallel ?? largeDefault, move)
}

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
