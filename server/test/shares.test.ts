// Engines: postgres
// Shares: pages for people without an account.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { fromBufferPromise } from 'yauzl'
import { listSecurityEvents } from '../src/audit/queries.ts'
import { setEnterpriseStatus } from '../src/companies/queries.ts'
import { asCompany } from '../src/db/tenancy.ts'
import { fingerprint } from '../src/http/endpoints/idempotency.ts'
import { parseId } from '../src/ids.ts'
import type { JobContext } from '../src/jobs/job.ts'
import { findShare } from '../src/share-pages/find-share.ts'
import { filesOf, fitsInZip, zipCounts } from '../src/share-pages/zip.ts'
import { purgeVisits } from '../src/shares/purge-job.ts'
import { purgeCompany } from '../src/trash/purge.ts'
import { type Caller, newCaller, newCompany } from './support/companies.ts'
import { fillFolder } from './support/large-folder.ts'
import type { Shown } from './support/library.ts'
import { newTemplate } from './support/renders.ts'
import { startService } from './support/service.ts'
import { picture, settled, upload } from './support/uploads.ts'

const service = await startService({
  env: {
    RENDERS_PER_MINUTE: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    OPEN_RATE_LIMIT_PER_MINUTE: '0',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    ARCHIVE_FILES_MAX: '30',
  },
})
const acme = await newCompany(service, 'Acme <& Co>')
const globex = await newCompany(service, 'Globex')

const jobServices = { db: service.db, storage: service.storage } as JobContext

