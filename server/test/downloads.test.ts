// Engines: postgres
// Archives: zips of assets by IDs, folder or filter, their formats, limits and reports.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { fromBufferPromise } from 'yauzl'
import { asCompany, asCompanyWriting } from '../src/db/tenancy.ts'
import { filesInOrder } from '../src/downloads/files-in-order.ts'
import { purgeArchives } from '../src/downloads/purge-job.ts'
import { openZips, type WantedFile } from '../src/downloads/zips.ts'
import { ApiError } from '../src/errors.ts'
import { deliveriesOf } from '../src/file-metadata/deliveries.ts'
import type { PictureOf } from '../src/http/files/signed-files.ts'
import { newId, parseId, publicId } from '../src/ids.ts'
import type { JobContext } from '../src/jobs/job.ts'
import type { Storage } from '../src/storage/storage.ts'
import { type Caller, newCaller, newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { recordedStorage } from './support/recorded-storage.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, upload } from './support/uploads.ts'

const bytesMax = 40 * 1024 ** 2
const service = await startService({
  env: { ARCHIVE_FILES_MAX: '20', ARCHIVE_BYTES_MAX: String(bytesMax), RATE_LIMIT_PER_MINUTE: '0' },
})
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')

async function created(caller: typeof acme, path: string, body: object): Promise<Shown> {
  const answer = await caller.post(path, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

const archived = (body: object, caller = acme) => created(caller, '/api/archives', body)

async function uploaded(
  name: string,
  fields: Record<string, string> = {},
  bytes?: Uint8Array,
  caller = acme,
): Promise<Shown> {
  const answer = await upload(service, caller, { bytes: bytes ?? (await picture()), name }, fields)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

async function zipped(url: string): Promise<Map<string, Buffer>> {
  const response = await fetch(url)
  assert.equal(response.status, 200)
  const files = new Map<string, Buffer>()
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()), { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    assert.equal(crc32(bytes), entry.crc32)
    files.set(entry.fileName, bytes)
  }
  return files
}

const namesIn = async (url: string) => [...(await zipped(url)).keys()]
const reportIn = async (url: string) => (await zipped(url)).get('Report.txt')?.toString().split('\r\n')

// Holds R-ARCHIVE-1.
test('an archive of assets is a zip of their files, in order, under their names', async () => {
  const bytes = await picture()
  const one = await uploaded('Förest 日本.png', {}, bytes)
  const two = await uploaded('forest.png')
  const three = await uploaded('FOREST.png')
  const archive = await archived({ asset_ids: [two.id, one.id, three.id], name: 'Für Agentur: 40%' })
  assert.match(archive.id, /^arc_/)
  assert.deepEqual(archive.counts, { files: 3 })
  assert.equal(archive.size, one.size + two.size + three.size)
  assert.ok(archive.url_expires_at <= archive.expires_at)
  const files = await zipped(archive.url)
  assert.deepEqual([...files.keys()], ['forest.png', 'Förest 日本.png', 'FOREST-2.png'])
  assert.deepEqual(files.get('Förest 日本.png'), bytes)

  const head = await fetch(archive.url, { method: 'HEAD' })
  assert.equal(head.status, 200)
  assert.equal(head.headers.get('content-type'), 'application/zip')
  assert.match(
    head.headers.get('content-disposition')!,
    /filename\*=UTF-8''F%C3%BCr%20Agentur-%2040%25\.zip$/,
  )
  assert.equal(head.headers.get('cache-control'), 'private, no-store')
})

test('an archive of a folder contains its subfolders as paths', async () => {
  const folder = await created(acme, '/api/folders', { name: 'Shoot' })
  const inner = await created(acme, '/api/folders', { name: 'Day 1: wide', parent_id: folder.id })
  await uploaded('top.png', { folder_id: folder.id })
  await uploaded('in.png', { folder_id: inner.id })
  await uploaded('in.png', { folder_id: inner.id })
  const archive = await archived({ folder_id: folder.id })
  assert.deepEqual([archive.name, archive.folder_id], ['Shoot', folder.id])
  assert.deepEqual(await namesIn(archive.url), ['top.png', 'Day 1- wide/in.png', 'Day 1- wide/in-2.png'])
  // Paths are determined at the time of the download.
  await acme.patch(`/api/folders/${inner.id}`, { name: 'Monday' })
  assert.deepEqual(await namesIn(archive.url), ['top.png', 'Monday/in.png', 'Monday/in-2.png'])
})

test('an archive with a filter contains the same assets as the list', async () => {
  const { id: tags } = await created(acme, '/api/asset-tags', { name: 'Autumn' })
  const tagged = await uploaded('red.png', { tags })
  await uploaded('sound.txt', { tags }, Buffer.from('plain text'))
  const archive = await archived({ filter: { tag: ['autumn'], type: 'image', is_animated: false } })
  assert.deepEqual(await namesIn(archive.url), [tagged.filename])
  assert.match(archive.name, /^Assets \d{4}-\d\d-\d\d$/)
})

// Holds R-ARCHIVE-1.
test('an archive of a collection contains its assets in order, without those in the trash', async () => {
  const assets = [await uploaded('one.png'), await uploaded('two.png'), await uploaded('three.png')]
  const asset_ids = [assets[2]!.id, assets[0]!.id, assets[1]!.id]
  const collection = await created(acme, '/api/collections', { name: 'Autumn launch', asset_ids })
  const archive = await archived({ collection_id: collection.id })
  assert.equal(archive.name, 'Autumn launch')
  assert.deepEqual(await namesIn(archive.url), ['three.png', 'one.png', 'two.png'])
  await acme.delete(`/api/assets/${assets[0]!.id}`)
  const later = await archived({ collection_id: collection.id, name: 'Later' })
  assert.deepEqual([later.name, later.counts], ['Later', { files: 2 }])
  assert.deepEqual(await namesIn(later.url), ['three.png', 'two.png'])
  const theirs = await created(globex, '/api/collections', { name: 'Theirs' })
  const refused = await acme.post('/api/archives', { collection_id: theirs.id })
  assert.deepEqual(refused.body, { collection_id: ['The selected collection id is invalid.'] })
  const empty = await created(acme, '/api/collections', { name: 'Empty' })
  const { body } = await acme.post('/api/archives', { collection_id: empty.id })
  assert.deepEqual(body, { collection_id: ['The archive would contain no files.'] })
})

// Holds R-ARCHIVE-8.
test('an archive with a preset contains images rendered with it, and its report lists the other files', async () => {
  const preset = { width: 20, format: 'jpeg', metadata: 'copyright' }
  await created(acme, '/api/presets', { name: 'press', ...preset })
  const image = await uploaded('harbor.png', { copyright: '© 2026 Acme' })
  const sound = await uploaded('song.flac', {}, Buffer.from('fLaC\0\0\0\x22'))
  const made = await archived({ asset_ids: [image.id, sound.id], preset: 'press' })
  assert.deepEqual([made.preset, made.format], ['press', 'original'])
  const files = await zipped(made.url)
  assert.deepEqual([...files.keys()], ['harbor.jpg', 'song.flac', 'Report.txt'])
  const { width, format, xmp } = await sharp(files.get('harbor.jpg')).metadata()
  assert.deepEqual([width, format], [20, 'jpeg'])
  assert.match(xmp!.toString(), /© 2026 Acme/)
  assert.doesNotMatch(xmp!.toString(), /harbor/)
  const report = files.get('Report.txt')!.toString()
  assert.ok(report.includes('is not an image, but audio/flac, so the original file is included.'), report)
  const presets = (await acme.get('/api/presets')).body.data
  await acme.delete(`/api/presets/${presets[0].id}`)
  assert.equal((await sharp((await zipped(made.url)).get('harbor.jpg')).metadata()).width, 20)
  const { body } = await acme.post('/api/archives', { asset_ids: [image.id], preset: 'press' })
  assert.deepEqual(Object.keys(body), ['preset'])
  const both = await acme.post('/api/archives', { asset_ids: [image.id], preset: 'x', format: 'small' })
  assert.deepEqual(both.body, {
    preset: ['The preset field must not be combined with format, which it determines.'],
  })
})

test('exactly one source is required, and filters work as in the list', async () => {
  const faults = async (body: object) => {
    const answer = await acme.post('/api/archives', body)
    assert.equal(answer.status, 422)
    return answer.body
  }
  const one = {
    asset_ids: [
      'The asset ids field must be the only one of asset_ids, folder_id, collection_id, filter, and one of them is required.',
    ],
  }
  assert.deepEqual(await faults({}), one)
  assert.deepEqual(await faults({ folder_id: 'root', filter: {} }), one)
  assert.deepEqual(await faults({ filter: { typ: 'image' } }), {
    'filter.typ': ['The filter.typ field is not known here. Did you mean type?'],
  })
  assert.deepEqual(Object.keys(await faults({ filter: { with_trashed: true } })), ['filter.with_trashed'])
  assert.deepEqual(await faults({ filter: { tag: ['nobody-has-it'] } }), {
    'filter.tag': ['The tag «nobody-has-it» does not exist.'],
  })
  assert.deepEqual(await faults({ filter: { external_id: 'nobody-has-it' } }), {
    filter: ['The archive would contain no files.'],
  })
  assert.deepEqual(Object.keys(await faults({ folder_id: 'root', format: { w: 0 } })), ['format.w'])
  const missing = 'ast_00000000000000000000000000'
  assert.deepEqual(await faults({ asset_ids: [missing] }), {
    asset_ids: ['The selected asset ids are invalid: 1 of 1 do not exist.'],
  })
})

test('a filter that no URL could hold is rejected before its values are split', async () => {
  const faults = async (filter: object) => (await acme.post('/api/archives', { filter })).body
  assert.deepEqual(await faults({ tag: ','.repeat(200_000) }), {
    filter: ['The filter field must not be longer than 8000 characters.'],
  })
  assert.deepEqual(await faults({ external_id: Array(101).fill('a') }), {
    filter: ['The filter field must not contain a list of more than 100 values.'],
  })
})

// Holds R-ARCHIVE-2.
test('a selection above a limit of the server is rejected with a message that contains both numbers', async () => {
  const big = await created(globex, '/api/folders', { name: 'Many' })
  for (let count = 0; count < 21; count++) await uploaded('a.png', { folder_id: big.id }, undefined, globex)
  const many = await globex.post('/api/archives', { folder_id: big.id })
  assert.equal(many.status, 422)
  assert.deepEqual(many.body, {
    folder_id: ['The archive would contain 21 files. The limit is 20 (ARCHIVE_FILES_MAX).'],
  })
  // Rejected before the IDs are validated.
  const ids = await globex.post('/api/archives', { asset_ids: Array(21).fill('no ID') })
  assert.deepEqual(ids.body, {
    asset_ids: ['The archive would contain 21 files. The limit is 20 (ARCHIVE_FILES_MAX).'],
  })
  const heavy = await uploaded('heavy.bin', {}, Buffer.alloc(bytesMax + 1), globex)
  const large = await globex.post('/api/archives', { asset_ids: [heavy.id] })
  assert.deepEqual(large.body, {
    asset_ids: ['The archive would contain 41,943,041 bytes. The limit is 41,943,040 (ARCHIVE_BYTES_MAX).'],
  })
})

// Holds R-ARCHIVE-3.
test("files that cannot be included are listed in the zip's report", async () => {
  const kept = await uploaded('kept.png')
  const trashed = await uploaded('trashed.png')
  const purged = await uploaded('purged.png')
  const lost = await uploaded('lost.png')
  const archive = await archived({ asset_ids: [kept.id, trashed.id, purged.id, lost.id] })
  assert.equal(await reportIn(archive.url), undefined)
  await acme.delete(`/api/assets/${trashed.id}`)
  await asCompanyWriting(service.db, acme.companyId, async (trx) => {
    const own = (id: string) =>
      trx.deleteFrom('assets').where('company_id', '=', acme.companyId).where('id', '=', id)
    await own(parseId('asset', purged.id)!).execute()
  })
  await service.storage.remove([await keyOf(lost.id)])
  assert.deepEqual(await reportIn(archive.url), [
    '3 of 4 files are not as requested.',
    '',
    `trashed.png (${trashed.id}) is in the trash.`,
    `${purged.id} was deleted.`,
    `lost.png (${lost.id}) has no file in the store.`,
    '',
  ])
  assert.deepEqual(await namesIn(archive.url), ['kept.png', 'Report.txt'])
})

async function keyOf(assetId: string) {
  const { file_key } = await asCompany(service.db, acme.companyId, (trx) =>
    trx
      .selectFrom('assets')
      .select('file_key')
      .where('company_id', '=', acme.companyId)
      .where('id', '=', parseId('asset', assetId)!)
      .executeTakeFirstOrThrow(),
  )
  return file_key
}

// Holds R-ARCHIVE-4.
test('images have the requested size and format, and other files are unchanged', async () => {
  const wide = await uploaded('wide.png', {}, await picture({ width: 2_000, height: 1_000 }))
  const text = await uploaded('read me.txt', {}, Buffer.from('plain text'))
  const archive = await archived({
    asset_ids: [wide.id, text.id],
    format: { w: 800, h: 800, format: 'jpeg', q: 70 },
  })
  const files = await zipped(archive.url)
  assert.deepEqual([...files.keys()], ['wide.jpg', 'read me.txt', 'Report.txt'])
  const { width, height, format } = await sharp(files.get('wide.jpg')).metadata()
  assert.deepEqual([width, height, format], [800, 400, 'jpeg'])
  assert.deepEqual(await reportIn(archive.url), [
    '1 of 2 files are not as requested.',
    '',
    `read me.txt (${text.id}) has no image, so the original file is included.`,
    '',
  ])
  const small = await zipped((await archived({ asset_ids: [wide.id], format: 'small' })).url)
  assert.equal((await sharp(small.get('wide.webp')).metadata()).width, 640)
})

test('a zip URL requires a valid signature, and returns 404 after the archive is deleted', async () => {
  const { id } = await uploaded('signed.png')
  const archive = await archived({ asset_ids: [id] })
  assert.equal((await fetch(archive.url.replace(/signature=.*/, 'signature=x'))).status, 403)
  const other = await archived({ asset_ids: [id] })
  const forged = archive.url.replace(archive.id, other.id)
  assert.equal((await fetch(forged)).status, 403)
  assert.equal((await globex.get(`/api/archives/${archive.id}`)).status, 404)
  assert.equal((await acme.delete(`/api/archives/${archive.id}`)).status, 204)
  assert.equal((await fetch(archive.url)).status, 404)
  const { body } = await acme.get('/api/changes?types=archive.created,archive.deleted')
  assert.deepEqual(
    body.data.slice(-3).map(({ type }: Shown) => type),
    ['archive.created', 'archive.created', 'archive.deleted'],
  )
})

// Holds R-ARCHIVE-6.
test("an expired archive returns 404, and no archive contains another company's assets", async () => {
  const foreign = await uploaded('foreign.png', {}, undefined, globex)
  const own = await uploaded('own.png')
  assert.equal((await acme.post('/api/archives', { asset_ids: [own.id, foreign.id] })).status, 422)
  const archive = await archived({ asset_ids: [own.id] })
  const set = (values: object) =>
    asCompanyWriting(service.db, acme.companyId, (trx) =>
      trx
        .updateTable('archives')
        .set(values)
        .where('company_id', '=', acme.companyId)
        .where('id', '=', parseId('archive', archive.id)!)
        .execute(),
    )
  // The asset is excluded even if a row names it.
  await set({ asset_ids: [parseId('asset', foreign.id)!] })
  assert.deepEqual(await reportIn(archive.url), [
    '1 of 1 files are not as requested.',
    '',
    `${foreign.id} was deleted.`,
    '',
  ])
  await set({ expires_at: new Date(Date.now() - 1_000) })
  assert.equal((await fetch(archive.url)).status, 404)
  assert.equal((await acme.get(`/api/archives/${archive.id}`)).status, 404)
})

// Holds R-ARCHIVE-5.
test('stalled downloads do not delay another company and do not take all slots', async () => {
  const { id } = await uploaded('slow.bin', {}, Buffer.alloc(16 * 1024 ** 2, 7))
  const archive = await archived({ asset_ids: [id] })
  const unread: IncomingMessage[] = []
  const begin = async () => {
    const [response] = (await once(get(archive.url, { agent: false }), 'response')) as [IncomingMessage]
    response.on('error', () => {})
    unread.push(response)
    return response
  }
  try {
    // A single company gets a third of the 200 slots.
    for (let count = 0; count < 67; count++) assert.equal((await begin()).statusCode, 200)
    const refused = await begin()
    assert.deepEqual([refused.statusCode, typeof refused.headers['retry-after']], [503, 'string'])
    const foreign = await uploaded('other.png', {}, undefined, globex)
    assert.deepEqual(await namesIn((await archived({ asset_ids: [foreign.id] }, globex)).url), ['other.png'])
  } finally {
    for (const response of unread) response.destroy()
  }
  await until('a place is free', async () => (await begin()).statusCode === 200)
  unread.at(-1)!.destroy()
})

/** Creates zips with a given storage and given renditions. */
function zipsOf(storage: Storage, pictureOf: PictureOf = async (key) => key) {
  const decoder = { draws: () => true } as never
  const zips = openZips(
    { db: service.db, delivered: deliveriesOf(service.db, storage), decoder, noteMissing() {} },
    pictureOf,
    async () => ({ fields: { keywords: [], creators: [] }, digest: '' }),
  )
  return (files: WantedFile[]) => zips.stream(acme.companyId, each(files))
}

async function* each<T>(items: Iterable<T>) {
  yield* items
}

async function stored(name: string, bytes: Buffer): Promise<WantedFile> {
  const key = `${acme.companyId}/${name}`
  await service.storage.put(key, bytes)
  return { label: name, name, folders: [], key, modifiedAt: new Date() }
}

test('a client that disconnects while a file is being opened leaves no file open', async () => {
  const file = await stored('left.bin', Buffer.alloc(1024 ** 2))
  const held = Promise.withResolvers<void>()
  const { storage, opened, found } = recordedStorage(service.storage, held.promise)
  const zip = zipsOf(storage)([file])
  zip.read(0)
  await until('the file is looked up', async () => found.length > 0)
  zip.destroy()
  const closed = once(zip, 'close')
  held.resolve()
  await closed
  await until('no file is open', async () => opened.every(({ destroyed }) => destroyed))
})

test('a file is opened only when the zip reaches it, because object stores close idle downloads', async () => {
  const files = await Promise.all(
    ['one.bin', 'two.bin', 'three.bin'].map((name) => stored(name, Buffer.alloc(1024 ** 2))),
  )
  const { storage, opened, found } = recordedStorage(service.storage)
  const chunks = zipsOf(storage)(files)[Symbol.asyncIterator]()
  await chunks.next()
  await until('all files were looked up', async () => found.length === 3)
  await chunks.next()
  assert.equal(opened.length, 1)
  await chunks.return!()
  await until('it is closed', async () => opened[0]!.destroyed)
})

test('a busy server does not substitute originals for renditions', async () => {
  const wanted = {
    ...(await stored('busy.png', await picture())),
    picture: { spec: 'w=8', name: 'busy.webp' },
  }
  const failing = (...codes: ('unavailable' | 'storage_full')[]) =>
    zipsOf(service.storage, async (key) => {
      const code = codes.shift()
      if (code) throw new ApiError(code)
      return key
    })([wanted as WantedFile])
  assert.ok((await buffer(failing('unavailable'))).includes('busy.webp'))
  await assert.rejects(buffer(failing('storage_full')), { code: 'storage_full' })
})

async function insertArchive(ids: string[], expiresAt = new Date(Date.now() + 3_600_000)) {
  const row = {
    company_id: acme.companyId,
    id: newId(),
    name: 'Many',
    asset_ids: ids,
    folder_id: null,
    has_folders: false,
    format: JSON.stringify('original'),
    files_count: ids.length,
    size: 1,
    expires_at: expiresAt,
    created_by: null,
    client_id: null,
    updated_at: new Date(),
  }
  await asCompanyWriting(service.db, acme.companyId, (trx) =>
    trx.insertInto('archives').values(row).execute(),
  )
  return row.id
}

const more = Array.from({ length: 1_001 }, () => newId())

test('a zip contains the files of all pages, in order', async () => {
  const last = await uploaded('last.png')
  const id = await insertArchive([...more, parseId('asset', last.id)!])
  const { body } = await acme.get(`/api/archives/${publicId('archive', id)}`)
  assert.deepEqual(await namesIn(body.data.url), ['last.png', 'Report.txt'])
  const report = await reportIn(body.data.url)
  assert.equal(report![0], '1,001 of 1,002 files are not as requested.')
})

test('the zip of an archive that is deleted during the download fails instead of being incomplete', async () => {
  const id = await insertArchive(more)
  const archive = {
    id,
    folder_id: null,
    has_folders: false,
    format: 'original',
    include_unavailable: false,
    files_count: more.length,
  } as const
  const files = filesInOrder(
    { db: service.db, decoder: { draws: () => true } as never },
    acme.companyId,
    archive,
  )
  await files.next()
  assert.equal((await acme.delete(`/api/archives/${publicId('archive', id)}`)).status, 204)
  await assert.rejects(Array.fromAsync(files), /deleted during its download/)
})

test('an archive is purged a day after it expired, when no download can still be running', async () => {
  const dayMs = 24 * 3_600_000
  const old = await insertArchive([newId()], new Date(Date.now() - dayMs - 60_000))
  const recent = await insertArchive([newId()], new Date(Date.now() - dayMs + 60_000))
  for await (const _ of purgeArchives.steps({ db: service.db } as JobContext, acme.companyId));
  const kept = await asCompany(service.db, acme.companyId, (trx) =>
    trx.selectFrom('archives').select('id').where('company_id', '=', acme.companyId).execute(),
  )
  const ids = kept.map(({ id }) => id)
  assert.deepEqual([ids.includes(old), ids.includes(recent)], [false, true])
  assert.equal((await acme.get(`/api/archives/${publicId('archive', recent)}`)).status, 404)
})

// Holds R-ARCHIVE-7.
test('a client cannot use up the archives of its company', async () => {
  const company = await newCompany(service, 'Busy')
  const caller = (name: string) =>
    newCaller(service, { ...company, name, scopes: ['assets:read', 'assets:write'] })
  const [greedy, other, third] = [await caller('greedy'), await caller('other'), await caller('third')]
  const { body } = await upload(service, greedy, { bytes: await picture(), name: 'a.png' })
  const asset_ids = [body.data.id]
  const create = (as: Caller) => as.post('/api/archives', { asset_ids })
  assert.equal((await create(greedy)).status, 201)
  await asCompanyWriting(service.db, company.companyId, (trx) =>
    sql`
      insert into archives (company_id, id, name, asset_ids, has_folders, format, files_count, size, expires_at, client_id)
      select company_id, overlay(gen_random_uuid()::text placing left(id::text, 13) from 1)::uuid, name, asset_ids, false, format, 1, 1, expires_at, client_id
      from archives, generate_series(1, 333)`.execute(trx),
  )
  const refused = await create(greedy)
  assert.equal(refused.status, 422)
  assert.deepEqual(refused.body, {
    name: [
      'You have 334 archives, and 334 of the 1,000 of the company are in use. Delete archives, or wait: each is deleted after a day.',
    ],
  })
  for (const one of [other, third]) assert.equal((await create(one)).status, 201)
  const { data } = (await greedy.get('/api/archives?per_page=100')).body
  for (const { id } of data) assert.equal((await greedy.delete(`/api/archives/${id}`)).status, 204)
  assert.equal((await create(greedy)).status, 201)
})
