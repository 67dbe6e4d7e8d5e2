// Engines: postgres
// The JSON representation of resources: contract §3, C15, C21, C22.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '../src/routes.ts'
import { everything, librarySize, type Shown, twoLibraries } from './support/library.ts'
import { startService } from './support/service.ts'

/** The fields of contract §3 and later additions. «?» marks nullable fields. */
const contract: Record<string, { prefix: string; fields: string }> = {
  '/templates': {
    prefix: 'tpl',
    fields: `id name description? type status width height unit page_count thumbnail_url? preview_url? tags
      variables external_id? metadata version created_by? created_at updated_at published_at? deleted_at?`,
  },
  '/tags': { prefix: 'ttg', fields: 'id name slug color? templates_count created_at updated_at deleted_at?' },
  '/assets': {
    prefix: 'ast',
    fields: `id name type mime_type extension size width? height? duration? checksum version status url
      thumbnail_url? renditions folder_id? folder_path tags alt_text? description? copyright? expires_at?
      external_id? focal_point? dominant_color? metadata created_by? created_at updated_at deleted_at?`,
  },
  '/asset-tags': {
    prefix: 'tag',
    fields: 'id name slug color? assets_count created_at updated_at deleted_at?',
  },
  '/folders': {
    prefix: 'fld',
    fields: 'id name parent_id? path depth assets_count folders_count created_at updated_at deleted_at?',
  },
  '/brand-kit': {
    prefix: 'bkt',
    fields: 'id name is_default logos colors fonts version created_at updated_at',
  },
  '/brand-kit/logos': {
    prefix: 'lgo',
    fields: `id brand_kit_id name variant theme asset_id url thumbnail_url? mime_type width? height? is_default
      position created_at updated_at`,
  },
  '/brand-kit/colors': {
    prefix: 'clr',
    fields: `id brand_kit_id name hex rgb hsl opacity cmyk? cmyk_estimate pantone? role? group? position created_at
      updated_at`,
  },
  '/brand-kit/fonts': {
    prefix: 'fnt',
    fields: `id brand_kit_id family weight style role? asset_id? url? position created_at updated_at`,
  },
  '/webhooks': {
    prefix: 'whk',
    fields: `id url description? types enabled disabled_reason? disabled_at? failing_since? paused_until? created_at updated_at`,
  },
}

/** The fields of nested objects. */
const nested: Record<string, Record<string, string>> = {
  '/templates': {
    tags: 'id name slug',
    variables: 'key type label required default',
    created_by: 'id name',
  },
  '/assets': {
    renditions: 'name url width height mime_type',
    tags: 'id name source confidence',
    focal_point: 'x y',
    created_by: 'id name',
  },
  '/brand-kit/colors': { rgb: 'r g b', hsl: 'h s l', cmyk: 'c m y k', cmyk_estimate: 'c m y k' },
  '/brand-kit': {
    logos: namesOf('/brand-kit/logos').join(' '),
    colors: namesOf('/brand-kit/colors').join(' '),
    fonts: namesOf('/brand-kit/fonts').join(' '),
  },
}

function namesOf(path: string) {
  return contract[path]!.fields.split(/\s+/).map((field) => field.replace('?', ''))
}

const [acme] = await twoLibraries(await startService())
const rows = new Map<string, Shown[]>()
for (const path of Object.keys(contract)) {
  const query = ['/templates', '/tags', '/assets', '/asset-tags', '/folders'].includes(path)
    ? '?with_trashed=true'
    : ''
  rows.set(path, await everything(acme, `/api${path}${query}`))
}

test('the lists of the contract are served, and no others', () => {
  const lists = endpoints.filter(({ list }) => list).map(({ path }) => path)
  assert.deepEqual(lists.sort(), Object.keys(contract).sort())
  assert.deepEqual(Object.keys(librarySize).sort(), lists)
})

for (const [path, { prefix, fields }] of Object.entries(contract)) {
  test(`${path}: every row has exactly the contract's fields, in order`, () => {
    for (const row of rows.get(path)!) assert.deepEqual(Object.keys(row), namesOf(path))
  })

  test(`${path}: nullable fields have null and other values in the fixtures, and no other field is null`, () => {
    for (const field of fields.split(/\s+/)) {
      const name = field.replace('?', '')
      const nulls = rows.get(path)!.filter((row) => row[name] === null).length
      if (field.endsWith('?'))
        assert.ok(nulls > 0 && nulls < rows.get(path)!.length, `${name}: ${nulls} nulls`)
      else assert.equal(nulls, 0, name)
    }
  })

  test(`${path}: nested objects have exactly their fields`, () => {
    for (const [name, keys] of Object.entries(nested[path] ?? {})) {
      const objects = rows.get(path)!.flatMap((row) => row[name] ?? [])
      assert.notEqual(objects.length, 0)
      for (const object of objects) assert.deepEqual(Object.keys(object), keys.split(' '))
    }
  })

  test(`${path}: IDs have their prefix, and times are UTC with milliseconds`, () => {
    for (const row of rows.get(path)!) {
      assert.match(row.id, new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`))
      for (const [name, value] of Object.entries(row)) {
        if (name.endsWith('_at') && value !== null)
          assert.match(`${value}`, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      }
    }
  })

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

test('hex and rgb of a color are equal', () => {
  for (const { hex, rgb } of rows.get('/brand-kit/colors')!) {
    const text = [rgb.r, rgb.g, rgb.b].map((value) => value.toString(16).padStart(2, '0')).join('')
    assert.equal(`#${text.toUpperCase()}`, hex)
  }
})

test('counts of tags and folders equal the number of their assets and folders', () => {
  const count = (list: string, has: (row: Shown) => boolean) => rows.get(list)!.filter(has).length
  for (const tag of rows.get('/asset-tags')!) {
    assert.equal(
      tag.assets_count,
      count('/assets', (asset) => !asset.deleted_at && asset.tags.some(({ id }: Shown) => id === tag.id)),
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
