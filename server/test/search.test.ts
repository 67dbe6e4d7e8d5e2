// Engines: embedded, postgres
// Search finds parts of words, ignoring case and accents, ranked by relevance, with an index (contract R-LIST-11).
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type CompiledQuery, sql } from 'kysely'
import { createAsset } from '../src/assets/create.ts'
import { assets } from '../src/assets/queries.ts'
import type { Db } from '../src/db/database.ts'
import type { Finder } from '../src/db/finder.ts'
import { searchAsked } from '../src/db/search-filter.ts'
import { asCompany } from '../src/db/tenancy.ts'
import { folders } from '../src/folders/queries.ts'
import { parseId, publicId } from '../src/ids.ts'
import { assetTags, templateTags } from '../src/tags/queries.ts'
import { templates } from '../src/templates/queries.ts'
import { asOwner, changeAs, newCompany } from './support/companies.ts'
import { everything, idsOf, type Shown, sorted, twoLibraries } from './support/library.ts'
import { engine, startService } from './support/service.ts'
import { taggedResources } from './support/tagged.ts'

const service = await startService()
const { db } = service
const [acme] = await twoLibraries(service)

const crowd = 2000
const big = await newCompany(service, 'Crowd')
await fillCrowd()
await asOwner(db, sql`analyze`)

const namesFound = async (path: string, search: string) =>
  (await everything(acme, `/api${path}?search=${encodeURIComponent(search)}&sort=name`)).map(
    ({ name }) => name,
  )

// Holds R-LIST-11.
test('search finds a word by itself and by its prefix, ignoring case and accents', async () => {
  const cafes = ['Cafe au lait', 'Café crème']
  for (const search of ['cafe', 'CAFÉ', 'Cafe\u0301', 'caf', ' c a f '.replaceAll(' ', ''), 'café!']) {
    assert.deepEqual([...new Set(await namesFound('/templates', search))].sort(), cafes, search)
  }
  assert.deepEqual([...new Set(await namesFound('/templates', 'crème'))], ['Café crème'])
  assert.deepEqual([...new Set(await namesFound('/templates', '日'))], ['日本 ポスター'])
  assert.deepEqual(await namesFound('/folders', 'ete'), ['Été'])
})

// Holds R-LIST-11.
describe('any part of a word from two characters on', () => {
  const names = [
    ['Headlamp', 'lamp', 'HEAD', 'ead', 'dla'],
    ['東京オリンピック', 'オリンピック', '東京', '京オ', '京'],
    ['家族相册2024', '相册', '2024', '02', '册'],
    ['ภาพถ่ายทะเล', 'ทะเล', 'ถ่าย'],
    ['서울사진', '사진', '서'],
    ['Release 1.2.3', '1.2.3', '2.3', 'release'],
    ['Straße', 'strasse', 'STRASSE', 'straße', 'rass'],
    ['Encyclopædia Œuvre', 'encyclopaedia', 'oeuvre'],
    ['Smørrebrød Łódź Đà', 'smorrebrod', 'lodz', 'da'],
    ['Ilıca İzmir', 'ilica', 'izmir', 'IZMIR'],
    ['Οδυσσεύς', 'οδυσσευς', 'ΟΔΥΣΣΕΥΣ'],
    ['Party 🎉 🇫🇷', '🎉', '🇫🇷'],
    ['C++ primer', 'c++'],
    ['C# primer', 'c#'],
  ] as const
  before(async () => {
    for (const [name] of names) await acme.post('/api/folders', { name })
  })

  for (const [name, ...searches] of names)
    test(`${name} is found by ${searches.join(', ')}`, async () => {
      for (const search of searches) assert.ok((await namesFound('/folders', search)).includes(name), search)
    })

  test('a single letter finds only the starts of words, and a sign finds only its word', async () => {
    assert.ok(!(await namesFound('/folders', 'd')).includes('Headlamp'))
    assert.ok((await namesFound('/folders', 'h')).includes('Headlamp'))
    assert.deepEqual(await namesFound('/folders', 'c#'), ['C# primer'])
  })

  test('search tolerates one typo in words of five letters or more, unless a word contains the term', async () => {
    for (const typo of ['hedlamp', 'headdlamp', 'heablamp', 'headlmap', 'headlam', 'eadlamp'])
      assert.deepEqual(await namesFound('/folders', typo), ['Headlamp'], typo)
    for (const search of ['headxyz', 'hxadlxmp', 'lomp', 'prty'])
      assert.deepEqual(await namesFound('/folders', search), [], search)
    await acme.post('/api/folders', { name: 'Headlump' })
    assert.deepEqual(await namesFound('/folders', 'headlump'), ['Headlump'])
    const { body } = await acme.get('/api/folders?search=headlump')
    await acme.delete(`/api/folders/${body.data[0].id}`)
  })
})

