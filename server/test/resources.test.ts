// Engines: postgres
// The JSON representation of resources, as in the tables of docs/contract.md (R-FIELD-1 to R-FIELD-14).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiDocument, endpoints } from '../src/routes.ts'
import { contractFields, contractFieldsInside, contractValues } from './support/contract.ts'
import { everything, librarySize, type Shown, twoLibraries } from './support/library.ts'
import { startService } from './support/service.ts'

/** The objects within a resource, by field. The parts of a brand kit are as in their own lists. */
const nested: Record<string, Record<string, readonly string[]>> = {
  '/brand-kit': {
    logos: namesOf('/brand-kit/logos'),
    colors: namesOf('/brand-kit/colors'),
    fonts: namesOf('/brand-kit/fonts'),
  },
}
for (const { path, field, fields } of contractFieldsInside) {
  nested[path] ??= {}
  nested[path][field] = fields
}

function namesOf(path: string) {
  return contractFields[path]!.fields.map((field) => field.replace('?', ''))
}

const [acme] = await twoLibraries(await startService())
// The fixtures have no codes, as after an import, so a share gets its URL here.
const [share] = await everything(acme, '/api/shares')
await acme.post(`/api/shares/${share!.id}/url-rotations`)
const rows = new Map<string, Shown[]>()
for (const path of Object.keys(contractFields)) {
  const query = ['/templates', '/tags', '/assets', '/asset-tags', '/folders'].includes(path)
    ? '?with_trashed=true'
    : ''
  rows.set(path, await everything(acme, `/api${path}${query}`))
}

// Holds R-FIELD-12.
test('fields with fixed values have exactly the values of the contract', () => {
  const { schemas } = JSON.parse(JSON.stringify(apiDocument())).components
  assert.ok(contractValues.length > 10)
  for (const { schema, field, values } of contractValues) {
    const property: Shown = schemas[schema].properties[field]
    const options: Shown[] = property.anyOf ?? [property]
    assert.deepEqual(
      options.flatMap((option) => option.enum ?? []),
      values,
      `${schema}.${field}`,
    )
  }
})

test('the lists of the contract are served, and no other lists', () => {
  const lists = endpoints.filter(({ list }) => list).map(({ path }) => path)
  assert.deepEqual(lists.sort(), Object.keys(contractFields).sort())
  assert.deepEqual(Object.keys(librarySize).sort(), lists)
})

/** Null in all rows of companies without a setting. The fixtures have it (reviews.test.ts tests others). */
const setByCompany = new Set(['review'])

for (const [path, { prefix, fields }] of Object.entries(contractFields)) {
  // Holds R-FIELD-1, R-FIELD-2, R-FIELD-3, R-FIELD-4, R-FIELD-5.
  // Holds R-FIELD-6, R-FIELD-7, R-FIELD-8, R-FIELD-9, R-FIELD-10, R-FIELD-15, R-FIELD-16, R-FIELD-17, R-FIELD-18, R-FIELD-19, R-FIELD-24, R-FIELD-25, R-FIELD-26, R-FIELD-27, R-FIELD-28, R-FIELD-29, R-FIELD-30.
  test(`${path}: every row has exactly the contract's fields, in order`, () => {
    for (const row of rows.get(path)!) assert.deepEqual(Object.keys(row), namesOf(path))
  })

  // Holds R-WIRE-4.
  test(`${path}: nullable fields have null and other values in the fixtures, and no other field is null`, () => {
    for (const field of fields) {
      const name = field.replace('?', '')
      const nulls = rows.get(path)!.filter((row) => row[name] === null).length
      if (setByCompany.has(name)) assert.equal(nulls, 0, name)
      else if (field.endsWith('?'))
        assert.ok(nulls > 0 && nulls < rows.get(path)!.length, `${name}: ${nulls} nulls`)
      else assert.equal(nulls, 0, name)
    }
  })

  // Holds R-FIELD-11.
  test(`${path}: nested objects have exactly their fields`, () => {
    for (const [name, keys] of Object.entries(nested[path] ?? {})) {
      const objects = rows.get(path)!.flatMap((row) => row[name] ?? [])
      assert.notEqual(objects.length, 0)
      for (const object of objects) assert.deepEqual(Object.keys(object), keys)
    }
  })

  // Holds R-WIRE-5, R-WIRE-6.
  test(`${path}: IDs have their prefix, and times are UTC with milliseconds`, () => {
    for (const row of rows.get(path)!) {
      assert.match(row.id, new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`))
      for (const [name, value] of Object.entries(row)) {
        if (name.endsWith('_at') && value !== null)
          assert.match(`${value}`, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      }
    }
  })

  // Holds R-WIRE-3.
  test(`${path}: list and GET match their schemas and each other`, async () => {
    const [list, one] = ['', '/:id'].map(
      (end) => endpoints.find(({ method, path: of }) => method === 'GET' && of === path + end)!,
    )
    const page = await acme.get(`/api${path}?per_page=100&with_total=true`)
    assert.deepEqual(list!.reply!.parse(page.body), page.body)
    assert.equal(page.body.data.length, librarySize[path])
    for (const row of page.body.data) {
      const answer = await acme.get(`/api${path}/${row.id}`)
      assert.equal(answer.status, 200)
      assert.deepEqual(one!.reply!.parse(answer.body), answer.body)
      assert.deepEqual(answer.body, { data: row })
    }
  })
}

test('a brand kit contains the same logos, colors and fonts as the lists', () => {
  for (const kit of rows.get('/brand-kit')!) {
    for (const part of ['logos', 'colors', 'fonts']) {
      const listed = rows.get(`/brand-kit/${part}`)!.filter((row) => row.brand_kit_id === kit.id)
      assert.deepEqual(kit[part], listed)
    }
  }
})

// Holds R-FIELD-14.
test('hex and rgb of a color are equal', () => {
  for (const { hex, rgb } of rows.get('/brand-kit/colors')!) {
    const text = [rgb.r, rgb.g, rgb.b].map((value) => value.toString(16).padStart(2, '0')).join('')
    assert.equal(`#${text.toUpperCase()}`, hex)
  }
})

// Holds R-FIELD-13.
test('counts of tags and folders equal the number of their assets and folders', () => {
  const count = (list: string, has: (row: Shown) => boolean) => rows.get(list)!.filter(has).length
  for (const tag of rows.get('/asset-tags')!) {
    assert.equal(
      tag.assets_count,
      count(
        '/assets',
        (asset) =>
          !asset.deleted_at && asset.tags.some(({ id, source }: Shown) => id === tag.id && source !== 'auto'),
      ),
      tag.name,
    )
  }
  for (const folder of rows.get('/folders')!) {
    assert.equal(
      folder.folders_count,
      count('/folders', (child) => child.parent_id === folder.id),
    )
    assert.equal(folder.depth, folder.path.split('/').length - 1)
    assert.ok(folder.path.endsWith(`/${folder.name}`))
  }
})

test('a trashed resource returns 404', async () => {
  const trashed = rows.get('/assets')!.find((asset) => asset.deleted_at !== null)
  const answer = await acme.get(`/api/assets/${trashed.id}`)
  assert.equal(answer.status, 404)
  assert.deepEqual(answer.body, { message: 'Not Found.' })
})

test('the user is a bare object without an envelope', async () => {
  const { body, status } = await acme.get('/api/user')
  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), 'id name email created_at type client_id company scopes'.split(' '))
  assert.deepEqual(Object.keys(body.company), ['id', 'name'])
  assert.deepEqual(endpoints.find(({ path }) => path === '/user')!.reply!.parse(body), body)
})
