import type { Command } from 'commander'
import { UsageError } from '../errors.ts'
import { givenId, type Pair, pair } from '../lists/flags.ts'
import type { Kind } from '../lists/kinds.ts'
import { cellOf } from '../lists/lists.ts'
import { connect } from '../signing-in/connect.ts'
import { jsonLine, print, type Terminal } from '../terminal.ts'
import { type Cell, facts } from '../text/table.ts'

type Row = Record<string, unknown>

type Updatable = { update(id: string, body: object, options: object): Promise<Row> }

export function addUpdate(command: Command, terminal: Terminal, kind: Kind<Row>) {
  command
    .command('update')
    .description('Change fields of one item.')
    .argument('<id>', 'item ID', givenId)
    .option('--set <field=value>', 'a field with a text value; can be repeated', pair)
    .option('--set-json <field=value>', 'a field with a JSON value, such as null; can be repeated', pair)
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', about(kind.name))
    .action((id, options) => update(terminal, kind, id, options))
}

const about = (name: string) => `
The API reference lists the fields.

Examples:
  $ atelier ${name} update … --set name='Summer by the sea'${
    name === 'assets' ? ` --set-json 'focal_point={"x":0.5,"y":0.2}' --set-json expires_at=null` : ''
  }${
    name === 'assets' || name === 'templates'
      ? `\n  $ atelier ${name} update … --set-json 'translations={"de":{"name":"Sommer am Meer"}}'`
      : ''
  }`

type Options = { set?: Pair[]; setJson?: Pair[]; json?: boolean }

async function update(terminal: Terminal, kind: Kind<Row>, id: string, options: Options) {
  const { set = [], setJson = [] } = options
  if (set.length + setJson.length === 0) throw new UsageError('Specify a field with --set or --set-json.')
  const fields = [...set, ...setJson.map(([name, text]) => [name, parsed(name, text)] as const)]
  const { atelier } = await connect(terminal)
  // `kinds` lists resources of all types, and `addUpdates` chooses those that can be updated.
  const resource = kind.from(atelier) as unknown as Updatable
  const one = await resource.update(id, Object.fromEntries(fields), { signal: terminal.signal })
  const pairs = Object.entries(one).map(([name, value]): [string, Cell] => [name, cellOf(value)])
  await print(terminal, options.json ? jsonLine(one) : facts(pairs))
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`The value of ${name} is not valid JSON. Use --set for text.`)
  }
}
