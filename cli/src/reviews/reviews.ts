import { Argument, type Command } from 'commander'
import { UsageError } from '../errors.ts'
import { givenId } from '../lists/flags.ts'
import { connect } from '../signing-in/connect.ts'
import { jsonLine, print, type Terminal } from '../terminal.ts'
import { type ReviewState, reviewStates } from './states.ts'

/** `atelier reviews create`. @param reviews has `list` and `get`. */
export function addReviews(reviews: Command, terminal: Terminal) {
  reviews
    .command('create')
    .description('Set the review state of an asset or a template.')
    .argument('<id>', 'its ID', givenId)
    .addArgument(new Argument('<state>', 'the new state').choices(reviewStates))
    .option('--note <text>', 'a reason or an instruction')
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', examples)
    .action((id, state, options) => create(terminal, id, state, options))
}

const examples = `
Examples:
  $ atelier reviews create ast_… rejected --note 'The logo is cut off.'
  $ atelier reviews list --asset-id ast_… --sort -created_at`

/** The prefix of an ID names the kind of the resource. */
const fields = { ast: 'asset_id', tpl: 'template_id' } as const

async function create(
  terminal: Terminal,
  id: string,
  state: ReviewState,
  { note, json }: { note?: string; json?: boolean },
) {
  const field = Object.entries(fields).find(([prefix]) => id.startsWith(`${prefix}_`))?.[1]
  if (!field) throw new UsageError('Specify the ID of an asset or a template.')
  const { atelier } = await connect(terminal)
  const review = await atelier.reviews.create({ [field]: id, state, note }, { signal: terminal.signal })
  await print(terminal, json ? jsonLine(review) : `Created ${review.id}.\n`)
}
