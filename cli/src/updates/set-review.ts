import { Argument, type Command } from 'commander'
import { givenIds } from '../lists/flags.ts'
import { type ReviewState, reviewStates } from '../reviews/states.ts'
import { connect } from '../signing-in/connect.ts'
import type { Terminal } from '../terminal.ts'
import { changeAssets, report } from './changed.ts'

export function addSetReview(assets: Command, terminal: Terminal) {
  assets
    .command('review')
    .description('Set the review state of assets.')
    .addArgument(new Argument('<state>', 'the new state').choices(reviewStates))
    .argument('<ids...>', 'their IDs', givenIds)
    .option('--note <text>', 'a reason or an instruction')
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', examples)
    .action((state, ids, options) => setReview(terminal, state, ids, options))
}

const examples = `
Examples:
  $ atelier assets review in_review ast_… ast_…
  $ atelier assets review rejected ast_… ast_… --note 'The logo is cut off.'
  $ atelier assets list --review in_review --json | jq -r '.[].id' | xargs atelier assets review approved`

async function setReview(
  terminal: Terminal,
  review: ReviewState,
  ids: string[],
  { note, json }: { note?: string; json?: boolean },
) {
  const { atelier } = await connect(terminal)
  const changed = await changeAssets(terminal, atelier, ids, { action: 'set_review', review, note })
  await report(terminal, 'Reviewed', changed, { plural: 'assets', json })
}
