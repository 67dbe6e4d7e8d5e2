// Engines: embedded, postgres
// Tenant isolation by queries alone, with row-level security disabled. A route that looks up an ID without
// its company fails here. isolation-by-same-ids.test.ts covers the statements after the lookup.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Endpoint } from '../src/http/endpoints/endpoint.ts'
import { type IdKind, idPrefixes, newId, publicId } from '../src/ids.ts'
import { endpoints } from '../src/routes.ts'
import { type Answer, asOwner, send } from './support/companies.ts'
import { doneImport } from './support/jobs.ts'
import { everything, idsOf, librarySize, type Member, twoLibraries } from './support/library.ts'
import { begunUpload } from './support/resumable.ts'
import { startService } from './support/service.ts'
import { picture, upload } from './support/uploads.ts'

const service = await startService()
const { db } = service
const [acme, globex] = await twoLibraries(service)
const lists = endpoints.filter(({ list }) => list)
const [own, theirs] = [await idsByPath(acme), await idsByPath(globex)]

const protectedTables = await asOwner(
  db,
  sql<{ name: string }>`select relname as name from pg_class where relrowsecurity and relkind = 'r'`,
)
for (const { name } of protectedTables)
  await asOwner(db, sql`alter table ${sql.table(name)} disable row level security`)
const before = await rowsOfGlobex()

/** A company's IDs by the path of their list. */
async function idsByPath(member: Member): Promise<Record<string, string[]>> {
  const ids: Record<string, string[]> = {}
  for (const { path } of lists) ids[path] = idsOf(await everything(member, `/api${path}`))
  ids['/uploads'] = [await begunUpload(service, member)]
  ids['/jobs'] = [await doneImport(db, member.companyId)]
  const deliveries = await Promise.all(
    ids['/webhooks']!.map((id) => everything(member, `/api/webhooks/${id}/deliveries`)),
  )
  ids.deliveries = deliveries.flatMap(idsOf)
  return ids
}

/** All rows of Globex, except rows that count and log its own requests. */
async function rowsOfGlobex(): Promise<string[]> {
  const rows: string[] = []
  for (const { name } of protectedTables) {
    const found = await asOwner(
      db,
      sql<{ row: string }>`select t::text as row from ${sql.table(name)} t
        where company_id = ${globex.companyId}`,
    )
    if (name !== 'client_requests' && name !== 'request_log')
      for (const { row } of found) rows.push(`${name}: ${row}`)
  }
  return rows.sort()
}

const kinds = new Map(Object.entries(idPrefixes).map(([kind, prefix]) => [prefix as string, kind as IdKind]))
const absentLike = (id: string) => publicId(kinds.get(id.slice(0, 3))!, newId())

const seen = ({ status, text }: Answer) => ({ status, text })
const notFound = { status: 404, text: '{"message":"Not Found."}' }

test('row-level security is disabled, and both companies have rows of every kind', async () => {
  assert.ok(protectedTables.length > 18)
  const seenByAcme = await sql<{ companies: number }>`
    select count(distinct company_id)::int as companies from assets`.execute(db)
  assert.equal(seenByAcme.rows[0]!.companies, 2)
  for (const [path, ids] of Object.entries(theirs)) assert.ok(ids.length > 0, path)
})

/** Another company also has a tag with this name. A tag that does not exist is rejected. */
const tagOf: Record<string, string> = { '/templates': 'social', '/assets': 'cafe' }

for (const { path, list, query } of lists) {
  test(`without row-level security: ${path} lists, counts, filters and searches only its own company`, async () => {
    const known = (part: string) => part.split('=')[0]! in query!.shape
    const filters = [
      'search=e',
      'search=a',
      `tag=${tagOf[path]}`,
      'untagged=true',
      'external_id=dam-0',
      'external_id=cms-0',
      'folder_id=root&recursive=true',
      'with_trashed=true',
      'created_since=2020-01-01',
      'updated_since=2020-01-01',
      ...list!.sorts.map((sort) => `sort=-${sort}`),
    ].filter(known)
    for (const part of ['', ...filters]) {
      const { text, body } = await acme.get(`/api${path}?per_page=100&with_total=true&${part}`)
      for (const id of Object.values(theirs).flat()) assert.ok(!text.includes(id), `${part} shows ${id}`)
      assert.ok(!text.includes(globex.companyId), part)
      assert.equal(body.meta.total, body.data.length, part)
      if (part === '') assert.equal(body.meta.total, librarySize[path])
    }
    assert.deepEqual((await acme.get(`/api${path}?ids=${theirs[path]!.slice(0, 50)}`)).body.data, [])
  })
}

/** Minimal bodies for endpoints that require fields. */
const bodies: Record<string, object> = {
  'POST /assets/:id/edits': { as: 'copy', rotate: 90 },
  'POST /tags/:id/merges': { tags: [own['/tags']![1]] },
  'POST /collections/:id/items': { asset_ids: own['/assets']!.slice(0, 1) },
  'POST /collections/:id/moves': { asset_ids: own['/assets']!.slice(0, 1) },
  'POST /collections/:id/removals': { asset_ids: own['/assets']!.slice(0, 1) },
  'POST /saved-searches/:id/following': { is_followed: true },
  'POST /asset-tags/:id/merges': { tags: [own['/asset-tags']![1]] },
}

/** The longest list path that the endpoint's path starts with. */
const nounOf = ({ path }: Endpoint) =>
  Object.keys(theirs)
    .filter((noun) => path.startsWith(`${noun}/:id`))
    .sort((one, other) => other.length - one.length)[0]!

