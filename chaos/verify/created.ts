import { everything } from '../../server/test/support/library.ts'
import { everyKind } from '../load/kinds.ts'
import type { Ledger } from '../load/ledger.ts'
import type { Target } from '../load/writer.ts'
import { wholeFeed } from './feed.ts'
import { readerOf } from './reader.ts'

/**
 * Of a moment in the middle of the load, when it is not known what each thing was: everything whose making was
 * acknowledged is in a list, or the feed tells of its end.
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
    if (verb === 'created' && !known.has(id)) problems.push(`${id}, whose making was acknowledged, is gone.`)
}
