// Engines: postgres
// Custom properties of assets and templates, and their values.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { asCompany } from '../src/db/tenancy.ts'
import { newId, parseId, publicId, type Uuid } from '../src/ids.ts'
import { rowsAtOnceMax } from '../src/jobs/large-change.ts'
import { rowsPerResource } from '../src/properties/steps.ts'
import { newCompany, send } from './support/companies.ts'
import { withIptc } from './support/iptc.ts'
import type { Shown } from './support/library.ts'
import { behindProxy, newMember } from './support/people.ts'
import { newTemplate } from './support/renders.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, upload } from './support/uploads.ts'

const service = await startService({ env: { ...behindProxy, RATE_LIMIT_PER_MINUTE: '0' } })
const { db } = service
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const ada = await newMember(service, acme.companyId, 'editor', 'Ada')
const grace = await newMember(service, globex.companyId, 'editor', 'Grace')

let made = 0
const fresh = (what = 'Property') => `${what} ${++made}`
const define = async (body: object, caller = acme): Promise<Shown> => {
  const answer = await caller.post('/api/properties', { label: fresh(), ...body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const change = (id: string, body: object) => acme.patch(`/api/properties/${id}`, body)
const addAsset = async (fields: Record<string, string> = {}, caller = acme): Promise<Shown> => {
  const answer = await upload(service, caller, { bytes: await picture() }, fields)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const set = (asset: Shown, properties: object) => acme.patch(`/api/assets/${asset.id}`, { properties })
const valuesOf = async (asset: Shown) => (await acme.get(`/api/assets/${asset.id}`)).body.data.properties
const found = async (search: string, caller = acme) =>
  (await caller.get(`/api/assets?search=${encodeURIComponent(search)}`)).body.data.map(({ id }: Shown) => id)
const options = [{ label: 'EMEA' }, { label: 'Asia Pacific' }, { key: 'na', label: 'North America' }]

/** Adds assets with the file of another asset, in one statement. */
const copyAssets = (companyId: Uuid, asset: Shown, count: number) =>
  asCompany(db, companyId, (trx) =>
    sql`
      insert into assets (company_id, id, name, name_key, type, mime_type, extension, size, checksum, status, file_key,
        updated_at)
      select company_id, overlay(gen_random_uuid()::text placing left(id::text, 13) from 1)::uuid, 'Copy ' || n,
        'copy ' || n, type, mime_type, extension, size, checksum, status, file_key, updated_at
      from assets cross join generate_series(1, ${count}::integer) n
      where company_id = ${companyId} and id = ${parseId('asset', asset.id)}`.execute(trx),
  )
const jobDone = (id: string, caller = acme) =>
  until('the job ends', async () => (await caller.get(`/api/jobs/${id}`)).body.data.status === 'done')

describe('a property', () => {
  // Holds R-PROPERTY-1, R-PROPERTY-10.
  test('a property is created with a key derived from its label, changed, ordered and listed', async () => {
    const company = await newCompany(service, 'Initech')
    const make = (body: object) => define(body, company)
    const first = await make({ label: ' Market Région ', type: 'text', help: 'Where it is sold' })
    assert.match(first.id, /^prp_/)
    assert.deepEqual(
      [first.key, first.label, first.type, first.applies_to, first.position, first.visibility, first.help],
      ['market_region', 'Market Région', 'text', 'asset', 0, 'members', 'Where it is sold'],
    )
    assert.deepEqual(
      [first.is_required, first.default, first.options, first.maps_from],
      [false, null, [], null],
    )
    const second = await make({ label: 'Market region', type: 'number', position: 0 })
    assert.deepEqual([second.key, second.position], ['market_region_2', 0])
    assert.equal((await make({ label: '日本', type: 'date' })).key, 'property')
    assert.equal((await make({ label: '2026 season', type: 'date' })).key, 'property_2026_season')
    const ofTemplates = await make({ label: 'Market region', type: 'text', applies_to: 'template' })
    assert.deepEqual([ofTemplates.key, ofTemplates.position], ['market_region', 0])
    const ordered = async () =>
      (await company.get('/api/properties?applies_to=asset')).body.data.map(({ key }: Shown) => key)
    assert.deepEqual(await ordered(), [
      'market_region_2',
      'market_region',
      'property',
      'property_2026_season',
    ])
    await company.patch(`/api/properties/${first.id}`, { position: 3, label: 'Market' })
    assert.deepEqual(await ordered(), [
      'market_region_2',
      'property',
      'property_2026_season',
      'market_region',
    ])
    await company.delete(`/api/properties/${second.id}`)
    const { body } = await company.get('/api/properties?applies_to=asset')
    assert.deepEqual(
      body.data.map(({ position }: Shown) => position),
      [0, 1, 2],
    )
    const { body: feed } = await company.get(
      '/api/changes?types=property.created,property.updated,property.deleted',
    )
    const ofFirst = feed.data.filter(({ resource_id }: Shown) => resource_id === first.id)
    assert.deepEqual(
      ofFirst.map(({ type, data }: Shown) => [type, data.fields]),
      [
        ['property.created', undefined],
        ['property.updated', ['position']],
        ['property.updated', ['label', 'position']],
        ['property.updated', ['position']],
      ],
    )
  })

  // Holds R-PROPERTY-1.
  test('a property has a key that is unique among the properties of its resource type, and a type that never changes', async () => {
    await define({ key: 'sku', type: 'text' })
    const taken = await acme.post('/api/properties', { label: 'Other', key: 'sku', type: 'text' })
    assert.deepEqual([taken.status, taken.body], [422, { key: ['The key has already been taken.'] }])
    const { status } = await acme.post('/api/properties', { label: 'Other', key: 'Not-a-key', type: 'text' })
    assert.equal(status, 422)
    const { id } = await define({ type: 'text' })
    const changed = await change(id, { type: 'number' })
    assert.deepEqual(changed.body, { type: ['The type field is not known here.'] })
    await define({ key: 'sku', type: 'text' }, globex)
  })

  // Holds R-PROPERTY-1.
  test('a property is rejected if its resource type already has 100', async () => {
    const company = await newCompany(service, 'Umbrella')
    await asCompany(db, company.companyId, (trx) =>
      sql`
        insert into properties (company_id, id, applies_to, key, label, type, position, updated_at)
        select ${company.companyId}, overlay(gen_random_uuid()::text placing left(${newId()}, 13) from 1)::uuid, 'asset',
          'key_' || n, 'Label', 'text', n - 1, now()
        from generate_series(1, 100) n`.execute(trx),
    )
    const { body } = await company.post('/api/properties', { label: 'One more', type: 'text' })
    assert.deepEqual(body, { label: ['The limit of 100 properties is reached. Delete one first.'] })
    await define({ type: 'text', applies_to: 'template' }, company)
  })

  // Holds R-AUTH-4.
  test('a property is defined only with assets:write', async () => {
    const body = { label: 'Mine', type: 'text' }
    const viewer = await newMember(service, acme.companyId, 'viewer', 'Vera')
    assert.equal((await viewer.post('/portal/api/properties', body)).status, 403)
    assert.equal((await ada.post('/portal/api/properties', body)).status, 201)
  })
})

describe('options', () => {
  // Holds R-PROPERTY-2.
  test('options have keys that never change, so that a new label keeps the values and search finds it', async () => {
    const property = await define({ type: 'choice', options })
    assert.deepEqual(property.options, [
      { key: 'emea', label: 'EMEA' },
      { key: 'asia_pacific', label: 'Asia Pacific' },
      { key: 'na', label: 'North America' },
    ])
    const asset = await addAsset()
    assert.equal(
      (await set(asset, { [property.key]: 'asia pacific' })).body.data.properties[property.key],
      'asia_pacific',
    )
    assert.deepEqual(await found('pacific'), [asset.id])
    const renamed = await change(property.id, {
      options: [{ key: 'asia_pacific', label: 'Zanzibar' }, ...property.options.slice(2), { label: 'EMEA' }],
    })
    assert.deepEqual(
      renamed.body.data.options.map(({ key }: Shown) => key),
      ['asia_pacific', 'na', 'emea_2'],
    )
    assert.equal((await valuesOf(asset))[property.key], 'asia_pacific')
    assert.deepEqual([await found('pacific'), await found('zanzibar')], [[], [asset.id]])
  })

  // Holds R-PROPERTY-2.
  test('options are rejected for other types, if repeated, if missing, and while a resource or the default uses one', async () => {
    const refused = async (body: object) => {
      const answer = await acme.post('/api/properties', { label: 'x', ...body })
      assert.equal(answer.status, 422, answer.text)
      return answer.body
    }
    assert.deepEqual(await refused({ type: 'text', options }), {
      options: ['The options field is only for the types choice and choices, not for text.'],
    })
    assert.deepEqual(await refused({ type: 'choice' }), {
      options: ['The options field must contain an option.'],
    })
    assert.deepEqual(await refused({ type: 'choice', options: [{ label: 'Été' }, { label: 'été' }] }), {
      'options.1.label': ['The label has already been taken.'],
    })
    assert.deepEqual(
      await refused({
        type: 'choice',
        options: [
          { key: 'a', label: 'x' },
          { key: 'A', label: 'y' },
        ],
      }),
      {
        'options.1.key': ['The key has already been taken.'],
      },
    )
    const many = Array.from({ length: 501 }, (_, at) => ({ label: `Option ${at}` }))
    assert.deepEqual(await refused({ type: 'choice', options: many }), {
      options: ['The options field must not contain more than 500 options.'],
    })
    await define({ type: 'choice', options: many.slice(1) })
    const property = await define({ type: 'choices', options, default: ['na'] })
    const asset = await addAsset({ properties: JSON.stringify({ [property.key]: ['EMEA', 'na', 'emea'] }) })
    assert.deepEqual(asset.properties[property.key], ['emea', 'na'])
    const used = await change(property.id, { options: property.options.slice(1) })
    assert.deepEqual(used.body, {
      options: ['The option «EMEA» cannot be removed: 1 asset has it.'],
    })
    await set(asset, { [property.key]: ['emea'] })
    const preset = await change(property.id, { options: property.options.slice(0, 2) })
    assert.deepEqual(preset.body, { options: ['The option na is the default. Change the default first.'] })
    const both = await change(property.id, { options: property.options.slice(0, 2), default: null })
    assert.equal(both.status, 200, both.text)
  })
})

describe('values', () => {
  const types: [type: string, given: unknown, shown: unknown, wrong: [value: unknown, message: string][]][] = [
    ['text', ' Autumn ', 'Autumn', [[7, 'must be a string.'], ['a\nb', 'must be a single line.'], ['x'.repeat(201), 'must not be longer than 200 characters.']]],
    ['long_text', 'One\nTwo', 'One\nTwo', [['x'.repeat(10_001), 'must not be longer than 10000 characters.']]],
    ['number', -2.5, -2.5, [['7', 'must be a number.'], [2 ** 60, 'must not be beyond 9007199254740991.']]],
    ['date', '2024-02-29', '2024-02-29', [['2023-02-29', 'must be a date such as 2027-01-31.'], ['0000-01-01', 'must be a date such as 2027-01-31.'], ['2024-02-29T00:00:00Z', 'must be a date such as 2027-01-31.']]],
    ['choice', 'na', 'na', [['xx', 'must be of emea, asia_pacific, na.'], [['na'], 'must be of emea, asia_pacific, na.']]],
    ['choices', ['na', 'EMEA'], ['na', 'emea'], [['na', 'must be a list.'], [['xx'], 'must be of emea, asia_pacific, na.']]],
    ['boolean', false, false, [['false', 'must be true or false.']]],
    ['link', 'https://acme.example/a?b', 'https://acme.example/a?b', [['javascript:alert(1)', 'must be an HTTP or HTTPS URL.'], ['acme', 'must be an HTTP or HTTPS URL.']]],
    ['person', publicId('person', ada.personId), { id: publicId('person', ada.personId), name: 'Ada' }, [[publicId('person', grace.personId), 'must be the id or the e-mail address of a member.'], [grace.email, 'must be the id or the e-mail address of a member.'], [7, 'must be the id or the e-mail address of a member.']]],
  ] // biome-ignore format: the table has one row per line.

  for (const [type, given, shown, wrong] of types) {
    // Holds R-PROPERTY-3, R-PROPERTY-4.
    test(`values of the type ${type} are checked, stored, returned and removed`, async () => {
      const property = await define({ type, ...(/^choice/.test(type) && { options }) })
      const asset = await addAsset({ properties: JSON.stringify({ [property.key]: given }) })
      assert.deepEqual(asset.properties[property.key], shown)
      assert.deepEqual((await valuesOf(asset))[property.key], shown)
      const { body } = await acme.get(`/api/assets?ids=${asset.id}`)
      assert.deepEqual(body.data[0].properties[property.key], shown)
      for (const [value, message] of wrong) {
        const answer = await set(asset, { [property.key]: value })
        const name = `properties.${property.key}`
        assert.deepEqual(
          [answer.status, answer.body],
          [422, { [name]: [`The ${name.replaceAll('_', ' ')} field ${message}`] }],
        )
      }
      assert.deepEqual((await set(asset, {})).body.data.properties[property.key], shown)
      const removed = await set(asset, { [property.key]: type === 'text' ? '' : null })
      assert.equal(property.key in removed.body.data.properties, false)
    })
  }

  // Holds R-PROPERTY-4.
  test('values of the type person are also e-mail addresses, and stay when the person leaves', async () => {
    const property = await define({ type: 'person' })
    const leaving = await newMember(service, acme.companyId, 'editor', 'Edsger')
    const asset = await addAsset()
    const answer = await set(asset, { [property.key]: leaving.email.toUpperCase() })
    const shown = { id: publicId('person', leaving.personId), name: 'Edsger' }
    assert.deepEqual(answer.body.data.properties[property.key], shown)
    await db.deleteFrom('memberships').where('person_id', '=', leaving.personId).execute()
    assert.deepEqual((await valuesOf(asset))[property.key], shown)
    const copy = await acme.post(`/api/assets/${asset.id}/edits`, { as: 'copy', rotate: 90 })
    assert.deepEqual(copy.body.data.properties[property.key], shown)
  })

  // Holds R-PROPERTY-3.
  test('values are merged by a PATCH, and an unknown key is rejected with a suggestion', async () => {
    const [one, two] = [await define({ key: 'headline', type: 'text' }), await define({ type: 'number' })]
    const asset = await addAsset()
    await set(asset, { headline: 'A', [two.key]: 1 })
    const { body } = await set(asset, { [two.key]: 2 })
    assert.deepEqual([body.data.properties[one.key], body.data.properties[two.key]], ['A', 2])
    const refused = await set(asset, { headlin: 'B', constructor: 1, [two.key]: 3 })
    assert.deepEqual(refused.body, {
      'properties.headlin': ['The properties.headlin field is not known here. Did you mean headline?'],
      'properties.constructor': ['The properties.constructor field is not known here.'],
    })
    assert.equal((await valuesOf(asset))[two.key], 2)
    const { body: feed } = await acme.get('/api/changes?types=asset.updated&per_page=1000')
    const ofAsset = feed.data.filter(({ resource_id }: Shown) => resource_id === asset.id)
    assert.equal(ofAsset.filter(({ data }: Shown) => data.fields.includes('properties')).length, 2)
  })

  // Holds R-PROPERTY-3.
  test('values are set on templates, on imports and on resumable uploads', async () => {
    const property = await define({ key: 'layout', type: 'text', applies_to: 'template' })
    const template = await newTemplate(service, acme)
    const answer = await acme.patch(`/api/templates/${template.id}`, { properties: { layout: 'Grid' } })
    assert.deepEqual(answer.body.data.properties, { layout: 'Grid' })
    const { body } = await acme.get('/api/templates?search=grid')
    assert.deepEqual(
      body.data.map(({ id }: Shown) => id),
      [template.id],
    )
    const refused = await acme.post('/api/asset-imports', {
      url: 'https://a.example/x.png',
      properties: { layout: 'x' },
    })
    assert.ok(refused.body['properties.layout'] ?? refused.body.url, refused.text)
    const metadata = `properties ${Buffer.from('{"nothing":1}').toString('base64')}`
    const begun = await send(service, 'POST', '/api/uploads', {
      headers: {
        authorization: `Bearer ${acme.token}`,
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': metadata,
      },
    })
    assert.deepEqual(begun.body, {
      'properties.nothing': ['The properties.nothing field is not known here.'],
    })
    await acme.delete(`/api/properties/${property.id}`)
  })

  // Holds R-PROPERTY-5.
  test('values of a required property cannot be removed, and resources without a value are marked', async () => {
    const company = await newCompany(service, 'Hooli')
    const before = await addAsset({}, company)
    await define({ key: 'license_type', type: 'text', is_required: true }, company)
    const { body } = await company.get(`/api/assets/${before.id}`)
    assert.deepEqual(body.data.missing_properties, ['license_type'])
    const later = await addAsset({}, company)
    assert.deepEqual(later.missing_properties, ['license_type'])
    const renamed = await company.patch(`/api/assets/${before.id}`, { name: 'Free' })
    assert.equal(renamed.status, 200)
    const path = `/api/assets/${before.id}`
    const complete = await company.patch(path, { properties: { license_type: 'RM' } })
    assert.deepEqual(complete.body.data.missing_properties, [])
    for (const value of [null, '']) {
      const refused = await company.patch(path, { properties: { license_type: value } })
      assert.deepEqual(refused.body, {
        'properties.license_type': ['The properties.license type field is required.'],
      })
    }
  })

  // Holds R-PROPERTY-6.
  test('values of new assets are the defaults, unless the request sets them', async () => {
    const company = await newCompany(service, 'Stark')
    await define({ key: 'region', type: 'choice', options, default: 'EMEA' }, company)
    await define({ key: 'channels', type: 'choices', options, default: ['na', 'emea'] }, company)
    await define({ key: 'season', type: 'text', default: 'Autumn', is_required: true }, company)
    await define({ key: 'approved', type: 'boolean', default: false }, company)
    const asset = await addAsset({ properties: '{"season":"Winter","channels":null}' }, company)
    assert.deepEqual(asset.properties, { region: 'emea', season: 'Winter', approved: false })
    assert.deepEqual(asset.missing_properties, [])
    for (const [type, preset] of [
      ['person', ada.email],
      ['link', 'https://a.example'],
      ['number', 'x'],
    ] as const) {
      const { body } = await company.post('/api/properties', { label: 'x', type, default: preset })
      assert.deepEqual(Object.keys(body), ['default'], type)
    }
  })

  // Holds R-PROPERTY-7.
  test('values come from metadata of an uploaded file, if they fit', async () => {
    const company = await newCompany(service, 'Wayne')
    await define({ key: 'agency', type: 'text', maps_from: 'credit', default: 'None' }, company)
    await define(
      {
        key: 'topics',
        type: 'choices',
        options: [{ label: 'Sea' }, { label: 'Sky' }],
        maps_from: 'keywords',
      },
      company,
    )
    await define({ key: 'year', type: 'number', maps_from: 'credit', default: 2026 }, company)
    const bytes = await withIptc(
      [[110, Buffer.from('Reuters')], [25, Buffer.from('sky')], [25, Buffer.from('boats')]],
      true,
    ) // biome-ignore format: the row stays on one line.
    const { body } = await upload(service, company, { bytes, name: 'a.jpg' })
    assert.deepEqual(body.data.properties, { agency: 'Reuters', topics: ['sky'], year: 2026 })
    const given = await upload(service, company, { bytes, name: 'a.jpg' }, { properties: '{"agency":"AFP"}' })
    assert.equal(given.body.data.properties.agency, 'AFP')
    const { id } = (await company.get('/api/properties?type=number')).body.data[0]
    const refused = await company.patch(`/api/properties/${id}`, { maps_from: 'x' })
    assert.equal(refused.status, 422)
  })

  // Holds R-PROPERTY-9.
  test('search finds values, and no longer finds them after they change', async () => {
    const text = await define({ type: 'text' })
    const long = await define({ type: 'long_text' })
    const year = await define({ type: 'number' })
    const asset = await addAsset()
    await set(asset, { [text.key]: 'Marmalade', [long.key]: 'Shot at the Serengeti', [year.key]: 188_231 })
    for (const search of ['marmalade', 'serengeti', '188231'])
      assert.deepEqual(await found(search), [asset.id], search)
    await set(asset, { [text.key]: 'Vegemite' })
    assert.deepEqual([await found('marmalade'), await found('vegemite')], [[], [asset.id]])
    const file = await upload(
      service,
      acme,
      { bytes: await picture({ color: '#123456' }), name: 'other.png' },
      {},
      {
        method: 'PUT',
        path: `/api/assets/${asset.id}/file`,
      },
    )
    assert.equal(file.status, 200, file.text)
    assert.deepEqual(await found('vegemite'), [asset.id])
  })

  // Holds R-PROPERTY-11.
  test('values are on shared pages only if everyone can see them', async () => {
    const open = await define({ label: 'Photo credit', type: 'text', visibility: 'everyone' })
    const choice = await define({ label: 'Usage', type: 'choices', options, visibility: 'everyone' })
    const internal = await define({ label: 'Buying price', type: 'number' })
    const asset = await addAsset()
    await set(asset, {
      [open.key]: '<b>Ada & Co',
      [choice.key]: ['na', 'asia_pacific'],
      [internal.key]: 4_711,
    })
    const { body } = await acme.post('/api/shares', { name: 'For the press', asset_ids: [asset.id] })
    const page = async () => (await fetch(body.data.url)).text()
    const shown = await page()
    for (const part of [
      '<dt>Photo credit</dt><dd>&lt;b&gt;Ada &amp; Co</dd>',
      '<dt>Usage</dt><dd>North America, Asia Pacific</dd>',
    ])
      assert.ok(shown.includes(part), shown)
    assert.ok(!shown.includes('Buying price') && !shown.includes('4711'))
    await change(open.id, { visibility: 'members' })
    assert.ok(!(await page()).includes('Photo credit'))
  })
})

describe('a batch', () => {
  // Holds R-PROPERTY-14.
  test('a batch sets values of many assets, and events name the field', async () => {
    const region = await define({ type: 'choice', options })
    const mood = await define({ type: 'text' })
    const [one, two] = [await addAsset(), await addAsset()]
    await set(one, { [mood.key]: 'Melancholic' })
    const since = (await acme.get('/api/changes?per_page=1000')).body.meta.next
    const body = {
      action: 'set_properties',
      ids: [one.id, two.id, 'ast_x'],
      properties: { [region.key]: 'EMEA', [mood.key]: null },
    }
    const { status, body: answer } = await acme.post('/api/asset-batches', body)
    assert.equal(status, 200)
    assert.deepEqual(
      answer.data.map((outcome: Shown) => outcome.status),
      [200, 200, 404],
    )
    for (const asset of [one, two])
      assert.deepEqual(
        (({ [region.key]: value, [mood.key]: none }) => [value, none])(await valuesOf(asset)),
        ['emea', undefined],
      )
    assert.deepEqual(await found('melancholic'), [])
    const { body: feed } = await acme.get(`/api/changes?since=${since}&types=asset.updated`)
    const ofValues = feed.data.filter(({ data }: Shown) => data.fields.includes('properties'))
    assert.deepEqual(ofValues.map(({ resource_id }: Shown) => resource_id).sort(), [one.id, two.id].sort())
    const wrong = await acme.post('/api/asset-batches', {
      ...body,
      properties: { [region.key]: 'x', nothing: 1 },
    })
    assert.deepEqual(
      [wrong.status, Object.keys(wrong.body).sort()],
      [422, [`properties.${region.key}`, 'properties.nothing'].sort()],
    )
    for (const refused of [
      { action: 'set_properties', ids: [one.id] },
      { action: 'trash', ids: [one.id], properties: {} },
    ])
      assert.deepEqual((await acme.post('/api/asset-batches', refused)).body, {
        properties: [
          'The properties field is required for the action set_properties, and not allowed for others.',
        ],
      })
  })

  // Holds R-PROPERTY-14, R-CHANGE-10.
  test('a batch of many assets is finished by a job, and the property is kept until then', async () => {
    const company = await newCompany(service, 'Bulk')
    const mood = await define({ key: 'mood', type: 'text' }, company)
    const asset = await addAsset({}, company)
    await copyAssets(company.companyId, asset, 150)
    const all = (await company.get('/api/assets?per_page=100&fields=id')).body
    const more = (await company.get(`/api/assets?per_page=100&fields=id&cursor=${all.meta.next_cursor}`)).body
    const ids = [...all.data, ...more.data].map(({ id }: Shown) => id)
    const batch = { action: 'set_properties', ids, properties: { mood: 'Jubilant' } }
    const { status, body } = await company.post('/api/asset-batches', batch)
    assert.deepEqual([status, body.job.type, body.data.length], [202, 'asset.batch', 151])
    await jobDone(body.job.id, company)
    const total = (await company.get('/api/assets?search=jubilant&with_total=true')).body.meta.total
    assert.equal(total, 151)
    assert.equal(
      (await company.get('/api/assets?properties.mood=jubilant&with_total=true')).body.meta.total,
      151,
    )
    await company.delete(`/api/properties/${mood.id}`)
  })
})

describe('deleting a property', () => {
  // Holds R-PROPERTY-8.
  test('deleting a property removes its values and their words, and frees its key', async () => {
    const property = await define({ key: 'mood', type: 'text' })
    const asset = await addAsset({ properties: '{"mood":"Effervescent"}' })
    assert.deepEqual(await found('effervescent'), [asset.id])
    const answer = await acme.delete(`/api/properties/${property.id}`)
    assert.equal(answer.status, 204)
    assert.deepEqual([await found('effervescent'), 'mood' in (await valuesOf(asset))], [[], false])
    assert.equal((await acme.get(`/api/properties/${property.id}`)).status, 404)
    assert.equal((await set(asset, { mood: 'Calm' })).status, 422)
    await define({ key: 'mood', type: 'number' })
    assert.equal('mood' in (await valuesOf(asset)), false)
  })

  // Holds R-PROPERTY-8, R-CHANGE-10.
  test('deleting a property of many assets hides it immediately, and a job deletes the values', async () => {
    const company = await newCompany(service, 'Large')
    const property = await define({ key: 'mood', type: 'choice', options }, company)
    const asset = await addAsset({ properties: '{"mood":"na"}' }, company)
    const count = rowsAtOnceMax / rowsPerResource + 50
    await copyAssets(company.companyId, asset, count)
    await asCompany(db, company.companyId, async (trx) => {
      await sql`
        insert into asset_property_values (company_id, id, property_id, place, match)
        select company_id, id, ${parseId('property', property.id)}, 0, 'na' from assets
        where company_id = ${company.companyId} on conflict do nothing`.execute(trx)
    })
    const changing = { options: [...property.options.slice(0, 2), { key: 'na', label: 'Quebec' }] }
    const renamed = await company.patch(`/api/properties/${property.id}`, changing)
    assert.equal(renamed.status, 202, renamed.text)
    assert.equal(renamed.body.job.type, 'property.update')
    // The job may have ended.
    const again = await company.patch(`/api/properties/${property.id}`, { label: 'Mood of it' })
    if (again.status === 409) assert.equal(again.body.job_id, renamed.body.job.id)
    await jobDone(renamed.body.job.id, company)
    const total = async () => (await company.get('/api/assets?search=quebec&with_total=true')).body.meta.total
    assert.equal(await total(), count + 1)
    const deleted = await company.delete(`/api/properties/${property.id}`)
    assert.equal(deleted.status, 202, deleted.text)
    assert.deepEqual((await company.get('/api/properties')).body.data, [])
    assert.deepEqual((await company.get(`/api/assets/${asset.id}`)).body.data.properties, {})
    // This page is cached unless the end of the job invalidates it.
    await total()
    await jobDone(deleted.body.job.id, company)
    assert.equal(await total(), 0)
    const { body: feed } = await company.get('/api/changes?types=property.deleted,property.purged')
    assert.deepEqual(
      feed.data.map(({ type }: Shown) => type),
      ['property.deleted', 'property.purged'],
    )
    const { rows } = await asCompany(db, company.companyId, (trx) =>
      sql`
        select id from properties where company_id = ${company.companyId}
        union all select id from asset_property_values where company_id = ${company.companyId}`.execute(trx),
    )
    assert.deepEqual(rows, [])
  })
})
