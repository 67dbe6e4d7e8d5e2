// Engines: postgres
// Uploads by visitors of a share, who have no account.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { setEnterpriseStatus } from '../src/companies/queries.ts'
import { asCompany } from '../src/db/tenancy.ts'
import { parseId, type Uuid } from '../src/ids.ts'
import type { JobContext } from '../src/jobs/job.ts'
import { reservedBytes, runningCounts } from '../src/share-pages/running-counts.ts'
import { purgeCompany } from '../src/trash/purge.ts'
import { type Caller, newCaller, newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, sound, upload } from './support/uploads.ts'

const service = await startService({
  env: {
    RATE_LIMIT_PER_MINUTE: '0',
    OPEN_RATE_LIMIT_PER_MINUTE: '0',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    EMBEDDED_KEYWORDS: 'true',
    STORAGE_QUOTA_BYTES: `${50_000_000}`,
  },
})
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')

const make = async (path: string, body: object, as: Caller = acme): Promise<Shown> => {
  const answer = await as.post(`/api${path}`, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const folder = (name: string, parent_id: string | null = null, as?: Caller) =>
  make('/folders', { name, parent_id }, as)
const share = (uploads: object, body: object = {}, as?: Caller) =>
  make('/shares', { name: 'Drop box', uploads, ...body }, as)
const shown = async (id: string): Promise<Shown> => (await acme.get(`/api/shares/${id}`)).body.data
const inFolder = async (id: string): Promise<Shown[]> =>
  (await acme.get(`/api/assets?folder_id=${id}&per_page=100`)).body.data
const patch = async (id: string, body: object) => {
  const answer = await acme.patch(`/api/shares/${id}`, body)
  assert.equal(answer.status, 200, answer.text)
}

type Sent = { headers?: Record<string, string>; name?: string }

/** Sends a file as the script of the page does. */
async function drop(url: string, bytes: Uint8Array, { headers = {}, name = 'beach.png' }: Sent = {}) {
  const form = new FormData()
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  const response = await fetch(`${url}/uploads`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { origin: service.url, accept: 'application/json', ...headers },
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  }
}

const busyIn = (answers: { status: number }[]) => answers.filter(({ status }) => status === 503).length

/** Enters a page. @returns the header with its cookie. */
async function enter(url: string, form: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) })
  assert.equal(response.status, 303)
  return { cookie: response.headers.get('set-cookie')!.split(';')[0]! }
}