// Holds R-LIST-11.
test('search finds assets by file name, extension, folder, custom values, external ID and embedded metadata', async () => {
  const folder = (await acme.post('/api/folders', { name: 'Zanzibar trip' })).body.data
  const { companyId } = acme
  const id = await changeAs(db, companyId, async (trx) => ({
    result: await createAsset(trx, companyId, {
      name: 'Untitled',
      filename: 'IMG_20417.heic',
      type: 'image',
      mime_type: 'image/heic',
      extension: 'heic',
      size: 1,
      checksum: '0'.repeat(64),
      status: 'ready',
      file_key: `${companyId}/none.heic`,
      renditions: [],
      folder_id: parseId('folder', folder.id)!,
      external_id: 'SKU-88213',
      metadata: { campaign: { season: 'Quetzal' }, run: 77123 },
      embedded: { keywords: ['Flamingo'], camera: 'Hasselblad X2D' },
      focal_point: null,
      tagIds: [],
    }),
    events: [],
  }))
  const found = async (search: string) => idsOf(await everything(acme, `/api/assets?search=${search}`))
  for (const search of [
    '20417',
    'heic',
    'zanzibar',
    'anzib%20img',
    'quetzal',
    '77123',
    '88213',
    'flamingo',
    'selblad',
  ])
    assert.deepEqual(await found(search), [publicId('asset', id)], search)
  await acme.patch(`/api/folders/${folder.id}`, { name: 'Madagascar' })
  assert.deepEqual(await found('zanzibar'), [])
  assert.deepEqual(await found('madagascar'), [publicId('asset', id)])
  await acme.patch(`/api/assets/${publicId('asset', id)}`, { metadata: {}, external_id: null })
  for (const search of ['quetzal', '88213']) assert.deepEqual(await found(search), [], search)
})

// Holds R-LIST-11.
test('search finds assets by a word that occurs in hundreds of tags', async () => {
  const company = await newCompany(service, 'Many tags')
  const { newResource } = taggedResources(service, company, 'asset')
  const made: string[] = []
  for (let at = 0; at < 8; at++) {
    const { id } = await newResource(`Picture ${at}`, [], null)
    // An asset has at most 100 tags.
    const tags = Array.from({ length: 100 }, (_, tag) => ({ name: `Season ${at * 100 + tag}` }))
    const { status, text } = await company.patch(`/api/assets/${id}`, { tags })
    assert.equal(status, 200, text)
    made.unshift(id)
  }
  for (const search of ['season', 'seaso'])
    for (const sort of ['', '&sort=-created_at', '&sort=-name']) {
      const { body } = await company.get(`/api/assets?search=${search}${sort}`)
      assert.deepEqual(idsOf(body.data), made, `${search} ${sort}`)
    }
})

// Holds R-LIST-11.
test('without a sort, names with the word come first, then other texts and tags, then parts of words', async () => {
  const company = await newCompany(service, 'Ranks')
  const { newResource } = taggedResources(service, company, 'asset')
  const tag = (await company.post('/api/asset-tags', { name: 'Lamp' })).body.data
  const made: string[] = []
  for (const [name, tags, description] of [
    ['Lamp', [], null],
    ['Headlamp', [], null],
    ['Table', [], 'A lamp on a table'],
    ['Blue lamp', [], null],
    ['Lamppost', [], null],
    ['Chair', [tag.id], null],
    ['Desk', [], 'With headlamps'],
  ] as const)
    made.push((await newResource(name, [...tags], description)).id)
  const ranked = [3, 0, 5, 2, 6, 4, 1].map((at) => made[at]!)
  for (const path of ['/api/assets?search=lamp', '/api/assets?search=lamp&sort=relevance']) {
    for (const perPage of [1, 2, 3, 100]) {
      const ids: string[] = []
      for (let next = `${path}&per_page=${perPage}`; next; ) {
        const { body } = await company.get(next)
        ids.push(...idsOf(body.data))
        next = body.links.next
      }
      assert.deepEqual(ids, ranked, `${path} ${perPage}`)
    }
  }
  // Reads backwards, starting from each page.
  let { body } = await company.get('/api/assets?search=lamp&per_page=2')
  const pages: string[][] = [idsOf(body.data)]
  while (body.links.next) {
    body = (await company.get(body.links.next)).body
    pages.push(idsOf(body.data))
  }
  for (const page of pages.slice(0, -1).reverse()) {
    body = (await company.get(body.links.prev)).body
    assert.deepEqual(idsOf(body.data), page)
  }
  const numbered = await company.get('/api/assets?search=lamp&per_page=3&page=2&with_total=true')
  assert.deepEqual([idsOf(numbered.body.data), numbered.body.meta.total], [ranked.slice(3, 6), 7])
  // A row that is created in between neither repeats nor hides another.
  const first = (await company.get('/api/assets?search=lamp&per_page=3')).body
  await newResource('Another lamp')
  const second = (await company.get(`/api/assets?search=lamp&per_page=3&cursor=${first.meta.next_cursor}`))
    .body
  assert.deepEqual([...idsOf(first.data), ...idsOf(second.data)], ranked.slice(0, 6))
  assert.deepEqual((await company.get('/api/assets?sort=relevance')).body, {
    sort: ['The sort field must not be relevance without search.'],
  })
})

