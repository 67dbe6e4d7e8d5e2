// Engines: postgres
// Runs: without retry
// Changes to existing assets: edit, move, tag, trash and restore, one asset or a batch.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { asCompany } from '../src/db/tenancy.ts'
import { newId, parseId, publicId } from '../src/ids.ts'
import { newCompany } from './support/companies.ts'
import { startService } from './support/service.ts'
import { picture, settled, upload } from './support/uploads.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')

const bytes = await picture({ width: 30, height: 20 })
let made = 0
const add = async (fields: Record<string, string> = {}, owner = acme) => {
  const { status, body, text } = await upload(
    service,
    owner,
    { bytes },
    { name: `asset ${made++}`, ...fields },
  )
  assert.equal(status, 201, text)
  return body.data
}
const get = async (path: string) => (await acme.get(path)).body.data
const folder = async (name: string, parent_id: string | null = null) =>
  (await acme.post('/api/folders', { name, parent_id })).body.data
const tag = async (name: string) => (await acme.post('/api/asset-tags', { name })).body.data
const change = (id: string, json: object, headers = {}) => acme.patch(`/api/assets/${id}`, json, headers)
const list = async (query: string): Promise<string[]> =>
  (await acme.get(`/api/assets?per_page=100&${query}`)).body.data.map(({ id }: { id: string }) => id)

const eventsOf = async (id: string) => {
  const rows = await asCompany(service.db, acme.companyId, (trx) =>
    trx
      .selectFrom('events')
      .select(['type', 'data'])
      .where('resource_id', '=', parseId('asset', id)!)
      .orderBy('seq')
      .execute(),
  )
  return rows.map(({ type }) => type)
}

describe('a PATCH of an asset', () => {
  // Holds R-CHANGE-2.
  test('a PATCH of an asset changes every field that is sent and keeps the others', async () => {
    const home = await folder('home')
    const asset = await settled(acme, (await add()).id)
    const sent = {
      name: 'Poster',
      folder_id: home.id,
      alt_text: 'A poster',
      description: 'Of the summer',
      copyright: '© Acme',
      expires_at: '2028-01-01T00:00:00.000Z',
      external_id: 'dam-1',
      focal_point: { x: 0.1, y: 0.9 },
      metadata: { a: [1] },
    }
    const { status, body } = await change(asset.id, sent)
    assert.equal(status, 200)
    const { updated_at, ...rest } = body.data
    assert.deepEqual(rest, { ...rest, ...sent, folder_path: '/home' })
    assert.ok(updated_at > asset.updated_at)
    const renamed = (await change(asset.id, { name: 'Plakat' })).body.data
    assert.deepEqual({ ...renamed, updated_at }, { ...body.data, name: 'Plakat' })
    const emptied = (
      await change(asset.id, { folder_id: null, alt_text: '', focal_point: null, expires_at: null })
    ).body.data
    assert.deepEqual(
      [emptied.folder_id, emptied.folder_path, emptied.alt_text, emptied.focal_point, emptied.expires_at],
      [null, '/', null, null, null],
    )
    assert.equal((await get(`/api/folders/${home.id}`)).assets_count, 0)
  })

  test('a PATCH of an asset updates folder counts and full-text search', async () => {
    const [from, to] = [await folder('from'), await folder('to')]
    const asset = await add({ folder_id: from.id, name: 'zebra' })
    await change(asset.id, { folder_id: to.id, name: 'giraffe', description: 'okapi' })
    assert.equal((await get(`/api/folders/${from.id}`)).assets_count, 0)
    assert.equal((await get(`/api/folders/${to.id}`)).assets_count, 1)
    assert.deepEqual(await list('search=zebra'), [])
    for (const word of ['giraffe', 'okapi']) assert.deepEqual(await list(`search=${word}`), [asset.id])
    await change(asset.id, { folder_id: to.id })
    assert.equal((await get(`/api/folders/${to.id}`)).assets_count, 1)
  })

  test('a PATCH of an asset replaces all tags by ID or slug and updates their counts', async () => {
    const [red, sale] = [await tag('Deep red'), await tag('Sale!')]
    const asset = await add()
    const changed = (await change(asset.id, { tags: [red.id, 'sale'] })).body.data
    assert.deepEqual(
      changed.tags.map(({ name, source }: Record<string, string>) => [name, source]),
      [
        ['Deep red', 'manual'],
        ['Sale!', 'manual'],
      ],
    )
    assert.equal((await get(`/api/asset-tags/${sale.id}`)).assets_count, 1)
    await change(asset.id, { tags: [] })
    assert.equal((await get(`/api/asset-tags/${sale.id}`)).assets_count, 0)
    assert.ok((await list('untagged=true')).includes(asset.id))
  })

  // Holds R-CHANGE-2.
  test('a PATCH of an asset is rejected as a whole if one field is invalid', async () => {
    const theirs = (await globex.post('/api/folders', { name: 'theirs' })).body.data
    const asset = await add()
    for (const [json, field] of [
      [{ folder_id: theirs.id }, 'folder_id'],
      [{ tags: ['none'] }, 'tags'],
      [{ tags: [publicId('assetTag', newId())] }, 'tags'],
      [{ name: '' }, 'name'],
      [{ focal_point: { x: 1 } }, 'focal_point.y'],
      [{ checksum: 'x' }, 'checksum'],
      [{ constructor: 1 }, 'constructor'],
    ] as const) {
      const { status, body } = await change(asset.id, { description: 'changed', ...json })
      assert.deepEqual([status, Object.keys(body)], [422, [field]])
    }
    assert.deepEqual(await get(`/api/assets/${asset.id}`), asset)
  })

  test('a PATCH of an asset with a stale If-Match returns 412', async () => {
    const asset = await add()
    const { headers } = await acme.get(`/api/assets/${asset.id}`)
    const ifMatch = { 'if-match': headers.get('etag')! }
    assert.equal((await change(asset.id, { name: 'first' }, ifMatch)).status, 200)
    assert.equal((await change(asset.id, { name: 'second' }, ifMatch)).status, 412)
    assert.equal((await acme.delete(`/api/assets/${asset.id}`, ifMatch)).status, 412)
  })
})