/** An upload whose first bytes have arrived. `finish` sends the rest. */
async function begun(url: string, bytes: Uint8Array, headers: Record<string, string> = {}) {
  const { hostname, port, pathname } = new URL(`${url}/uploads`)
  const boundary = 'part-of-a-form'
  const sending = httpRequest({
    ...{ hostname, port, path: pathname, method: 'POST', agent: false },
    headers: {
      origin: service.url,
      accept: 'application/json',
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
  })
  let text = ''
  const answered = once(sending, 'response').then(
    async ([response]) => {
      for await (const chunk of response) text += chunk
      return response.statusCode as number
    },
    () => 'closed' as const,
  )
  const before = await readdir(service.storage.incomingDirectory)
  sending.write(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`)
  sending.write(bytes.subarray(0, bytes.length >> 1))
  await until('the file begins to arrive', async () => {
    const now = await readdir(service.storage.incomingDirectory)
    return now.some((name) => !before.includes(name))
  })
  return {
    answered,
    text: () => text,
    end: () => sending.destroy(),
    finish() {
      sending.write(bytes.subarray(bytes.length >> 1))
      sending.end(`\r\n--${boundary}--\r\n`)
      return answered
    },
  }
}

/** A JPEG whose metadata has the same text in its fields. */
async function described(text: string) {
  const list = (kind: string) => `<rdf:${kind}><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:${kind}>`
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"
      xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/"
      photoshop:Credit="${text}" plus:LicenseEndDate="2040-01-02T00:00:00Z">
    <dc:subject>${list('Bag')}</dc:subject><dc:title>${list('Alt')}</dc:title>
    <dc:description>${list('Alt')}</dc:description><dc:rights>${list('Alt')}</dc:rights>
    <xmpRights:UsageTerms>${list('Alt')}</xmpRights:UsageTerms>
    </rdf:Description></rdf:RDF></x:xmpmeta>`
  return sharp(await picture())
    .withXmp(packet)
    .jpeg()
    .toBuffer()
}

describe('the settings of uploads', () => {
  // Holds R-SHARE-8.
  test('upload settings have defaults, are replaced as a whole, and are removed by null', async () => {
    const { id: folder_id } = await folder('settings')
    const made = await share({ folder_id }, { folder_id })
    const uploads = {
      folder_id,
      max_files: 200,
      max_bytes: 10_000_000_000,
      max_file_bytes: 1_000_000_000,
      types: null,
    }
    assert.deepEqual(
      [made.type, made.uploads, made.uploads_count, made.uploaded_bytes],
      ['folder', uploads, 0, 0],
    )
    await patch(made.id, { uploads: { folder_id, max_files: 3, types: ['image', 'image', 'video'] } })
    assert.deepEqual((await shown(made.id)).uploads, {
      ...uploads,
      max_files: 3,
      types: ['image', 'video'],
    })
    await patch(made.id, { uploads: null })
    assert.equal((await shown(made.id)).uploads, null)
    assert.equal((await drop(made.url, await picture())).status, 404)
  })

  // Holds R-SHARE-8.
  test('upload settings make other content optional; a share requires uploads or other content', async () => {
    const { id: folder_id } = await folder('only')
    const made = await share({ folder_id })
    assert.deepEqual([made.type, made.folder_id], ['uploads', null])
    const ended = await acme.patch(`/api/shares/${made.id}`, { uploads: null })
    assert.deepEqual(
      [ended.status, ended.body],
      [422, { uploads: ['The share has no other content. Revoke it to end uploads.'] }],
    )
    assert.equal((await acme.post('/api/shares', { name: 'x' })).status, 422)
    assert.equal((await acme.post('/api/shares', { name: 'x', uploads: null })).status, 422)
  })

  test('upload settings must name a folder of the company, valid limits and known types', async () => {
    const { id: folder_id } = await folder('checked')
    const { id: trashed } = await folder('trashed')
    await acme.delete(`/api/folders/${trashed}`)
    const { id: foreign } = await folder('foreign', null, globex)
    for (const [uploads, field] of [
      [{ folder_id: foreign }, 'uploads.folder_id'],
      [{ folder_id: trashed }, 'uploads.folder_id'],
      [{}, 'uploads.folder_id'],
      [{ folder_id, max_files: 0 }, 'uploads.max_files'],
      [{ folder_id, max_files: 10_001 }, 'uploads.max_files'],
      [{ folder_id, max_bytes: 1.5 }, 'uploads.max_bytes'],
      [{ folder_id, max_file_bytes: -1 }, 'uploads.max_file_bytes'],
      [{ folder_id, types: [] }, 'uploads.types'],
      [{ folder_id, types: ['exe'] }, 'uploads.types.0'],
    ] as const) {
      const { status, body } = await acme.post('/api/shares', { name: 'x', uploads })
      assert.deepEqual([status, Object.keys(body)], [422, [field]], JSON.stringify(uploads))
    }
  })

  // Holds R-SHARE-8.
  test('uploads require assets:write, also to see the URL of the share', async () => {
    const { id: folder_id } = await folder('scoped')
    const scoped = (...scopes: string[]) => newCaller(service, { name: 'scoped', ...acme, scopes })
    const reader = await scoped('shares:write', 'assets:read')
    const body = { name: 'x', folder_id, uploads: { folder_id } }
    assert.equal((await reader.post('/api/shares', body)).status, 403)
    const made = await share({ folder_id }, { folder_id })
    assert.equal((await reader.get(`/api/shares/${made.id}`)).body.data.url, null)
    assert.equal((await reader.patch(`/api/shares/${made.id}`, { name: 'y' })).status, 403)
    assert.equal((await reader.post(`/api/shares/${made.id}/url-rotations`)).status, 403)
    const plain = await make('/shares', { name: 'x', folder_id })
    assert.equal((await reader.patch(`/api/shares/${plain.id}`, { uploads: { folder_id } })).status, 403)
    const writer = await scoped('shares:write', 'assets:read', 'assets:write')
    assert.equal((await writer.get(`/api/shares/${made.id}`)).body.data.url, made.url)
  })

  test('uploads end when their folder is permanently deleted, and a share without other content is deleted', async () => {
    const [gone, kept] = [await folder('gone'), await folder('kept')]
    const both = await share({ folder_id: gone.id }, { folder_id: kept.id })
    const only = await share({ folder_id: gone.id })
    await acme.delete(`/api/folders/${gone.id}`)
    assert.deepEqual(
      [(await shown(both.id)).target_trashed, (await shown(only.id)).target_trashed],
      [false, true],
    )
    assert.deepEqual([(await fetch(both.url)).status, (await fetch(only.url)).status], [200, 410])
    const since = (await acme.get('/api/changes?per_page=1000')).body.meta.next
    const jobs = { db: service.db, storage: service.storage } as JobContext
    await purgeCompany(jobs, acme.companyId, new Date(Date.now() + 1_000))
    assert.equal((await shown(both.id)).uploads, null)
    assert.equal((await acme.get(`/api/shares/${only.id}`)).status, 404)
    const { data } = (await acme.get(`/api/changes?since=${since}&types=share.updated,share.deleted`)).body
    assert.deepEqual(
      data.map(({ type, resource_id, data }: Shown) => [type, resource_id, data.fields]),
      [
        ['share.updated', both.id, ['uploads']],
        ['share.deleted', only.id, undefined],
      ],
    )
  })
})

describe('a file from a visitor', () => {
  // Holds R-SHARE-9, R-SHARE-11.
  test("a visitor's file becomes an asset in the folder, with the visitor, in the log and in the feed", async () => {
    const { id: folder_id } = await folder('received')
    const { id, url } = await share({ folder_id }, { ask_visitor: true })
    const bytes = await picture()
    assert.equal((await drop(url, bytes)).status, 404)
    const headers = await enter(url, { name: 'Ada Lind', email: 'ada@agency.example' })
    const since = (await acme.get('/api/changes?per_page=1000')).body.meta.next
    const sent = await drop(url, bytes, { headers, name: 'Beach at night.png' })
    assert.deepEqual(
      [sent.status, sent.body],
      [201, { data: { filename: 'Beach at night.png', size: bytes.length } }],
    )
    const [asset, ...others] = await inFolder(folder_id)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [asset!.name, asset!.mime_type, asset!.created_by, asset!.uploader],
      ['Beach at night', 'image/png', null, { share_id: id, name: 'Ada Lind' }],
    )
    const { data: changes } = (await acme.get(`/api/changes?since=${since}&types=asset.created`)).body
    assert.deepEqual(
      changes.map(({ resource_id, actor }: Shown) => [resource_id, actor]),
      [[asset!.id, { type: 'share', id }]],
    )
    const { data: log } = (await acme.get(`/api/shares/${id}/visits`)).body
    assert.deepEqual(
      log.map(({ kind, asset_id, size, visitor_name }: Shown) => [kind, asset_id, size, visitor_name]),
      [['upload', asset!.id, null, 'Ada Lind']],
    )
    const { uploads_count, uploaded_bytes } = await shown(id)
    assert.deepEqual([uploads_count, uploaded_bytes], [1, bytes.length])
  })

  // Holds R-SHARE-11.
  test('an upload is shown to other visitors only if the share shows its folder', async () => {
    const top = await folder('shown')
    const below = await folder('below', top.id)
    const apart = await folder('apart')
    const only = await share({ folder_id: top.id })
    const beside = await share({ folder_id: below.id }, { folder_id: apart.id })
    const within = await share({ folder_id: below.id }, { folder_id: top.id })
    for (const { url } of [only, beside, within]) assert.equal((await drop(url, await picture())).status, 201)
    const all = [...(await inFolder(top.id)), ...(await inFolder(below.id))]
    assert.equal(all.length, 3)
    const pageOf = async (url: string) => (await fetch(url)).text()
    for (const { url } of [only, beside]) {
      const page = await pageOf(url)
      assert.match(page, /Only the owner of this page sees the files\./)
      for (const { id } of all) {
        assert.ok(!page.includes(id))
        for (const size of ['thumb', 'small', 'original'])
          assert.equal((await fetch(`${url}/${id}/${size}`)).status, 404)
      }
    }
    assert.equal((await fetch(`${only.url}/zip/original`)).status, 404)
    const page = await pageOf(within.url)
    assert.match(page, /Others who open this page see the files, too\./)
    for (const { id } of all) assert.ok(page.includes(id))
  })

  // Holds R-SHARE-9.
  test('an upload gets a response that does not reveal whether the company already has the file', async () => {
    const { id: folder_id } = await folder('secret')
    const known = await picture()
    await upload(service, acme, { bytes: known })
    const { url } = await share({ folder_id })
    const [duplicate, other] = [await drop(url, known), await drop(url, await picture())]
    assert.deepEqual([duplicate.status, other.status], [201, 201])
    const names = ({ headers }: { headers: Headers }) => [...headers.keys()].sort()
    assert.deepEqual(names(duplicate), names(other))
    assert.deepEqual(Object.keys(duplicate.body.data), ['filename', 'size'])
    assert.ok(!/(ast|fld|shr)_/.test(duplicate.text + JSON.stringify([...duplicate.headers])))
  })

  test('an upload is sanitized, and sets only the content and name of the asset', async () => {
    const { id: folder_id } = await folder('sanitized')
    const { id: other } = await folder('other')
    const { url } = await share({ folder_id })
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9"/></svg>'
    const form = new FormData()
    for (const [name, value] of Object.entries({
      folder_id: other,
      name: 'Chosen',
      external_id: 'x',
      tags: 'x',
    }))
      form.append(name, value)
    form.append('file', new Blob([svg]), 'logo.svg')
    const headers = { origin: service.url, accept: 'application/json' }
    const { status } = await fetch(`${url}/uploads`, { method: 'POST', body: form, headers })
    assert.equal(status, 201)
    const [asset] = await inFolder(folder_id)
    assert.deepEqual(
      [asset!.name, asset!.external_id, asset!.tags, asset!.removed],
      ['logo', null, [], [{ element: 'script', count: 1 }]],
    )
    assert.deepEqual(await inFolder(other), [])
  })

  // Holds R-SHARE-11.
  test("a visitor's file sets no fields, tags or properties from its metadata", async () => {
    const { id: folder_id } = await folder('metadata')
    const { url } = await share({ folder_id })
    const property = {
      applies_to: 'asset',
      key: 'credit',
      label: 'Credit',
      type: 'text',
      maps_from: 'credit',
    }
    await make('/properties', property)
    const bytes = await described('Planted')
    assert.equal((await drop(url, bytes)).status, 201)
    const [asset] = await inFolder(folder_id)
    const { embedded, name, tags, properties, ...fields } = asset!
    assert.deepEqual([name, tags, properties], ['beach', [], {}])
    for (const field of ['description', 'copyright', 'usage_terms', 'expires_at', 'license', 'alt_text'])
      assert.equal(fields[field], null, field)
    assert.deepEqual(
      [
        embedded.keywords,
        embedded.copyright,
        embedded.usage_terms,
        embedded.credit,
        embedded.rights_expire_at,
      ],
      [['Planted'], 'Planted', 'Planted', 'Planted', '2040-01-02T00:00:00.000Z'],
    )
    assert.deepEqual((await acme.get('/api/asset-tags?search=planted')).body.data, [])
    const { data: own } = (await upload(service, acme, { bytes })).body
    assert.deepEqual(
      [own.copyright, own.usage_terms, own.properties.credit, own.tags.map((tag: Shown) => tag.name)],
      ['Planted', 'Planted', 'Planted', ['Planted']],
    )
  })

  // Holds R-SHARE-11.
  test("a visitor's file sets no fields from its metadata, even after a person edits, copies or restores it", async () => {
    const { id: folder_id } = await folder('edited')
    const { url } = await share({ folder_id })
    assert.equal((await drop(url, await described('Sown'))).status, 201)
    const [{ id }] = (await inFolder(folder_id)) as [Shown]
    const tagged = async () => {
      const { data } = (await acme.get(`/api/assets/${id}`)).body
      return data.tags.map(({ name }: Shown) => name)
    }
    for (const as of ['copy', 'version']) {
      const edited = await acme.post(`/api/assets/${id}/edits`, { rotate: 90, as })
      assert.equal(edited.status, 201, edited.text)
      assert.deepEqual([edited.body.data.embedded.keywords, edited.body.data.tags], [['Sown'], []], as)
      assert.equal(edited.body.data.copyright, null)
    }
    const restored = await acme.post(`/api/assets/${id}/versions/1/restoration`)
    assert.equal(restored.status, 200, restored.text)
    assert.deepEqual(await tagged(), [])
    assert.deepEqual((await acme.get('/api/asset-tags?search=sown')).body.data, [])
  })

  // Holds R-SHARE-9.
  test('an upload creates no second asset if it is sent again after a lost response', async () => {
    const { id: folder_id } = await folder('again')
    const { id, url } = await share({ folder_id }, { ask_visitor: true })
    const [ada, bo] = [
      await enter(url, { name: 'Ada Lind', email: 'ada@agency.example' }),
      await enter(url, { name: 'Bo Berg', email: 'bo@agency.example' }),
    ]
    const bytes = await picture()
    const first = await drop(url, bytes, { headers: ada })
    const again = await drop(url, bytes, { headers: ada })
    assert.deepEqual([again.status, again.body], [201, first.body])
    assert.equal((await inFolder(folder_id)).length, 1)
    const { uploads_count, uploaded_bytes } = await shown(id)
    assert.deepEqual([uploads_count, uploaded_bytes], [1, bytes.length])
    // These are other uploads: another name, another visitor, and a file that the company has deleted.
    assert.equal((await drop(url, bytes, { headers: ada, name: 'other.png' })).status, 201)
    assert.equal((await drop(url, bytes, { headers: bo })).status, 201)
    assert.equal((await inFolder(folder_id)).length, 3)
    for (const asset of await inFolder(folder_id)) await acme.delete(`/api/assets/${asset.id}`)
    assert.equal((await drop(url, bytes, { headers: ada })).status, 201)
    assert.equal((await inFolder(folder_id)).length, 1)
  })

  // Holds R-SHARE-9.
  test('an upload gets a response with its file name, without the path', async () => {
    const { id: folder_id } = await folder('paths')
    const { url } = await share({ folder_id })
    const { body } = await drop(url, await picture(), { name: 'C:\\Users\\Ada\\beach.png' })
    assert.equal(body.data.filename, 'beach.png')
    assert.equal((await inFolder(folder_id))[0]!.filename, 'beach.png')
  })

  test('an upload can be sent with the form of the page, even without JavaScript', async () => {
    const { id: folder_id } = await folder('form')
    const { url } = await share({ folder_id, types: ['image'] })
    const headers = { accept: 'text/html,application/xhtml+xml' }
    const sent = await drop(url, await picture(), { headers })
    assert.deepEqual([sent.status, sent.body], [201, undefined])
    assert.match(sent.text, /<h1>File sent<\/h1>/)
    const refused = await drop(url, sound(Buffer.alloc(800), { rate: 8_000, bits: 8 }), { headers })
    assert.equal(refused.status, 422)
    assert.match(refused.text, /This page accepts only these types of files: image\./)
    assert.equal((await inFolder(folder_id)).length, 1)
  })
})

describe('limits of uploads', () => {
  // Holds R-SHARE-10.
  test('upload limits apply to the type, which is detected from the content, and to the size of a file', async () => {
    const { id: folder_id } = await folder('types')
    const { id, url } = await share({ folder_id, types: ['image'], max_file_bytes: 20_000 })
    const wave = sound(Buffer.alloc(800), { rate: 8_000, bits: 8 })
    for (const [bytes, message] of [
      [wave, 'This page accepts only these types of files: image.'],
      [Buffer.alloc(20_001), 'The file must not be larger than 20 KB.'],
      [Buffer.alloc(3_000_000), 'The file must not be larger than 20 KB.'],
      [Buffer.alloc(0), 'The file must not be empty.'],
    ] as const) {
      const { status, body } = await drop(url, bytes, { name: 'named.png' })
      assert.deepEqual([status, body], [422, { file: [message] }])
    }
    assert.deepEqual(await inFolder(folder_id), [])
    assert.equal((await shown(id)).uploads_count, 0)
    assert.equal((await drop(url, await picture(), { name: 'named.wav' })).status, 201)
  })

  // Holds R-SHARE-10.
  test('upload limits apply to the files and bytes of parallel uploads together', async () => {
    const { id: folder_id } = await folder('parallel')
    const few = await share({ folder_id, max_files: 3 })
    const files = await Promise.all(Array.from({ length: 12 }, () => picture()))
    /** Each from its own IP address, because one address can send four files at a time. */
    const dropAll = (url: string) =>
      Promise.all(
        files.map((bytes, at) => drop(url, bytes, { headers: { 'x-forwarded-for': `192.0.2.${at + 1}` } })),
      )
    const first = await dropAll(few.url)
    const sent = first.filter(({ status }) => status === 201)
    const refused = first.filter(({ status }) => status === 422)
    // A busy decoder returns 503.
    assert.deepEqual([sent.length, first.length - sent.length - refused.length], [3, busyIn(first)])
    assert.ok(refused.every(({ body }) => body.file[0] === 'This page accepts no more files.'))
    assert.equal((await inFolder(folder_id)).length, 3)
    assert.match(await (await fetch(few.url)).text(), /This page accepts no more files\./)
    const size = Math.max(...files.map(({ length }) => length))
    const small = await share({ folder_id, max_bytes: 2 * size + 1 })
    const second = await dropAll(small.url)
    // Uploads in progress reserve their bytes, and the others wait (429). A busy decoder returns 503.
    assert.ok(second.every(({ status }) => [201, 422, 429, 503].includes(status)))
    const { uploads_count, uploaded_bytes } = await shown(small.id)
    assert.equal(uploads_count, 2)
    assert.ok(uploaded_bytes <= 2 * size + 1)
    const { body } = await drop(small.url, await picture())
    assert.deepEqual(body, { file: ['This page has no space left for this file.'] })
  })

  // Holds R-SHARE-10.
  test('upload limits include the storage quota; visitors can neither measure it nor distinguish it from the limits of the share', async () => {
    const full = await newCompany(service, 'Full')
    const { id: folder_id } = await folder('full', null, full)
    const { url } = await share({ folder_id }, {}, full)
    const small = await share({ folder_id, max_bytes: 10 }, {}, full)
    const stores = (stored_bytes: number) =>
      service.db.updateTable('companies').set({ stored_bytes }).where('id', '=', full.companyId).execute()
    const known = await picture()
    assert.equal((await drop(url, known)).status, 201)
    const answerOf = ({ status, text, headers }: Awaited<ReturnType<typeof drop>>) => {
      const shown = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
      return { status, text, shown }
    }
    const noRoom = answerOf(await drop(small.url, await picture()))
    assert.deepEqual(
      [noRoom.status, noRoom.text],
      [422, JSON.stringify({ file: ['This page has no space left for this file.'] })],
    )
    // The free quota is rounded down to steps of 2.5 MB.
    await stores(50_000_000 - 2_499_999)
    // A duplicate needs no space, but the difference would reveal that the company has the file.
    for (const bytes of [known, await picture()]) assert.deepEqual(answerOf(await drop(url, bytes)), noRoom)
    await stores(50_000_000 - 2_500_000)
    assert.equal((await drop(url, await picture())).status, 201)
    assert.deepEqual(answerOf(await drop(url, Buffer.alloc(2_500_001))), noRoom)
    assert.deepEqual(answerOf(await drop(url, Buffer.alloc(9_000_000))), noRoom)
  })

  test('upload limits include the storage quota as it is at the end of an upload', async () => {
    const filling = await newCompany(service, 'Filling')
    const { id: folder_id } = await folder('filling', null, filling)
    const { url } = await share({ folder_id }, {}, filling)
    const sending = await begun(url, await picture({ width: 900 }))
    await service.db
      .updateTable('companies')
      .set({ stored_bytes: 50_000_000 })
      .where('id', '=', filling.companyId)
      .execute()
    assert.equal(await sending.finish(), 422)
    assert.match(sending.text(), /^\{"file":\["This page has no space left for this file\."\]\}$/)
    const { data } = (await filling.get(`/api/assets?folder_id=${folder_id}`)).body
    assert.deepEqual(data, [])
  })

  // Holds R-SHARE-10.
  test('upload limits leave no file on disk after a rejection', async () => {
    const { id: folder_id } = await folder('refused')
    const { url } = await share({ folder_id, types: ['audio'] })
    assert.equal((await drop(url, await picture())).status, 422)
    assert.equal((await drop(url, Buffer.alloc(0))).status, 422)
    await until('the received files are deleted', async () => {
      const received = await readdir(service.storage.incomingDirectory)
      return received.length === 0
    })
  })

  // Holds R-SHARE-10.
  test('upload limits are shown on the page, but not how much is left', async () => {
    const { id: folder_id } = await folder('left')
    const { url } = await share({ folder_id, max_files: 7, max_bytes: 1_000_000, max_file_bytes: 2_000_000 })
    const areaOf = async () => /<form.*<\/form>/s.exec(await (await fetch(url)).text())![0]
    const before = await areaOf()
    assert.match(before, /Files, up to 1\.0 MB each\./)
    assert.equal((await drop(url, await picture())).status, 201)
    assert.equal(await areaOf(), before)
  })

  // Holds R-SHARE-10.
  test('upload limits allow four uploads at a time from one IP address, and twenty for a share', () => {
    const begin = runningCounts({ address: 4, share: 20 })
    const one = { companyId: acme.companyId, id: 'a' as Uuid }
    const ends = Array.from({ length: 4 }, () => begin(one, '192.0.2.1'))
    assert.ok(ends.every(Boolean))
    assert.equal(begin(one, '192.0.2.1'), undefined)
    for (let at = 0; at < 16; at++) assert.ok(begin(one, `192.0.2.${at + 2}`))
    assert.equal(begin(one, '192.0.2.99'), undefined)
    assert.ok(begin({ ...one, companyId: globex.companyId }, '192.0.2.99'))
    ends[0]!()
    assert.ok(begin(one, '192.0.2.1'))
  })

  test('too many concurrent uploads from one IP address are rejected with 429 and the time to wait', async () => {
    const { id: folder_id } = await folder('slots')
    const { url } = await share({ folder_id })
    const bytes = await picture({ width: 900 })
    const running = []
    for (let at = 0; at < 4; at++) running.push(await begun(url, bytes))
    const refused = await drop(url, bytes)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '2'])
    assert.deepEqual(await Promise.all(running.map(({ finish }) => finish())), [201, 201, 201, 201])
    assert.equal((await drop(url, bytes)).status, 201)
  })

  test('too many concurrent uploads to a share are rejected with 429', async () => {
    const { id: folder_id } = await folder('all slots')
    const { url } = await share({ folder_id })
    const bytes = await picture({ width: 900 })
    const from = (at: number) => ({ 'x-forwarded-for': `198.51.100.${at}` })
    const running = []
    for (let at = 0; at < 20; at++) running.push(await begun(url, bytes, from(at)))
    assert.equal((await drop(url, bytes, { headers: from(99) })).status, 429)
    await running[0]!.finish()
    assert.equal((await drop(url, bytes, { headers: from(99) })).status, 201)
    for (const { end } of running.slice(1)) end()
  })
})

