import type { Command } from 'commander'
import type { Atelier, Collection } from '../../../sdk/src/index.ts'
import { givenId } from '../lists/flags.ts'
import { connect } from '../signing-in/connect.ts'
import { jsonLine, print, type Terminal } from '../terminal.ts'
import { facts } from '../text/table.ts'

/** Maximum number of assets per request, as in the API. */
const idsMax = 100

type Place = { before?: string; after?: string }
type Json = { json?: boolean }

/** `atelier collections create`, `items`, `add`, `move`, `remove` and `delete`. @param collections has `list` and `get`. */
export function addCollections(collections: Command, terminal: Terminal) {
  collections
    .command('create')
    .description('Create a collection: a set of assets from any folders, in a chosen order.')
    .argument('<name>', 'name of the collection')
    .argument('[assets...]', 'IDs of the assets, in order', eachId)
    .option('--description <text>', 'description of the collection')
    .option('--cover <asset>', 'ID of the asset whose thumbnail represents the collection', givenId)
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', about)
    .action((name, ids, options) => create(terminal, name, ids, options))
  collections
    .command('items')
    .description('Print the assets in a collection, in collection order.')
    .argument('<id>', 'ID of the collection', givenId)
    .option('--json', 'print one JSON array and nothing else')
    .action((id, options) => items(terminal, id, options))
  placed(collections.command('add'))
    .description('Add assets at the end of a collection or at a given place.')
    .action((id, ids, options) => add(terminal, id, ids, options))
  placed(collections.command('move'))
    .description('Move assets to the end of a collection or to a given place, in the given order.')
    .action((id, ids, options) => move(terminal, id, ids, options))
  collections
    .command('remove')
    .description('Remove assets from a collection. They stay in the library.')
    .argument('<id>', 'ID of the collection', givenId)
    .argument('<assets...>', 'IDs of assets', eachId)
    .option('--json', 'print one JSON document and nothing else')
    .action((id, ids, options) => remove(terminal, id, ids, options))
  collections
    .command('delete')
    .description('Delete a collection and its shares permanently. Its assets stay in the library.')
    .argument('<id>', 'ID of the collection', givenId)
    .action((id) => deleteOne(terminal, id))
}

const about = `
Examples:
  $ atelier collections create 'Autumn launch' ast_… ast_…
  $ atelier collections add col_… ast_… --before ast_…
  $ atelier share col_… --name 'For the press'
  $ atelier archive --collection col_…`

const eachId = (id: string, before: string[] = []) => [...before, givenId(id)]

const placed = (command: Command) =>
  command
    .argument('<id>', 'ID of the collection', givenId)
    .argument('<assets...>', 'IDs of assets, in order', eachId)
    .option('--before <asset>', 'place the assets before this asset', givenId)
    .option('--after <asset>', 'place the assets after this asset', givenId)
    .option('--json', 'print one JSON document and nothing else')

type CreateOptions = Json & { description?: string; cover?: string }

async function create(terminal: Terminal, name: string, ids: string[] = [], options: CreateOptions) {
  const { atelier } = await connect(terminal)
  const { description, cover, json } = options
  const [first, ...rest] = chunks(ids)
  const body = {
    name,
    ...(description !== undefined && { description }),
    ...(cover !== undefined && { cover_asset_id: cover }),
    ...(first && { asset_ids: first }),
  }
  let collection = await atelier.collections.create(body, { signal: terminal.signal })
  for (const asset_ids of rest)
    collection = await atelier.collections.addItems(collection.id, { asset_ids }, { signal: terminal.signal })
  await report(terminal, collection, json)
}

async function items(terminal: Terminal, id: string, { json }: Json) {
  const { atelier } = await connect(terminal)
  const rows = await atelier.collections.items(id, {}, { signal: terminal.signal }).toArray()
  const lines = rows.map((asset) => `${asset.id}  ${asset.name}\n`).join('')
  await print(terminal, json ? jsonLine(rows) : lines)
}

async function add(terminal: Terminal, id: string, ids: string[], options: Place & Json) {
  const { atelier } = await connect(terminal)
  await inChunks(terminal, ids, options, (body) =>
    atelier.collections.addItems(id, body, { signal: terminal.signal }),
  )
}

async function move(terminal: Terminal, id: string, ids: string[], options: Place & Json) {
  const { atelier } = await connect(terminal)
  await inChunks(terminal, ids, options, (body) =>
    atelier.collections.moveItems(id, body, { signal: terminal.signal }),
  )
}

async function remove(terminal: Terminal, id: string, ids: string[], options: Json) {
  const { atelier } = await connect(terminal)
  await inChunks(terminal, ids, options, ({ asset_ids }) =>
    atelier.collections.removeItems(id, { asset_ids }, { signal: terminal.signal }),
  )
}

async function deleteOne(terminal: Terminal, id: string) {
  const { atelier } = await connect(terminal)
  await atelier.collections.delete(id, { signal: terminal.signal })
  await print(terminal, `Deleted ${id}.\n`)
}

type Body = Parameters<Atelier['collections']['addItems']>[1]

/**
 * Splits the IDs into requests. For a position after an asset, the last IDs are sent first, because each
 * request inserts its IDs directly after that asset.
 */
async function inChunks(
  terminal: Terminal,
  ids: string[],
  { before, after, json }: Place & Json,
  send: (body: Body) => Promise<Collection>,
) {
  const all = after === undefined ? chunks(ids) : chunks(ids).reverse()
  const place = { ...(before && { before_asset_id: before }), ...(after && { after_asset_id: after }) }
  let collection: Collection | undefined
  for (const asset_ids of all) collection = await send({ asset_ids, ...place })
  await report(terminal, collection!, json)
}

const chunks = (ids: string[]) =>
  Array.from({ length: Math.ceil(ids.length / idsMax) }, (_, at) => ids.slice(at * idsMax, (at + 1) * idsMax))

function report(terminal: Terminal, collection: Collection, json?: boolean) {
  if (json) return print(terminal, jsonLine(collection))
  const { id, name, items_count } = collection
  return print(terminal, facts(Object.entries({ id, name, assets: items_count })))
}