async function ask({ method, path, ...endpoint }: Endpoint, id: string, delivery = ''): Promise<Answer> {
  const url = `/api${path.replace(':id', id).replace(':version', '1').replace(':delivery', delivery)}`
  if (endpoint.upload) {
    const field = Object.keys(endpoint.body!.shape)[0]!
    return upload(service, acme, { bytes: await picture(), name: 'x.png' }, {}, { method, path: url, field })
  }
  const headers = { authorization: `Bearer ${acme.token}` }
  const rename = endpoint.body && { name: 'Taken' }
  const json =
    endpoint.body && (bodies[`${method} ${path}`] ?? (endpoint.body.safeParse(rename).success ? rename : {}))
  return send(service, method, url, { headers, json })
}

for (const endpoint of endpoints.filter(({ params }) => params)) {
  const name = `${endpoint.method} ${endpoint.path}`
  test(`without row-level security: ${name} returns the same 404 for another company's ID as for an unknown ID`, async () => {
    const [id] = theirs[nounOf(endpoint)]!
    const delivery = theirs.deliveries![0]!
    const mine = own[nounOf(endpoint)]![0]!
    assert.deepEqual(seen(await ask(endpoint, id!, delivery)), notFound)
    assert.deepEqual(seen(await ask(endpoint, absentLike(id!), absentLike(delivery))), notFound)
    if (endpoint.params!.shape.delivery) assert.deepEqual(seen(await ask(endpoint, mine, delivery)), notFound)
    // The same request with an ID of the own company must succeed.
    else if (endpoint.method === 'GET' || endpoint.method === 'PATCH')
      assert.equal((await ask(endpoint, mine)).status, 200)
  })
}

test("without row-level security: the change feed and the user contain only the caller's company", async () => {
  const { text, body } = await acme.get('/api/changes?per_page=1000')
  assert.ok(body.data.length > 0)
  for (const id of [...Object.values(theirs).flat(), globex.companyId]) assert.ok(!text.includes(id), id)
  assert.equal((await acme.get('/api/user')).body.company.id, publicId('company', acme.companyId))
})

test("without row-level security: requests that refer to another company's resources are rejected", async () => {
  const asset = own['/assets']![0]
  const named: [method: string, path: string, json: object][] = [
    ['POST', '/folders', { name: 'x', parent_id: theirs['/folders']![0] }],
    ['PATCH', `/folders/${own['/folders']![0]}`, { parent_id: theirs['/folders']![1] }],
    ['PATCH', `/assets/${asset}`, { folder_id: theirs['/folders']![0] }],
    ['PATCH', `/assets/${asset}`, { tags: [theirs['/asset-tags']![0]] }],
    ['PATCH', `/templates/${own['/templates']![0]}`, { tags: [theirs['/tags']![0]] }],
    ['POST', `/tags/${own['/tags']![0]}/merges`, { tags: [theirs['/tags']![0]] }],
    ['POST', `/asset-tags/${own['/asset-tags']![0]}/merges`, { tags: [theirs['/asset-tags']![0]] }],
    [
      'POST',
      '/brand-kit/logos',
      { name: 'x', variant: 'icon', theme: 'any', asset_id: theirs['/assets']![0] },
    ],
    ['POST', '/brand-kit/colors', { name: 'x', hex: '#000000', brand_kit_id: theirs['/brand-kit']![0] }],
    ['POST', '/shares', { name: 'x', asset_ids: [theirs['/assets']![0]] }],
    ['POST', '/shares', { name: 'x', folder_id: theirs['/folders']![0] }],
    ['POST', '/shares', { name: 'x', uploads: { folder_id: theirs['/folders']![0] } }],
    ['POST', '/shares', { name: 'x', collection_id: theirs['/collections']![0] }],
    ['POST', '/archives', { collection_id: theirs['/collections']![0] }],
    ['POST', '/collections', { name: 'x', cover_asset_id: theirs['/assets']![0] }],
    ['POST', '/collections', { name: 'x', asset_ids: [theirs['/assets']![0]] }],
    ['PATCH', `/assets/${asset}`, { properties: { owner: publicId('person', globex.ownerId) } }],
    ['POST', '/reviews', { state: 'approved', asset_id: theirs['/assets']![0] }],
    ['POST', '/reviews', { state: 'approved', template_id: theirs['/templates']![0] }],
    ['POST', '/comments', { text: 'x', asset_id: theirs['/assets']![0] }],
    ['POST', '/comments', { text: 'x', template_id: theirs['/templates']![0] }],
    ['POST', '/comments', { text: 'x', render_id: theirs['/renders']![0] }],
    ['POST', '/comments', { text: 'x', parent_id: theirs['/comments']![0] }],
    ['POST', '/comments', { text: 'x', asset_id: asset, mentions: [publicId('person', globex.ownerId)] }],
    ['POST', '/shares', { name: 'x', template_id: theirs['/templates']![0] }],
    ['POST', '/brand-pages', { slug: 'x-page', brand_kit_id: theirs['/brand-kit']![0] }],
    [
      'PATCH',
      `/brand-pages/${own['/brand-pages']![0]}`,
      { sections: [{ title: 'x', examples: [{ asset_id: theirs['/assets']![0], kind: 'do' }] }] },
    ],
    ['POST', '/shares', { name: 'x', brand_kit_id: theirs['/brand-kit']![0] }],
  ]
  for (const [method, path, json] of named) {
    const headers = { authorization: `Bearer ${acme.token}` }
    const { status, text } = await send(service, method, `/api${path}`, { headers, json })
    assert.equal(status, 422, `${method} ${path}: ${text}`)
  }
  const ids = theirs['/assets']!.slice(0, 3)
  const { body } = await acme.post('/api/asset-batches', { action: 'trash', ids })
  for (const { status } of body.data) assert.equal(status, 404)
})

test("without row-level security: after all these requests the other company's rows are unchanged", async () => {
  assert.deepEqual(await rowsOfGlobex(), before)
})
