import { type Command, InvalidArgumentError } from 'commander'
import type { Change } from '../../sdk/src/index.ts'
import { connect } from './signing-in/connect.ts'
import { jsonLine, print, type Terminal } from './terminal.ts'
import { plain } from './text/plain.ts'

/** `atelier changes`: prints the change feed. */
export function addChanges(program: Command, terminal: Terminal) {
  program
    .command('changes')
    .description('List changes, one per line.')
    .option('--follow', 'wait for new changes until interrupted')
    .option('--since <seq>', 'only changes after this seq; "latest" starts with the next change', since)
    .option('--types <names>', 'only these event types, separated by commas: asset.created,folder.updated')
    .option('--json', 'print one JSON document per line')
    .addHelpText('after', about)
    .action((options) => changes(terminal, options))
}

const about = `
Without --since, the list starts with the first change. With --follow, it starts with the next change.
Store the seq of the last line that you have processed and pass it as --since: no change is lost or repeated.

Examples:
  $ atelier changes --since 1200
  $ atelier changes --follow --types asset.created --json`

type Options = { follow?: boolean; since?: number | 'latest'; types?: string; json?: boolean }

async function changes(terminal: Terminal, { follow, since, types, json }: Options) {
  const { signal } = terminal
  const { atelier } = await connect(terminal)
  const say = (change: Change) => print(terminal, json ? jsonLine(change) : lineOf(change))
  if (follow) {
    const from = { since: since ?? ('latest' as const), types, signal }
    for await (const { change } of atelier.changes.follow(from)) await say(change)
    return
  }
  let from = since ?? 0
  for (;;) {
    const { data, meta } = await atelier.changes.list(
      { since: from, types, per_page: changesAtOnce },
      { signal },
    )
    for (const change of data) await say(change)
    if (!meta.more) return
    from = meta.next
  }
}

const changesAtOnce = 1_000

const lineOf = ({ seq, at, type, resource_id, actor }: Change) =>
  `${plain(`${seq}  ${at}  ${type}  ${resource_id}  ${actor.type}${actor.id ? ` ${actor.id}` : ''}`)}\n`

function since(text: string): number | 'latest' {
  if (text === 'latest') return text
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be the seq of a change, or latest.')
}
