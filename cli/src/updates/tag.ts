import type { Command } from 'commander'
import { UsageError } from '../errors.ts'
import { givenIds } from '../lists/flags.ts'
import { connect } from '../signing-in/connect.ts'
import type { Terminal } from '../terminal.ts'
import { type Changed, changeAssets, report } from './changed.ts'

export function addTagging(assets: Command, terminal: Terminal) {
  assets
    .command('tag')
    .description('Add tags to assets or remove tags from them.')
    .argument('<ids...>', 'asset IDs', givenIds)
    .option('--add <tags>', 'names or IDs, separated by commas; missing tags are created')
    .option('--remove <tags>', 'names or IDs, separated by commas')
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', examples)
    .action((ids, options) => tag(terminal, ids, options))
}

const examples = `
Examples:
  $ atelier assets tag ast_… ast_… --add summer,beach --remove draft`

type Options = { add?: string; remove?: string; json?: boolean }

async function tag(terminal: Terminal, ids: string[], { add = '', remove = '', json }: Options) {
  const [added, removed] = [tagsIn(add), tagsIn(remove)]
  if (added.length + removed.length === 0) throw new UsageError('Specify tags with --add or --remove.')
  const { atelier } = await connect(terminal)
  const failed = new Map<string, Changed['failed'][number]>()
  for (const [action, tags] of [
    ['untag', removed],
    ['tag', added],
  ] as const) {
    if (tags.length === 0) continue
    const changed = await changeAssets(terminal, atelier, ids, { action, tags })
    for (const one of changed.failed) failed.set(one.id, one)
  }
  const done = [...new Set(ids)].filter((id) => !failed.has(id))
  await report(terminal, 'Tagged', { done, failed: [...failed.values()] }, { plural: 'assets', json })
}

const tagsIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => (/^tag_[0-9a-z]{26}$/.test(name) ? name : { name }))
