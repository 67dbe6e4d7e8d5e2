import type { Ledger } from '../load/ledger.ts'
import type { System } from '../system.ts'
import { verifyFeed } from './feed.ts'
import { verifyFiles } from './files.ts'
import { verifyPictures } from './pictures.ts'
import { verifyThings } from './resources.ts'
import { type Kept, verifyStore } from './store.ts'
import { verifyTokens } from './tokens.ts'

/** The system to verify, and a function to stop it. */
export type Served = Kept & Pick<System, 'target' | 'stop'>

/**
 * Compares everything acknowledged with the actual state, first through the API of the running server and then, after
 * stopping it, in its database and files. Records differences in the ledger. Nothing may write during the comparison.
 * @param pictures whether to wait until all renditions are finished, which takes minutes after a kill.
 * @returns the problems.
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