const make = async (path: string, body: object, as: Caller = acme): Promise<Shown> => {
  const answer = await as.post(`/api${path}`, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const share = (body: object, as?: Caller) => make('/shares', { name: 'For the agency', ...body }, as)
const shown = async (id: string): Promise<Shown> => (await acme.get(`/api/shares/${id}`)).body.data
const revoke = async (id: string) => (await acme.post(`/api/shares/${id}/revocation`)).body.data
const folder = (name: string, parent_id: string | null = null) => make('/folders', { name, parent_id })

async function image(fields: Record<string, string> = {}, as: Caller = acme): Promise<Shown> {
  const bytes = await picture({ width: 2_600, height: 1_300, format: 'jpeg', color: randomColor() })
  const { body } = await upload(service, as, { bytes, name: 'beach.jpg' }, fields)
  return settled(as, body.data.id)
}
const randomColor = () =>
  `#${Math.floor(Math.random() * 0xffffff)
    .toString(16)
    .padStart(6, '0')}`

async function open(url: string, { headers = {}, form }: { headers?: object; form?: object } = {}) {
  const response = await fetch(url, {
    redirect: 'manual',
    headers: headers as Record<string, string>,
    ...(form && { method: 'POST', body: new URLSearchParams(form as Record<string, string>) }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString() }
}

/** The cookie that the form sets. */
async function enter(url: string, form: object): Promise<{ cookie: string }> {
  const { status, headers } = await open(url, { form })
  assert.equal(status, 303)
  return { cookie: headers.get('set-cookie')!.split(';')[0]! }
}

const namesIn = async (zip: Buffer) => {
  const names: string[] = []
  for await (const { fileName } of (await fromBufferPromise(zip, { lazyEntries: true })).eachEntry())
    names.push(fileName)
  return names
}

const idsOn = (text: string) => [...new Set(text.match(/(ast|rnd)_[0-9a-z]{26}/g) ?? [])]

describe('the API', () => {
  // Holds R-SHARE-1.
  test('a share is always returned with its URL, and never with its password', async () => {
    const asset = await image()
    const made = await share({ asset_ids: [asset.id], password: 'lagoon-7', message: ' Hello ' })
    assert.match(made.id, /^shr_/)
    assert.match(made.url, new RegExp(`^${service.url}/s/[A-Za-z0-9_-]{32}$`))
    assert.deepEqual(
      [made.type, made.asset_ids, made.has_password, made.message, made.download_sizes, made.views_count],
      ['assets', [asset.id], true, 'Hello', ['original', 'large', 'small'], 0],
    )
    assert.deepEqual(await shown(made.id), made)
    assert.ok(!JSON.stringify(made).includes('lagoon'))
    const { rows } = await asCompany(service.db, acme.companyId, (trx) =>
      sql<{ row: string }>`select to_jsonb(s)::text as row from shares s`.execute(trx),
    )
    const code = made.url.split('/').at(-1)!
    assert.ok(!rows.some(({ row }) => row.includes('lagoon') || row.includes(code)))
  })

  test('an idempotency key stores no hash from which the password could be guessed', async () => {
    const body = { name: 'Keyed', asset_ids: [(await image()).id], password: 'lagoon-7' }
    const create = () => acme.post('/api/shares', body, { 'idempotency-key': 'share-1' })
    const [first, second] = [await create(), await create()]
    assert.deepEqual([first.status, second.body], [201, first.body])
    const { rows } = await asCompany(service.db, acme.companyId, (trx) =>
      sql<{
        stored: Buffer
      }>`select fingerprint as stored from idempotency_keys where key = 'share-1'`.execute(trx),
    )
    const guess = fingerprint('POST', '/api/shares', JSON.stringify(body))
    assert.ok(!rows[0]!.stored.includes(guess))
    const other = await acme.post('/api/shares', { ...body, name: 'Other' }, { 'idempotency-key': 'share-1' })
    assert.equal(other.status, 422)
  })

  test('a share has exactly one target, which must exist in the company', async () => {
    const [own, other] = [await folder('own'), (await make('/folders', { name: 'x' }, globex)).id]
    const others = (await make('/collections', { name: 'x' }, globex)).id
    const template = await newTemplate(service, acme)
    for (const body of [
      {},
      { folder_id: own.id, template_id: template.id },
      { folder_id: other },
      { collection_id: others },
    ])
      assert.equal((await acme.post('/api/shares', { name: 'x', ...body })).status, 422, JSON.stringify(body))
    const foreign = await image({}, globex)
    assert.deepEqual((await acme.post('/api/shares', { name: 'x', asset_ids: [foreign.id] })).body, {
      asset_ids: ['An asset does not exist.'],
    })
    const past = { name: 'x', folder_id: own.id, expires_at: '2020-01-01T00:00:00Z', password: 'short' }
    assert.deepEqual(Object.keys((await acme.post('/api/shares', past)).body), ['password', 'expires_at'])
  })

  test('a client needs shares:write, and the read scopes of the shared resources', async () => {
    const { id } = await folder('scoped')
    const scoped = (scopes: string[]) => newCaller(service, { name: 'scoped', ...acme, scopes })
    const body = { name: 'x', folder_id: id }
    assert.equal((await (await scoped(['assets:read'])).post('/api/shares', body)).status, 403)
    assert.equal((await (await scoped(['shares:write'])).post('/api/shares', body)).status, 403)
    assert.equal(
      (await (await scoped(['shares:write', 'assets:read'])).post('/api/shares', body)).status,
      201,
    )
  })

  test('a client without the read scopes sees no URL, and can only list, revoke and delete', async () => {
    const kit = await make('/brand-kit', { name: 'Scoped' })
    const { id, url } = await share({ brand_kit_id: kit.id, password: 'lagoon-7', download_sizes: [] })
    const scoped = (...scopes: string[]) => newCaller(service, { name: 'scoped', ...acme, scopes })
    const some = await scoped('shares:write', 'assets:read')
    assert.equal((await some.get(`/api/shares/${id}`)).body.data.url, null)
    const urlsOf = async (caller: Caller, query: string) =>
      (await caller.get(`/api/shares?ids=${id}${query}`)).body.data.map((one: Shown) => one.url)
    assert.deepEqual(await urlsOf(some, '&fields=url'), [null])
    assert.equal((await some.patch(`/api/shares/${id}`, { password: null })).status, 403)
    assert.equal((await some.post(`/api/shares/${id}/url-rotations`)).status, 403)
    const all = await scoped('shares:write', 'assets:read', 'brandkit:read')
    assert.deepEqual(await urlsOf(all, ''), [url])
    assert.equal((await all.patch(`/api/shares/${id}`, { password: null })).body.data.url, url)
    const revoked = (await some.post(`/api/shares/${id}/revocation`)).body.data
    assert.deepEqual([typeof revoked.revoked_at, revoked.url], ['string', null])
    assert.equal((await some.delete(`/api/shares/${id}`)).status, 204)
  })

  test('every change is in the feed', async () => {
    const since = (await acme.get('/api/changes?per_page=1000')).body.meta.next
    const { id } = await share({ folder_id: (await folder('fed')).id })
    await acme.patch(`/api/shares/${id}`, { name: 'Renamed', password: 'lagoon-7' })
    await revoke(id)
    await revoke(id)
    assert.equal((await acme.delete(`/api/shares/${id}`)).status, 204)
    const { data } = (
      await acme.get(`/api/changes?since=${since}&types=share.created,share.updated,share.deleted`)
    ).body
    assert.deepEqual(
      data.map(({ type, data }: Shown) => [type, data.fields]),
      [
        ['share.created', undefined],
        ['share.updated', ['name', 'password']],
        ['share.updated', ['revoked_at']],
        ['share.deleted', undefined],
      ],
    )
    assert.equal((await acme.get(`/api/shares/${id}`)).status, 404)
  })

  test('the audit log records who created, changed and closed a share, but not its URL or password', async () => {
    const { id, url } = await share({ folder_id: (await folder('audited')).id, password: 'lagoon-7' })
    await acme.patch(`/api/shares/${id}`, { password: null })
    await acme.patch(`/api/shares/${id}`, { password: 'harbor-9', expires_at: null })
    await acme.post(`/api/shares/${id}/url-rotations`)
    await revoke(id)
    await revoke(id)
    await acme.delete(`/api/shares/${id}`)
    const rows = await listSecurityEvents(service.db, { limit: 100 })
    const own = rows.filter(({ data }) => data.share === id).reverse()
    assert.deepEqual(
      own.map(({ type, data: { actor, share, ...more } }) => [type, more]),
      [
        ['share.created', { shows: 'folder', has_password: true }],
        ['share.password_changed', { has_password: false }],
        ['share.password_changed', { has_password: true }],
        ['share.updated', { fields: ['expires_at'] }],
        ['share.url_rotated', {}],
        ['share.revoked', {}],
        ['share.deleted', {}],
      ],
    )
    for (const { company_id, client_id, address } of own) {
      assert.deepEqual([company_id, client_id], [acme.companyId, parseId('client', acme.clientId)])
      assert.ok(address)
    }
    const text = JSON.stringify(own)
    assert.ok(!text.includes(url.split('/').at(-1)!) && !text.includes('lagoon'))
  })

  test('a share reports that its target is in the trash', async () => {
    const [inTrash, template] = [await folder('in the trash'), await newTemplate(service, acme)]
    const made = [await share({ folder_id: inTrash.id }), await share({ template_id: template.id })]
    const stateOf = async () =>
      Promise.all(
        made.map(async ({ id, url }) => [(await shown(id)).target_trashed, (await open(url)).status]),
      )
    assert.deepEqual(await stateOf(), [
      [false, 200],
      [false, 200],
    ])
    await acme.delete(`/api/folders/${inTrash.id}`)
    await acme.delete(`/api/templates/${template.id}`)
    assert.deepEqual(await stateOf(), [
      [true, 410],
      [true, 410],
    ])
    await acme.post(`/api/folders/${inTrash.id}/restoration`)
    await acme.post(`/api/templates/${template.id}/restoration`)
    assert.deepEqual(await stateOf(), [
      [false, 200],
      [false, 200],
    ])
  })

  test('/metrics counts views, downloads, zips and rejected passwords of shares', async () => {
    const counts = async () => {
      const { text } = await open(`${service.url}/metrics`)
      const lines = text.matchAll(/^atelier_share_requests_total\{outcome="(\w+)"\} (\d+)$/gm)
      return new Map([...lines].map(([, outcome, count]) => [outcome, Number(count)]))
    }
    const before = await counts()
    const assets = [await image(), await image()]
    const { url } = await share({ asset_ids: assets.map(({ id }) => id), password: 'lagoon-7' })
    const headers = await enter(url, { password: 'lagoon-7' })
    await open(url, { form: { password: 'guessed' } })
    await open(url, { headers })
    await open(`${url}/${assets[0]!.id}/original?download=1`, { headers })
    await open(`${url}/zip/original`, { headers })
    const after = await counts()
    const added = ['view', 'download', 'zip', 'wrong_password', 'limited'].map(
      (outcome) => after.get(outcome)! - before.get(outcome)!,
    )
    assert.deepEqual(added, [1, 1, 1, 1, 0])
  })

  // Holds R-SHARE-2.
  test('permanently deleting a folder, collection, template or brand kit deletes its shares', async () => {
    const [gone, template] = [await folder('gone'), await newTemplate(service, acme)]
    const kit = await make('/brand-kit', { name: 'Gone' })
    const collection = await make('/collections', { name: 'Gone' })
    const made = [
      await share({ folder_id: gone.id }),
      await share({ collection_id: collection.id }),
      await share({ template_id: template.id }),
      await share({ brand_kit_id: kit.id }),
    ]
    const since = (await acme.get('/api/changes?per_page=1000')).body.meta.next
    await acme.delete(`/api/folders/${gone.id}`)
    await acme.delete(`/api/templates/${template.id}`)
    await acme.delete(`/api/brand-kit/${kit.id}`)
    await acme.delete(`/api/collections/${collection.id}`)
    await purgeCompany(jobServices, acme.companyId, new Date(Date.now() + 1_000))
    const { data } = (await acme.get(`/api/changes?since=${since}&types=share.deleted`)).body
    assert.deepEqual(
      data.map(({ resource_id }: Shown) => resource_id).sort(),
      made.map(({ id }) => id).sort(),
    )
    const logged = (await listSecurityEvents(service.db, { limit: 100 })).filter(
      ({ type }) => type === 'share.deleted',
    )
    const client = parseId('client', acme.clientId)
    for (const [at, [target, by]] of [
      [gone, null],
      [collection, client],
      [template, null],
      [kit, client],
    ].entries() as Iterable<[number, [Shown, unknown]]>) {
      const entry = logged.find(({ data }) => data.share === made[at]!.id)
      assert.deepEqual(
        [entry?.data.deleted_with, entry?.client_id, entry?.address !== null],
        [target.id, by, by !== null],
      )
    }
    for (const { id, url } of made) {
      assert.equal((await acme.get(`/api/shares/${id}`)).status, 404)
      assert.equal((await open(url)).status, 404)
    }
  })
})

describe('the page', () => {
  test('the page shows a selection in order, and is hidden from search engines and other sites', async () => {
    const assets = [await image(), await image(), await image()]
    const asset_ids = [assets[2]!.id, assets[0]!.id, assets[1]!.id]
    const { url } = await share({ name: '<script>alert(1)</script>', message: 'a & b', asset_ids })
    const { status, headers, text } = await open(url)
    assert.deepEqual([status, idsOn(text)], [200, asset_ids])
    assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('cache-control'), 'private, no-store')
    assert.match(headers.get('content-security-policy')!, /^default-src 'none';/)
    assert.ok(!text.includes('<script>alert'))
    assert.ok(text.includes('Acme &lt;&amp; Co&gt;') && text.includes('a &amp; b'))
  })

  // Holds R-TRANSLATION-4.
  test('the page shows names and alternative texts in the language of the visitor', async () => {
    const { id } = await image()
    const translations = { de: { name: 'Leuchtturm', alt_text: 'Am Morgen' } }
    assert.equal((await acme.patch(`/api/assets/${id}`, { translations })).status, 200)
    const { url } = await share({ asset_ids: [id] })
    const german = (await open(url, { headers: { 'accept-language': 'de-AT,de;q=0.9' } })).text
    assert.match(german, /<p class="name"[^>]* lang="de">Leuchtturm<\/p>/)
    assert.ok(german.includes('alt="Am Morgen"'))
    for (const headers of [{}, { 'accept-language': 'fr' }]) {
      const { text } = await open(url, { headers })
      assert.ok(!text.includes('Leuchtturm') && !text.includes('lang="de"'))
    }
  })

  // Holds R-SHARE-13.
  test('the page has the language of the visitor', async () => {
    const assets = [await image(), await image()]
    const { url } = await share({ asset_ids: assets.map(({ id }) => id), password: 'lagoon-7' })
    const inLanguage = (language: string, given: { headers?: object; form?: object } = {}) =>
      open(url, { ...given, headers: { ...given.headers, 'Accept-Language': language } })
    const entry = await inLanguage('nl, de-AT;q=0.9, fr;q=0.8')
    assert.equal(entry.headers.get('vary'), 'Accept-Language')
    assert.match(entry.text, /<html lang="de">.*<label>Passwort<input/s)
    assert.match((await inLanguage('ja', { form: { password: 'x' } })).text, /パスワードが正しくありません。/)
    const headers = await enter(url, { password: 'lagoon-7' })
    assert.match(
      (await inLanguage('fr', { headers })).text,
      /2 fichiers\..*Partagé par Acme &lt;&amp; Co&gt;/s,
    )
    assert.match((await inLanguage('nl', { headers })).text, /<html lang="en">.*Shared by Acme/s)
    const unknown = await open(`${service.url}/s/unknown`, { headers: { 'Accept-Language': 'es' } })
    assert.match(unknown.text, /Página no encontrada/)
  })

  test('the page shows all files of a large folder in pages and counts up to 10,000', async () => {
    const { id } = await folder('large')
    await fillFolder(service.db, {
      companyId: acme.companyId,
      folder: parseId('folder', id)!,
      path: '/large',
      folders: 2,
      assetsEach: 5_151,
    })
    const { url } = await share({ folder_id: id })
    const pathTo = (text: string, link: string) => text.match(`href="([^"]+)">${link} page`)?.[1]
    const seen: string[] = []
    const texts: string[] = []
    for (let path: string | undefined = new URL(url).pathname; path !== undefined; ) {
      const { status, text } = await open(service.url + path)
      assert.equal(status, 200)
      assert.ok(text.includes('More than 10,000 files.'))
      seen.push(...idsOn(text))
      texts.push(text)
      path = pathTo(text, 'Next')
    }
    assert.deepEqual([seen.length, new Set(seen).size, texts.length], [10_302, 10_302, 52])
    assert.equal(pathTo(texts[0]!, 'Previous'), undefined)
    const back = await open(service.url + pathTo(texts.at(-1)!, 'Previous'))
    assert.deepEqual(idsOn(back.text), idsOn(texts.at(-2)!))
    const small = await share({ folder_id: (await folder('small')).id })
    assert.ok(!(await open(small.url)).text.includes('?cursor='))
    const next = new URL(service.url + pathTo(texts[0]!, 'Next')).search
    for (const search of [next, '?cursor=', '?cursor=x', `?cursor=${'x'.repeat(200)}`, '?cursor=a&cursor=b'])
      assert.equal((await open(small.url + search)).status, 404, search)
  })

  test('the page names the last day on which it opens, also for an end at midnight', async () => {
    const { id: folder_id } = await folder('until Friday')
    const untilOf = async (expires_at: string | null) => {
      const { url } = await share({ folder_id, expires_at })
      return /Available until ([^.]*)\./.exec((await open(url)).text)?.[1]
    }
    assert.equal(await untilOf('2040-12-05T00:00:00Z'), 'December 4, 2040')
    assert.equal(await untilOf('2040-12-05T15:30:00Z'), 'December 5, 2040')
    assert.equal(await untilOf(null), undefined)
  })

  test('the page shows no logo that has expired', async () => {
    const kit = await make('/brand-kit', { name: 'Expiring' })
    const asset = await image()
    await make('/brand-kit/logos', { brand_kit_id: kit.id, name: 'Mark', asset_id: asset.id })
    const { url } = await share({ brand_kit_id: kit.id, password: 'lagoon-7' })
    const logo = await open(`${url}/logo`)
    assert.equal(logo.status, 200)
    assert.notEqual(logo.bytes.length, asset.size)
    await acme.patch(`/api/assets/${asset.id}`, { expires_at: '2020-01-01T00:00:00Z' })
    assert.equal((await open(`${url}/logo`)).status, 404)
    assert.ok(!(await open(url)).text.includes('/logo"'))
  })

  test('previews and downloads are sent in the sizes that the share allows', async () => {
    const asset = await image()
    const { id, url } = await share({ asset_ids: [asset.id], download_sizes: ['original', 'small'] })
    const original = await open(`${url}/${asset.id}/original?download=1`)
    assert.equal(
      original.headers.get('content-disposition'),
      `attachment; filename="beach.jpg"; filename*=UTF-8''beach.jpg`,
    )
    assert.equal(original.bytes.length, asset.size)
    assert.equal((await open(`${url}/${asset.id}/small?download=1`)).status, 200)
    assert.equal((await open(`${url}/${asset.id}/large?download=1`)).status, 404)
    for (const size of ['thumb', 'large']) {
      const preview = await open(`${url}/${asset.id}/${size}`)
      assert.deepEqual([preview.status, preview.headers.get('cache-control')], [200, 'private, no-cache'])
      const again = await open(`${url}/${asset.id}/${size}`, {
        headers: { 'if-none-match': preview.headers.get('etag') },
      })
      assert.equal(again.status, 304)
    }
    const part = await open(`${url}/${asset.id}/original?download=1`, { headers: { range: 'bytes=5-9' } })
    assert.deepEqual([part.status, part.bytes], [206, original.bytes.subarray(5, 10)])
    await acme.patch(`/api/shares/${id}`, { download_sizes: [] })
    assert.equal((await open(`${url}/${asset.id}/original?download=1`)).status, 404)
    assert.equal((await open(`${url}/${asset.id}/original`)).status, 404)
    assert.ok(!(await open(url)).text.includes('download=1'))
  })

  // Holds R-SHARE-6.
  test('all files are downloaded as one zip, in the sizes that the share allows', async () => {
    const assets = [await image(), await image()]
    const asset_ids = assets.map(({ id }) => id)
    const { id, url } = await share({
      asset_ids,
      password: 'lagoon-7',
      download_sizes: ['original', 'large'],
    })
    const zip = (size: string, given = {}) => open(`${url}/zip/${size}`, { headers: given })
    assert.equal((await zip('original')).status, 404)
    const headers = await enter(url, { password: 'lagoon-7' })
    const page = (await open(url, { headers })).text
    assert.deepEqual(page.match(/zip\/[a-z]+/g), ['zip/original', 'zip/large'])
    const original = await zip('original', headers)
    assert.deepEqual(
      [original.status, original.headers.get('content-type'), original.headers.get('content-disposition')],
      [
        200,
        'application/zip',
        `attachment; filename="For the agency.zip"; filename*=UTF-8''For%20the%20agency.zip`,
      ],
    )
    assert.deepEqual(await namesIn(original.bytes), ['beach.jpg', 'beach-2.jpg'])
    assert.deepEqual(await namesIn((await zip('large', headers)).bytes), [
      'beach-large.webp',
      'beach-large-2.webp',
    ])
    assert.equal((await zip('small', headers)).status, 404)
    const { data } = (await acme.get(`/api/shares/${id}/visits`)).body
    assert.deepEqual(
      data.map(({ kind, asset_id, size }: Shown) => [kind, asset_id, size]),
      [
        ['download', null, 'large'],
        ['download', null, 'original'],
        ['view', null, null],
      ],
    )
    await acme.patch(`/api/shares/${id}`, { download_sizes: [] })
    assert.equal((await zip('original', headers)).status, 404)
    assert.ok(!(await open(url, { headers })).text.includes('/zip/'))
    await revoke(id)
    assert.equal((await zip('original', headers)).status, 410)
  })

  test('a file without the size of the zip is included in another allowed size, and the report states that', async () => {
    const { body } = await upload(service, acme, { bytes: Buffer.from('plain'), name: 'notes.txt' })
    const asset_ids = [(await image()).id, body.data.id]
    const [any, none] = [
      await share({ asset_ids, download_sizes: ['original', 'small'] }),
      await share({ asset_ids, download_sizes: ['small'] }),
    ]
    const entries = async (url: string) => (await namesIn((await open(`${url}/zip/small`)).bytes)).sort()
    assert.deepEqual(await entries(any.url), ['Report.txt', 'beach-small.webp', 'notes.txt'])
    assert.deepEqual(await entries(none.url), ['Report.txt', 'beach-small.webp'])
  })

  test('a zip of too many files or bytes is rejected, and not offered', async () => {
    const { id } = await folder('many')
    const many = { companyId: acme.companyId, folder: parseId('folder', id)!, path: '/many' }
    await fillFolder(service.db, { ...many, folders: 2, assetsEach: 16 })
    const { url } = await share({ folder_id: id })
    assert.ok(!(await open(url)).text.includes('/zip/'))
    const refused = await open(`${url}/zip/original`)
    assert.deepEqual([refused.status, refused.text.includes('Too many files')], [422, true])
  })

  test('originals in place of a missing size count towards the byte limit', async () => {
    const notes = await upload(service, acme, { bytes: Buffer.from('plain'), name: 'notes.txt' })
    const asset_ids = [(await image()).id, notes.body.data.id]
    const fits = async (download_sizes: string[], bytesMax: number) => {
      const { url } = await share({ asset_ids, download_sizes })
      const found = (await findShare(service.db, url.split('/').at(-1)!))!
      return fitsInZip({ db: service.db, archives: { filesMax: 2, bytesMax } }, found, 'small')
    }
    assert.equal(await fits(['original', 'small'], 4), false)
    assert.equal(await fits(['original', 'small'], 5), true)
    assert.equal(await fits(['small'], 4), true)
  })

  // Holds R-SHARE-6.
  test('for a zip with a preset, only the originals of files that are not images count toward the size limit', async () => {
    const notes = await upload(service, acme, { bytes: Buffer.from('plain'), name: 'notes.txt' })
    const asset_ids = [(await image()).id, notes.body.data.id]
    const { id } = await make('/presets', { name: 'counted', width: 30 })
    const { url } = await share({ asset_ids, download_sizes: ['original', 'small'], preset_ids: [id] })
    const found = (await findShare(service.db, url.split('/').at(-1)!))!
    const fits = (bytesMax: number) =>
      fitsInZip({ db: service.db, archives: { filesMax: 2, bytesMax } }, found, 'counted')
    assert.deepEqual([await fits(4), await fits(5)], [false, true])
  })

  test('closing a share during a download ends the download', async () => {
    const asset_ids = [(await image()).id, (await image()).id]
    const { id: shareId, url } = await share({ asset_ids })
    const code = url.split('/').at(-1)!
    const files = filesOf(service, (await findShare(service.db, code))!, code, 'original')
    await files.next()
    await revoke(shareId)
    await assert.rejects(files.next(), { code: 'gone' })
  })

  test('originals are omitted from a zip once the share no longer allows them', async () => {
    const asset_ids = []
    for (const name of ['a.txt', 'b.txt'])
      asset_ids.push((await upload(service, acme, { bytes: Buffer.from(name), name })).body.data.id)
    const { id: shareId, url } = await share({ asset_ids, download_sizes: ['original', 'small'] })
    const code = url.split('/').at(-1)!
    const files = filesOf(service, (await findShare(service.db, code))!, code, 'small')
    assert.ok('key' in (await files.next()).value!)
    await acme.patch(`/api/shares/${shareId}`, { download_sizes: ['small'] })
    assert.ok('absent' in (await files.next()).value!)
  })

  test('one IP address can download two zips at a time, and a share sends at most ten', async () => {
    const { url } = await share({ asset_ids: [(await image()).id, (await image()).id] })
    const found = (await findShare(service.db, url.split('/').at(-1)!))!
    const begin = zipCounts()
    const ends = ['a', 'a', 'a', 'b', 'b', 'c', 'c', 'd', 'd', 'e', 'e', 'f'].map((address) =>
      begin(found, address),
    )
    assert.deepEqual(
      ends.map((end) => end !== undefined),
      [true, true, false, ...Array(8).fill(true), false],
    )
    ends[0]!()
    assert.ok(begin(found, 'a'))
  })

  test('a template shows its finished renders, and a brand kit its logos, colors and fonts', async () => {
    const template = await newTemplate(service, acme)
    const render = await make(`/templates/${template.id}/renders`, { variables: { headline: 'Shared' } })
    const renders = await share({ template_id: template.id })
    assert.deepEqual(idsOn((await open(renders.url)).text), [render.id])
    assert.equal((await open(`${renders.url}/${render.id}/thumb`)).status, 200)
    assert.equal((await open(`${renders.url}/${render.id}/original?download=1`)).bytes.length, render.size)

    const kit = await make('/brand-kit', { name: 'Shared' })
    const asset = await image()
    await make('/brand-kit/logos', { brand_kit_id: kit.id, name: 'Mark', asset_id: asset.id })
    await make('/brand-kit/colors', { brand_kit_id: kit.id, name: 'Yellow', hex: '#FFEE00', role: 'primary' })
    const { url } = await share({ brand_kit_id: kit.id })
    const { text } = await open(url)
    assert.deepEqual(idsOn(text), [asset.id])
    assert.ok(text.includes('#FFEE00'))
    // Yellow text on white would not be legible.
    assert.match(text, /:root\{--link:#1F4FD8/)
    assert.match(text, /prefers-color-scheme:dark\)\{:root\{--link:#FFEE00/)
    assert.equal((await open(`${url}/logo`)).status, 200)
  })
})

describe('access to the page', () => {
  test('a password opens the page until the password changes, and wrong passwords are limited', async () => {
    const asset = await image()
    const { id, url } = await share({ asset_ids: [asset.id], password: 'lagoon-7' })
    const closed = await open(url)
    assert.deepEqual([closed.status, idsOn(closed.text)], [401, []])
    assert.equal((await open(url, { form: { password: 'lagoon-8' } })).status, 401)
    const headers = await enter(url, { password: 'lagoon-7' })
    assert.deepEqual(idsOn((await open(url, { headers })).text), [asset.id])
    assert.equal((await open(`${url}/${asset.id}/large`)).status, 404)
    assert.equal((await open(`${url}/${asset.id}/large`, { headers })).status, 200)
    const other = await share({ asset_ids: [asset.id], password: 'lagoon-7' })
    assert.equal((await open(other.url, { headers })).status, 401)
    await acme.patch(`/api/shares/${id}`, { password: 'harbor-9' })
    assert.equal((await open(url, { headers })).status, 401)
    const tries = await Promise.all(
      Array.from({ length: 12 }, () => open(other.url, { form: { password: 'guessed' } })),
    )
    assert.deepEqual(tries.map(({ status }) => status).sort(), [...Array(10).fill(401), 429, 429])
    assert.equal((await open(other.url, { form: { password: 'lagoon-7' } })).status, 429)
  })

  test('wrong passwords from one IP address do not lock out other addresses', async () => {
    const { url } = await share({ asset_ids: [(await image()).id], password: 'lagoon-7' })
    const from = (address: string, password: string) =>
      open(url, { headers: { 'x-forwarded-for': address }, form: { password } })
    for (let round = 0; round < 16; round++)
      await Promise.all(Array.from({ length: 20 }, () => from('192.0.2.1', 'guessed')))
    assert.equal((await from('192.0.2.1', 'lagoon-7')).status, 429)
    assert.equal((await from('192.0.2.2', 'lagoon-7')).status, 303)
  })

  test('a visitor who is asked must enter a name and an e-mail address, which the log shows', async () => {
    const asset = await image()
    const { id, url } = await share({ asset_ids: [asset.id], ask_visitor: true })
    assert.equal((await open(url)).status, 401)
    assert.equal((await open(url, { form: { name: 'Ada', email: 'nobody' } })).status, 422)
    const headers = await enter(url, { name: 'Ada', email: 'ada@agency.example' })
    await open(url, { headers })
    await open(`${url}/${asset.id}/original?download=1`, { headers })
    await open(`${url}/${asset.id}/large`, { headers })
    const { data } = (await acme.get(`/api/shares/${id}/visits`)).body
    assert.deepEqual(
      data.map((one: Shown) => [one.kind, one.asset_id, one.size, one.visitor_name, one.visitor_email]),
      [
        ['download', asset.id, 'original', 'Ada', 'ada@agency.example'],
        ['view', null, null, 'Ada', 'ada@agency.example'],
      ],
    )
    const { views_count, downloads_count } = await shown(id)
    assert.deepEqual([views_count, downloads_count], [1, 1])
    assert.equal((await globex.get(`/api/shares/${id}/visits`)).status, 404)
  })

  test('every request for an original is logged, once an hour per visitor', async () => {
    const asset = await image()
    const { id, url } = await share({ asset_ids: [asset.id] })
    const original = `${url}/${asset.id}/original`
    const requests: [url: string, headers: object][] = [
      [original, {}],
      ...['bytes=1-', `bytes=-${asset.size}`, 'x', 'bytes=1-2,0-'].map((range): [string, object] => [
        `${original}?download=1`,
        { range },
      ]),
      [`${original}?download=1`, { range: 'bytes=0-9', 'if-range': '"other"' }],
      [`${url}/${asset.id}/small?download=1`, { range: 'bytes=1-' }],
      [`${url}?other=1`, {}],
    ]
    for (const [place, [path, headers]] of requests.entries())
      for (const _ of ['first', 'repeated'])
        await open(path, { headers: { ...headers, 'x-forwarded-for': `198.51.100.${place}` } })
    const { views_count, downloads_count } = await shown(id)
    assert.deepEqual([views_count, downloads_count], [1, 7])
    assert.equal((await acme.get(`/api/shares/${id}/visits`)).body.data.length, 8)
  })

  test('neither many views nor views of earlier months keep later visits out of the log', async () => {
    const asset = await image()
    const { id, url } = await share({ asset_ids: [asset.id] })
    await asCompany(service.db, acme.companyId, (trx) =>
      sql`update shares set views_count = 200000, downloads_count = 200000 where id = ${parseId('share', id)}`.execute(
        trx,
      ),
    )
    await open(url)
    await open(`${url}/${asset.id}/original?download=1`)
    const { data } = (await acme.get(`/api/shares/${id}/visits`)).body
    assert.deepEqual(
      data.map(({ kind }: Shown) => kind),
      ['download', 'view'],
    )
  })

  test('a visitor with a long name and e-mail address can open the page', async () => {
    const { url } = await share({ asset_ids: [(await image()).id], ask_visitor: true })
    const headers = await enter(url, { name: '名'.repeat(200), email: `${'名'.repeat(306)}@a.example` })
    assert.equal((await open(url, { headers })).status, 200)
  })

  // Holds R-SHARE-3.
  test('the log is kept for 90 days, and deleted with its share', async () => {
    const { id, url } = await share({ folder_id: (await folder('logged')).id })
    await open(url)
    const uuid = parseId('share', id)!
    const count = () =>
      asCompany(service.db, acme.companyId, async (trx) => {
        const { rows } = await sql<{
          at: string
        }>`select id as at from share_visits where share_id = ${uuid}`.execute(trx)
        return rows.length
      })
    await asCompany(service.db, acme.companyId, (trx) =>
      sql`insert into share_visits (company_id, id, share_id, kind)
        values (${acme.companyId}, '01800000-0000-7000-8000-000000000000', ${uuid}, 'view')`.execute(trx),
    )
    const purge = async () => {
      for await (const _ of purgeVisits.steps(jobServices, acme.companyId));
    }
    assert.equal(await count(), 2)
    await purge()
    assert.equal(await count(), 1)
    await acme.delete(`/api/shares/${id}`)
    await purge()
    assert.equal(await count(), 0)
  })
})

describe('presets of a share', () => {
  const preset = (name: string, fields: object) =>
    make('/presets', { name, label: `As <${name}>`, ...fields })

  // Holds R-SHARE-7.
  test('presets of a share are image sizes on the page, in order, as files and as a zip', async () => {
    const web = await preset('web', { width: 300, format: 'jpeg', metadata: 'copyright' })
    const square = await preset('square', { width: 50, height: 50, fit: 'cover', format: 'png' })
    const asset = await image({ copyright: '© 2026 Acme' })
    const { body: sound } = await upload(service, acme, {
      bytes: Buffer.from('fLaC\0\0\0\x22'),
      name: 'song.flac',
    })
    const asset_ids = [asset.id, sound.data.id]
    const made = await share({ asset_ids, download_sizes: [], preset_ids: [square.id, web.id] })
    assert.deepEqual(made.preset_ids, [square.id, web.id])
    const { text } = await open(made.url)
    const links = [...text.matchAll(/href="\/s\/[^/]+\/(ast_\w+)\/([a-z-]+)\?download=1"/g)]
    assert.deepEqual(
      links.map(([, id, size]) => [id, size]),
      [
        [asset.id, 'square'],
        [asset.id, 'web'],
      ],
    )
    assert.match(text, />As &lt;web&gt;</)
    const file = await open(`${made.url}/${asset.id}/web?download=1`)
    assert.equal(file.status, 200)
    assert.match(file.headers.get('content-disposition')!, /filename="beach-web\.jpg"/)
    const { width, format, xmp } = await sharp(file.bytes).metadata()
    assert.deepEqual([width, format], [300, 'jpeg'])
    assert.match(xmp!.toString(), /© 2026 Acme/)
    assert.deepEqual(await namesIn((await open(`${made.url}/zip/square`)).bytes), [
      'beach-square.png',
      'Report.txt',
    ])
    const visits = (await acme.get(`/api/shares/${made.id}/visits`)).body.data
    assert.deepEqual(
      visits
        .filter(({ kind }: Shown) => kind === 'download')
        .map(({ size }: Shown) => size)
        .sort(),
      ['square', 'web'],
    )
    for (const path of [
      `${asset.id}/web`,
      `${sound.data.id}/web?download=1`,
      `${asset.id}/original?download=1`,
      'zip/original',
    ])
      assert.equal((await open(`${made.url}/${path}`)).status, 404, path)
  })

  // Holds R-SHARE-7.
  test('presets of a share are offered only while they exist and belong to the share', async () => {
    const gone = await preset('gone', { width: 30 })
    const kept = await preset('kept', { width: 30 })
    const asset = await image()
    const made = await share({ asset_ids: [asset.id], preset_ids: [gone.id] })
    const status = async (size: string) => (await open(`${made.url}/${asset.id}/${size}?download=1`)).status
    assert.deepEqual([await status('gone'), await status('kept')], [200, 404])
    await acme.patch(`/api/shares/${made.id}`, { preset_ids: [gone.id, kept.id] })
    assert.deepEqual([await status('gone'), await status('kept')], [200, 200])
    await acme.delete(`/api/presets/${gone.id}`)
    assert.deepEqual([await status('gone'), await status('kept')], [404, 200])
    assert.deepEqual((await shown(made.id)).preset_ids, [kept.id])
    await revoke(made.id)
    assert.equal(await status('kept'), 410)
    const { body } = await acme.post('/api/shares', {
      name: 'x',
      asset_ids: [asset.id],
      preset_ids: [gone.id],
    })
    assert.deepEqual(body, { preset_ids: ['A preset does not exist.'] })
  })

  // Holds R-SHARE-7.
  test('presets of a share never return the original if it is not offered', async () => {
    const wide = await preset('wide', { width: 40 })
    const asset = await image()
    const made = await share({ asset_ids: [asset.id], download_sizes: [], preset_ids: [wide.id] })
    await asCompany(service.db, acme.companyId, (trx) =>
      sql`insert into renditions (company_id, source_key, spec, key, mime_type, width, height, created_at)
        select company_id, file_key, 'w=' || n, file_key, 'image/webp', 1, 1, now()
        from assets cross join generate_series(1, 200) n
        where company_id = ${acme.companyId} and id = ${parseId('asset', asset.id)}`.execute(trx),
    )
    assert.equal((await open(`${made.url}/${asset.id}/wide?download=1`)).status, 404)
    assert.deepEqual(await namesIn((await open(`${made.url}/zip/wide`)).bytes), ['Report.txt'])
    // Another size that is offered replaces it, and the report says why.
    await acme.patch(`/api/shares/${made.id}`, { download_sizes: ['small'] })
    const { bytes } = await open(`${made.url}/zip/wide`)
    assert.deepEqual(await namesIn(bytes), ['beach-small.webp', 'Report.txt'])
    assert.ok(bytes.includes('has too many renditions, so small is included'))
    await acme.patch(`/api/shares/${made.id}`, { download_sizes: ['original', 'small'] })
    const withOriginal = await open(`${made.url}/zip/wide`)
    assert.deepEqual(await namesIn(withOriginal.bytes), ['beach.jpg', 'Report.txt'])
    assert.ok(withOriginal.bytes.includes('so the original file is included'))
  })
})

describe('no other asset is accessible', async () => {
  const top = await folder('walk')
  const below = await folder('below', top.id)
  const outside = await folder('outside')
  const inside = await image({ folder_id: below.id })
  const beside = await image({ folder_id: outside.id })
  const foreign = await image({}, globex)
  const template = await newTemplate(service, acme)
  const render = await make(`/templates/${template.id}/renders`, {})
  const made = await share({ folder_id: top.id })
  const { url } = made
  const sizes = ['thumb', 'small', 'large', 'poster', 'original', 'original?download=1', 'large?download=1']

  /** The statuses of every route with an ID. */
  async function walk(id: string, headers: object = {}, at = url): Promise<number[]> {
    const statuses: number[] = []
    for (const size of sizes) {
      const { status, bytes } = await open(`${at}/${id}/${size}`, { headers })
      statuses.push(status)
      if (status !== 200) assert.ok(bytes.length < 200)
    }
    return [...new Set(statuses)]
  }

  test('a folder share opens only assets in the folder and its subfolders', async () => {
    assert.ok((await walk(inside.id)).includes(200))
    assert.deepEqual(idsOn((await open(url)).text), [inside.id])
    for (const id of [beside.id, foreign.id, render.id, top.id, acme.companyId, 'x', '..%2f..%2fx', '%00'])
      assert.deepEqual(
        (await walk(id)).filter((status) => status !== 404 && status !== 400),
        [],
        id,
      )
  })

  // Holds R-SHARE-5.
  test('a selection opens only its assets, and a template only its renders', async () => {
    const selected = await share({ asset_ids: [beside.id] })
    assert.ok((await walk(beside.id, {}, selected.url)).includes(200))
    for (const id of [inside.id, foreign.id, render.id])
      assert.deepEqual(await walk(id, {}, selected.url), [404])
    const drawn = await share({ template_id: template.id })
    assert.ok((await walk(render.id, {}, drawn.url)).includes(200))
    for (const id of [inside.id, foreign.id]) assert.deepEqual(await walk(id, {}, drawn.url), [404])
  })

  // Holds R-SHARE-1, R-SHARE-5.
  test('a collection share opens only the current assets in the collection, in collection order', async () => {
    const [one, two, three] = [await image(), await image(), await image()]
    const { id } = await make('/collections', { name: 'Shared', asset_ids: [two.id, one.id] })
    const { url: page, type, collection_id } = await share({ collection_id: id })
    assert.deepEqual([type, collection_id], ['collection', id])
    const listed = async () => idsOn((await open(page)).text)
    assert.deepEqual(await listed(), [two.id, one.id])
    assert.deepEqual(await walk(three.id, {}, page), [404])
    await acme.post(`/api/collections/${id}/items`, { asset_ids: [three.id], before_asset_id: one.id })
    await acme.post(`/api/collections/${id}/moves`, { asset_ids: [two.id] })
    assert.deepEqual(await listed(), [three.id, one.id, two.id])
    assert.ok((await walk(three.id, {}, page)).includes(200))
    await acme.post(`/api/collections/${id}/removals`, { asset_ids: [one.id] })
    await acme.patch(`/api/assets/${two.id}`, { expires_at: '2020-01-01T00:00:00Z' })
    await acme.delete(`/api/assets/${three.id}`)
    assert.deepEqual(await listed(), [])
    for (const asset of [one, two, three, inside, foreign])
      assert.deepEqual(await walk(asset.id, {}, page), [404])
    await acme.post(`/api/assets/${three.id}/restoration`)
    assert.deepEqual(await listed(), [three.id])
  })

  test('an asset that expires, moves out or is deleted can no longer be opened', async () => {
    const patch = (body: object) => acme.patch(`/api/assets/${inside.id}`, body)
    const isGiven = async () => {
      const statuses = await walk(inside.id)
      const isListed = idsOn((await open(url)).text).includes(inside.id)
      assert.equal(statuses.includes(200), isListed)
      if (!isListed) assert.deepEqual(statuses, [404])
      return isListed
    }
    await patch({ expires_at: '2020-01-01T00:00:00Z' })
    assert.equal(await isGiven(), false)
    await patch({ expires_at: null })
    assert.equal(await isGiven(), true)
    await patch({ folder_id: outside.id })
    assert.equal(await isGiven(), false)
    await patch({ folder_id: below.id })
    assert.equal(await isGiven(), true)
    await acme.delete(`/api/assets/${inside.id}`)
    assert.equal(await isGiven(), false)
    await acme.post(`/api/assets/${inside.id}/restoration`)
    assert.equal(await isGiven(), true)
  })

  // Holds R-SHARE-4.
  test('a share that expired, was revoked, got a new URL, or has an inactive enterprise returns nothing', async () => {
    const revoked = await share({ folder_id: top.id })
    assert.ok((await revoke(revoked.id)).revoked_at)
    assert.deepEqual(await walk(inside.id, {}, revoked.url), [410])
    const expired = await share({ folder_id: top.id })
    await asCompany(service.db, acme.companyId, (trx) =>
      sql`update shares set expires_at = now() where id = ${parseId('share', expired.id)}`.execute(trx),
    )
    assert.deepEqual(await walk(inside.id, {}, expired.url), [410])
    for (const one of [revoked, expired]) {
      const { status, text } = await open(one.url)
      assert.equal(status, 410)
      assert.ok(!text.includes('Acme') && !text.includes('For the agency'))
    }
    await setEnterpriseStatus(service.db, acme.enterpriseId, 'inactive')
    assert.deepEqual(await walk(inside.id), [410])
    assert.equal((await open(url)).status, 410)
    await setEnterpriseStatus(service.db, acme.enterpriseId, 'active')
    const renewed = (await acme.post(`/api/shares/${made.id}/url-rotations`)).body.data
    assert.deepEqual(await walk(inside.id), [404])
    assert.ok((await walk(inside.id, {}, renewed.url)).includes(200))
    const unknown = await open(`${service.url}/s/${'A'.repeat(32)}`)
    assert.equal(unknown.status, 404)
    assert.ok(!unknown.text.includes('Acme'))
  })
})
