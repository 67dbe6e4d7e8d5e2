// Engines: postgres
// The total size of the values of custom properties, and what pages without an account read of them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { publicAssets } from '../src/assets/queries.ts'
import { publicCollectionItems } from '../src/collections/queries.ts'
import { parseId } from '../src/ids.ts'
import { valueBytesMax } from '../src/property-values/size-limit.ts'
import { newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { behindProxy } from './support/people.ts'
import { newTemplate } from './support/renders.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, upload } from './support/uploads.ts'

const service = await startService({ env: { ...behindProxy, RATE_LIMIT_PER_MINUTE: '0' } })
const acme = await newCompany(service, 'Acme')

const define = async (body: object): Promise<Shown> => {
  const answer = await acme.post('/api/properties', body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const keys = Array.from({ length: 8 }, (_, at) => `note_${at}`)
for (const key of keys) {
  await define({ key, label: key, type: 'long_text' })
  await define({ key, label: key, type: 'long_text', applies_to: 'template' })
}
const filledWith = (text: string, names = keys) => Object.fromEntries(names.map((key) => [key, text]))
const addAsset = async (properties?: object) => {
  const fields = properties && { properties: JSON.stringify(properties) }
  return upload(service, acme, { bytes: await picture() }, fields)
}
const set = (id: string, properties: object) => acme.patch(`/api/assets/${id}`, { properties })
const valuesOf = async (id: string) => (await acme.get(`/api/assets/${id}`)).body.data.properties
/** Eight texts of this many bytes are exactly the limit. */
const eighth = valueBytesMax / 8
const refusal = { properties: ['The properties field must not have more than 64 kB of values in total.'] }

// Holds R-PROPERTY-15.
describe('the total size of values', () => {
  test('the values of an asset have up to 64 kB in total, even if a request changes only some of them', async () => {
    const { id } = (await addAsset()).body.data
    assert.equal((await set(id, filledWith('x'.repeat(eighth)))).status, 200)
    const over = await set(id, { note_0: 'x'.repeat(eighth + 1) })
    assert.deepEqual([over.status, over.body], [422, refusal])
    assert.equal((await valuesOf(id)).note_0.length, eighth)
    // Each of these letters has three bytes.
    assert.deepEqual((await set(id, { note_0: 'あ'.repeat(eighth / 2) })).body, refusal)
    assert.equal((await set(id, { note_1: null, note_0: 'x'.repeat(eighth + 1) })).status, 200)
    assert.deepEqual((await set(id, { note_1: 'x'.repeat(eighth) })).body, refusal)
    assert.equal((await set(id, { note_1: null })).status, 200)
  })

  test('values of imports and templates have up to 64 kB in total', async () => {
    const tooMuch = filledWith('あ'.repeat(eighth / 2))
    const asset_import = { url: 'https://files.example/a.png', properties: tooMuch }
    assert.deepEqual((await acme.post('/api/asset-imports', asset_import)).body, refusal)
    const template = (await newTemplate(service, acme)).id
    const answer = await acme.patch(`/api/templates/${template}`, { properties: tooMuch })
    assert.deepEqual([answer.status, answer.body], [422, refusal])
    const fits = await acme.patch(`/api/templates/${template}`, {
      properties: filledWith('x'.repeat(eighth)),
    })
    assert.equal(fits.status, 200)
    const more = await acme.patch(`/api/templates/${template}`, {
      properties: { note_0: 'あ'.repeat(eighth) },
    })
    assert.deepEqual(more.body, refusal)
  })

  test('a batch, including one that runs as a job, rejects only the assets whose values would exceed the limit', async () => {
    const small = (await addAsset()).body.data.id
    const full = (await addAsset()).body.data.id
    assert.equal((await set(full, filledWith('x'.repeat(eighth)))).status, 200)
    const properties = filledWith('あ'.repeat(eighth / 2), ['note_0'])
    const batch = { action: 'set_properties', ids: [small, full], properties }
    const { status, body } = await acme.post('/api/asset-batches', batch)
    assert.deepEqual(
      [status, body.data],
      [
        200,
        [
          { id: small, status: 200 },
          { id: full, status: 422, error: { message: refusal.properties[0] } },
        ],
      ],
    )
    assert.equal((await valuesOf(full)).note_0, 'x'.repeat(eighth))
  })

  // Holds R-PROPERTY-6.
  test('defaults that would exceed the limit are omitted, and no upload is rejected because of them', async () => {
    const preset = await define({
      key: 'preset',
      label: 'Preset',
      type: 'long_text',
      default: 'y'.repeat(9_000),
    })
    const given = filledWith('x'.repeat(eighth), keys.slice(1))
    const { status, body } = await addAsset(given)
    assert.deepEqual([status, body.data.properties], [201, given])
    assert.equal((await addAsset({})).body.data.properties.preset, 'y'.repeat(9_000))
    await acme.delete(`/api/properties/${preset.id}`)
  })
})

// Holds R-PROPERTY-11.
test('public pages read only values that everyone can see, and only the beginning of long values', async () => {
  await define({ key: 'internal', label: 'Internal', type: 'text' })
  await define({ key: 'credit', label: 'Credit', type: 'long_text', visibility: 'everyone' })
  const { id } = (await addAsset({ internal: 'secret', credit: 'z'.repeat(5_000) })).body.data
  const collection = (await acme.post('/api/collections', { name: 'Press' })).body.data.id
  await acme.post(`/api/collections/${collection}/items`, { asset_ids: [id] })
  const uuid = parseId('asset', id)!
  for (const row of [
    await publicAssets.one(service.db, acme.companyId, uuid),
    await publicCollectionItems.one(service.db, acme.companyId, uuid, {
      collection: parseId('collection', collection)!,
    }),
  ]) {
    assert.deepEqual(
      row!.properties.map(({ key, text }) => [key, text]),
      [['credit', 'z'.repeat(301)]],
    )
    assert.equal('tags' in row!, false)
  }
  const share = await acme.post('/api/shares', { name: 'Press', asset_ids: [id] })
  const page = await until('the page', async () => (await fetch(share.body.data.url)).text())
  assert.ok(page.includes(`<dt>Credit</dt><dd>${'z'.repeat(300)}…</dd>`))
  assert.ok(!page.includes('secret'))
})
