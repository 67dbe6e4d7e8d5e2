import { everything } from '../../server/test/support/library.ts'
import { everyKind, type Kind } from '../load/kinds.ts'
import { isOurs, type Ledger, nameless, settle, textOf } from '../load/ledger.ts'
import type { Target } from '../load/writer.ts'
import { readerOf } from './reader.ts'

/** The lists show every thing as it was left, and nothing that nobody asked for. */
export async function verifyThings(target: Target, ledger: Ledger) {
  for (const kind of everyKind) await verifyKind(target, ledger, kind)
}

async function verifyKind(target: Target, ledger: Ledger, kind: Kind) {
  const rows = await everything(
    readerOf(target),
    kind.hasTrash ? `${kind.path}?with_trashed=true` : kind.path,
  )
  const seen = new Map(rows.map((row) => [row.id as string, row]))
  if (seen.size < rows.length) ledger.problems.push(`The list of ${kind.path} shows something twice.`)
  for (const thing of ledger.things.values()) {
    if (thing.kind !== kind.name) continue
    const row = seen.get(thing.id)
    settle(ledger, thing, row ? kind.shown(row) : 'gone')
    seen.delete(thing.id)
  }
  for (const row of seen.values()) {
    if (!isOurs(kind.name, row.name)) continue
    // One alone may be there for what was asked once, and with a key however often it was asked.
    if (ledger.asked.delete(nameless(kind.name, row.name))) {
      // From now on it is known as any other.
      ledger.things.set(row.id, { kind: kind.name, id: row.id, may: [kind.shown(row)] })
      continue
    }
    ledger.problems.push(
      `${kind.name} ${row.id} is there twice, or nobody asked for it: ${textOf(kind.shown(row))}`,
    )
  }
}
