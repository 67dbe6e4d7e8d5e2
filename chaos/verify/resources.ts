import { everything } from '../../server/test/support/library.ts'
import { everyKind, type Kind } from '../load/kinds.ts'
import { isOurs, type Ledger, nameless, settle, textOf } from '../load/ledger.ts'
import type { Target } from '../load/writer.ts'
import { readerOf } from './reader.ts'

/** Verifies that the lists show every resource in its last state, and nothing else. */
export async function verifyThings(target: Target, ledger: Ledger) {
  for (const kind of everyKind) await verifyKind(target, ledger, kind)
}

async function verifyKind(target: Target, ledger: Ledger, kind: Kind) {
  const rows = await everything(
    readerOf(target),
    kind.hasTrash ? `${kind.path}?with_trashed=true` : kind.path,
  )
  const seen = new Map(rows.map((row) => [row.id as string, row]))
  if (seen.size < rows.length) ledger.problems.push(`The list of ${kind.path} has a duplicate.`)
  for (const thing of ledger.things.values()) {
    if (thing.kind !== kind.name) continue
    const row = seen.get(thing.id)
    settle(ledger, thing, row ? kind.shown(row) : 'gone')
    seen.delete(thing.id)
  }
  for (const row of seen.values()) {
    if (!isOurs(kind.name, row.name)) continue
    // A creation without a response can have created one resource. With an idempotency key there is at most one, even
    // if the request was repeated.
    if (ledger.asked.delete(nameless(kind.name, row.name))) {
      // From now on the resource is known.
      ledger.things.set(row.id, { kind: kind.name, id: row.id, may: [kind.shown(row)] })
      continue
    }
    ledger.problems.push(
      `${kind.name} ${row.id} is a duplicate or was never requested: ${textOf(kind.shown(row))}`,
    )
  }
}