describe('limits that change during an upload', () => {
  const narrowed: Record<string, [object, RegExp]> = {
    types: [{ types: ['audio'] }, /only these types of files: audio/],
    'the size of a file': [{ max_file_bytes: 10 }, /must not be larger than 10 B/],
    'the number of files': [{ max_files: 1 }, /accepts no more files/],
  }
  for (const [what, [limits, refusal]] of Object.entries(narrowed)) {
    // Holds R-SHARE-10.
    test(`a changed limit applies to the file that is being sent: ${what}`, async () => {
      const { id: folder_id } = await folder(`narrowed: ${what}`)
      const { id, url } = await share({ folder_id })
      assert.equal((await drop(url, await picture())).status, 201)
      const sending = await begun(url, await picture({ width: 900 }))
      await patch(id, { uploads: { folder_id, ...limits } })
      assert.equal(await sending.finish(), 422)
      assert.match((await drop(url, await picture({ width: 901 }))).text, refusal)
      assert.equal((await inFolder(folder_id)).length, 1)
    })
  }

  test('upload limits reserve the bytes of uploads in progress, and release them at their end', () => {
    const reserve = reservedBytes()
    const share = { companyId: acme.companyId, id: 'a' as Uuid, upload_bytes_max: 100, uploaded_bytes: 40 }
    const release = reserve(share, 50)!
    assert.equal(reserve(share, 11), undefined)
    const other = reserve(share, 10)!
    assert.ok(reserve({ ...share, companyId: globex.companyId }, 60))
    release()
    other()
    // A single file that is too large is rejected because of its size, with a reason.
    assert.ok(reserve(share, 1_000))
  })
})

