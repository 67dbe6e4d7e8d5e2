// Engines: embedded, postgres
// Keyset pagination returns every row once, for any changes between two pages. A cursor only works for the list it
// was issued for. Contract R-LIST-3 to R-LIST-5.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { newId, parseId } from '../src/ids.ts'
import { endpoints } from '../src/routes.ts'
import { macLength } from '../src/secrets/mac.ts'
import { createTag } from '../src/tags/create.ts'
import { changeAs, newCompany } from './support/companies.ts'
import { forRuns } from './support/fuzz.ts'
import { everything, idsOf, type Member, type Shown, sorted, twoLibraries } from './support/library.ts'
import { startService } from './support/service.ts'

// Without a cache, because the test changes rows directly in the database.
const service = await startService({ env: { CACHE_BYTES_MAX: '0' } })
const [acme, globex] = await twoLibraries(service)
const lists = endpoints.filter(({ list }) => list)
const pagesMax = 100
const rowsMax = 5_000
const cursorFault = {
  cursor: ['The cursor field is not a cursor of this list with these filters and this sort.'],
}

for (const { path, list } of lists) {
  // Holds R-LIST-3.
  test(`${path}: following next and prev links returns all rows in order, in any sort order and page size`, async (t) => {
    const sorts = fc.constantFrom(...list!.sorts.flatMap((sort) => [sort, `-${sort}`]))
    const property = fc.asyncProperty(sorts, fc.integer({ min: 1, max: 9 }), async (sort, size) => {
      const first = `/api${path}?sort=${sort}&per_page=${size}&_utm=%C3%A9%26`
      const there: Shown[][] = []
      let last = first
      for (let next: string | null = first; next !== null; ) {
        const { body } = await acme.get(next)
        there.push(body.data)
        assert.ok(there.length < pagesMax, 'the list does not end')
        last = next
        next = body.links.next
      }
      const back: Shown[][] = []
      for (let prev: string | null = last; prev !== null; ) {
        const { body, status } = await acme.get(prev)
        assert.equal(status, 200)
        back.unshift(body.data)
        assert.ok(back.length < pagesMax, 'the list does not end backwards')
        prev = body.links.prev
      }
      assert.deepEqual(back, there)
      assert.deepEqual(idsOf(there.flat()), idsOf(sorted(there.flat(), sort)))
    })
    await fc.assert(property, forRuns(5, t))
  })
}

/** A change between two pages, at a random position. */
const happening = fc.record({
  kind: fc.constantFrom('insert', 'insert', 'delete'),
  at: fc.integer({ min: 0, max: 100 }),
  name: fc.string({ unit: fc.constantFrom('a', 'B', 'é', 'z', '5'), minLength: 1, maxLength: 3 }),
})

const minute = (at: number) => new Date(Date.UTC(2026, 1, 1) + at * 60_000)

async function addTag(company: Member, name: string, at: number) {
  return changeAs(service.db, company.companyId, async (trx) => {
    const tag = { name: `tag ${name} ${newId()}`, createdAt: minute(at) }
    return { result: await createTag(trx, company.companyId, 'asset', tag), events: [] }
  })
}

async function happen(
  company: Member,
  shown: Shown[],
  { kind, at, name }: { kind: string; at: number; name: string },
) {
  if (kind === 'insert') return void (await addTag(company, name, at))
  await remove(company, shown[Math.floor((at / 101) * shown.length)])
}

async function remove(company: Member, row: Shown) {
  const id = parseId('assetTag', row.id)!
  await changeAs(service.db, company.companyId, async (trx) => {
    await trx
      .deleteFrom('asset_tags')
      .where('company_id', '=', company.companyId)
      .where('id', '=', id)
      .execute()
    return { result: undefined, events: [] }
  })
}

// Holds R-LIST-3.
test('rows that exist throughout are returned exactly once, while others are created and deleted between pages', async (t) => {
  const company = await newCompany(service, 'Busy')
  for (let index = 0; index < 30; index++) await addTag(company, 'aBéz5'[index % 5]!, index % 11)
  const sorts = fc.constantFrom('created_at', '-created_at', 'name', '-name', 'updated_at', '-updated_at')
  const filters = fc.constantFrom('', '&search=tag', '&search=tag%20a', '&created_since=2026-02-01T00:03:00Z')
  const property = fc.asyncProperty(
    sorts,
    filters,
    fc.integer({ min: 1, max: 12 }),
    fc.boolean(),
    fc.array(happening, { minLength: 1, maxLength: 12 }),
    async (sort, filter, size, backwards, happenings) => {
      const query = `/api/asset-tags?sort=${sort}${filter}`
      const { start, before } = await startOf(company, `${query}&per_page=${size}`, backwards)
      const shown: Shown[] = []
      for (let page = start; page !== null; ) {
        const { body } = await company.get(page)
        shown.push(...(backwards ? body.data.toReversed() : body.data))
        assert.ok(shown.length < rowsMax, 'the list does not end')
        const one = happenings.pop()
        if (one && before.length > 0) await happen(company, before, one)
        page = backwards ? body.links.prev : body.links.next
      }
      const after = new Set(idsOf(await everything(company, query)))
      const throughout = idsOf(before).filter((id) => after.has(id))
      const ids = idsOf(shown)
      assert.equal(new Set(ids).size, ids.length, 'a row was returned twice')
      assert.deepEqual(
        throughout.filter((id) => !ids.includes(id)),
        [],
        'a row was missing',
      )
      assert.deepEqual(ids, idsOf(sorted(shown, backwards ? opposite(sort) : sort)))
    },
  )
  await fc.assert(property, forRuns(40, t))
})

