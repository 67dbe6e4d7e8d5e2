// Engines: postgres
// Parameters that all lists share: contract R-LIST-1 to R-LIST-10, R-VALID-1 to R-VALID-4. filters.test.ts covers filters.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { didYouMean, nearName } from '@atelier/filling/near-name'
import type { Endpoint } from '../src/http/endpoints/endpoint.ts'
import { endpoints } from '../src/routes.ts'
import { changeAs } from './support/companies.ts'
import { doneImport } from './support/jobs.ts'
import {
  everything,
  idsOf,
  librarySize,
  oddTexts,
  type Shown,
  sorted,
  twoLibraries,
} from './support/library.ts'
import { begunUpload } from './support/resumable.ts'
import { startService } from './support/service.ts'

const service = await startService()
const [acme] = await twoLibraries(service)
const lists = endpoints.filter(({ list }) => list)

const rowsOf = new Map<string, Shown[]>()
for (const { path } of lists) rowsOf.set(path, await everything(acme, `/api${path}?sort=created_at`))

const ask = async (list: Endpoint, query: string) => acme.get(`/api${list.path}?${query}`)

async function refuses(list: Endpoint, query: string, faults: Record<string, string[]>) {
  const { status, body } = await ask(list, query)
  assert.deepEqual({ status, body }, { status: 422, body: faults }, query)
}

const perPageFault = ['The per page field must be an integer from 1 to 100.']
const sinceFault = (name: string) => [`The ${name} since field must be an ISO 8601 date or time.`]

