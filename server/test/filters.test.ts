// Engines: postgres
// Every filter (contract R-LIST-11 to R-LIST-16), alone and combined. Each response is compared with a plain filter over
// all rows in memory.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parametersMax } from '../src/property-values/parameters.ts'
import { endpoints } from '../src/routes.ts'
import { forRuns } from './support/fuzz.ts'
import { everything, idsOf, plain, type Shown, sorted, twoLibraries } from './support/library.ts'
import { startService } from './support/service.ts'

const runsMax = 250

const [acme] = await twoLibraries(await startService())
const all = new Map<string, Shown[]>()
for (const { path, list } of endpoints) {
  const trash = path === '/assets' ? '?with_trashed=true' : ''
  if (list) all.set(path, await everything(acme, `/api${path}${trash}`))
}
// A suggestion is not a tag yet.
for (const row of all.get('/assets')!) row.tags = row.tags.filter(({ source }: Shown) => source !== 'auto')
const folders = all.get('/folders')!
const collections = all.get('/collections')!

/** A part of a query, and a predicate for the rows that it returns. */
type Asked = { query: string; keeps: (row: Shown) => boolean }

const ask = (name: string, value: string, keeps: Asked['keeps']): Asked => ({
  query: `${name}=${encodeURIComponent(value)}`,
  keeps,
})

/** Values in a query are separated by commas, or the parameter is repeated. */
const inQuery = (name: string, values: string[], isRepeated: boolean) =>
  (isRepeated ? values : [values.join()]).map((value) => `${name}=${encodeURIComponent(value)}`).join('&')

/** One to three values that some row has in the field, or a value that no row has. */
const exact = (path: string, field: string, absent?: string) => {
  const values = new Set(all.get(path)!.map((row) => row[field]))
  values.delete(null)
  if (absent) values.add(absent)
  return fc
    .tuple(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([some, isRepeated]) => ({
      query: inQuery(field, some, isRepeated),
      keeps: (row: Shown) => some.includes(row[field]),
    }))
}

const since = (path: string, field: 'created' | 'updated') =>
  fc
    .constantFrom(...all.get(path)!.map((row) => row[`${field}_at`]))
    .map((time) => ask(`${field}_since`, time, (row) => row[`${field}_at`] >= time))

const someIds = (path: string) =>
  fc
    .subarray(idsOf(all.get(path)!), { minLength: 1 })
    .map((ids) => ask('ids', ids.join(','), ({ id }) => ids.includes(id)))

const common = (path: string) => [someIds(path), since(path, 'created'), since(path, 'updated')]

const byTags = (path: string) =>
  fc
    .record({
      tags: fc.uniqueArray(fc.constantFrom(...all.get(path)!), { minLength: 1, maxLength: 3 }),
      by: fc.constantFrom('id', 'slug', 'name'),
      mode: fc.constantFrom('', '&tag_mode=any', '&tag_mode=all'),
      isRepeated: fc.boolean(),
    })
    .map(({ tags, by, mode, isRepeated }) => {
      const names = tags.map((tag) => tag[by])
      const has = (row: Shown) => (name: string) =>
        row.tags.some(({ id }: Shown) => id === tags[names.indexOf(name)]!.id)
      return {
        query: inQuery('tag', names, isRepeated) + mode,
        keeps: (row: Shown) => (mode.endsWith('all') ? names.every(has(row)) : names.some(has(row))),
      }
    })

const untagged = fc
  .boolean()
  .map((yes) => ask('untagged', `${yes}`, (row) => (row.tags.length === 0) === yes))

const yesOrNo = (field: string) =>
  fc.boolean().map((value) => ask(field, `${value}`, (row) => row[field] === value))

/** The fixtures have one color. */
const nearColor = fc
  .constantFrom('#A8BACE', 'aabbcc', '#112233', '112233,A8BACE')
  .map((value) => ask('color', value, (row) => row.dominant_color !== null && !value.startsWith('#1')))

