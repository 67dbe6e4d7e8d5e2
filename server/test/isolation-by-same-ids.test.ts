// Engines: embedded, postgres
// Two companies have rows with the same IDs, and row-level security is disabled. A statement without a company filter
// then changes both companies' rows, even if an earlier statement has checked the owner.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Endpoint } from '../src/http/endpoints/endpoint.ts'
import { parseId } from '../src/ids.ts'
import { endpoints } from '../src/routes.ts'
import { purgeCompany } from '../src/trash/purge.ts'
import { asOwner, newCompany, send } from './support/companies.ts'
import { everything, fillLibrary, idsOf, librarySize } from './support/library.ts'
import { begunUpload } from './support/resumable.ts'
import { startService } from './support/service.ts'
import { picture, quiet, upload } from './support/uploads.ts'

const dayMs = 86_400_000
const service = await startService()
const { db } = service
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
await fillLibrary(service, acme)
const uploadId = await begunUpload(service, acme)

const tables = (
  await asOwner(
    db,
    sql<{ name: string }>`
      select relname as name from pg_class where relrowsecurity and relkind = 'r' and relname not in
        ('events', 'security_events', 'client_requests', 'request_log', 'idempotency_keys')`,
  )
).map(({ name }) => name)
const isFileKey = (column: string) => /(^|_)key$/.test(column) || column === 'renditions'

/** A row can only refer to files of its own company. */
const ofGlobex = (column: string, type: string) =>
  sql`replace(${sql.ref(column)}::text, ${acme.companyId}, ${globex.companyId})::${sql.raw(type)}`

for (const table of tables) await asOwner(db, sql`alter table ${sql.table(table)} disable row level security`)
await copyLibrary()
const mark = 'Of Globex'
await markWhatIsTheirs()
const before = await rowsOfGlobex()

/** Referenced rows must exist first, so a table whose copy fails is tried again in the next round. */
async function copyLibrary() {
  for (let left = tables; left.length > 0; ) {
    const refused: string[] = []
    for (const table of left) {
      const columns = await asOwner(
        db,
        sql<{ name: string; type: string }>`
          select column_name as name, data_type as type from information_schema.columns
          where table_name = ${table} and is_generated = 'NEVER' and column_name <> 'company_id'`,
      )
      const list = sql.join(columns.map(({ name }) => sql.ref(name)))
      const values = sql.join(
        columns.map(({ name, type }) => (isFileKey(name) ? ofGlobex(name, type) : sql.ref(name))),
      )
      const copy = sql`insert into ${sql.table(table)} (company_id, ${list})
        select ${globex.companyId}::uuid, ${values} from ${sql.table(table)} where company_id = ${acme.companyId}`
      await asOwner(db, copy).catch(() => refused.push(table))
    }
    assert.ok(refused.length < left.length, refused.join())
    left = refused
  }
}

async function markWhatIsTheirs() {
  const named = await asOwner(
    db,
    sql<{ name: string; column: string }>`
      select table_name as name, column_name as column from information_schema.columns
      where table_name = any(${tables}) and column_name in ('name', 'family', 'description', 'label', 'text', 'note')`,
  )
  for (const { name, column } of named)
    await asOwner(
      db,
      sql`update ${sql.table(name)} set ${sql.ref(column)} = ${mark} || ' ' || ${sql.ref(column)}
        where company_id = ${globex.companyId}`,
    )
}

async function rowsOfGlobex(): Promise<string[]> {
  const rows: string[] = []
  for (const table of tables) {
    const found = await asOwner(
      db,
      sql<{
        row: string
      }>`select t::text as row from ${sql.table(table)} t where company_id = ${globex.companyId}`,
    )
    for (const { row } of found) rows.push(`${table}: ${row}`)
  }
  return rows.sort()
}

function assertOwn(text: string, where = '') {
  assert.ok(!text.includes(mark) && !text.includes(globex.companyId), `${where} ${text}`)
}

const ids: Record<string, string[]> = { '/uploads': [uploadId] }
for (const { path } of endpoints.filter(({ list }) => list))
  ids[path] = idsOf(await everything(acme, `/api${path}`))
const { body: webhooks } = await acme.get('/api/webhooks')
const webhook: string = webhooks.data.find(({ enabled }: { enabled: boolean }) => enabled).id
const { body: empty } = await acme.get('/api/folders?search=empty')
const deliveries = idsOf(await everything(acme, `/api/webhooks/${webhook}/deliveries`))

test('both companies have the same IDs and distinguishable rows', async () => {
  const ids = idsOf(await everything(acme, '/api/templates'))
  assert.deepEqual(idsOf(await everything(globex, '/api/templates')), ids)
  const { text } = await globex.get(`/api/templates?ids=${ids}`)
  assert.ok(text.includes(mark) && text.includes(globex.companyId))
})

/** Another company also has a tag with this name. A tag that does not exist is rejected. */
const tagOf: Record<string, string> = { '/templates': 'social', '/assets': 'cafe' }