for (const list of lists) {
  const { path } = list
  const size = librarySize[path]!
  const all = rowsOf.get(path)!

  // Holds R-LIST-2.
  test(`${path}: a page has 20 rows by default, and 1 to 100 on request`, async () => {
    const { body } = await ask(list, '')
    assert.equal(body.meta.per_page, 20)
    assert.equal(body.data.length, Math.min(20, size))
    for (const name of ['per_page', 'limit']) {
      for (const rows of [1, 2, 99, 100]) {
        const { body } = await ask(list, `${name}=${rows}`)
        assert.equal(body.data.length, Math.min(rows, size))
        assert.equal(body.meta.per_page, rows)
      }
      const fault = { [name]: [perPageFault[0]!.replace('per page', name.replace('_', ' '))] }
      for (const wrong of ['0', '101', '-1', '1.5', '1e1', '+5', '', 'all', '%00', '99999999999999999999']) {
        await refuses(list, `${name}=${wrong}`, fault)
      }
    }
    assert.equal((await ask(list, 'per_page=2&limit=1')).body.meta.per_page, 2)
  })

  // Holds R-LIST-1.
  test(`${path}: the response has only the documented keys, and its links keep the query`, async () => {
    const { body } = await ask(list, 'per_page=1')
    assert.deepEqual(Object.keys(body), ['data', 'links', 'meta'])
    assert.deepEqual(Object.keys(body.links), ['first', 'last', 'prev', 'next'])
    assert.deepEqual(Object.keys(body.meta), ['path', 'per_page', 'next_cursor', 'prev_cursor'])
    assert.equal(body.meta.path, `${service.url}/api${path}`)
    assert.equal(body.links.first, `${service.url}/api${path}?per_page=1`)
    assert.equal(body.links.last, null)
    assert.equal(body.links.prev, null)
    assert.equal(new URL(body.links.next).searchParams.get('cursor'), body.meta.next_cursor)
  })

  // Holds R-LIST-5.
  test(`${path}: all numbered pages together equal the list`, async () => {
    const rows: Shown[] = []
    for (let page = 1; page <= Math.ceil(size / 5); page++) {
      const { body } = await ask(list, `sort=created_at&per_page=5&page=${page}`)
      assert.equal(body.meta.current_page, page)
      assert.equal(body.links.prev === null, page === 1)
      assert.equal(body.links.next === null, page === Math.ceil(size / 5))
      rows.push(...body.data)
    }
    assert.deepEqual(idsOf(rows), idsOf(all))
  })

  // Holds R-LIST-5.
  test(`${path}: numbered pages reach 10,000 rows deep`, async () => {
    for (const query of ['page=100&per_page=100', 'page=500', 'page=10000&per_page=1']) {
      const { status, body } = await ask(list, query)
      assert.equal(status, 200)
      assert.deepEqual(body.data, [])
      assert.equal((await acme.get(body.links.prev)).status, 200)
    }
    const fault = {
      page: ['The page field covers at most 10000 rows. Use cursor to read further.'],
    }
    for (const query of ['page=101&per_page=100', 'page=501', 'page=5001&limit=2']) {
      await refuses(list, query, fault)
    }
    const range = { page: ['The page field must be an integer from 1 to 10000.'] }
    for (const wrong of ['0', '-1', '10001', 'two', '']) await refuses(list, `page=${wrong}`, range)
    await refuses(list, 'page=1&cursor=x', { page: ['The page field must not be combined with cursor.'] })
  })

  // Holds R-LIST-6.
  test(`${path}: with_total counts all rows, on any page`, async () => {
    for (const query of ['with_total=true', 'with_total=1&per_page=1', 'with_total=true&page=2&per_page=3']) {
      assert.equal((await ask(list, query)).body.meta.total, size)
    }
    assert.ok(!('total' in (await ask(list, 'with_total=false')).body.meta))
    await refuses(list, 'with_total=yes', { with_total: ['The with total field must be true or false.'] })
  })

  // Holds R-LIST-7.
  test(`${path}: sorts by each sort field, ascending and descending`, async () => {
    for (const field of list.list!.sorts) {
      for (const sort of [field, `-${field}`]) {
        const rows = await everything(acme, `/api${path}?sort=${sort}`)
        assert.deepEqual(idsOf(rows), idsOf(sorted(all, sort)), sort)
      }
    }
    for (const wrong of ['size', 'NAME', '--name', 'name,id', '', '%00']) {
      await refuses(list, `sort=${wrong}`, { sort: ['The selected sort is invalid.'] })
    }
  })

  // Holds R-LIST-8.
  test(`${path}: ids selects up to 100 rows`, async () => {
    const some = [all[0], all.at(-1), all[0]].map(({ id }) => id)
    const rows = await everything(acme, `/api${path}?ids=${some.join(',')}&sort=created_at`)
    assert.deepEqual(idsOf(rows), some.slice(0, 2))
    const hundred = Array(100).fill(all[0].id)
    assert.equal((await ask(list, `ids=${hundred.join(',')}`)).body.data.length, 1)
    await refuses(list, `ids=${[...hundred, all[0].id].join(',')}`, {
      ids: ['The ids field must not contain more than 100 ids.'],
    })
    const fault = { ids: ['The ids field must contain ids of this list, separated by commas.'] }
    const foreign = path === '/tags' ? 'tag' : 'ttg'
    for (const wrong of [`${all[0].id}x`, all[0].id.toUpperCase(), '1', `${foreign}${all[0].id.slice(3)}`]) {
      await refuses(list, `ids=${all[0].id},${wrong}`, fault)
    }
    assert.deepEqual((await ask(list, 'ids=')).body.data, [])
  })

  // Holds R-LIST-10.
  test(`${path}: created_since and updated_since return rows at or after a time`, async () => {
    for (const field of ['created', 'updated'] as const) {
      const times = all.map((row) => row[`${field}_at`]).sort()
      for (const since of [times[0], times[Math.floor(size / 2)], times.at(-1)]) {
        for (const text of [
          since,
          since.replace('Z', '%2B00:00'),
          new Date(Date.parse(since) - 1).toISOString(),
        ]) {
          const rows = await everything(acme, `/api${path}?sort=created_at&${field}_since=${text}`)
          const newer = all.filter((row) => row[`${field}_at`] >= since)
          assert.deepEqual(idsOf(rows), idsOf(newer))
        }
      }
      const later = new Date(Date.parse(times.at(-1)) + 1).toISOString()
      assert.deepEqual((await ask(list, `${field}_since=${later}`)).body.data, [])
      for (const early of ['2025-12-31', '0000-01-01', '1969-07-20T20:17:40Z']) {
        assert.equal((await ask(list, `${field}_since=${early}&with_total=1`)).body.meta.total, size)
      }
      assert.deepEqual((await ask(list, `${field}_since=9999-12-31`)).body.data, [])
      for (const wrong of ['yesterday', '2026-02-30', '2026-13-01', '1790000000', '', '2026-01-01T25:00']) {
        await refuses(list, `${field}_since=${wrong}`, { [`${field}_since`]: sinceFault(field) })
      }
    }
  })

  // Holds R-LIST-9.
  test(`${path}: fields selects the returned fields`, async () => {
    const fields = list.list!.fields
    for (const field of fields) {
      const { body } = await ask(list, `fields=${field}&per_page=100&sort=created_at`)
      assert.deepEqual(
        body.data,
        all.map((row) => ({ [field]: row[field] })),
      )
    }
    const { body } = await ask(list, 'fields=updated_at,id&per_page=1')
    assert.deepEqual(Object.keys(body.data[0]), ['id', 'updated_at'])
    for (const blank of ['', ',', '%20,']) {
      await refuses(list, `fields=${blank}`, { fields: ['The fields field must name a field.'] })
    }
    for (const wrong of ['nope', 'id,nope', 'company_id', '__proto__', 'id.name', 'craeted_at']) {
      const name = wrong.split(',').at(-1)!
      const near = didYouMean(nearName(name, fields))
      await refuses(list, `fields=${wrong}`, {
        fields: [`The fields field names ${name}, which this list does not have.${near}`],
      })
    }
  })

  // Holds R-VALID-3.
  test(`${path}: parameters that start with an underscore are ignored and kept in links`, async () => {
    const known = await ask(list, 'per_page=1')
    const { status, body } = await ask(list, 'per_page=1&_source=x&__proto__=w')
    assert.equal(status, 200)
    assert.deepEqual(body.data, known.body.data)
    assert.match(body.links.next, /_source=x/)
  })

  test(`${path}: unknown parameters are rejected by name`, async () => {
    const { status, body } = await ask(list, 'per_page=1&company_id=y&toString=z')
    assert.equal(status, 422)
    assert.deepEqual(Object.keys(body).sort(), ['company_id', 'toString'])
  })

  // Holds R-VALID-1.
  test(`${path}: all invalid parameters are reported together`, async () => {
    const wrong =
      'per_page=0&limit=0&page=x&with_total=x&sort=x&ids=x&created_since=x&updated_since=x&fields=x'
    const { status, body } = await ask(list, wrong)
    assert.equal(status, 422)
    assert.deepEqual(
      Object.keys(body).sort(),
      wrong
        .split('&')
        .map((part) => part.split('=')[0])
        .sort(),
    )
    await refuses(list, 'page=9999&cursor=x&sort=x', {
      page: [
        'The page field must not be combined with cursor.',
        'The page field covers at most 10000 rows. Use cursor to read further.',
      ],
      sort: ['The selected sort is invalid.'],
    })
  })

  // Holds R-VALID-4.
  test(`${path}: a single-valued parameter is rejected if given twice`, async () => {
    for (const name of Object.keys(list.query!.shape)) {
      if (takesSeveral(path, name)) continue
      const { status, body } = await ask(list, `${name}=1&${name}=1`)
      assert.equal(status, 422, name)
      assert.deepEqual(Object.keys(body), [name])
      assert.equal(body[name].length, 1)
    }
  })

  // Holds R-LIST-19.
  test(`${path}: the Link header has the same URLs as links, even from the cache`, async () => {
    const first = await ask(list, 'per_page=1&_a=<b>, "c"')
    const queries = ['per_page=1', 'page=1&per_page=1', 'per_page=100', 'ids=']
    if (first.body.links.next) queries.push(first.body.links.next.split('?')[1])
    for (const query of queries) {
      for (const from of ['database', 'cache']) {
        const { headers, body } = await ask(list, query)
        assert.deepEqual(linksIn(headers.get('link')!), presentIn(body.links), `${from}: ${query}`)
      }
      const etag = (await ask(list, query)).headers.get('etag')!
      const known = await acme.get(`/api${path}?${query}`, { 'if-none-match': etag })
      assert.equal(known.status, 304)
      assert.ok(known.headers.get('link'))
    }
  })

  // Holds R-LIST-19.
  test(`${path}: Link stays short and omits the first page first`, async () => {
    const { status, headers } = await ask(list, `per_page=1&_long=${'x'.repeat(1_500)}`)
    assert.equal(status, 200)
    assert.ok((headers.get('link') ?? '').length <= 2_048)
    assert.deepEqual(Object.keys(linksIn(headers.get('link')!)), [all.length > 1 ? 'next' : 'first'])
    const { headers: longer } = await ask(list, `per_page=1&_long=${'x'.repeat(5_000)}`)
    assert.equal(longer.get('link'), null)
  })

  // Holds R-LIST-18.
  test(`${path}: ids and fields accept commas and repetition alike`, async () => {
    const [first, second] = all.map(({ id }) => id)
    for (const name of ['ids', 'fields']) assert.ok(takesSeveral(path, name), name)
    const together = await ask(list, `ids=${first},${second}&fields=id,created_at`)
    assert.equal(together.body.data.length, second === undefined ? 1 : 2)
    const apart = await ask(list, `ids=${first}&ids=${second}&fields=id&fields=created_at`)
    assert.deepEqual(apart.body.data, together.body.data)
  })

  test(`${path}: any text in any parameter returns 200 or 422`, async () => {
    for (const name of Object.keys(list.query!.shape)) {
      for (const text of oddTexts) {
        const { status, body } = await ask(list, `${name}=${text}`)
        assert.ok(status === 200 || status === 422, `${name}=${text}: ${status}`)
        if (status === 422) assert.deepEqual(Object.keys(body), [name])
      }
    }
  })
}