describe('the trash', () => {
  // Holds R-CHANGE-3, R-CHANGE-4.
  test('the trash removes an asset from lists, counts and search; restoring the asset brings everything back', async () => {
    const home = await folder('bin')
    const label = await tag('trashed')
    const asset = await add({ folder_id: home.id, tags: label.id, name: 'quagga' })
    assert.equal((await acme.delete(`/api/assets/${asset.id}`)).status, 204)
    assert.equal((await acme.get(`/api/assets/${asset.id}`)).status, 404)
    assert.equal((await change(asset.id, { name: 'x' })).status, 404)
    assert.equal((await acme.delete(`/api/assets/${asset.id}`)).status, 404)
    assert.deepEqual(await list('search=quagga'), [])
    const [trashed] = (await acme.get('/api/assets?search=quagga&with_trashed=true')).body.data
    assert.match(trashed.deleted_at, /^2/)
    assert.equal((await get(`/api/folders/${home.id}`)).assets_count, 0)
    assert.equal((await get(`/api/asset-tags/${label.id}`)).assets_count, 0)
    assert.equal((await fetch(asset.url)).status, 200)

    const back = await acme.post(`/api/assets/${asset.id}/restoration`)
    assert.equal(back.status, 200)
    const { updated_at: _, ...restored } = back.body.data
    const { updated_at: __, ...before } = asset
    const made = { status: '', renditions: [], thumbnail_url: null }
    assert.deepEqual({ ...restored, ...made }, { ...before, ...made })
    assert.equal((await get(`/api/folders/${home.id}`)).assets_count, 1)
    assert.equal((await get(`/api/asset-tags/${label.id}`)).assets_count, 1)
    assert.deepEqual(await list('search=quagga'), [asset.id])
    const events = (await eventsOf(asset.id)).filter((type) => type !== 'asset.updated')
    assert.deepEqual(events, ['asset.created', 'asset.deleted', 'asset.restored'])
  })

  // Holds R-CHANGE-4.
  test('restoring a live asset is a no-op; an unknown asset is 404', async () => {
    const asset = await add()
    assert.equal((await acme.post(`/api/assets/${asset.id}/restoration`)).status, 200)
    assert.equal((await acme.post(`/api/assets/${publicId('asset', newId())}/restoration`)).status, 404)
    const theirs = await add({}, globex)
    await globex.delete(`/api/assets/${theirs.id}`)
    assert.equal((await acme.post(`/api/assets/${theirs.id}/restoration`)).status, 404)
    assert.equal((await acme.delete(`/api/assets/${theirs.id}`)).status, 404)
  })
})

