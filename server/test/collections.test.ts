// Engines: postgres
// Collections: hand-picked assets in a custom order.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { createCollection } from '../src/collections/create.ts'
import { asCompany } from '../src/db/tenancy.ts'
import { parseId } from '../src/ids.ts'
import type { Services } from '../src/services.ts'
import { purgeCompany } from '../src/trash/purge.ts'
import { changeAs, newCompany } from './support/companies.ts'
import { everything, idsOf, type Shown } from './support/library.ts'
import { startService } from './support/service.ts'
import { picture, settled, upload } from './support/uploads.ts'

const service = await startService({ env: { RATE_LIMIT_PER_MINUTE: '0' } })
const { db, storage } = service
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')

const make = async (body: object, caller = acme): Promise<Shown> => {
  const answer = await caller.post('/api/collections', body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const get = async (id: string): Promise<Shown> => (await acme.get(`/api/collections/${id}`)).body.data
const itemsOf = async (id: string) => idsOf(await everything(acme, `/api/collections/${id}/items`))
const act = (id: string, action: 'items' | 'moves' | 'removals', body: object) =>
  acme.post(`/api/collections/${id}/${action}`, body)
const done = async (id: string, action: 'items' | 'moves' | 'removals', body: object) => {
  const answer = await act(id, action, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data as Shown
}

const addAsset = async (caller = acme): Promise<Shown> =>
  (await upload(service, caller, { bytes: await picture() })).body.data
const addAssets = (count: number) => Promise.all(Array.from({ length: count }, () => addAsset()))
// With their renditions, because a collection has the thumbnail of its first asset.
const firstAssets = await Promise.all(idsOf(await addAssets(5)).map((id) => settled(acme, id)))
const [a, b, c, d, e] = idsOf(firstAssets) as [string, string, string, string, string]
const trash = (...ids: string[]) => acme.post('/api/asset-batches', { action: 'trash', ids })
const restore = (...ids: string[]) => acme.post('/api/asset-batches', { action: 'restore', ids })
const purge = () => purgeCompany({ db, storage } as Services, acme.companyId, new Date(Date.now() + 60_000))

let names = 0
const fresh = () => `Collection ${++names}`

describe('a collection', () => {
  // Holds R-COLLECTION-1.
  test('a collection is created with its first assets, changed and listed', async () => {
    const made = await make({ name: ' Autumn ', description: ' For the shops ', asset_ids: [b, a, b] })
    assert.match(made.id, /^col_/)
    assert.deepEqual(
      [made.name, made.description, made.cover_asset_id, made.items_count, made.created_by?.id],
      ['Autumn', 'For the shops', null, 2, made.created_by?.id],
    )
    assert.deepEqual(await get(made.id), made)
    const changed = await acme.patch(`/api/collections/${made.id}`, { name: 'Winter', description: null })
    assert.deepEqual([changed.body.data.name, changed.body.data.description], ['Winter', null])
    assert.ok(changed.body.data.updated_at > made.updated_at)
    const { body } = await acme.get('/api/collections?sort=name')
    assert.ok(idsOf(body.data).includes(made.id))
  })

  // Holds R-CHANGE-8, R-COLLECTION-1.
  test('a collection has a name that is unique in the company, ignoring case', async () => {
    const taken = { name: ['The name has already been taken.'] }
    const cafe = await make({ name: 'Café' })
    for (const name of ['Café', 'café', 'CAFÉ ', 'cafe\u0301', 'Caf\u00e9\u200d'])
      assert.deepEqual((await acme.post('/api/collections', { name })).body, taken)
    const other = await make({ name: 'Cafe' })
    assert.deepEqual((await acme.patch(`/api/collections/${other.id}`, { name: 'CAFÉ' })).body, taken)
    assert.equal((await acme.patch(`/api/collections/${cafe.id}`, { name: 'CAFÉ' })).status, 200)
    await make({ name: 'Café' }, globex)
  })

  test('a collection is created once if 10 concurrent requests use the same name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => acme.post('/api/collections', { name: 'wanted' })),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    assert.equal(answers.filter(({ status }) => status === 422).length, 9)
  })

  // Holds R-COLLECTION-1.
  test('a collection is rejected if the company already has 1,000', async () => {
    const full = await newCompany(service, 'Full')
    await changeAs(db, full.companyId, async (trx) => {
      const caller = { companyId: full.companyId, personId: null }
      const rest = { description: null, cover_asset_id: null }
      for (let at = 0; at < 1_000; at++)
        await createCollection(trx, caller, { name: `n${at}`, ...rest }, new Date())
      return { result: undefined, events: [] }
    })
    const { status, body } = await full.post('/api/collections', { name: 'one more' })
    assert.equal(status, 422)
    assert.deepEqual(body, { name: ['The limit of 1,000 collections is reached. Delete old ones.'] })
  })

  // Holds R-COLLECTION-5.
  test('a collection shows the thumbnail of its cover, or of its first asset', async () => {
    const [first, cover] = [await addAsset(), await addAsset()]
    for (const { id } of [first, cover]) await settled(acme, id)
    const { id } = await make({ name: fresh(), asset_ids: [first.id], cover_asset_id: cover.id })
    const thumbnail = async () => new URL((await get(id)).thumbnail_url).pathname
    const of = async (asset: Shown) =>
      new URL((await acme.get(`/api/assets/${asset.id}`)).body.data.thumbnail_url).pathname
    assert.equal((await get(id)).cover_asset_id, cover.id)
    assert.equal(await thumbnail(), await of(cover))
    await trash(cover.id)
    assert.equal(await thumbnail(), await of(first))
    await restore(cover.id)
    assert.equal(await thumbnail(), await of(cover))
    await acme.patch(`/api/collections/${id}`, { cover_asset_id: null })
    assert.equal(await thumbnail(), await of(first))
    await done(id, 'removals', { asset_ids: [first.id] })
    assert.equal((await get(id)).thumbnail_url, null)
  })

  // Holds R-COLLECTION-5.
  test('permanently deleting the cover of a collection removes the cover', async () => {
    const cover = await addAsset()
    const { id } = await make({ name: fresh(), cover_asset_id: cover.id })
    await trash(cover.id)
    const since = (await acme.get('/api/changes?per_page=1000')).body.meta.next
    const { updated_at } = await get(id)
    await purge()
    const purged = await get(id)
    assert.equal(purged.cover_asset_id, null)
    assert.ok(purged.updated_at > updated_at)
    const { data } = (await acme.get(`/api/changes?since=${since}&types=collection.updated`)).body
    assert.deepEqual(
      data.map(({ resource_id, data }: Shown) => [resource_id, data]),
      [[id, { fields: ['cover_asset_id'] }]],
    )
  })

  test('a collection rejects a cover or assets that do not exist', async () => {
    const theirs = (await addAsset(globex)).id
    const [gone] = idsOf(await addAssets(1)) as [string]
    await trash(gone)
    for (const id of [theirs, gone]) {
      const cover = await acme.post('/api/collections', { name: fresh(), cover_asset_id: id })
      assert.deepEqual(cover.body, { cover_asset_id: ['The selected cover asset id is invalid.'] })
      const { body } = await acme.post('/api/collections', { name: fresh(), asset_ids: [a, id] })
      assert.deepEqual(body, {
        asset_ids: ['The selected asset ids are invalid: 1 of 2 do not exist.'],
      })
    }
  })

  // Holds R-COLLECTION-5.
  test('a collection and its shares are deleted permanently, and its assets are kept', async () => {
    const { id } = await make({ name: fresh(), asset_ids: [a, b] })
    const { body } = await acme.post('/api/shares', { name: 'Page', collection_id: id })
    assert.equal((await acme.delete(`/api/collections/${id}`)).status, 204)
    assert.equal((await acme.get(`/api/collections/${id}`)).status, 404)
    assert.equal((await acme.get(`/api/collections/${id}/items`)).status, 404)
    assert.equal((await acme.get(`/api/shares/${body.data.id}`)).status, 404)
    assert.equal((await acme.get(`/api/assets/${a}`)).status, 200)
  })

  // Holds R-COLLECTION-6.
  test('a collection emits one event per change, in the feed and to webhooks', async () => {
    const hook = { url: 'https://example.com/hook', types: ['collection.created', 'collection.updated'] }
    assert.equal((await acme.post('/api/webhooks', hook)).status, 201)
    const { id } = await make({ name: fresh() })
    await done(id, 'items', { asset_ids: [a, b] })
    await done(id, 'items', { asset_ids: [a] })
    await done(id, 'moves', { asset_ids: [a] })
    await done(id, 'moves', { asset_ids: [a] })
    await done(id, 'removals', { asset_ids: [a] })
    await done(id, 'removals', { asset_ids: [a] })
    await acme.delete(`/api/collections/${id}`)
    const { body } = await acme.get('/api/changes?since=0&per_page=1000')
    const changes = body.data.filter((one: Shown) => one.resource_id === id)
    const updated = { type: 'collection.updated', fields: ['items'] }
    assert.deepEqual(
      changes.map(({ type, data }: Shown) => ({ type, fields: data.fields })),
      [
        { type: 'collection.created', fields: undefined },
        updated,
        updated,
        updated,
        { type: 'collection.deleted', fields: undefined },
      ],
    )
  })
})

describe('the items of a collection', () => {
  // Holds R-COLLECTION-2.
  test('the items of a collection are returned like assets in the list of assets, in order and paginated', async () => {
    const { id } = await make({ name: fresh(), asset_ids: [c, a, e, b, d] })
    assert.deepEqual(await itemsOf(id), [c, a, e, b, d])
    const first = await acme.get(`/api/collections/${id}/items?per_page=2&with_total=true`)
    assert.deepEqual([idsOf(first.body.data), first.body.meta.total], [[c, a], 5])
    const second = await acme.get(first.body.links.next)
    assert.deepEqual(idsOf(second.body.data), [e, b])
    assert.deepEqual(idsOf((await acme.get(second.body.links.prev)).body.data), [c, a])
    const last = await acme.get(`/api/collections/${id}/items?sort=-position&per_page=2`)
    assert.deepEqual(idsOf(last.body.data), [d, b])
    const some = await acme.get(`/api/collections/${id}/items?ids=${a},${d}&fields=id`)
    assert.deepEqual(some.body.data, [{ id: a }, { id: d }])
    const { body } = await acme.get(`/api/assets/${c}`)
    const plain = ({ url: _, thumbnail_url: __, renditions: ___, ...rest }: Shown) => rest
    assert.deepEqual(plain(first.body.data[0]), plain(body.data))
  })

  // Holds R-COLLECTION-2.
  test('the items of a collection can be searched, sorted and filtered in the list of assets', async () => {
    const one = await make({ name: fresh(), asset_ids: [c, a] })
    const two = await make({ name: fresh(), asset_ids: [a, e] })
    const found = async (query: string) => idsOf(await everything(acme, `/api/assets?${query}`)).sort()
    assert.deepEqual(await found(`collection_id=${one.id}`), [a, c].sort())
    assert.deepEqual(await found(`collection_id=${one.id},${two.id}`), [a, c, e].sort())
    assert.deepEqual(await found(`collection_id=${one.id}&ids=${a}`), [a])
    const theirs = await make({ name: 'Theirs', asset_ids: [(await addAsset(globex)).id] }, globex)
    assert.deepEqual(await found(`collection_id=${theirs.id}`), [])
  })

  // Holds R-COLLECTION-2.
  test('the items of a collection are hidden while in the trash, return to their position, and are removed when permanently deleted', async () => {
    const [x, y] = idsOf(await addAssets(2)) as [string, string]
    const { id } = await make({ name: fresh(), asset_ids: [a, x, b, y] })
    const counted = async () => [(await get(id)).items_count, await itemsOf(id)]
    assert.deepEqual(await counted(), [4, [a, x, b, y]])
    await trash(x, y)
    assert.deepEqual(await counted(), [2, [a, b]])
    await restore(x)
    assert.deepEqual(await counted(), [3, [a, x, b]])
    await purge()
    assert.deepEqual(await counted(), [3, [a, x, b]])
    const left = await asCompany(db, acme.companyId, (trx) =>
      sql`select from collection_items where collection_id = ${parseId('collection', id)!}`.execute(trx),
    )
    assert.equal(left.rows.length, 3)
  })

  test('the items of a collection are hidden and return with their folder', async () => {
    const { body } = await acme.post('/api/folders', { name: 'Going' })
    const { id: asset } = (
      await upload(service, acme, { bytes: await picture() }, { folder_id: body.data.id })
    ).body.data
    const { id } = await make({ name: fresh(), asset_ids: [asset, a] })
    assert.equal((await acme.delete(`/api/folders/${body.data.id}?recursive=true`)).status, 204)
    assert.deepEqual([(await get(id)).items_count, await itemsOf(id)], [1, [a]])
    assert.equal((await acme.post(`/api/folders/${body.data.id}/restoration`)).status, 200)
    assert.deepEqual([(await get(id)).items_count, await itemsOf(id)], [2, [asset, a]])
  })

  // Holds R-COLLECTION-3.
  test('the items of a collection are added at the end, or before or after another item, and existing items keep their position', async () => {
    const { id } = await make({ name: fresh() })
    assert.equal((await done(id, 'items', { asset_ids: [a, b] })).items_count, 2)
    await done(id, 'items', { asset_ids: [c, a], before_asset_id: b })
    assert.deepEqual(await itemsOf(id), [a, c, b])
    await done(id, 'items', { asset_ids: [d], after_asset_id: a })
    assert.deepEqual(await itemsOf(id), [a, d, c, b])
    const before = await get(id)
    assert.deepEqual(await done(id, 'items', { asset_ids: [b, a] }), before)
  })

  // Holds R-COLLECTION-4.
  test('the items of a collection are moved together before or after another item, or to the end', async () => {
    const { id } = await make({ name: fresh(), asset_ids: [a, b, c, d, e] })
    await done(id, 'moves', { asset_ids: [d, b], before_asset_id: a })
    assert.deepEqual(await itemsOf(id), [d, b, a, c, e])
    await done(id, 'moves', { asset_ids: [d], after_asset_id: c })
    assert.deepEqual(await itemsOf(id), [b, a, c, d, e])
    await done(id, 'moves', { asset_ids: [b] })
    assert.deepEqual(await itemsOf(id), [a, c, d, e, b])
    const before = await get(id)
    assert.deepEqual(await done(id, 'moves', { asset_ids: [a], before_asset_id: c }), before)
  })

  // Holds R-COLLECTION-4.
  test('the items of a collection are removed, and assets outside the collection are ignored', async () => {
    const { id } = await make({ name: fresh(), asset_ids: [a, b, c] })
    assert.equal((await done(id, 'removals', { asset_ids: [b, e] })).items_count, 2)
    assert.deepEqual(await itemsOf(id), [a, c])
    assert.equal((await acme.get(`/api/assets/${b}`)).status, 200)
  })

  // Holds R-COLLECTION-3, R-COLLECTION-4.
  test('the items of a collection cannot be placed next to an asset outside the collection or next to a moved asset', async () => {
    const [gone] = idsOf(await addAssets(1)) as [string]
    const { id } = await make({ name: fresh(), asset_ids: [a, b, gone] })
    await trash(gone)
    const messageOf = async (action: 'items' | 'moves', body: object) => {
      const { status, body: refusal } = await act(id, action, body)
      assert.equal(status, 422)
      return refusal
    }
    for (const place of [e, gone]) {
      assert.deepEqual(await messageOf('items', { asset_ids: [c], before_asset_id: place }), {
        before_asset_id: ['The asset is not in the collection.'],
      })
      assert.deepEqual(await messageOf('moves', { asset_ids: [a], after_asset_id: place }), {
        after_asset_id: ['The asset is not in the collection.'],
      })
      assert.deepEqual(await messageOf('moves', { asset_ids: [a, place] }), {
        asset_ids: ['1 of 2 assets are not in the collection.'],
      })
    }
    assert.deepEqual(await messageOf('moves', { asset_ids: [a, b], before_asset_id: a }), {
      before_asset_id: ['The place must not be one of the assets that are moved.'],
    })
    assert.deepEqual(await messageOf('items', { asset_ids: [c], before_asset_id: a, after_asset_id: b }), {
      after_asset_id: ['The after asset id field must not be combined with before_asset_id.'],
    })
    assert.deepEqual(await itemsOf(id), [a, b])
  })

  // Holds R-COLLECTION-3.
  test('the items of a collection are limited to 100 per request and 1,000 per collection, including the trash', async () => {
    const many = await acme.post('/api/collections', { name: fresh(), asset_ids: Array(101).fill(a) })
    assert.equal(many.status, 422)
    const { id } = await make({ name: fresh() })
    const [gone] = idsOf(await addAssets(1)) as [string]
    await done(id, 'items', { asset_ids: [gone] })
    await asCompany(db, acme.companyId, (trx) =>
      sql`
        with copies as (
          insert into assets (company_id, id, name, name_key, type, mime_type, extension, size, checksum, status, file_key,
            updated_at)
          select company_id, overlay(gen_random_uuid()::text placing left(id::text, 13) from 1)::uuid, name || n, name_key || n, type, mime_type, extension, size, checksum,
            status, file_key, updated_at
          from assets, generate_series(1, 998) n where id = ${parseId('asset', a)!} returning company_id, id
        )
        insert into collection_items (company_id, collection_id, id, position)
        select company_id, ${parseId('collection', id)!}, id, 5 from copies`.execute(trx),
    )
    await trash(gone)
    assert.equal((await done(id, 'items', { asset_ids: [a] })).items_count, 999)
    const { status, body } = await act(id, 'items', { asset_ids: [b, c] })
    assert.equal(status, 422)
    assert.deepEqual(body, {
      asset_ids: [
        'The collection would contain 1,002 assets, including those in the trash. The limit is 1,000.',
      ],
    })
    await done(id, 'moves', { asset_ids: [a], before_asset_id: (await itemsOf(id))[0]! })
    assert.equal((await itemsOf(id))[0], a)
    await acme.delete(`/api/collections/${id}`)
  })

  test('the items of a collection keep a consistent order under concurrent requests', async () => {
    const { id } = await make({ name: fresh(), asset_ids: [a] })
    const answers = await Promise.all([b, c, d, e].map((one) => act(id, 'items', { asset_ids: [one] })))
    assert.ok(answers.every(({ status }) => status === 200))
    const order = await itemsOf(id)
    assert.deepEqual([order[0], order.toSorted()], [a, [a, b, c, d, e].toSorted()])
    // Assets with equal positions would still be listed, ordered by ID.
    const { rows } = await asCompany(db, acme.companyId, (trx) =>
      sql<{ position: number }>`
        select position from collection_items
        where collection_id = ${parseId('collection', id)!} order by position`.execute(trx),
    )
    assert.deepEqual(
      rows.map(({ position }) => position),
      [1, 2, 3, 4, 5],
    )
  })

  test('the items of a collection are not changed if If-Match is outdated', async () => {
    const { id } = await make({ name: fresh(), asset_ids: [a, b] })
    const { headers } = await acme.get(`/api/collections/${id}`)
    const state = { 'if-match': headers.get('etag')! }
    const url = `/api/collections/${id}/moves`
    assert.equal((await acme.post(url, { asset_ids: [a] }, state)).status, 200)
    assert.equal((await acme.post(url, { asset_ids: [b] }, state)).status, 412)
    assert.deepEqual(await itemsOf(id), [b, a])
  })
})
