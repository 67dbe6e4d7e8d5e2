import type { Command } from 'commander'
import type { Atelier, Comment } from '../../../sdk/src/index.ts'
import { UsageError } from '../errors.ts'
import { givenId, givenIds } from '../lists/flags.ts'
import { connect } from '../signing-in/connect.ts'
import { jsonLine, print, type Terminal } from '../terminal.ts'

type Json = { json?: boolean }

/** `atelier comments create`, `resolve`, `reopen` and `delete`. @param comments has `list` and `get`. */
export function addComments(comments: Command, terminal: Terminal) {
  comments
    .command('create')
    .description('Comment on an asset, a template or a render, or reply to a comment.')
    .argument('<id>', 'its ID', givenId)
    .argument('<text>', 'plain text')
    .option('--mention <person>', 'ID of a member who gets an e-mail; can be repeated', givenIds)
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', about)
    .action((id, text, options) => create(terminal, id, text, options))
  one(comments.command('resolve').description('Resolve a thread, by the ID of its first comment.')).action(
    (id, options) => change(terminal, 'Resolved', options, (atelier) => atelier.comments.resolve(id)),
  )
  one(comments.command('reopen').description('Open a resolved thread again.')).action((id, options) =>
    change(terminal, 'Opened', options, (atelier) => atelier.comments.reopen(id)),
  )
  comments
    .command('delete')
    .description('Delete a comment and its replies permanently. Only its author can do this.')
    .argument('<id>', 'ID of the comment', givenId)
    .action(async (id: string) => {
      const { atelier } = await connect(terminal)
      await atelier.comments.delete(id, { signal: terminal.signal })
      await print(terminal, `Deleted ${id}.\n`)
    })
}

const about = `
Examples:
  $ atelier comments create ast_… 'The logo is cut off.' --mention usr_…
  $ atelier comments create cmt_… 'Fixed in version 3.'
  $ atelier comments list --resolved false`

const one = (command: Command) =>
  command
    .argument('<id>', 'ID of the comment', givenId)
    .option('--json', 'print one JSON document and nothing else')

/** The prefix of an ID names the kind of the resource. */
const fields = { ast: 'asset_id', tpl: 'template_id', rnd: 'render_id', cmt: 'parent_id' } as const

async function create(
  terminal: Terminal,
  id: string,
  text: string,
  { mention: mentions = [], json }: Json & { mention?: string[] },
) {
  const field = Object.entries(fields).find(([prefix]) => id.startsWith(`${prefix}_`))?.[1]
  if (!field) throw new UsageError('Specify the ID of an asset, a template, a render or a comment.')
  await change(terminal, 'Created', { json }, (atelier) =>
    atelier.comments.create({ [field]: id, text, mentions }, { signal: terminal.signal }),
  )
}

async function change(
  terminal: Terminal,
  verb: string,
  { json }: { json?: boolean | undefined },
  work: (atelier: Atelier) => Promise<Comment>,
) {
  const { atelier } = await connect(terminal)
  const comment = await work(atelier)
  await print(terminal, json ? jsonLine(comment) : `${verb} ${comment.id}.\n`)
}
