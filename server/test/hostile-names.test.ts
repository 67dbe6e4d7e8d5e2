// Engines: postgres
// Names in every script. Each endpoint with a name either accepts and finds it, or rejects it with an error.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { endpoints } from '../src/routes.ts'
import { type Answer, newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { startService } from './support/service.ts'
import { picture, upload } from './support/uploads.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')

const nameLengthMax = 200

/**
 * Each character becomes up to eighteen letters when folded, and neighboring characters differ, so that the
 * text does not compress.
 */
const expanding = (seed: number) =>
  Array.from({ length: nameLengthMax }, (_, at) => {
    const mixed = Math.imul(at + seed, 2654435761) >>> 0
    const characters = ['㌖', 'ﷺ', '㍍', '﷽', String.fromCharCode(0x3300 + (mixed % 88))]
    return at % 3 === 0 ? String.fromCharCode(0x4e00 + (mixed % 20_000)) : characters[mixed % 5]
  }).join('')

const names: Record<string, string> = {
  'a character that folds to many': '㌖'.repeat(nameLengthMax),
  'the longest folding': 'ﷺ'.repeat(nameLengthMax),
  'different characters that fold to many': expanding(1),
  'an ideograph of four bytes': '𠮷'.repeat(nameLengthMax / 2),
  'an emoji of many': '🏳️‍🌈'.repeat(nameLengthMax / 6),
  'too many emoji': '🦊'.repeat(nameLengthMax),
  'marks on a letter': `e${'\u0301'.repeat(nameLengthMax - 1)}`,
  'marks without a letter': '\u0489'.repeat(nameLengthMax),
  'a Hangul syllable of three': '각'.repeat(nameLengthMax),
  'right-to-left text': '\u202egnp.exe \u2067שלום\u2069\u200f',
  'invisible characters': '\u200b\u2060\ufeff\u200b',
  'a dotted capital': 'İSTANBUL ıI',
  'a sharp s': 'STRAẞE straße',
  ligatures: 'eﬃcient ǅ ŉ ﬆ Ⅷ ½ ℡',
  'a lone surrogate': 'x\ud83d',
  'unassigned characters': '\uffff\u{10ffff}',
  'characters special to SQL and patterns': `%_\\'";--$1 [^]*`,
}

const kit = (await acme.post('/api/brand-kit', { name: 'The kit' })).body.data
const image = (await upload(service, acme, { bytes: await picture() })).body.data

let presets = 0

/** The other fields that each endpoint requires. */
const rest: Record<string, object> = {
  '/folders': {},
  '/tags': {},
  '/asset-tags': {},
  '/brand-kit': {},
  '/brand-kit/colors': { brand_kit_id: kit.id, hex: '#123456' },
  '/brand-kit/fonts': { brand_kit_id: kit.id },
  '/collections': {},
  '/saved-searches': {},
  '/presets': {
    get name() {
      presets += 1
      return `preset-${presets}`
    },
  },
  '/archives': { asset_ids: [image.id] },
  '/shares': { asset_ids: [image.id] },
  '/brand-kit/logos': { brand_kit_id: kit.id, asset_id: image.id, variant: 'primary' },
}
const files: Record<string, { field: string; bytes: () => Promise<Buffer> }> = {
  '/assets': { field: 'file', bytes: picture },
  '/templates': {
    field: 'document',
    bytes: async () =>
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><path d="M0 0h1"/></svg>'),
  },
}

const namingFields: Record<string, string> = { '/brand-kit/fonts': 'family', '/presets': 'label' }
const fieldOf = (path: string) => namingFields[path] ?? 'name'
const send = (path: string, name: string, fileName = 'file'): Promise<Answer> => {
  const file = files[path]
  if (!file) return acme.post(`/api${path}`, { ...rest[path], [fieldOf(path)]: name })
  return file
    .bytes()
    .then((bytes) =>
      upload(service, acme, { bytes, name: fileName }, { name }, { path: `/api${path}`, field: file.field }),
    )
}

test('the tables above contain every endpoint that creates something with a name', () => {
  const naming = endpoints.filter(({ method, path, body }) => {
    const fields = Object.keys((body as z.ZodObject | undefined)?.shape ?? {})
    return method === 'POST' && !path.includes(':') && fields.some((field) => /^(name|family)$/.test(field))
  })
  // Imports check names like uploads (assets-import.test.ts).
  const known = [...Object.keys(rest), ...Object.keys(files), '/asset-imports']
  assert.deepEqual(
    naming.map(({ path }) => path).filter((path) => !known.includes(path)),
    [],
  )
})