const linksIn = (link: string) =>
  Object.fromEntries([...link.matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, url, rel]) => [rel, url]))

const presentIn = (links: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(links).filter(([, url]) => url !== null))

type Parameter = { name: string; schema: { type?: string; anyOf?: { type: string }[] } }

/** Whether a parameter accepts several values, according to the OpenAPI document. */
function takesSeveral(path: string, parameter: string): boolean {
  const { paths } = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'))
  const { parameters } = paths[`/api${path}`].get as { parameters: Parameter[] }
  const { schema } = parameters.find(({ name }) => name === parameter)!
  return [schema, ...(schema.anyOf ?? [])].some(({ type }) => type === 'array')
}

const urls = endpoints
  .filter(({ method }) => method === 'GET')
  .map(({ path }) => ({
    path,
    url: () => urlOf(path),
  }))

/** The path with the ID of an existing resource for each parameter. */
async function urlOf(path: string): Promise<string> {
  const [, above, rest] = /^([^:]*)\/:\w+(.*)$/.exec(path) ?? []
  return above === undefined ? `/api${path}` : urlOf(`${above}/${await firstId(above)}${rest}`)
}

/** Jobs and uploads have no list. */
const unlisted: Record<string, string> = {
  '/jobs': await doneImport(service.db, acme.companyId),
  '/uploads': await begunUpload(service, acme),
}
const firstId = async (path: string) =>
  unlisted[path] ?? (await acme.get(`/api${path}?per_page=1`)).body.data[0].id

