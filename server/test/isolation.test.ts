// Engines: embedded, postgres
// Two companies with libraries of the same shape never see each other's data in lists, resources, filters, search,
// counts or pages. Every endpoint in routes.ts is covered.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { assets } from '../src/assets/queries.ts'
import type { Schema } from '../src/db/schema.ts'
import { asCompany, asCompanyRead, noFolderLimit } from '../src/db/tenancy.ts'
import { type IdKind, idPrefixes, newId, publicId } from '../src/ids.ts'
import { endpoints } from '../src/routes.ts'
import type { Answer } from './support/companies.ts'
import { countedRequest } from './support/counted.ts'
import { everything, idsOf, librarySize, type Member, type Shown, twoLibraries } from './support/library.ts'
import { startService } from './support/service.ts'

const service = await startService()
const { db } = service
const companies = await twoLibraries(service)
for (const { companyId } of companies) await countedRequest(service, companyId)
const lists = endpoints.filter(({ list }) => list)

/** The filters of a list that accept IDs, with such IDs and additional parameters. */
const idFilters = (path: string): [name: string, from: string, extra: string][] => [
  ['ids', path, ''],
  ['tag', path === '/templates' ? '/tags' : '/asset-tags', ''],
  ['tag', path === '/templates' ? '/tags' : '/asset-tags', '&tag_mode=all'],
  ['folder_id', '/folders', ''],
  ['folder_id', '/folders', '&recursive=true'],
  ['parent_id', path === '/comments' ? '/comments' : '/folders', ''],
  ['asset_id', '/assets', ''],
  ['template_id', '/templates', ''],
  ['render_id', '/renders', ''],
  ['brand_kit_id', '/brand-kit', ''],
]

type Library = { member: Member; rows: Map<string, Shown[]>; ids: string[] }

const libraries = await Promise.all(companies.map(readLibrary))
const both: [own: Library, other: Library][] = [
  [libraries[0]!, libraries[1]!],
  [libraries[1]!, libraries[0]!],
]

async function readLibrary(member: Member): Promise<Library> {
  const rows = new Map<string, Shown[]>()
  for (const { path } of lists) {
    rows.set(path, await everything(member, `/api${path}${path === '/assets' ? '?with_trashed=true' : ''}`))
  }
  return { member, rows, ids: [...rows.values()].flatMap(idsOf) }
}

const kinds = new Map(Object.entries(idPrefixes).map(([kind, prefix]) => [prefix as string, kind as IdKind]))

const absentLike = (id: string) => publicId(kinds.get(id.slice(0, 3))!, newId())

/** Headers that can differ between two equal responses. */
const passing = ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit']

function seen({ status, text, headers }: Answer) {
  return { status, text, headers: [...headers].filter(([name]) => !passing.includes(name)) }
}

function assertNothingOf({ member, ids }: Library, text: string, where: string) {
  assert.ok(!text.includes(member.companyId), `${where} names the other company`)
  for (const id of ids) assert.ok(!text.includes(id), `${where} shows ${id} of the other company`)
}

test('the two libraries have the same shape and no common IDs', () => {
  for (const { path } of lists) {
    const [acme, globex] = libraries.map(({ rows }) => rows.get(path)!)
    assert.equal(acme!.length, globex!.length)
    assert.ok(acme!.length >= librarySize[path]!)
  }
  assert.deepEqual(new Set(libraries[0]!.ids).intersection(new Set(libraries[1]!.ids)), new Set())
})