test('words of deleted rows are removed from the index, and a word stays while another row has it', async () => {
  const company = await newCompany(service, 'Forgetful')
  const parts = () =>
    asCompany(db, company.companyId, (trx) =>
      trx
        .selectFrom('word_parts')
        .select(['kind', 'word'])
        .distinct()
        .where('company_id', '=', company.companyId)
        .execute(),
    )
  const one = (await company.post('/api/asset-tags', { name: 'Quince jam' })).body.data
  const two = (await company.post('/api/asset-tags', { name: 'Plum jam' })).body.data
  await company.patch(`/api/asset-tags/${one.id}`, { name: 'Apple jam' })
  assert.deepEqual((await parts()).map(({ word }) => word).sort(), ['apple', 'jam', 'plum'])
  await company.delete(`/api/asset-tags/${two.id}`)
  assert.deepEqual((await parts()).map(({ word }) => word).sort(), ['apple', 'jam'])
  await company.delete(`/api/asset-tags/${one.id}`)
  assert.deepEqual(await parts(), [])
})

// Holds R-LIST-11.
test('all search terms must match, in any order and any field', async () => {
  assert.deepEqual([...new Set(await namesFound('/templates', 'lait CAFE'))], ['Cafe au lait'])
  assert.deepEqual([...new Set(await namesFound('/templates', 'lai caf au'))], ['Cafe au lait'])
  assert.deepEqual(await namesFound('/templates', 'cafe zebra'), [])
  assert.deepEqual(await namesFound('/templates', 'cafe absent'), [])
})

// Holds R-LIST-11.
test('tags, alt text and descriptions are searched', async () => {
  const all = await everything(acme, '/api/assets?sort=name')
  const found = async (search: string) =>
    idsOf(await everything(acme, `/api/assets?sort=name&search=${search}`))
  assert.deepEqual(await found('uber%20series'), idsOf(all.filter(({ description }) => description !== null)))
  assert.deepEqual(await found('photo%20outdoors'), idsOf(all.filter(({ alt_text }) => alt_text !== null)))
  const tagged = all.filter(({ tags }) => tags.some(({ name }: Shown) => name === 'Summer'))
  assert.deepEqual(await found('summer'), idsOf(tagged))
  assert.ok(tagged.length > 0)
})

test('a search without words finds nothing, and a blank search finds everything', async () => {
  for (const nothing of ['???', '💩', '%', '--', '\u0301'])
    assert.deepEqual(await namesFound('/assets', nothing), [], nothing)
  const all = await everything(acme, '/api/assets')
  for (const blank of ['', '%20', '%09%0A']) {
    assert.deepEqual(idsOf(await everything(acme, `/api/assets?search=${blank}`)), idsOf(all))
  }
})

test('only the longest of many terms are used, and a search has at most 200 characters', async () => {
  const many = 'a b c d e f g h i cafe lait'
  assert.deepEqual((await acme.get(`/api/templates?search=${encodeURIComponent(many)}`)).body.data, [])
  assert.equal((await acme.get(`/api/templates?search=${'a'.repeat(200)}`)).status, 200)
  assert.deepEqual((await acme.get(`/api/templates?search=${'a'.repeat(201)}`)).body, {
    search: ['The search field must not be longer than 200 characters.'],
  })
})

/**
 * Every row contains the word "all", one of a thousand words `w…`, one of 300 words `b…` and one of 301 words
 * `c…`, which are just under and above the limit. Rows are wide, so that an index is worthwhile for a few
 * thousand rows.
 */