for (const { path, url } of urls) {
  // Holds R-LIST-17.
  test(`GET ${path} returns 304 for a matching ETag`, async () => {
    const first = await acme.get(await url())
    const tag = first.headers.get('etag')!
    assert.match(tag, /^"[\w-]{20,}"$/)
    assert.equal((await acme.get(await url())).headers.get('etag'), tag)
    for (const known of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
      const again = await acme.get(await url(), { 'if-none-match': known })
      assert.equal(again.status, 304)
      assert.equal(again.text, '')
      for (const name of ['etag', 'cache-control', 'vary', 'x-api-version']) {
        assert.equal(again.headers.get(name), first.headers.get(name), name)
      }
      assert.equal(again.headers.get('content-type'), null)
    }
    assert.equal((await acme.get(await url(), { 'if-none-match': '"other"' })).text, first.text)
  })
}

test('an ETag changes only with its resource', async () => {
  const { id } = (await acme.get('/api/folders?search=Brand')).body.data[0]
  const urls = ['/api/folders', `/api/folders/${id}`, '/api/templates']
  const tags = async () =>
    (await Promise.all(urls.map((url) => acme.get(url)))).map(({ headers }) => headers.get('etag'))
  const [list, one, others] = await tags()
  await changeAs(service.db, acme.companyId, async (trx) => {
    await trx.updateTable('folders').set({ assets_count: 77 }).where('path', '=', '/Brand').execute()
    return { result: undefined, events: [] }
  })
  const [newList, newOne, sameOthers] = await tags()
  assert.notEqual(newList, list)
  assert.notEqual(newOne, one)
  assert.equal(sameOthers, others)
  assert.equal((await acme.get(urls[1]!, { 'if-none-match': one! })).body.data.assets_count, 77)
})