for (const { path, list, query } of lists) {
  test(`${path} lists and counts only its own company's rows, in every sort order and with both kinds of pagination`, async () => {
    for (const [{ member }, other] of both) {
      for (const sort of list!.sorts.flatMap((field) => [field, `-${field}`])) {
        for (const paging of ['per_page=100', 'per_page=100&page=1', 'per_page=3']) {
          const url = `/api${path}?sort=${sort}&${paging}&with_total=true`
          const { text, body } = await member.get(url)
          assert.equal(body.meta.total, librarySize[path])
          assertNothingOf(other, text, url)
        }
      }
    }
  })

  test(`${path}: filtering by another company's ID returns the same as an unknown ID`, async () => {
    const filters = idFilters(path).filter(([name]) => name in query!.shape)
    for (const [{ member }, other] of both) {
      for (const [name, from, extra] of filters) {
        const url = (id: string) => `/api${path}?${name}=${id}${extra}&with_total=true`
        for (const id of idsOf(other.rows.get(from)!).slice(0, 10)) {
          const foreign = await member.get(url(id))
          assert.deepEqual([foreign.status, foreign.body.data, foreign.body.meta.total], [200, [], 0])
          const absent = absentLike(id)
          assert.equal(foreign.text, (await member.get(url(absent))).text.replaceAll(absent, id))
        }
      }
    }
  })

  test(`${path}: filters and searches that match both companies return only the caller's rows`, async () => {
    const asked = [
      'external_id=dam-0',
      'external_id=cms-0',
      'search=e',
      'search=a',
      'tag=social',
      'tag=cafe',
      'untagged=true',
    ]
    const known = asked.filter((part) => part.split('=')[0]! in query!.shape)
    for (const [{ member }, other] of both) {
      for (const part of [...known, 'created_since=2020-01-01', 'updated_since=2020-01-01']) {
        const url = `/api${path}?${part}&per_page=100`
        assertNothingOf(other, (await member.get(url)).text, url)
      }
    }
  })

  test(`${path}: another company's cursor is rejected like an invalid one`, async () => {
    for (const [{ member }, other] of both) {
      const { next_cursor } = (await other.member.get(`/api${path}?per_page=1`)).body.meta
      const foreign = await member.get(`/api${path}?per_page=1&cursor=${next_cursor}`)
      const nonsense = await member.get(`/api${path}?per_page=1&cursor=nonsense`)
      assert.equal(foreign.status, 422)
      assert.deepEqual(seen(foreign), seen(nonsense))
    }
  })

  // Holds R-AUTH-8.
  test(`${path}/{id}: another company's resource returns the same 404 as an unknown ID`, async () => {
    for (const [{ member }, other] of both) {
      for (const id of idsOf(other.rows.get(path)!)) {
        const foreign = await member.get(`/api${path}/${id}`)
        assert.equal(foreign.status, 404)
        assert.deepEqual(seen(foreign), seen(await member.get(`/api${path}/${absentLike(id)}`)))
        assert.deepEqual(seen(foreign), seen(await member.get(`/api${path}/nonsense`)))
      }
    }
  })
}

test("the user belongs to the caller's company", async () => {
  for (const [{ member }, other] of both) {
    const { text, body } = await member.get('/api/user')
    assert.equal(body.company.id, publicId('company', member.companyId))
    assertNothingOf(other, text, '/api/user')
    assert.ok(!text.includes(publicId('company', other.member.companyId)))
  }
})

test("another company's ETag does not match", async () => {
  for (const { path } of lists) {
    for (const [{ member }, other] of both) {
      const { headers } = await other.member.get(`/api${path}`)
      assert.equal((await member.get(`/api${path}`, { 'if-none-match': headers.get('etag')! })).status, 200)
    }
  }
})

/** Every table with a company_id, by its name in the schema. */
const tenantTables: (keyof Schema)[] = [
  'folders',
  'assets',
  'asset_tags',
  'asset_taggings',
  'asset_suggestions',
  'templates',
  'template_tags',
  'template_taggings',
  'template_versions',
  'template_assets',
  'brand_kits',
  'brand_kit_logos',
  'brand_kit_colors',
  'brand_kit_fonts',
  'asset_words',
  'word_parts',
  'template_words',
  'renders',
  'render_words',
  'asset_origins',
  'render_batches',
  'render_batch_rows',
  'render_links',
  'archives',
  'collections',
  'collection_items',
  'reviews',
  'comments',
  'comment_mentions',
  'properties',
  'asset_property_values',
  'template_property_values',
  'presets',
  'saved_searches',
  'saved_search_followers',
  'brand_pages',
  'shares',
  'share_assets',
  'share_visits',
  'webhooks',
  'webhook_secrets',
  'webhook_deliveries',
  'events',
  'security_events',
  'client_requests',
  'request_log',
]

// The second layer. Even without a `where`, row-level security returns only the company's own rows.
test("a query without a company filter returns only the company's own rows", async () => {
  for (const [{ member }, other] of both) {
    for (const table of tenantTables) {
      const forgetful = sql<{ company_id: string }>`select r.company_id from ${sql.table(table)} r`
      const [inOneStatement] = (
        await asCompanyRead(sql.val(member.companyId), forgetful, noFolderLimit).execute(db)
      ).rows
      const inTransaction = await asCompany(db, member.companyId, (trx) => forgetful.execute(trx))
      const owners = new Set(inTransaction.rows.map(({ company_id }) => company_id))
      assert.deepEqual([...owners], [member.companyId], table)
      for (const { company_id } of inOneStatement!.rows) assert.equal(company_id, member.companyId, table)
      assert.ok(!owners.has(other.member.companyId))
    }
  }
})

test("concurrent lookups for two companies each return their own company's rows", async () => {
  const { companyId: acme } = companies[0]
  const { companyId: globex } = companies[1]
  const keysOf = async (companyId: string) => {
    const request = { sort: 'created_at', descending: false, limit: 100, filters: {} }
    const { rows } = await assets.page(db, companyId, request)
    return rows.map(({ file_key }) => file_key.split('/')[0])
  }
  const asked = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? acme : globex))
  const found = await Promise.all(asked.map(keysOf))
  for (const [index, owners] of found.entries()) assert.deepEqual([...new Set(owners)], [asked[index]])
})
