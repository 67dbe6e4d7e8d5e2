import type { Command } from 'commander'
import { wholeNumber } from '../lists/flags.ts'

/**
 * Default number of concurrent transfers. The server commits changes together, so 16 small files take little
 * longer than one.
 */
const smallDefault = 16
/** Default for large files. A few saturate the connection, and a company can have only 20 unfinished uploads. */
const largeDefault = 4
const parallelMax = 16

const byDefault = `${smallDefault} small files or ${largeDefault} large files`

/** Adds `--parallel`, which all transfer commands have. */
export const withParallel = (command: Command) =>
  command.option(
    '--parallel <files>',
    `concurrent transfers; default: ${byDefault}`,
    wholeNumber(1, parallelMax),
  )

/** Transfers files, small files first. @param parallel the number of concurrent transfers for both sizes. */
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

/**
 * Runs `work` for each item with limited concurrency. @throws the first error, after which no more items are
 * started.
 */
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
  // Waits for all workers, so that none is still running when the caller continues.
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}