const isSearched = (path: string) =>
  endpoints.some((one) => one.method === 'GET' && one.path === path && 'search' in (one.query?.shape ?? {}))

/** Leaves out archives and shares, which are sorted by time. */
const isSorted = (path: string) =>
  endpoints.some(
    ({ method, path: one, query }) =>
      method === 'GET' && one === path && query?.shape.sort?.safeParse('name').success,
  )

for (const path of [...Object.keys(rest), ...Object.keys(files)]) {
  const field = fieldOf(path)
  const sort = isSorted(path) ? 'sort=name&' : ''

  test(`${path}: accepts a name and finds it, or rejects it with an error for the field`, async () => {
    let taken = 0
    for (const [what, name] of Object.entries(names)) {
      const answer = await send(path, name)
      if (answer.status === 422) {
        assert.deepEqual(Object.keys(answer.body), [field], what)
        continue
      }
      assert.equal(answer.status, 201, `${what}: ${answer.text}`)
      taken += 1
      assert.equal(answer.body.data[field], name.trim(), what)
      if (!isSearched(path)) continue
      const found = await acme.get(
        `/api${path}?search=${encodeURIComponent(name.slice(0, 60).toWellFormed())}`,
      )
      assert.equal(found.status, 200, what)
    }
    assert.ok(taken > 6, `${taken} taken`)
  })

  test(`${path}: a name that folds to many letters is kept, and sorting and paging by name work`, async () => {
    const ids = new Set<string>()
    for (const what of [
      'a character that folds to many',
      'the longest folding',
      'different characters that fold to many',
    ]) {
      const answer = await send(path, names[what]!)
      // The first test of this path has created it.
      assert.ok([201, 422].includes(answer.status), `${what}: ${answer.text}`)
      if (answer.status === 422)
        assert.deepEqual(answer.body, { [field]: ['The name has already been taken.'] })
    }
    for (let next = `/api${path}?${sort}per_page=1`; next !== null; ) {
      const { status, body, text } = await acme.get(next)
      assert.equal(status, 200, text)
      for (const { id } of body.data) ids.add(id)
      next = body.links.next
    }
    const { body } = await acme.get(`/api${path}?per_page=100&with_total=true`)
    assert.equal(ids.size, body.meta.total)
  })

  test(`${path}: line breaks, control characters and invisible characters are rejected or removed`, async () => {
    for (const part of [
      '\n',
      '\r',
      '\t',
      '\u0085',
      '\u001b',
      '\u2028',
      '\u202e',
      '\u2066',
      '\u200b',
      '\ufeff',
      '\u00ad',
    ])
      assert.equal((await send(path, `a${part}b`)).status, 422, escape(part))
    assert.equal((await send(path, '\u200d\ufe0f')).status, 422)
  })

  test(`${path}: pagination by name returns every row once`, async () => {
    const ids = new Set<string>()
    for (let next = `/api${path}?${sort}per_page=3`; next !== null; ) {
      const { status, body, text } = await acme.get(next)
      assert.equal(status, 200, text)
      for (const { id } of body.data as Shown[]) {
        assert.ok(!ids.has(id))
        ids.add(id)
      }
      next = body.links.next
    }
    const { meta } = (await acme.get(`/api${path}?with_total=true`)).body
    assert.equal(ids.size, meta.total)
  })
}

for (const [path, { field, bytes }] of Object.entries(files)) {
  test(`${path}: a file with any name is accepted, and its name is truncated to fit`, async () => {
    for (const [what, name] of Object.entries({ ...names, 'many more': expanding(3) + expanding(4) })) {
      const answer = await upload(
        service,
        acme,
        { bytes: await bytes(), name: `${name.toWellFormed().replaceAll('"', '')}.png` },
        {},
        { path: `/api${path}`, field },
      )
      assert.equal(answer.status, 201, `${what}: ${answer.text}`)
      assert.doesNotMatch(answer.body.data.name, /[\p{Cc}\u2028\u202e\u2067\u200b\ufeff]/u, what)
      assert.ok(answer.body.data.name.length > 0 && answer.body.data.name.length <= nameLengthMax, what)
    }
  })
}