const byAvailability = fc
  .subarray(['available', 'not_yet', 'expired'], { minLength: 1 })
  .map((some) => ask('availability', some.join(), (row) => some.includes(row.availability)))

const ends = ['2023-01-01', new Date().toISOString(), '2027-05-05T05:05:05.050Z', '2090-01-01']
const expires = fc
  .tuple(fc.option(fc.constantFrom(...ends)), fc.constantFrom(...ends))
  .map(([after, before]) => ({
    query: `${after === null ? '' : `expires_after=${after}&`}expires_before=${before}`,
    keeps: ({ expires_at: at }: Shown) =>
      at !== null &&
      Date.parse(at) < Date.parse(before) &&
      (after === null || Date.parse(at) > Date.parse(after)),
  }))

/** Dates, yes or no, and people are not searched. */
const searchedValues = ({ shot_on: _, approved: __, owner: ___, ...values }: Shown = {}) =>
  Object.values(values).flat().map(String)

const words = (text: string): string[] => plain(text).match(/[\p{Letter}\p{Number}]+/gu) ?? []
const folderNames = new Map(folders.map(({ id, name }) => [id, name]))
const wordsOfRow = (row: Shown) =>
  words(
    [
      row.name,
      row.description,
      row.alt_text,
      row.filename,
      row.extension,
      row.external_id,
      row.copyright,
      row.embedded?.title,
      ...(row.embedded?.keywords ?? []),
      JSON.stringify(Object.values(row.metadata ?? {})),
      ...searchedValues(row.properties),
      ...Object.values<Shown>(row.translations ?? {}).flatMap((words) => [
        words.name,
        words.description,
        words.alt_text,
      ]),
      folderNames.get(row.folder_id),
      ...(row.tags ?? []).map((tag: Shown) => tag.name),
    ].join(' '),
  )
/** A single letter only finds starts of words. */
const contains = (one: string, term: string) =>
  term.length === 1 ? one.startsWith(term) : one.includes(term)

/** One to three parts of words of the rows, in other cases, with and without accents. */
const search = (path: string) => {
  const texts = all.get(path)!.flatMap((row) => [row.name, row.description ?? '', row.alt_text ?? ''])
  const spelled = [
    ...new Set(texts.join(' ').match(/[\p{Letter}\p{Number}\p{Mark}]+/gu)!),
    '\u{10330}\u{10331}',
  ]
  const word = fc
    .record({
      word: fc.constantFrom(...spelled),
      from: fc.integer({ min: 0, max: 3 }),
      // Longer terms also find words with a typo (search.test.ts).
      length: fc.integer({ min: 1, max: 4 }),
      form: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ word, from, length, form }) =>
      [...[word, plain(word), word.toUpperCase(), word.normalize('NFD')][form]!]
        .slice(from, from + length)
        .join(''),
    )
    .filter((word) => words(word).length > 0)
  return fc
    .array(word, { minLength: 1, maxLength: 3 })
    .map((asked) =>
      ask('search', asked.join(' '), (row) =>
        words(asked.join(' ')).every((term) => wordsOfRow(row).some((one) => contains(one, term))),
      ),
    )
}

const inFolder = fc
  .record({
    some: fc.uniqueArray(fc.constantFrom(undefined, ...folders), { minLength: 1, maxLength: 3 }),
    recursive: fc.boolean(),
    isRepeated: fc.boolean(),
  })
  .map(({ some, recursive, isRepeated }) => ({
    query: `${inQuery('folder_id', idsOrRoot(some), isRepeated)}${recursive ? '&recursive=true' : ''}`,
    keeps: (row: Shown) =>
      some.some((folder) => {
        if (!folder) return recursive || row.folder_id === null
        return row.folder_id === folder.id || (recursive && row.folder_path.startsWith(`${folder.path}/`))
      }),
  }))

