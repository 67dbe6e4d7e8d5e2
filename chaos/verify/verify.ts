import type { Ledger } from '../load/ledger.ts'
import type { System } from '../system.ts'
import { verifyFeed } from './feed.ts'
import { verifyFiles } from './files.ts'
import { verifyPictures } from './pictures.ts'
import { type Kept, verifyStore } from './store.ts'
import { verifyThings } from './things.ts'
import { verifyTokens } from './tokens.ts'

/** What is verified: whoever serves it, and what it is stopped by. */
export type Served = Kept & Pick<System, 'target' | 'stop'>

/**
 * Compares everything that was acknowledged with what is there: over the API of the server that runs, then in its
 * database and among its files, for which it is stopped. What differs is noted in the ledger, and nobody writes
 * meanwhile.
 * @param pictures whether to wait until all are drawn that were begun, which takes minutes after a kill.
 * @returns what was found.
 */
export async function verifyAll(system: Served, ledger: Ledger, { pictures = true } = {}): Promise<string[]> {
  await verifyTokens(system.target, ledger)
  await verifyThings(system.target, ledger)
  await verifyFeed(system.target, ledger)
  await verifyFiles(system.target, ledger)
  if (pictures) await verifyPictures(system.target, ledger)
  await system.stop()
  await verifyStore(system, ledger)
  return ledger.problems
}
