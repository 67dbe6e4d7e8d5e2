import { type Command, Option } from 'commander'
import { UsageError } from './errors.ts'
import { givenId } from './lists/flags.ts'
import { connect } from './signing-in/connect.ts'
import { print, type Terminal } from './terminal.ts'

const formats = ['css', 'scss', 'tailwind', 'json', 'dtcg', 'ase', 'gpl'] as const

/** Exports the colors and fonts of a brand kit as design tokens. */
export function addTokens(brandKit: Command, terminal: Terminal) {
  brandKit
    .command('tokens')
    .description('Print the design tokens of a brand kit.')
    .argument('[id]', 'brand kit ID; default: the default brand kit', givenId)
    .addOption(new Option('--format <format>', 'output format').choices(formats).default('css'))
    .addHelpText('after', examples)
    .action((id, options) => tokens(terminal, id, options.format))
}

const examples = `
Examples:
  $ atelier brand-kit tokens > tokens.css
  $ atelier brand-kit tokens bkt_… --format ase > swatches.ase`

async function tokens(terminal: Terminal, given: string | undefined, format: (typeof formats)[number]) {
  const { signal } = terminal
  if (format === 'ase' && terminal.stdout.isTTY)
    throw new UsageError('This format is binary. Redirect it to a file: > swatches.ase')
  const { atelier } = await connect(terminal)
  let id = given
  if (id === undefined) {
    const kits = await atelier.brandKits.list({ fields: ['id', 'is_default'] }, { signal }).toArray()
    id = (kits.find(({ is_default }) => is_default) ?? kits[0])?.id
  }
  if (id === undefined) throw new UsageError('There is no brand kit yet. Create one in the portal.')
  await print(terminal, await atelier.brandKits.tokens(id, format, { signal }))
}