describe('a share that is closed', async () => {
  const closings: Record<string, (made: Shown, folderId: string) => Promise<unknown>> = {
    'was revoked': ({ id }) => acme.post(`/api/shares/${id}/revocation`),
    'was deleted': ({ id }) => acme.delete(`/api/shares/${id}`),
    'has a new URL': ({ id }) => acme.post(`/api/shares/${id}/url-rotations`),
    'has a password now': ({ id }) => patch(id, { password: 'lagoon-7' }),
    'asks for the visitor now': ({ id }) => patch(id, { ask_visitor: true }),
    'no longer takes uploads': ({ id }) => patch(id, { uploads: null }),
    'has its folder in the trash': (_, folderId) => acme.delete(`/api/folders/${folderId}`),
    'has expired': ({ id }) =>
      asCompany(service.db, acme.companyId, (trx) =>
        sql`update shares set expires_at = now() where id = ${parseId('share', id)}`.execute(trx),
      ),
  }
  const showing = await folder('showing')

  for (const [what, close] of Object.entries(closings))
    test(`a share accepts no file because it ${what}, not even a file that is being sent`, async () => {
      const { id: folder_id } = await folder(what)
      const made = await share({ folder_id }, { folder_id: showing.id })
      const sending = await begun(made.url, await picture({ width: 900 }))
      await close(made, folder_id)
      const status = await sending.finish()
      assert.ok(status === 410 || status === 'closed', `${status}`)
      const after = await drop(made.url, await picture())
      assert.ok(after.status === 404 || after.status === 410, `${after.status}`)
      const { rows } = await asCompany(service.db, acme.companyId, (trx) =>
        sql`select from assets where upload_share_id = ${parseId('share', made.id)}`.execute(trx),
      )
      assert.equal(rows.length, 0)
    })

  test('a share accepts no file because its enterprise is inactive', async () => {
    const other = await newCompany(service, 'Other')
    const { id: folder_id } = await folder('inactive', null, other)
    const { url } = await share({ folder_id }, {}, other)
    const sending = await begun(url, await picture({ width: 900 }))
    await setEnterpriseStatus(service.db, other.enterpriseId, 'inactive')
    const status = await sending.finish()
    assert.ok(status === 410 || status === 'closed', `${status}`)
    assert.equal((await drop(url, await picture())).status, 410)
  })

  // Holds R-SHARE-12.
  test('a closed share ends the connection of an upload in progress within seconds', async () => {
    const { id: folder_id } = await folder('ended')
    const { id, url } = await share({ folder_id })
    const sending = await begun(url, await picture({ width: 900 }))
    await acme.post(`/api/shares/${id}/revocation`)
    assert.equal(await sending.answered, 'closed')
    assert.deepEqual(await inFolder(folder_id), [])
  })
})