const opposite = (sort: string) => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`)

/**
 * The URL where a walk starts, and the rows that it must return: all rows forwards, and the rows before the
 * last page backwards.
 */
async function startOf(company: Member, query: string, backwards: boolean) {
  if (!backwards)
    return { start: query, before: await everything(company, query.replace(/&per_page=\d+/, '')) }
  const before: Shown[] = []
  for (let page = query; ; ) {
    const { body } = await company.get(page)
    if (body.links.next === null) return { start: body.links.prev as string | null, before }
    before.push(...body.data)
    assert.ok(before.length < rowsMax, 'the list does not end')
    page = body.links.next
  }
}

// Holds R-LIST-3.
test('a page past either end links back', async () => {
  const company = await newCompany(service, 'Ends')
  for (let index = 0; index < 4; index++) await addTag(company, 'x', index)
  const all = await everything(company, '/api/asset-tags?sort=name')
  const second = (await company.get('/api/asset-tags?sort=name&per_page=2')).body.links.next
  for (const row of all.slice(2)) await remove(company, row)
  const empty = (await company.get(second)).body
  assert.deepEqual([empty.data, empty.links.next], [[], null])
  assert.deepEqual(idsOf((await company.get(empty.links.prev)).body.data), idsOf(all.slice(0, 2)))
})

test('a numbered list continues by cursor after 10,000 rows', async () => {
  const company = await newCompany(service, 'Deep')
  const rows = 10_150
  await changeAs(service.db, company.companyId, async (trx) => {
    await sql`
      insert into template_tags (company_id, id, name, name_key, slug, updated_at)
      select ${company.companyId}, ('0196f2a0-' || lpad(to_hex(i), 4, '0') || '-7000-8000-000000000000')::uuid,
        'T' || i, 't' || i, 't' || i, now()
      from generate_series(1, ${sql.lit(rows)}) i`.execute(trx)
    return { result: undefined, events: [] }
  })
  const { body } = await company.get('/api/tags?sort=created_at&per_page=100&page=100')
  assert.deepEqual([body.data[99].name, body.meta.current_page], ['T10000', 100])
  const next = (await company.get(body.links.next)).body
  assert.deepEqual([next.data[0].name, next.meta.current_page], ['T10001', undefined])
  const back = (await company.get(next.links.prev)).body
  assert.deepEqual(idsOf(back.data), idsOf(body.data))
})

// Holds R-LIST-4.
test('a cursor that was changed anywhere is rejected', async () => {
  const { next_cursor: cursor } = (await acme.get('/api/assets?per_page=3&sort=name')).body.meta
  const refused = async (wrong: string) => {
    const { status, body } = await acme.get(
      `/api/assets?per_page=3&sort=name&cursor=${encodeURIComponent(wrong)}`,
    )
    assert.deepEqual({ status, body }, { status: 422, body: cursorFault }, wrong)
  }
  for (let at = 0; at < cursor.length; at++) {
    const other = cursor[at] === 'A' ? 'B' : 'A'
    await refused(cursor.slice(0, at) + other + cursor.slice(at + 1))
  }
  for (const wrong of [
    '',
    'x',
    `${cursor}A`,
    `${cursor}=`,
    ` ${cursor}`,
    cursor.slice(0, -1),
    `${cursor}\0`,
    '💩',
  ]) {
    await refused(wrong)
  }
  const payload = Buffer.from('[0,"x"]').toString('base64url')
  await refused(cursor.slice(0, macLength) + payload)
  await refused(payload)
})

// Holds R-LIST-4.
test('a cursor works only with the list, company, filters and sort order it was issued for', async () => {
  const cursorOf = async (query: string) => (await acme.get(query)).body.meta.next_cursor
  const made = '/api/assets?sort=name&per_page=3&type=image'
  const cursor = await cursorOf(made)
  const elsewhere = [
    '/api/assets?sort=name&per_page=3',
    '/api/assets?sort=-name&per_page=3&type=image',
    '/api/assets?per_page=3&type=image',
    '/api/assets?sort=name&per_page=3&type=font',
    '/api/assets?sort=name&per_page=3&type=image&status=ready',
    '/api/assets?sort=name&per_page=3&type=image&search=x',
    '/api/templates?sort=name&per_page=3&type=image',
  ]
  for (const url of elsewhere) {
    const { status, body } = await acme.get(`${url}&cursor=${cursor}`)
    assert.deepEqual({ status, body }, { status: 422, body: cursorFault }, url)
  }
  const { status, body } = await globex.get(`${made}&cursor=${cursor}`)
  assert.deepEqual({ status, body }, { status: 422, body: cursorFault })
  for (const same of ['&per_page=7&sort=name', '&fields=id', '&with_total=true', '&_utm=1']) {
    const url = `/api/assets?type=image${same}${same.includes('sort') ? '' : '&sort=name'}&cursor=${cursor}`
    assert.equal((await acme.get(url)).status, 200, url)
  }
  const plain = await cursorOf('/api/brand-kit/logos?per_page=1')
  assert.equal((await acme.get(`/api/brand-kit/colors?per_page=1&cursor=${plain}`)).status, 422)
})