describe('an asset in use', () => {
  // Holds R-ASSET-6.
  test('an asset in use lists its usages and cannot be trashed until nothing uses it', async () => {
    const asset = await add({ name: 'logo' })
    assert.deepEqual(await get(`/api/assets/${asset.id}/usages`), [])
    const kit = (await acme.post('/api/brand-kit', { name: 'Acme' })).body.data
    const logo = (
      await acme.post('/api/brand-kit/logos', { name: 'Primary', variant: 'primary', asset_id: asset.id })
    ).body.data
    const usages = [
      {
        type: 'brand_kit_logo',
        relation: 'shows',
        id: logo.id,
        name: 'Primary',
        brand_kit: { id: kit.id, name: 'Acme' },
      },
    ]
    assert.deepEqual(await get(`/api/assets/${asset.id}/usages`), usages)
    const refused = await acme.delete(`/api/assets/${asset.id}`)
    assert.deepEqual([refused.status, refused.body], [409, { message: 'The resource is in use.', usages }])
    assert.equal((await acme.get(`/api/assets/${asset.id}`)).status, 200)
    await acme.delete(`/api/brand-kit/logos/${logo.id}`)
    assert.equal((await acme.delete(`/api/assets/${asset.id}`)).status, 204)
  })
})

describe('a batch', () => {
  const batch = (json: object) => acme.post('/api/asset-batches', json)
  const statuses = ({ body }: { body: { data: { status: number }[] } }) =>
    body.data.map(({ status }) => status)

  test('a batch untags by name without creating a tag for an unknown name', async () => {
    const [known, { id }] = [await tag('Known'), await add()]
    await batch({ action: 'tag', ids: [id], tags: [known.id] })
    const tags = [{ name: 'Unknown' }, { name: 'known' }]
    assert.deepEqual(statuses(await batch({ action: 'untag', ids: [id], tags })), [200])
    assert.deepEqual(statuses(await batch({ action: 'untag', ids: [id], tags: tags.slice(0, 1) })), [200])
    assert.deepEqual((await get(`/api/assets/${id}`)).tags, [])
    assert.deepEqual((await acme.get('/api/asset-tags?search=Unknown')).body.data, [])
  })

  // Holds R-ASSET-8.
  test('a batch moves, tags, untags, trashes and restores assets, with a result for each', async () => {
    const [home, label] = [await folder('many'), await tag('many')]
    const ids = [(await add()).id, (await add()).id, (await add()).id]
    const gone = publicId('asset', newId())
    const asked = [...ids, gone, 'nonsense', ids[0]]
    const moved = await batch({ action: 'move', ids: asked, folder_id: home.id })
    assert.deepEqual(moved.body.data, [
      ...ids.map((id) => ({ id, status: 200 })),
      { id: gone, status: 404, error: { message: 'Not Found.' } },
      { id: 'nonsense', status: 404, error: { message: 'Not Found.' } },
    ])
    const counts = async () => [
      (await get(`/api/folders/${home.id}`)).assets_count,
      (await get(`/api/asset-tags/${label.id}`)).assets_count,
    ]
    await batch({ action: 'tag', ids, tags: ['many'] })
    assert.deepEqual(await counts(), [3, 3])
    assert.deepEqual(await list('tag=many'), [...ids].reverse())
    await batch({ action: 'untag', ids: ids.slice(0, 1), tags: [label.id] })
    assert.deepEqual(await counts(), [3, 2])
    assert.deepEqual(statuses(await batch({ action: 'trash', ids: asked })), [200, 200, 200, 404, 404])
    assert.deepEqual(await counts(), [0, 0])
    assert.deepEqual(statuses(await batch({ action: 'trash', ids })), [404, 404, 404])
    assert.deepEqual(statuses(await batch({ action: 'restore', ids })), [200, 200, 200])
    assert.deepEqual(await counts(), [3, 2])
    await batch({ action: 'move', ids, folder_id: null })
    assert.deepEqual(await counts(), [0, 2])
    assert.ok((await eventsOf(ids[1])).includes('asset.deleted'))
  })

  test('a batch skips assets in use and trashes the others', async () => {
    const [used, free] = [await add(), await add()]
    await acme.post('/api/brand-kit', { name: 'Batch' })
    await acme.post('/api/brand-kit/logos', { name: 'Icon', variant: 'icon', asset_id: used.id })
    const { body } = await batch({ action: 'trash', ids: [used.id, free.id] })
    assert.deepEqual(statuses({ body }), [409, 200])
    assert.equal(body.data[0].error.usages[0].name, 'Icon')
    assert.equal((await acme.get(`/api/assets/${used.id}`)).status, 200)
  })

  // Holds R-ASSET-8.
  test('a batch rejects only the assets that would exceed 100 tags', async () => {
    const names = Array.from({ length: 101 }, (_, n) => `limit ${n}`)
    const tags = await Promise.all(names.map((name) => tag(name)))
    const ids = tags.map(({ id }) => id)
    const [full, free] = [await add(), await add()]
    assert.equal((await acme.patch(`/api/assets/${full.id}`, { tags: ids.slice(0, 100) })).status, 200)
    const { body } = await batch({ action: 'tag', ids: [full.id, free.id], tags: ids.slice(99) })
    assert.deepEqual(body.data, [
      {
        id: full.id,
        status: 422,
        error: { message: 'An asset must not have more than 100 tags. Remove some first.' },
      },
      { id: free.id, status: 200 },
    ])
    const countOf = async (id: string) =>
      (await get(`/api/assets/${id}`)).tags.filter(({ source }: { source: string }) => source === 'manual')
        .length
    assert.deepEqual([await countOf(full.id), await countOf(free.id)], [100, 2])
    // Adding a tag that the asset already has does not count.
    assert.deepEqual(statuses(await batch({ action: 'tag', ids: [full.id], tags: [ids[0]] })), [200])
  })

  // Holds R-ASSET-8.
  test("a batch accepts at most 500 assets, all of the caller's company", async () => {
    const theirs = await add({}, globex)
    assert.deepEqual(statuses(await batch({ action: 'trash', ids: [theirs.id] })), [404])
    assert.equal((await globex.get(`/api/assets/${theirs.id}`)).status, 200)
    const ids = (count: number) => Array.from({ length: count }, () => publicId('asset', newId()))
    assert.equal((await batch({ action: 'trash', ids: ids(500) })).status, 200)
    for (const [json, field] of [
      [{ action: 'trash', ids: ids(501) }, 'ids'],
      [{ action: 'trash', ids: [] }, 'ids'],
      [{ action: 'move', ids: ids(1) }, 'folder_id'],
      [{ action: 'trash', ids: ids(1), folder_id: null }, 'folder_id'],
      [{ action: 'tag', ids: ids(1) }, 'tags'],
      [{ action: 'tag', ids: ids(1), tags: [] }, 'tags'],
      [{ action: 'tag', ids: ids(1), tags: ['none'] }, 'tags'],
      [{ action: 'tag', ids: ids(1), tags: null }, 'tags'],
      [{ action: 'trash', ids: ids(1), tags: null }, 'tags'],
      [{ action: 'explode', ids: ids(1) }, 'action'],
    ] as const) {
      const { status, body } = await batch(json)
      assert.deepEqual([status, Object.keys(body)], [422, [field]], JSON.stringify(json).slice(0, 80))
    }
  })

  test('concurrent batches keep the counts correct', async () => {
    const folders = [await folder('f0'), await folder('f1')]
    const labels = [await tag('l0'), await tag('l1')]
    const ids: string[] = []
    for (let n = 0; n < 8; n++) ids.push((await add()).id)
    const random = (n: number) => Math.floor(Math.random() * n)
    const some = () => ids.filter(() => random(2) === 0).concat(ids[0]!)
    const works = [
      () => batch({ action: 'move', ids: some(), folder_id: random(3) < 2 ? folders[random(2)]!.id : null }),
      () => batch({ action: 'tag', ids: some(), tags: [labels[random(2)]!.id] }),
      () => batch({ action: 'untag', ids: some(), tags: [labels[random(2)]!.id] }),
      () => batch({ action: 'trash', ids: some() }),
      () => batch({ action: 'restore', ids: some() }),
      () => change(ids[random(8)]!, { tags: [labels[random(2)]!.id] }),
    ]
    const answers = await Promise.all(Array.from({ length: 90 }, () => works[random(works.length)]!()))
    for (const { status, text } of answers) assert.ok([200, 404].includes(status), text)
    const wrong = await asCompany(service.db, acme.companyId, (trx) =>
      sql<object>`
        select 'folder' as what, f.name from folders f where f.assets_count <> (
          select count(*) from assets a where a.folder_id = f.id and a.deleted_at is null)
        union all select 'tag', t.name from asset_tags t where t.assets_count <> (
          select count(*) from asset_taggings g join assets a on a.id = g.id and a.deleted_at is null
          where g.tag_id = t.id)
        union all select 'asset', a.name from assets a where (a.tags_count > 0) <> exists (
          select from asset_taggings g where g.id = a.id)`.execute(trx),
    )
    assert.deepEqual(wrong.rows, [])
  })
})
