import type { Command } from 'commander'
import type { Atelier } from '../../../sdk/src/index.ts'
import { UsageError } from '../errors.ts'
import { givenIds } from '../lists/flags.ts'
import type { Kind } from '../lists/kinds.ts'
import { connect } from '../signing-in/connect.ts'
import type { Terminal } from '../terminal.ts'
import { type Changed, changeAssets, changeEach, report } from './changed.ts'

type Row = Record<string, unknown>

type Trashable = {
  delete(id: string, options: object): Promise<void>
  restore(id: string, options: object): Promise<Row>
}

/** Resources whose names are unique. */
const uniquelyNamed = ['folders', 'tags', 'asset-tags']

export function addTrash(command: Command, terminal: Terminal, kind: Kind<Row>) {
  const { name, plural } = kind
  const trashing = command
    .command('trash')
    .description(`Move ${plural} to the trash.`)
    .argument('<ids...>', 'item IDs', givenIds)
  if (name === 'folders')
    trashing.option('--recursive', 'also move folders that are not empty, with everything in them')
  trashing
    .option('--json', 'print one JSON document and nothing else')
    .action((ids, { json, recursive }) => run(terminal, kind, ids, 'trash', { json, recursive }))
  const restoring = command
    .command('restore')
    .description(`Restore ${plural} from the trash.`)
    .argument('<ids...>', 'item IDs', givenIds)
  if (uniquelyNamed.includes(name)) restoring.option('--name <name>', 'restore the item under another name')
  restoring
    .option('--json', 'print one JSON document and nothing else')
    .action((ids, options) => run(terminal, kind, ids, 'restore', options))
}

type Options = { json?: boolean | undefined; recursive?: boolean | undefined; name?: string | undefined }

async function run(
  terminal: Terminal,
  kind: Kind<Row>,
  ids: string[],
  action: 'trash' | 'restore',
  { json, ...options }: Options,
) {
  if (options.name !== undefined && ids.length > 1) throw new UsageError('--name needs exactly one item ID.')
  const { atelier } = await connect(terminal)
  const changed =
    kind.name === 'assets'
      ? await changeAssets(terminal, atelier, ids, { action })
      : await oneByOne(terminal, atelier, kind, ids, action, options)
  await report(terminal, action === 'trash' ? 'Trashed' : 'Restored', changed, { plural: kind.plural, json })
}

function oneByOne(
  terminal: Terminal,
  atelier: Atelier,
  kind: Kind<Row>,
  ids: string[],
  action: 'trash' | 'restore',
  { recursive, name }: Options,
): Promise<Changed> {
  const { signal } = terminal
  // `kinds` lists resources of all types, and `addUpdates` chooses those that have a trash.
  const resource = kind.from(atelier) as unknown as Trashable
  return changeEach(terminal, ids, (id) =>
    action === 'trash'
      ? resource.delete(id, { signal, ...(recursive && { recursive }) })
      : resource.restore(id, { signal, ...(name !== undefined && { name }) }),
  )
}
