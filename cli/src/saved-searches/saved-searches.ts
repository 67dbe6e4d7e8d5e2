import type { Command } from 'commander'
import type { SavedSearch } from '../../../sdk/src/index.ts'
import { addFlags, givenId, type Query } from '../lists/flags.ts'
import { archiveFilters } from '../lists/kinds.ts'
import { connect } from '../signing-in/connect.ts'
import { jsonLine, print, type Terminal } from '../terminal.ts'
import { facts } from '../text/table.ts'

type Json = { json?: boolean }

/** `atelier saved-searches create`, `assets`, `follow`, `unfollow` and `delete`. @param searches has `list` and `get`. */
export function addSavedSearches(searches: Command, terminal: Terminal) {
  const creating = searches
    .command('create')
    .description('Save filters of assets under a name.')
    .argument('<name>', 'name of the saved search')
    .option('--company', 'show the search to everyone in the company')
    .option('--follow', 'get an event and an e-mail about new matches')
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', about)
  const filtersIn = addFlags(creating, archiveFilters)
  creating.action((name, options) => create(terminal, name, options, filtersIn(options)))
  searches
    .command('assets')
    .description('Print the assets that match a saved search.')
    .argument('<id>', 'ID of the saved search', givenId)
    .option('--json', 'print one JSON array and nothing else')
    .action((id, options) => assets(terminal, id, options))
  for (const [name, isFollowed] of [
    ['follow', true],
    ['unfollow', false],
  ] as const)
    searches
      .command(name)
      .description(
        isFollowed
          ? 'Follow a saved search: get an event and an e-mail about new matches.'
          : 'Stop following a saved search.',
      )
      .argument('<id>', 'ID of the saved search', givenId)
      .option('--json', 'print one JSON document and nothing else')
      .action((id, options) => follow(terminal, id, isFollowed, options))
  searches
    .command('delete')
    .description('Delete a saved search permanently. The assets that it finds stay in the library.')
    .argument('<id>', 'ID of the saved search', givenId)
    .action((id) => deleteOne(terminal, id))
}

const about = `
Examples:
  $ atelier saved-searches create 'Autumn pictures' --tag autumn --type image
  $ atelier saved-searches create 'Unreviewed' --properties approved=false --company --follow
  $ atelier saved-searches assets ssr_…`

type CreateOptions = Json & { company?: boolean; follow?: boolean }

async function create(terminal: Terminal, name: string, options: CreateOptions, filters: Query) {
  const { atelier } = await connect(terminal)
  const { signal } = terminal
  const visibility = options.company ? 'company' : 'private'
  const made = await atelier.savedSearches.create({ name, filters, visibility }, { signal })
  await report(
    terminal,
    options.follow ? await atelier.savedSearches.follow(made.id, true, { signal }) : made,
    options,
  )
}

async function assets(terminal: Terminal, id: string, { json }: Json) {
  const { atelier } = await connect(terminal)
  const { signal } = terminal
  const { filters, sort } = await atelier.savedSearches.get(id, { signal })
  const query = { ...filters, ...(sort !== null && { sort }), per_page: 100 }
  const rows = await atelier.assets.list(query as Query, { signal }).toArray()
  await print(terminal, json ? jsonLine(rows) : rows.map((asset) => `${asset.id}  ${asset.name}\n`).join(''))
}

async function follow(terminal: Terminal, id: string, isFollowed: boolean, options: Json) {
  const { atelier } = await connect(terminal)
  await report(
    terminal,
    await atelier.savedSearches.follow(id, isFollowed, { signal: terminal.signal }),
    options,
  )
}

async function deleteOne(terminal: Terminal, id: string) {
  const { atelier } = await connect(terminal)
  await atelier.savedSearches.delete(id, { signal: terminal.signal })
  await print(terminal, `Deleted ${id}.\n`)
}

function report(terminal: Terminal, search: SavedSearch, { json }: Json) {
  if (json) return print(terminal, jsonLine(search))
  const { id, name, visibility, is_followed, filters } = search
  const shown = {
    id,
    name,
    visibility,
    followed: is_followed ? 'yes' : 'no',
    filters: JSON.stringify(filters),
  }
  return print(terminal, facts(Object.entries(shown)))
}
