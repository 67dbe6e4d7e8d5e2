import type { Command } from 'commander'
import type { Property } from '../../../sdk/src/index.ts'
import { UsageError } from '../errors.ts'
import { givenIds, type Pair, pair } from '../lists/flags.ts'
import { connect } from '../signing-in/connect.ts'
import type { Terminal } from '../terminal.ts'
import { changeAssets, report } from './changed.ts'

export function addSetProperties(assets: Command, terminal: Terminal) {
  assets
    .command('set')
    .description('Set custom properties of assets.')
    .argument('<ids...>', 'asset IDs', givenIds)
    .option(
      '--property <key=value>',
      "a value; an empty value removes the property's value; can be repeated",
      pair,
    )
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', examples)
    .action((ids, options) => set(terminal, ids, options))
}

const examples = `
Examples:
  $ atelier assets set ast_… ast_… --property region=EMEA --property year=2026
  $ atelier assets set ast_… --property channels=web,print --property owner=`

type Options = { property?: Pair[]; json?: boolean }
type Value = string | number | boolean | string[] | null

async function set(terminal: Terminal, ids: string[], { property: pairs = [], json }: Options) {
  if (pairs.length === 0) throw new UsageError('Specify a property with --property.')
  const { atelier } = await connect(terminal)
  const defined = await atelier.properties
    .list({ applies_to: 'asset' }, { signal: terminal.signal })
    .toArray()
  const types = new Map(defined.map(({ key, type }) => [key, type]))
  const properties = Object.fromEntries(pairs.map(([key, text]) => [key, valueIn(types.get(key), key, text)]))
  const changed = await changeAssets(terminal, atelier, ids, { action: 'set_properties', properties })
  await report(terminal, 'Set', changed, { plural: 'assets', json })
}

/** The server rejects invalid values and unknown keys. */
function valueIn(type: Property['type'] | undefined, key: string, text: string): Value {
  if (text === '') return null
  if (type === 'choices')
    return text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
  if (type === 'boolean') {
    if (text === 'true' || text === 'yes') return true
    if (text === 'false' || text === 'no') return false
    throw new UsageError(`The value of ${key} must be yes or no.`)
  }
  if (type !== 'number') return text
  const number = Number(text)
  if (!Number.isFinite(number)) throw new UsageError(`The value of ${key} must be a number.`)
  return number
}
