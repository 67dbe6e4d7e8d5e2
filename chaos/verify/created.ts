import { everything } from '../../server/test/support/library.ts'
import { everyKind } from '../load/kinds.ts'
import type { Ledger } from '../load/ledger.ts'
import type { Target } from '../load/writer.ts'
import { wholeFeed } from './feed.ts'
import { readerOf } from './reader.ts'

/**
 * Verifies a snapshot that was taken during the load, when the exact state of each resource is unknown. Every
 * acknowledged resource must be in a list, or its deletion must be in the feed.
 */
export async function verifyCreated(target: Target, { told, problems }: Ledger) {
  const known = new Set<string>()
  for (const { path, hasTrash } of everyKind) {
    const rows = await everything(readerOf(target), hasTrash ? `${path}?with_trashed=true` : path)
    for (const { id } of rows) known.add(id)
  }
  for (const { type, resource_id } of await wholeFeed(target))
    if (type.endsWith('.deleted')) known.add(resource_id)
  for (const { id, verb } of told)
    if (verb === 'created' && !known.has(id))
      problems.push(`${id}, whose creation was acknowledged, is missing.`)
}
