// Engines: postgres
// Review states of assets and templates.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId, publicId } from '../src/ids.ts'
import { reviewsKeptMax } from '../src/reviews/change.ts'
import { type Caller, newCaller, newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { behindProxy, newMember } from './support/people.ts'
import { card, newTemplate } from './support/renders.ts'
import { startService } from './support/service.ts'
import { picture, upload } from './support/uploads.ts'

const service = await startService({
  env: { ...behindProxy, RATE_LIMIT_PER_MINUTE: '0', OPEN_RATE_LIMIT_PER_MINUTE: '0' },
})
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const admin = await newMember(service, acme.companyId, 'admin', 'Adam')
const editor = await newMember(service, acme.companyId, 'editor', 'Edith')
const globexAdmin = await newMember(service, globex.companyId, 'admin', 'Gloria')

const configure = async (settings: object, as = admin) => {
  const { status, body } = await as.patch('/portal/api/company', settings)
  assert.equal(status, 200)
  return body.data
}
await configure({ reviews: true })

let made = 0
const addAsset = async (fields: Record<string, string> = {}, as: Caller = acme): Promise<Shown> => {
  const name = `picture ${++made}`
  const bytes = await picture({ width: 8 + made, height: 8 })
  const answer = await upload(service, as, { bytes, name: `${name}.png` }, { name, ...fields })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const addTemplate = () => newTemplate(service, acme)
const set = async (path: string, review: string, as: Pick<Caller, 'patch'> = acme): Promise<Shown> => {
  const answer = await as.patch(path, { review })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}
const approve = ({ id }: Shown) => set(`/api/assets/${id}`, 'approved')
const reviewOf = async (path: string) => (await acme.get(path)).body.data.review
const listed = async (query: string, path = '/api/assets'): Promise<string[]> =>
  (await acme.get(`${path}?${query}`)).body.data.map(({ id }: Shown) => id).sort()
const replaceFile = async ({ id }: Shown) => {
  const bytes = await picture({ width: 20 + ++made, height: 9 })
  const path = `/api/assets/${id}/file`
  const answer = await upload(service, acme, { bytes, name: 'next.png' }, {}, { method: 'PUT', path })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

/** Collects the changes of a resource from now on. */
async function watch(id: string) {
  const since = (await acme.get('/api/changes?per_page=1000')).body.meta.next
  return async () =>
    (await acme.get(`/api/changes?since=${since}&per_page=1000`)).body.data
      // Previews and renditions change resources, too.
      .filter(({ resource_id, actor }: Shown) => resource_id === id && actor.type !== 'system')
      .map(({ type, data }: Shown) => [type, data.review_before, data.review])
}

describe('without reviews', () => {
  // Holds R-REVIEW-1.
  test('the state is null, and can neither be set nor be a filter', async () => {
    const asset = await addAsset({}, globex)
    assert.equal(asset.review, null)
    const off = {
      review: ['The company does not use reviews. Turn them on in the settings of the company.'],
    }
    for (const { status, body } of [
      await globex.patch(`/api/assets/${asset.id}`, { review: 'in_review' }),
      await globex.post('/api/asset-batches', { action: 'set_review', ids: [asset.id], review: 'draft' }),
      await globex.get('/api/assets?review=draft'),
      await globex.get('/api/templates?review=draft,approved'),
    ])
      assert.deepEqual([status, body], [422, off])
    assert.deepEqual((await globex.post('/api/archives', { filter: { review: 'approved' } })).body, {
      'filter.review': off.review,
    })
    const { fields } = (await globex.get('/api/assets?facets=review')).body.meta.facets
    assert.deepEqual(fields, { review: [] })
  })

  // Holds R-REVIEW-1.
  test('states are kept while reviews are off, and lists follow each change of the setting immediately', async () => {
    const asset = await addAsset({}, globex)
    const shown = async () => {
      const page = await globex.get(`/api/assets?ids=${asset.id}`)
      const one = await globex.get(`/api/assets/${asset.id}`)
      assert.equal(page.body.data[0].review, one.body.data.review)
      return one
    }
    assert.equal((await shown()).body.data.review, null)
    await configure({ reviews: true }, globexAdmin)
    const before = await shown()
    assert.equal(before.body.data.review, 'draft')
    await set(`/api/assets/${asset.id}`, 'approved', globex)
    const approved = await shown()
    await configure({ reviews: false }, globexAdmin)
    const etag = { 'if-none-match': approved.headers.get('etag')! }
    assert.equal((await globex.get(`/api/assets/${asset.id}`, etag)).status, 200)
    assert.equal((await shown()).body.data.review, null)
    await configure({ reviews: true }, globexAdmin)
    assert.equal((await shown()).body.data.review, 'approved')
    await configure({ reviews: false }, globexAdmin)
  })
})

describe('a review', () => {
  // Holds R-REVIEW-1, R-REVIEW-2, R-REVIEW-4.
  test('a review is submitted by an editor and decided by an administrator, with an event for each change', async () => {
    for (const path of [
      `/api/assets/${(await addAsset()).id}`,
      `/api/templates/${(await addTemplate()).id}`,
    ]) {
      const [noun, id] = [path.includes('assets') ? 'asset' : 'template', path.split('/').at(-1)!]
      assert.equal(await reviewOf(path), 'draft')
      const changes = await watch(id)
      assert.equal((await set(path.replace('/api', '/portal/api'), 'in_review', editor)).review, 'in_review')
      for (const decision of ['approved', 'rejected']) {
        const refused = await editor.patch(path.replace('/api', '/portal/api'), {
          name: 'Mine',
          review: decision,
        })
        assert.equal(refused.status, 403)
      }
      const { name, review } = (await acme.get(path)).body.data
      assert.deepEqual([name === 'Mine', review], [false, 'in_review'])
      await set(path.replace('/api', '/portal/api'), 'approved', admin)
      await set(path, 'approved')
      await set(path.replace('/api', '/portal/api'), 'draft', editor)
      const changed = `${noun}.review_changed`
      assert.deepEqual(await changes(), [
        [`${noun}.updated`, undefined, undefined],
        [changed, 'draft', 'in_review'],
        [`${noun}.updated`, undefined, undefined],
        [changed, 'in_review', 'approved'],
        [`${noun}.updated`, undefined, undefined],
        [`${noun}.updated`, undefined, undefined],
        [changed, 'approved', 'draft'],
      ])
    }
  })

  // Holds R-REVIEW-2.
  test('an editor cannot decide about assets in a batch, nor a client about templates without assets:write', async () => {
    const { id } = await addAsset()
    const body = { action: 'set_review', ids: [id], review: 'approved' }
    assert.equal((await editor.post('/portal/api/asset-batches', body)).status, 403)
    assert.equal(await reviewOf(`/api/assets/${id}`), 'draft')
    const template = await addTemplate()
    const { enterpriseId, companyId, ownerId } = acme
    const scopes = ['templates:read', 'templates:write']
    const client = await newCaller(service, { name: 'sync', enterpriseId, companyId, ownerId, scopes })
    await set(`/api/templates/${template.id}`, 'in_review', client)
    const refused = await client.patch(`/api/templates/${template.id}`, { review: 'rejected' })
    assert.equal(refused.status, 403)
    assert.match(refused.headers.get('www-authenticate')!, /scope="assets:write"/)
    assert.equal(await reviewOf(`/api/templates/${template.id}`), 'in_review')
    assert.equal((await acme.patch(`/api/assets/${id}`, { review: 'published' })).status, 422)
  })

  // Holds R-REVIEW-3.
  test('a new file or a restored version needs another review, and another change of the asset does not', async () => {
    const asset = await addAsset()
    const path = `/api/assets/${asset.id}`
    await approve(asset)
    await acme.patch(path, { description: 'Retouched' })
    assert.equal(await reviewOf(path), 'approved')
    const changes = await watch(asset.id)
    assert.equal((await replaceFile(asset)).review, 'in_review')
    const decided = (await changes()).filter(([type]: string[]) => type === 'asset.review_changed')
    assert.deepEqual(decided, [['asset.review_changed', 'approved', 'in_review']])
    await set(path, 'rejected')
    await acme.post(`${path}/versions/1/restoration`)
    assert.equal(await reviewOf(path), 'in_review')
    await set(path, 'draft')
    await replaceFile(asset)
    assert.equal(await reviewOf(path), 'draft')
  })

  // Holds R-REVIEW-3.
  test('a new document of a template needs another review', async () => {
    const { id } = await addTemplate()
    const path = `/api/templates/${id}`
    await set(path, 'approved')
    const changes = await watch(id)
    const file = { bytes: card('Another title'), name: 'card.svg' }
    const at = { method: 'PUT', path: `${path}/document`, field: 'document' }
    const { status, body, text } = await upload(service, acme, file, {}, at)
    assert.deepEqual([status, body.data?.review], [200, 'in_review'], text)
    assert.deepEqual(await changes(), [
      ['template.updated', undefined, undefined],
      ['template.review_changed', 'approved', 'in_review'],
    ])
  })

  // Holds R-REVIEW-3.
  test('an approval does not cover a file that was added while reviews were off', async () => {
    const asset = await addAsset()
    await approve(asset)
    await configure({ reviews: false })
    const changes = await watch(asset.id)
    assert.equal((await replaceFile(asset)).review, null)
    assert.deepEqual(
      (await changes()).map(([type]: string[]) => type).filter((type: string) => type.includes('review')),
      [],
    )
    await configure({ reviews: true })
    assert.equal(await reviewOf(`/api/assets/${asset.id}`), 'in_review')
  })

  // Holds R-REVIEW-5.
  test('a batch decides many assets, and emits an event for each that changed', async () => {
    const [one, two] = [await addAsset(), await addAsset()]
    await approve(two)
    const [ofOne, ofTwo] = [await watch(one.id), await watch(two.id)]
    const body = { action: 'set_review', ids: [one.id, two.id, 'ast_x'], review: 'approved' }
    const answer = await acme.post('/api/asset-batches', body)
    assert.deepEqual(
      answer.body.data.map(({ status }: Shown) => status),
      [200, 200, 404],
    )
    assert.deepEqual([await ofOne(), await ofTwo()], [[['asset.review_changed', 'draft', 'approved']], []])
    assert.ok((await acme.get(`/api/assets/${one.id}`)).body.data.updated_at > one.updated_at)
    const note = 'The logo is cut off.'
    await acme.post('/api/asset-batches', {
      action: 'set_review',
      ids: [one.id, two.id],
      review: 'rejected',
      note,
    })
    for (const { id } of [one, two]) {
      const [review] = (await acme.get(`/api/reviews?asset_id=${id}&sort=-created_at`)).body.data
      assert.deepEqual([review.state, review.note], ['rejected', note])
    }
    assert.deepEqual((await acme.post('/api/asset-batches', { action: 'trash', ids: [one.id], note })).body, {
      note: ['The note field is allowed only for the action set_review.'],
    })
    for (const refused of [
      { action: 'set_review', ids: [one.id] },
      { action: 'trash', ids: [one.id], review: 'draft' },
    ])
      assert.deepEqual((await acme.post('/api/asset-batches', refused)).body, {
        review: ['The review field is required for the action set_review, and not allowed for others.'],
      })
  })
})

describe('POST /api/reviews', () => {
  const post = (body: object, as: Pick<Caller, 'post'> = acme, prefix = '/api') =>
    as.post(`${prefix}/reviews`, body)
  const history = async (query: string): Promise<Shown[]> =>
    (await acme.get(`/api/reviews?${query}`)).body.data

  // Holds R-REVIEW-4, R-REVIEW-8, R-REVIEW-9.
  test('POST /api/reviews sets the state with a note, and lists the review with earlier reviews', async () => {
    for (const resource of [await addAsset(), await addTemplate()]) {
      const noun = resource.id.startsWith('ast') ? 'asset' : 'template'
      const target = { [`${noun}_id`]: resource.id }
      await set(`/api/${noun}s/${resource.id}`, 'in_review')
      const changes = await watch(resource.id)
      const approved = await post({ ...target, state: 'approved', note: '  Good  ', version: 1 })
      assert.equal(approved.status, 201, approved.text)
      const review = approved.body.data
      assert.equal(approved.headers.get('location'), `/api/reviews/${review.id}`)
      assert.deepEqual((await acme.get(`/api/reviews/${review.id}`)).body.data, review)
      const { state, state_before, note, version, created_by } = review
      assert.deepEqual([state, state_before, note, version], ['approved', 'in_review', 'Good', 1])
      assert.equal(created_by.id, publicId('person', acme.ownerId))
      assert.equal(await reviewOf(`/api/${noun}s/${resource.id}`), 'approved')
      assert.deepEqual(await changes(), [[`${noun}.review_changed`, 'in_review', 'approved']])
      const again = await post({ ...target, state: 'approved' })
      assert.deepEqual([again.body.data.state_before, again.body.data.note], ['approved', null])
      assert.equal((await changes()).length, 1)
      const ids = (await history(`${noun}_id=${resource.id}&sort=-created_at`)).map(({ id }) => id)
      assert.deepEqual([ids.length, ids[0], ids[1]], [3, again.body.data.id, review.id])
      const submitted = await history(`${noun}_id=${resource.id}&state=in_review,draft`)
      assert.deepEqual(
        submitted.map(({ state_before }) => state_before),
        ['draft'],
      )
    }
  })

  // Holds R-REVIEW-4, R-REVIEW-8.
  test('a review has an event, and a new file, a batch and a PATCH add reviews, too', async () => {
    const asset = await addAsset()
    const since = (await acme.get('/api/changes?per_page=1000')).body.meta.next
    await post({ asset_id: asset.id, state: 'in_review' })
    await acme.post('/api/asset-batches', { action: 'set_review', ids: [asset.id], review: 'approved' })
    await replaceFile(asset)
    await set(`/api/assets/${asset.id}`, 'rejected')
    const reviews = await history(`asset_id=${asset.id}`)
    assert.deepEqual(
      reviews.map(({ version, state_before, state }) => [version, state_before, state]),
      [
        [1, 'draft', 'in_review'],
        [1, 'in_review', 'approved'],
        [2, 'approved', 'in_review'],
        [2, 'in_review', 'rejected'],
      ],
    )
    const { data } = (await acme.get(`/api/changes?since=${since}&types=review.created&per_page=1000`)).body
    assert.deepEqual(
      data.map(({ resource_id }: Shown) => resource_id),
      reviews.map(({ id }) => id),
    )
  })

  // Holds R-REVIEW-2, R-REVIEW-9.
  test('a review needs the permission to change the resource, and to decide', async () => {
    const asset_id = (await addAsset()).id
    const template_id = (await addTemplate()).id
    const decided = await post({ asset_id, state: 'approved' }, editor, '/portal/api')
    assert.equal(decided.status, 403)
    assert.equal((await post({ asset_id, state: 'in_review' }, editor, '/portal/api')).status, 201)
    assert.equal((await post({ asset_id, state: 'approved' }, admin, '/portal/api')).status, 201)
    const { enterpriseId, companyId, ownerId } = acme
    const scopes = ['assets:read', 'assets:write', 'templates:read']
    const client = await newCaller(service, { name: 'assets', enterpriseId, companyId, ownerId, scopes })
    assert.equal((await post({ template_id, state: 'in_review' }, client)).status, 403)
    assert.equal(await reviewOf(`/api/templates/${template_id}`), 'draft')
  })

  // Holds R-REVIEW-9.
  test('a review is rejected for missing resources, outdated versions and companies without reviews', async () => {
    const asset = await addAsset()
    const asset_id = asset.id
    const faults = async (body: object, as: Caller = acme) => {
      const answer = await post({ state: 'approved', ...body }, as)
      assert.equal(answer.status, 422, answer.text)
      return answer.body
    }
    const oneOf =
      'The asset id field must be the only one of asset_id, template_id, and one of them is required.'
    assert.deepEqual(await faults({}), { asset_id: [oneOf] })
    assert.deepEqual(await faults({ asset_id, template_id: publicId('template', newId()) }), {
      asset_id: [oneOf],
    })
    const unknown = { asset_id: ['The selected asset id is invalid.'] }
    for (const id of [publicId('asset', newId()), (await addAsset({}, globex)).id])
      assert.deepEqual(await faults({ asset_id: id }), unknown)
    assert.deepEqual(Object.keys(await faults({ asset_id, state: 'published' })), ['state'])
    assert.deepEqual(Object.keys(await faults({ asset_id, note: 'x'.repeat(1_001) })), ['note'])
    await replaceFile(asset)
    assert.deepEqual(await faults({ asset_id, version: 1 }), {
      version: ['The current version of the asset is 2. Review this version.'],
    })
    assert.equal(await reviewOf(`/api/assets/${asset_id}`), 'draft')
    await acme.delete(`/api/assets/${asset_id}`)
    assert.deepEqual(await faults({ asset_id }), unknown)
    assert.deepEqual(await faults({ asset_id: (await addAsset({}, globex)).id }, globex), {
      state: ['The company does not use reviews. Turn them on in the settings of the company.'],
    })
  })

  // Holds R-REVIEW-8.
  test('reviews of a resource are limited to the newest ones', async () => {
    const asset_id = (await addAsset()).id
    const other = (await addAsset()).id
    await post({ asset_id: other, state: 'draft' })
    for (let count = 0; count <= reviewsKeptMax; count++)
      assert.equal((await post({ asset_id, state: 'draft', note: `${count}` })).status, 201)
    const kept = (await history(`asset_id=${asset_id}&per_page=100`)).map(({ note }) => note)
    assert.deepEqual([kept.length, kept[0], kept.at(-1)], [reviewsKeptMax, '1', `${reviewsKeptMax}`])
    assert.equal((await history(`asset_id=${other}`)).length, 1)
  })
})

// Holds R-REVIEW-6.
test('lists, facets and archives select assets and templates by their state', async () => {
  const [draft, approved, rejected] = [await addAsset(), await addAsset(), await addAsset()]
  await approve(approved)
  await set(`/api/assets/${rejected.id}`, 'rejected')
  const ids = [draft, approved, rejected].map(({ id }) => id)
  assert.deepEqual(await listed(`ids=${ids}&review=approved`), [approved.id])
  assert.deepEqual(await listed(`ids=${ids}&review=draft,rejected`), [draft.id, rejected.id].sort())
  const { fields } = (await acme.get(`/api/assets?ids=${ids}&facets=review`)).body.meta.facets
  assert.deepEqual(fields.review.map(({ value, count }: Shown) => `${value} ${count}`).sort(), [
    'approved 1',
    'draft 1',
    'rejected 1',
  ])
  const [template, draftTemplate] = [await addTemplate(), await addTemplate()]
  await set(`/api/templates/${template.id}`, 'in_review')
  assert.deepEqual(
    await listed(`ids=${template.id},${draftTemplate.id}&review=in_review`, '/api/templates'),
    [template.id],
  )
  const folder = await acme.post('/api/folders', { name: 'Reviewed' })
  await acme.post('/api/asset-batches', { action: 'move', ids, folder_id: folder.body.data.id })
  const filter = { folder_id: folder.body.data.id, review: 'approved' }
  const archive = await acme.post('/api/archives', { filter })
  assert.deepEqual([archive.status, archive.body.data?.counts], [201, { files: 1 }], archive.text)
})

// Holds R-REVIEW-7.
test('shares show only approved assets if the setting is on', async () => {
  const [draft, approved] = [await addAsset(), await addAsset()]
  await approve(approved)
  const folder = (await acme.post('/api/folders', { name: 'Shared' })).body.data
  const ids = [draft.id, approved.id]
  await acme.post('/api/asset-batches', { action: 'move', ids, folder_id: folder.id })
  const collection = (await acme.post('/api/collections', { name: 'Shared', asset_ids: ids })).body.data
  const urls: string[] = []
  for (const target of [{ asset_ids: ids }, { folder_id: folder.id }, { collection_id: collection.id }])
    urls.push((await acme.post('/api/shares', { name: 'Agency', ...target })).body.data.url)
  const shownIn = async (url: string) => {
    const page = await (await fetch(url)).text()
    return ids.filter((id) => page.includes(id))
  }
  const statusOf = async (url: string, id: string) =>
    (await fetch(`${url}/${id}/original?download`, { redirect: 'manual' })).status
  for (const url of urls) assert.deepEqual(await shownIn(url), ids)
  await configure({ share_approved_only: true })
  for (const url of urls) {
    assert.deepEqual(await shownIn(url), [approved.id])
    assert.deepEqual([await statusOf(url, draft.id), await statusOf(url, approved.id)], [404, 200])
  }
  await replaceFile(approved)
  for (const url of urls) assert.deepEqual(await shownIn(url), [])
  await configure({ reviews: false })
  for (const url of urls) assert.deepEqual(await shownIn(url), ids)
  await configure({ reviews: true, share_approved_only: false })
})