async function fillCrowd() {
  const company = big.companyId
  const tables = {
    folders: 'folder',
    assets: 'asset',
    asset_tags: 'asset_tag',
    templates: 'template',
    template_tags: 'template_tag',
  }
  const own: Record<string, [columns: string, values: string]> = {
    folders: ['path, depth', `'/n' || i, 1`],
    assets: [
      'type, mime_type, extension, size, checksum, status, file_key',
      `'image', 'image/png', 'png', 1, 'x', 'ready', '${company}/x'`,
    ],
    asset_tags: ['slug', `'n' || i`],
    templates: ['type, status, width, height, unit', `'image', 'draft', 1, 1, 'px'`],
    template_tags: ['slug', `'n' || i`],
  }
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
    for (const [table, noun] of Object.entries(tables)) {
      const id = sql.raw(`('0196f2a0-' || lpad(to_hex(i), 4, '0') || '-7000-8000-000000000000')::uuid`)
      const [columns, values] = own[table]!
      const every = sql`from generate_series(1, ${sql.lit(crowd)}) i`
      await sql`
        insert into ${sql.table(table)} (company_id, id, name, name_key, updated_at, ${sql.raw(columns)})
        select ${company}, ${id}, 'n' || i || repeat(' wide', 300), 'n' || i, now(), ${sql.raw(values)} ${every}`.execute(
        trx,
      )
      for (const word of [`'all'`, `'w' || i % 1000`, `'b' || i % 300`, `'c' || i % 301`]) {
        await sql`
          insert into ${sql.table(`${noun}_words`)} (company_id, word, id)
          select ${company}, ${sql.raw(word)}, ${id} ${every}`.execute(trx)
      }
    }
  })
}

for (const path of ['/assets', '/folders']) {
  test(`${path}: a prefix that matches hundreds of words finds the same rows as a single word`, async () => {
    const all = idsOf(await everything(big, `/api${path}?search=all`))
    assert.equal(all.length, crowd)
    for (const search of ['a', 'w', 'b', 'c', 'w%20al', 'c%20b']) {
      assert.deepEqual(idsOf(await everything(big, `/api${path}?search=${search}`)), all, search)
    }
    const some = await everything(big, `/api${path}?search=w1%20b&sort=created_at`)
    assert.equal(some.length, 111 * 2)
    assert.deepEqual(idsOf(some), idsOf(sorted(some, 'created_at')))
    const { body } = await big.get(`/api${path}?search=c&per_page=7&page=30&with_total=true`)
    assert.deepEqual(idsOf(body.data), all.slice(29 * 7, 30 * 7))
    assert.equal(body.meta.total, crowd)
  })
}

/** Each searchable list, its table and the table of its words. */
const searched: [string, string, Finder<never, 'search'>][] = [
  ['templates', 'template_words', templates as never],
  ['template_tags', 'template_tag_words', templateTags as never],
  ['assets', 'asset_words', assets as never],
  ['asset_tags', 'asset_tag_words', assetTags as never],
  ['folders', 'folder_words', folders as never],
]

/** A database that records the plan of each statement instead of running it. */
function planner(plans: string[], cacheMode: string): Db {
  const explain = async ({ sql: text, parameters }: CompiledQuery) => {
    await db.connection().execute(async (one) => {
      const types = parameters.map(() => 'unknown').join()
      const values = parameters.map((value) => literal(value)).join()
      await sql.raw(`set plan_cache_mode = ${cacheMode}`).execute(one)
      // A sequential scan is right for a thousand of a few thousand rows. This test checks that an index can
      // be used.
      await sql`set enable_seqscan = off`.execute(one)
      await sql.raw(`prepare explained (${types}) as ${text}`).execute(one)
      const explained = sql.raw(`explain execute explained(${values})`)
      const { rows } = await explained.execute(one).finally(async () => {
        await sql`deallocate explained`.execute(one)
        await sql`reset plan_cache_mode`.execute(one)
        await sql`reset enable_seqscan`.execute(one)
      })
      plans.push(rows.map((row) => Object.values(row as object)[0]).join('\n'))
    })
    return { rows: [{ rows: [{ total: 0 }] }] }
  }
  return new Proxy(db, {
    get(target, name) {
      if (name === 'executeQuery') return explain
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `'{${value.join()}}'`
  return `'${value}'`
}

for (const [table, words, finder] of searched) {
  test(`a search in ${table} uses indexes with any filter and sort order (${engine})`, async () => {
    const plans: string[] = []
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      const explaining = planner(plans, mode)
      for (const text of ['all', 'w', 'w17', 'absent', 'all w1 b2']) {
        const search = searchAsked(text)
        for (const sort of ['created_at', 'name', 'updated_at', 'relevance']) {
          const request = { sort, descending: sort !== 'relevance', limit: 20, filters: { search } }
          await finder.page(explaining, big.companyId, request)
        }
      }
    }
    assert.equal(plans.length, 40)
    for (const plan of plans) {
      assert.doesNotMatch(plan, new RegExp(`Seq Scan on (${table}|${words})( |$)`, 'm'))
      const conditions = [...plan.matchAll(new RegExp(` on ${words} .*\n *Index Cond: (.*)`, 'g'))]
      assert.ok(conditions.length > 0)
      for (const [, condition] of conditions) assert.match(condition!, /\((word|id) = /)
    }
  })
}