/**
 * For each collection: its items, and the first trashed asset, which all collections of the fixtures contain.
 */
const members = new Map<string, string[]>()
const trashedMember = idsOf(all.get('/assets')!.filter(({ deleted_at }) => deleted_at)).sort()[0]!
for (const { id } of collections)
  members.set(id, [...idsOf(await everything(acme, `/api/collections/${id}/items`)), trashedMember])

const inCollection = fc
  .tuple(fc.uniqueArray(fc.constantFrom(...members.keys()), { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([some, isRepeated]) => ({
    query: inQuery('collection_id', some, isRepeated),
    keeps: ({ id }: Shown) => some.some((collection) => members.get(collection)!.includes(id)),
  }))

const idsOrRoot = (some: Shown[]) => some.map((folder) => folder?.id ?? 'root')

const inParent = fc
  .tuple(fc.uniqueArray(fc.constantFrom(undefined, ...folders), { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([some, isRepeated]) => ({
    query: inQuery('parent_id', idsOrRoot(some), isRepeated),
    keeps: (row: Shown) => some.some((parent) => row.parent_id === (parent?.id ?? null)),
  }))

const ofKit = (path: string) => exact(path, 'brand_kit_id')

const inYears = fc
  .uniqueArray(fc.constantFrom(2000, 2024, new Date().getUTCFullYear(), 2090), { minLength: 1 })
  .map((years) => ask('year', years.join(), (row) => years.includes(Number(row.created_at.slice(0, 4)))))

const valuesOf = (path: string, key: string): unknown[] =>
  all.get(path)!.flatMap(({ properties }) => properties[key] ?? [])

/** One to three values that some row has in a custom property. */
const byValue = (path: string, key: string, shown: (value: Shown) => string = String) =>
  fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...new Set(valuesOf(path, key).map(shown))), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.boolean(),
    )
    .map(([some, isRepeated]) => ({
      query: inQuery(`properties.${key}`, some, isRepeated),
      keeps: ({ properties }: Shown) =>
        [properties[key] ?? []].flat().some((value) => some.includes(shown(value))),
    }))

const byRange = (path: string, key: string) =>
  fc
    .record({
      gte: fc.option(fc.constantFrom(...valuesOf(path, key)), { nil: undefined }),
      from: fc.constantFrom('%5Bgte%5D', '.min'),
      end: fc.constantFrom(...valuesOf(path, key)),
      to: fc.constantFrom('%5Blt%5D', '%5Blte%5D', '.max'),
    })
    .map(({ gte, from, end, to }: Shown) => ({
      query: `${gte === undefined ? '' : `properties.${key}${from}=${gte}&`}properties.${key}${to}=${end}`,
      keeps: ({ properties }: Shown) =>
        (to === '%5Blt%5D' ? properties[key] < end : properties[key] <= end) &&
        (gte === undefined || properties[key] >= gte),
    }))

const byExistence = (...keys: string[]) =>
  fc
    .tuple(fc.constantFrom(...keys), fc.boolean())
    .map(([key, isSet]) =>
      ask(`properties.${key}[exists]`, `${isSet}`, (row) => key in row.properties === isSet),
    )

const filters: Record<string, fc.Arbitrary<Asked>[]> = {
  '/templates': [
    search('/templates'),
    exact('/templates', 'type'),
    exact('/templates', 'status'),
    exact('/templates', 'review'),
    exact('/templates', 'external_id', 'none'),
    byTags('/tags'),
    untagged,
    byValue('/templates', 'season', (value) => value.toUpperCase()),
    byRange('/templates', 'pages'),
    byExistence('layout', 'proofs'),
  ],
  '/tags': [search('/tags')],
  '/assets': [
    search('/assets'),
    exact('/assets', 'type', 'audio'),
    exact('/assets', 'status'),
    exact('/assets', 'mime_type', 'image/x-none'),
    exact('/assets', 'external_id', 'none'),
    exact('/assets', 'extension', 'none'),
    exact('/assets', 'orientation'),
    exact('/assets', 'review'),
    yesOrNo('has_alpha'),
    yesOrNo('is_animated'),
    nearColor,
    byAvailability,
    expires,
    inYears,
    inFolder,
    inCollection,
    byTags('/asset-tags'),
    untagged,
    byValue('/assets', 'region'),
    byValue('/assets', 'channels'),
    byValue('/assets', 'campaign'),
    byValue('/assets', 'year'),
    byValue('/assets', 'shot_on'),
    byValue('/assets', 'approved'),
    byValue('/assets', 'owner', ({ id }) => id),
    byRange('/assets', 'year'),
    byRange('/assets', 'shot_on'),
    byExistence('channels', 'region', 'brief', 'owner'),
  ],
  '/asset-tags': [search('/asset-tags')],
  '/folders': [search('/folders'), inParent],
  '/saved-searches': [exact('/saved-searches', 'visibility')],
  '/brand-kit': [],
  '/brand-kit/logos': [
    ofKit('/brand-kit/logos'),
    exact('/brand-kit/logos', 'variant'),
    exact('/brand-kit/logos', 'theme'),
  ],
  '/brand-kit/colors': [ofKit('/brand-kit/colors'), exact('/brand-kit/colors', 'role', 'text')],
  '/brand-kit/fonts': [ofKit('/brand-kit/fonts'), exact('/brand-kit/fonts', 'role', 'caption')],
}

async function assertKept(path: string, asked: Asked[], sort: string, perPage: number) {
  const withTrash = asked.some(({ query }) => /^(with|only)_trashed=true$/.test(query))
  const kept = all
    .get(path)!
    .filter((row) => (withTrash || !row.deleted_at) && asked.every(({ keeps }) => keeps(row)))
  const query = [...asked.map(({ query }) => query), `sort=${sort}`, `per_page=${perPage}`, 'with_total=true']
  const rows: Shown[] = []
  for (let next = `/api${path}?${query.join('&')}`; next !== null; ) {
    const { status, body } = await acme.get(next)
    assert.equal(status, 200, next)
    assert.equal(body.meta.total, kept.length, next)
    rows.push(...body.data)
    next = body.links.next
  }
  assert.deepEqual(idsOf(rows), idsOf(sorted(kept, sort)), query.join('&'))
}

/** Leaves out filters by custom properties that exceed the limit of a request. */
function upToLimit(asked: Asked[]): Asked[] {
  let count = 0
  return asked.filter(({ query }) => {
    const own = query.split('&').filter((one) => one.startsWith('properties.')).length
    if (own > 0 && count + own > parametersMax) return false
    count += own
    return true
  })
}

for (const [path, own] of Object.entries(filters)) {
  const sorts = endpoints
    .find((endpoint) => endpoint.path === path)!
    .list!.sorts.flatMap((sort) => [sort, `-${sort}`])
  const trash =
    path === '/assets'
      ? [
          fc.constant(ask('with_trashed', 'true', () => true)),
          fc.constant(ask('only_trashed', 'true', (row) => Boolean(row.deleted_at))),
        ]
      : []
  const every = [...own, ...trash, ...common(path)]

  // Holds R-LIST-11, R-LIST-12, R-LIST-13, R-LIST-14, R-LIST-15, R-LIST-18, R-LIST-20, R-RIGHTS-3, R-PROPERTY-12.
  test(`${path}: each filter returns the right rows in every sort order`, async () => {
    for (const filter of every) {
      for (const asked of fc.sample(filter, { numRuns: 6, seed: 7 })) {
        for (const sort of sorts) await assertKept(path, [asked], sort, 100)
      }
    }
  })

  // Holds R-LIST-16.
  test(`${path}: combined filters return the right rows in every sort order and page size`, async (t) => {
    const some = fc.tuple(...every.map((filter) => fc.option(filter, { nil: undefined, freq: 2 })))
    const perPage = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(100))
    const property = fc.asyncProperty(
      some,
      fc.constantFrom(...sorts),
      perPage,
      async (asked, sort, perPage) => {
        await assertKept(path, upToLimit(asked.filter((one) => one !== undefined)), sort, perPage)
      },
    )
    const runs = own.length === 0 ? 20 : path === '/assets' ? runsMax : runsMax / 5
    await fc.assert(property, forRuns(runs, t))
  })
}

// Holds R-LIST-12.
test('a tag that does not exist returns 422 with its name', async () => {
  for (const [path, query] of [
    ['assets', 'tag=Summer,no-such-tag'],
    ['templates', 'tag=no-such-tag&tag_mode=all'],
    ['assets', 'tag=no-such-tag&search=cafe'],
  ])
    assert.deepEqual((({ status, body }) => [status, body])(await acme.get(`/api/${path}?${query}`)), [
      422,
      { tag: ['The tag «no-such-tag» does not exist.'] },
    ])
})

test('properties.{key}.min and .max include both ends, in URLs and in saved searches', async () => {
  const rows = await everything(acme, '/api/assets')
  const years = [...new Set(rows.flatMap(({ properties: { year } }) => year ?? []))].sort((a, b) => a - b)
  assert.ok(years.length > 2)
  const [min, max] = [years[0], years[1]]
  const inRange = rows.filter(({ properties: { year } }) => year === min || year === max).map(({ id }) => id)
  const found = async (query: string) =>
    (await everything(acme, `/api/assets?${query}`)).map(({ id }) => id).sort()
  assert.deepEqual(await found(`properties.year.min=${min}&properties.year.max=${max}`), inRange.sort())
  const filters = { properties: { 'year.min': min, 'year.max': String(max) } }
  const saved = await acme.post('/api/saved-searches', { name: 'Years', filters })
  assert.deepEqual([saved.status, saved.body.data?.filters], [201, filters], saved.text)
})

// Holds R-PROPERTY-13.
test('facets of custom properties count all results, and their values match the filters', async () => {
  const keys = ['region', 'channels', 'campaign', 'year', 'shot_on', 'approved', 'owner']
  const facets = keys.map((key) => `properties.${key}`).join()
  for (const query of [
    '',
    'search=photo&',
    'type=image&',
    'properties.region=apac&',
    'properties.year%5Bgte%5D=2022&',
  ]) {
    const rows = await everything(acme, `/api/assets?${query}`.replace(/[&?]$/, ''))
    const { status, body, text } = await acme.get(`/api/assets?${query}facets=type,${facets}&per_page=1`)
    assert.equal(status, 200, text)
    assert.equal(body.meta.facets.counted, rows.length)
    assert.deepEqual(Object.keys(body.meta.facets.fields).sort(), ['type', ...facets.split(',')].sort())
    for (const key of keys) {
      const counts: Record<string, number> = {}
      for (const { properties } of rows)
        for (const value of [properties[key] ?? []].flat()) {
          const shown = `${value.id ?? value}`
          counts[shown] = (counts[shown] ?? 0) + 1
        }
      const counted: Shown[] = body.meta.facets.fields[`properties.${key}`]
      assert.deepEqual(
        Object.fromEntries(counted.map(({ value, count }) => [value, count])),
        counts,
        query + key,
      )
      for (const { value, count } of counted) {
        const filter = `${query}properties.${key}=${encodeURIComponent(value)}&with_total=true`
        assert.equal((await acme.get(`/api/assets?${filter}`)).body.meta.total, count, filter)
      }
    }
  }
})

// Holds R-PROPERTY-12, R-PROPERTY-13.
test('filters and facets of custom properties that do not exist or do not fit return 422', async () => {
  const refused: [path: string, query: string, faults: Record<string, string[]>][] = [
    ['assets', 'properties.regio=emea', { 'properties.regio': ['The property regio is not known here. Did you mean region?'] }],
    ['templates', 'properties.region=emea', { 'properties.region': ['The property region is not known here.'] }],
    ['assets', 'properties.region=mars', { 'properties.region': ['The properties.region field must be of emea, apac, americas.'] }],
    ['assets', 'properties.region[gte]=emea', { 'properties.region[gte]': ['The properties.region[gte] field must not have a range: only numbers and dates have one.'] }],
    ['assets', 'properties.year=x', { 'properties.year': ['The properties.year field must be a number.'] }],
    ['assets', 'properties.year[gte]=1,2', { 'properties.year[gte]': ['The properties.year[gte] field must be given only once.'] }],
    ['assets', 'properties.region.min=emea', { 'properties.region.min': ['The properties.region.min field must not have a range: only numbers and dates have one.'] }],
    ['assets', 'properties.year.max=x', { 'properties.year.max': ['The properties.year.max field must be a number.'] }],
    ['assets', 'properties.year.min=1&properties.year.min=2', { 'properties.year.min': ['The properties.year.min field must be given only once.'] }],
    ['assets', 'properties.year.min=1&properties.year[gte]=2', { 'properties.year.min': ['The properties.year.min field must not be combined with properties.year[gte].'] }],
    ['assets', 'properties.year.mim=1', { 'properties.year.mim': ['The properties.year.mim field must be a key of a property, with .min, .max, [gte], [lte], [gt], [lt], [exists] or nothing behind it.'] }],
    ['assets', 'properties.shot_on[lt]=2025-02-30', { 'properties.shot_on[lt]': ['The properties.shot on[lt] field must be a date such as 2027-01-31.'] }],
    ['assets', 'properties.owner=x', { 'properties.owner': ['The properties.owner field must be the id of a person.'] }],
    ['assets', 'properties.notes=x', { 'properties.notes': ['The properties.notes field can only have [exists]. Use search to find words in it.'] }],
    ['assets', 'properties.region=', { 'properties.region': ['The properties.region field must not be empty.'] }],
    ['assets', 'facets=properties.nothing', { facets: ['The property nothing is not known here.'] }],
    ['assets', 'facets=properties.brief', { facets: ['The property brief has no facet: its values are texts of any length.'] }],
  ] // biome-ignore format: the table has one row per line.
  for (const [path, query, faults] of refused) {
    const { status, body } = await acme.get(`/api/${path}?${query}`)
    assert.deepEqual([status, body], [422, faults], query)
  }
  const { body } = await acme.get('/api/assets?properties=x')
  assert.deepEqual(Object.keys(body), ['properties'])
  const many = Array.from({ length: 11 }, (_, at) => `properties.p${at}=1`).join('&')
  assert.equal((await acme.get(`/api/assets?${many}`)).status, 422)
})

// Holds R-LIST-21.
test('facets count all results of the query, and their values match the filters', async () => {
  const facets = 'tag,type,folder_id,extension,orientation,color,year'
  for (const query of [
    '',
    'search=photo&',
    'tag=Summer&',
    'type=image&sort=name&',
    'with_trashed=true&',
    'search=a%20p&untagged=false&',
  ]) {
    const rows = await everything(acme, `/api/assets?${query}`.replace(/[&?]$/, ''))
    const { status, body, text } = await acme.get(`/api/assets?${query}facets=${facets}&per_page=1`)
    assert.equal(status, 200, text)
    const { counted, is_capped, fields } = body.meta.facets
    assert.deepEqual([counted, is_capped], [rows.length, false], query)
    const count = (valuesOf: (row: Shown) => (string | null)[]) => {
      const counts = new Map<string, number>()
      for (const value of rows.flatMap(valuesOf))
        if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
      return counts
    }
    const shown = (name: string) =>
      new Map(fields[name].map(({ value, count }: { value: string; count: number }) => [value, count]))
    const expected: Record<string, (row: Shown) => (string | null)[]> = {
      tag: ({ tags }) => tags.filter(({ source }: Shown) => source !== 'auto').map(({ id }: Shown) => id),
      type: ({ type }) => [type],
      folder_id: ({ folder_id }) => [folder_id ?? 'root'],
      extension: ({ extension }) => [extension],
      orientation: ({ orientation }) => [orientation],
      year: ({ created_at }) => [created_at.slice(0, 4)],
    }
    for (const [name, valuesOf] of Object.entries(expected))
      assert.deepEqual(shown(name), count(valuesOf), `${query}${name}`)
    for (const name of ['tag', 'extension', 'color', 'year'])
      for (const [value, count] of shown(name))
        assert.equal(
          (
            await everything(
              acme,
              `/api/assets?${query}${name}=${value}`.replace('tag=Summer&tag', 'tag_mode=all&tag=Summer&tag'),
            )
          ).length,
          count,
        )
  }
  const { status, body } = await acme.get('/api/assets?facets=size')
  assert.deepEqual([status, Object.keys(body)], [422, ['facets']])
})

test('the fixtures contain rows for every filter', async () => {
  const found = async (query: string) => (await acme.get(`/api/assets?${query}`)).body.data.length
  assert.ok((await found('tag=product&tag=summer&tag_mode=all')) > 0)
  assert.ok((await found('untagged=true')) > 0)
  assert.ok((await found('search=cafe%20photo')) > 0)
  assert.ok(
    (await found(`folder_id=${folders.find(({ name }) => name === 'Campaigns').id}&recursive=true`)) > 5,
  )
})

test('a recursive filter on "Campaigns" does not include "Campaigns 2"', async () => {
  const campaigns = folders.find(({ name }) => name === 'Campaigns')
  const paths = (await everything(acme, `/api/assets?folder_id=${campaigns.id}&recursive=true`)).map(
    (row) => row.folder_path,
  )
  assert.deepEqual([...new Set(paths)].sort(), [
    '/Campaigns',
    '/Campaigns/2026',
    '/Campaigns/2026/Hiver',
    '/Campaigns/2026/Été',
  ])
})

test('an external ID that contains a comma is found as a whole', async () => {
  const [, other] = all.get('/assets')!.filter(({ deleted_at }) => !deleted_at)
  const external_id = 'a, b'
  assert.equal((await acme.patch(`/api/assets/${other.id}`, { external_id })).status, 200)
  const { body } = await acme.get(`/api/assets?external_id=${encodeURIComponent(external_id)}`)
  assert.deepEqual(idsOf(body.data), [other.id])
})

// Holds R-LIST-16.
test("a filter value that can never match is rejected with the filter's name", async () => {
  const wrong: Record<string, string[]> = {
    '/templates': [
      'type=audio',
      'status=ready',
      'tag_mode=none',
      'type=image,audio',
      'untagged=maybe',
      'external_id=',
      'tag=',
      'tag=%00',
    ],
    '/assets': [
      'type=x',
      'status=draft',
      'folder_id=x',
      'folder_id=ROOT',
      'recursive=x',
      'year=26',
      'year=2026,x',
      'with_trashed=x',
      'mime_type=',
    ],
    '/folders': ['parent_id=', 'parent_id=x'],
    '/brand-kit/logos': ['variant=x', 'theme=x', 'brand_kit_id=x'],
    '/brand-kit/colors': ['role=heading'],
    '/brand-kit/fonts': ['role=primary'],
  }
  for (const [path, queries] of Object.entries(wrong)) {
    for (const query of queries) {
      const { status, body } = await acme.get(`/api${path}?${query}`)
      assert.deepEqual([status, Object.keys(body)], [422, [query.split('=')[0]]], query)
    }
  }
})
