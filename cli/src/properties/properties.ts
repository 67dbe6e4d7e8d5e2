import { type Command, Option } from 'commander'
import type { Property } from '../../../sdk/src/index.ts'
import { givenId } from '../lists/flags.ts'
import { connect } from '../signing-in/connect.ts'
import { jsonLine, print, type Terminal } from '../terminal.ts'
import { facts } from '../text/table.ts'

const types = [
  'text',
  'long_text',
  'number',
  'date',
  'choice',
  'choices',
  'boolean',
  'person',
  'link',
] as const satisfies readonly Property['type'][]

/** `atelier properties create` and `delete`. @param properties has `list`, `get` and `update`. */
export function addProperties(properties: Command, terminal: Terminal) {
  properties
    .command('create')
    .description('Define a custom property of assets or templates.')
    .argument('<label>', 'name of the property')
    .addOption(new Option('--type <type>', 'type of the values').choices(types).makeOptionMandatory())
    .option('--key <key>', 'key in the API; default: derived from the label')
    .addOption(
      new Option('--of <kind>', 'kind of resource that has the property')
        .choices(['asset', 'template'])
        .default('asset'),
    )
    .option(
      '--option <label>',
      'one choice; repeat for each choice',
      (label: string, before: string[] = []) => [...before, label],
    )
    .option('--required', 'require a value: it cannot be removed')
    .option('--help-text <text>', 'explanation for people who set the value')
    .addOption(
      new Option(
        '--visibility <who>',
        'who can see the values; everyone includes visitors of shared pages',
      ).choices(['members', 'everyone']),
    )
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', about)
    .action((label, options) => create(terminal, label, options))
  properties
    .command('delete')
    .description('Permanently delete a property and its values.')
    .argument('<id>', 'property ID', givenId)
    .action((id) => deleteOne(terminal, id))
}

const about = `
Examples:
  $ atelier properties create Region --type choice --option EMEA --option 'Asia Pacific'
  $ atelier properties create 'Shot on' --type date --required
  $ atelier assets set ast_… --property region=EMEA
  $ atelier assets list --properties region=EMEA --properties shot_on.min=2026-01-01`

type Options = {
  type: Property['type']
  key?: string
  of: Property['applies_to']
  option?: string[]
  required?: boolean
  helpText?: string
  visibility?: Property['visibility']
  json?: boolean
}

async function create(terminal: Terminal, label: string, options: Options) {
  const { atelier } = await connect(terminal)
  const { type, key, of, option, required, helpText, visibility, json } = options
  const property = await atelier.properties.create(
    {
      label,
      type,
      applies_to: of,
      ...(key !== undefined && { key }),
      ...(option && { options: option.map((one) => ({ label: one })) }),
      ...(required && { is_required: true }),
      ...(helpText !== undefined && { help: helpText }),
      ...(visibility && { visibility }),
    },
    { signal: terminal.signal },
  )
  if (json) return print(terminal, jsonLine(property))
  const shown = {
    id: property.id,
    key: property.key,
    label: property.label,
    type: property.type,
    of: `${property.applies_to}s`,
    options: property.options.map((one) => one.key).join(', ') || null,
  }
  await print(terminal, facts(Object.entries(shown)))
}

async function deleteOne(terminal: Terminal, id: string) {
  const { atelier } = await connect(terminal)
  await atelier.properties.delete(id, { signal: terminal.signal })
  await print(terminal, `Deleted ${id}.\n`)
}