describe('other sites and other shares', () => {
  // Holds R-SHARE-9.
  test('another site cannot make a browser send a file', async () => {
    const { id: folder_id } = await folder('same origin')
    const { url } = await share({ folder_id })
    const bytes = await picture()
    for (const headers of [
      { origin: 'https://other.example' },
      { origin: 'null' },
      { origin: service.url, 'sec-fetch-site': 'cross-site' },
      { origin: service.url, 'sec-fetch-site': 'same-site' },
    ])
      assert.equal((await drop(url, bytes, { headers })).status, 403, JSON.stringify(headers))
    assert.deepEqual(await inFolder(folder_id), [])
    assert.equal((await drop(url, bytes, { headers: { 'sec-fetch-site': 'same-origin' } })).status, 201)
  })

  test('a visitor cannot upload with the password of another share', async () => {
    const { id: folder_id } = await folder('passwords')
    const one = await share({ folder_id }, { password: 'lagoon-7' })
    const other = await share({ folder_id }, { password: 'lagoon-7' })
    const headers = await enter(one.url, { password: 'lagoon-7' })
    assert.equal((await drop(other.url, await picture(), { headers })).status, 404)
    assert.equal((await drop(one.url, await picture(), { headers })).status, 201)
    const unknown = `${service.url}/s/${'A'.repeat(32)}`
    assert.equal((await drop(unknown, await picture())).status, 404)
  })

  test('a share without uploads accepts no file, regardless of its content', async () => {
    const { id: folder_id } = await folder('without')
    const { url } = await make('/shares', { name: 'x', folder_id })
    assert.equal((await drop(url, await picture())).status, 404)
    const page = await fetch(url)
    assert.ok(!page.headers.get('content-security-policy')!.includes('connect-src'))
    assert.ok(!(await page.text()).includes('type="file"'))
    assert.deepEqual(await inFolder(folder_id), [])
  })
})

test('/metrics counts uploads of visitors', async () => {
  const count = async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text()
    return Number(/^atelier_share_requests_total\{outcome="upload"\} (\d+)$/m.exec(text)![1])
  }
  const before = await count()
  const { id: folder_id } = await folder('counted')
  const { url } = await share({ folder_id })
  assert.equal((await drop(url, await picture())).status, 201)
  assert.equal((await count()) - before, 1)
})