for (const { path, list, query } of endpoints.filter(({ list }) => list)) {
  test(`with the same IDs: GET ${path} lists, counts and filters only its own company's rows`, async () => {
    const filters = ['search=a', `tag=${tagOf[path]}`, 'untagged=true', 'folder_id=root&recursive=true']
    const sorts = list!.sorts.flatMap((sort) => [`sort=${sort}`, `sort=-${sort}`])
    for (const part of ['', ...sorts, ...filters.filter((part) => part.split('=')[0]! in query!.shape)]) {
      const { text, body } = await acme.get(`/api${path}?per_page=100&with_total=true&${part}`)
      assertOwn(text, part)
      assert.equal(body.meta.total, body.data.length, part)
      assert.equal(new Set(idsOf(body.data)).size, body.data.length, part)
      if (!filters.includes(part)) assert.equal(body.meta.total, librarySize[path], part)
    }
  })
}

const nounOf = ({ path }: Endpoint) =>
  Object.keys(ids)
    .filter((noun) => path.startsWith(`${noun}/:id`))
    .sort((one, other) => other.length - one.length)[0]

const placed = idsOf(await everything(acme, `/api/collections/${ids['/collections']![0]}/items`))

/** The first property has options, so their words are refreshed too. */
const renamed = (await acme.get(`/api/properties/${ids['/properties']![0]}`)).body.data.options.map(
  ({ key }: { key: string }) => ({ key, label: `Mine ${key}` }),
)

/** Minimal bodies for endpoints that require more than a name. */
const bodies: Record<string, object> = {
  'POST /templates/:id/renders': { variables: { headline: 'Mine', price: 7 } },
  'POST /templates/:id/checks': { variables: { headline: 'Mine', price: 7 } },
  'POST /templates/:id/render-links': { variables: { headline: 'Mine', price: 7 } },
  'POST /tags/:id/merges': { tags: [ids['/tags']![1]] },
  'POST /asset-tags/:id/merges': { tags: [ids['/asset-tags']![1]] },
  'POST /assets/:id/edits': { as: 'copy', rotate: 90 },
  'POST /collections/:id/items': { asset_ids: ids['/assets']!.slice(0, 3) },
  'POST /collections/:id/moves': { asset_ids: [placed[0]!], after_asset_id: placed[1]! },
  'POST /collections/:id/removals': { asset_ids: [placed[2]!] },
  'PATCH /assets/:id': {
    name: 'Mine',
    tags: [ids['/asset-tags']![0]],
    folder_id: ids['/folders']![3],
    properties: { region: 'apac', campaign: 'Mine', notes: null },
  },
  'PATCH /templates/:id': { name: 'Mine', tags: [ids['/tags']![0]], properties: { season: 'Mine' } },
  'PATCH /comments/:id': { text: 'Mine', mentions: [] },
  'PATCH /properties/:id': { label: 'Mine', position: 1, options: renamed },
  'PATCH /saved-searches/:id': { name: 'Mine', filters: { type: 'video' } },
  'POST /saved-searches/:id/following': { is_followed: true },
  'PATCH /presets/:id': { label: 'Mine', width: 640 },
  'PATCH /webhooks/:id': { description: 'Mine' },
  'PATCH /brand-kit/logos/:id': { is_default: true, position: 0 },
  'PATCH /brand-kit/colors/:id': { name: 'Mine', position: 0 },
  'PATCH /brand-kit/fonts/:id': { family: 'Mine', position: 0 },
  'PATCH /brand-kit/:id': { name: 'Mine', is_default: true },
}

const { body: paged } = await acme.get('/api/brand-pages')
const { body: shared } = await acme.get('/api/shares?per_page=100')

// Other pages are deleted with their brand kit.
const { id: unusedPage, brand_kit_id: kitWithoutPage } = paged.data.find(
  ({ brand_kit_id }: { brand_kit_id: string }) => brand_kit_id !== ids['/brand-kit']!.at(-1),
)

/** Resources that can be deleted because nothing uses them, and that no earlier test deletes. */
const unused: Record<string, string> = {
  '/assets': ids['/assets']![9]!,
  '/folders': empty.data[0].id,
  '/brand-pages': unusedPage,
  // Other shares are deleted with their brand kit.
  '/shares': shared.data.find(({ type }: { type: string }) => type === 'assets').id,
}

/** Starts a batch again, because a finished batch cannot be canceled. */
const beginAgain = (batchId: string) =>
  asOwner(
    db,
    sql`update render_batches set status = 'rendering'
      where company_id = ${acme.companyId} and id = ${parseId('renderBatch', batchId)}`,
  )

async function ask(endpoint: Endpoint) {
  const { method, path } = endpoint
  const noun = nounOf(endpoint)!
  const own = ids[noun]!
  const isRendered = /\/(renders|checks|render-links)$/.test(path)
  const id = isRendered
    ? published
    : path === '/renders/:id/asset'
      ? finished
      : method === 'DELETE'
        ? (unused[noun] ?? own.at(-1)!)
        : own[path.includes('brand-kit') ? 1 : 0]!
  const at = noun === '/webhooks' ? webhook : id
  if (path === '/render-batches/:id/cancellation') await beginAgain(id)
  const url = `/api${path.replace(':id', at).replace(':version', '1').replace(':delivery', deliveries[0]!)}`
  if (endpoint.upload) {
    const isDocument = path.endsWith('/document')
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const file = isDocument ? { bytes: drawing, name: 'x.svg' } : { bytes: await picture(), name: 'x.png' }
    const field = isDocument ? 'document' : 'file'
    return upload(service, acme, file, {}, { method, path: url, field })
  }
  const headers = { authorization: `Bearer ${acme.token}` }
  const json =
    endpoint.body && (bodies[`${method} ${path}`] ?? ('name' in endpoint.body.shape ? { name: 'Mine' } : {}))
  return send(service, method, url, { headers, json })
}

/** Published templates, because archived templates are not rendered. */
const published = idsOf((await acme.get('/api/templates?status=published')).body.data)[0]!
/** Finished renders, because a failed render has no file to keep. */
const finished = idsOf((await acme.get('/api/renders?status=done')).body.data)[0]!

const methodOrder = ['GET', 'PATCH', 'PUT', 'POST', 'DELETE']
const asked = endpoints
  .filter((endpoint) => endpoint.params && nounOf(endpoint))
  .toSorted((one, other) => methodOrder.indexOf(one.method) - methodOrder.indexOf(other.method))

for (const endpoint of asked) {
  test(`with the same IDs: ${endpoint.method} ${endpoint.path} affects only its own company`, async () => {
    const { status, text } = await ask(endpoint)
    assert.ok(status < 400, `${status} ${text}`)
    assertOwn(text)
    assert.deepEqual(await rowsOfGlobex(), before)
  })
}

test("with the same IDs: creations and batches affect only the caller's company", async () => {
  const made: [path: string, json: object][] = [
    ['/folders', { name: 'New', parent_id: ids['/folders']![3] }],
    ['/tags', { name: 'New' }],
    ['/asset-tags', { name: 'New' }],
    ['/brand-kit', { name: 'New', is_default: true }],
    ['/shares', { name: 'New', folder_id: ids['/folders']![3] }],
    ['/shares', { name: 'New', uploads: { folder_id: ids['/folders']![3] } }],
    ['/shares', { name: 'New', collection_id: ids['/collections']![3] }],
    ['/archives', { collection_id: ids['/collections']![3], include_unavailable: true }],
    ['/collections', { name: 'New', asset_ids: ids['/assets']!.slice(5, 9) }],
    ['/reviews', { asset_id: ids['/assets']![3], state: 'approved', note: 'New' }],
    ['/reviews', { template_id: ids['/templates']![3], state: 'approved' }],
    ['/comments', { asset_id: ids['/assets']![3], text: 'New' }],
    ['/comments', { parent_id: ids['/comments']![0], text: 'New' }],
    ['/properties', { label: 'New', type: 'text', position: 0 }],
    ['/saved-searches', { name: 'New', filters: { tag: ids['/asset-tags']![2] } }],
    ['/presets', { name: 'new' }],
    // The page of this kit was deleted.
    ['/brand-pages', { brand_kit_id: kitWithoutPage, slug: 'new-page' }],
    ['/brand-kit/colors', { name: 'New', hex: '#000000', position: 0 }],
    ['/asset-batches', { action: 'tag', ids: ids['/assets']!.slice(5, 9), tags: [ids['/asset-tags']![2]] }],
    ['/asset-batches', { action: 'move', ids: ids['/assets']!.slice(5, 9), folder_id: null }],
    ['/asset-batches', { action: 'trash', ids: ids['/assets']!.slice(30, 33) }],
    ['/asset-batches', { action: 'restore', ids: ids['/assets']!.slice(30, 33) }],
  ]
  for (const [path, json] of made) {
    const { status, text } = await acme.post(`/api${path}`, json)
    assert.ok(status < 400, `${path}: ${status} ${text}`)
    assert.deepEqual(await rowsOfGlobex(), before, path)
  }
  await quiet(service)
  assert.deepEqual(await rowsOfGlobex(), before, 'background work')
})

test("with the same IDs: purging the trash affects only the caller's company", async () => {
  for (const table of ['assets', 'templates', 'folders', 'asset_tags', 'template_tags'])
    await asOwner(
      db,
      sql`update ${sql.table(table)} set deleted_at = now() - interval '40 days'
        where company_id = ${acme.companyId} and deleted_at is not null`,
    )
  const countAssets = async () =>
    (await acme.get('/api/assets?with_trashed=true&with_total=true')).body.meta.total as number
  const count = await countAssets()
  const services = { db, storage: service.storage } as never
  await purgeCompany(services, acme.companyId, new Date(Date.now() - 30 * dayMs))
  assert.ok((await countAssets()) < count)
  assert.deepEqual(await rowsOfGlobex(), before)
})
