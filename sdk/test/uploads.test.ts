// Engines: postgres in CI
// Files of every kind and size, including over an unreliable connection.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { appendFileSync, createReadStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { startGate } from '../../server/test/support/gate.ts'
import { serving, source } from '../../server/test/support/imports.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture } from '../../server/test/support/uploads.ts'
import { NotFoundError, type Progress, ValidationError } from '../src/index.ts'
import { clientAt } from './support/client.ts'
import { startProxy } from './support/proxy.ts'

const service = await startService({ env: { OUTBOUND_LOOPBACK: 'true' } })
const acme = await newCompany(service, 'Acme')
const atelier = clientAt(service, acme)

const megabyte = 1024 * 1024
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The magic bytes of a video file, followed by random data. */
let films = 0
function film(bytes = 10 * megabyte): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(bytes)
  all.set(Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1'))
  const view = new DataView(all.buffer)
  view.setUint32(24, bytes - 24)
  all.set(Buffer.from('mdat'), 28)
  for (let at = 32; at < bytes; at += 4093) all[at] = (at * 31 + films) & 255
  films += 1
  return all
}

function streamOf(bytes: Uint8Array, pieceBytes = 300_001): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + pieceBytes))
      at += pieceBytes
    },
  })
}

/** A fetch that records methods and paths. */
function noting() {
  const asked: string[] = []
  const noted: typeof fetch = (input, init) => {
    asked.push(`${init!.method} ${new URL(String(input)).pathname.replace(/upl_\w+|ast_\w+/, '…')}`)
    return fetch(input, init)
  }
  return { asked, fetch: noted }
}

test('a small file with its fields is one request', async () => {
  const { asked, fetch } = noting()
  const bytes = await picture()
  const file = new File([bytes as Uint8Array<ArrayBuffer>], 'Blue sea.png', { type: 'image/png' })
  const progress: Progress[] = []
  const { asset } = await clientAt(service, acme, { fetch }).assets.upload(
    file,
    {
      alt_text: 'The sea',
      metadata: { shot: 7 },
      focal_point: { x: 0.5, y: 0.25 },
      expires_at: new Date('2030-01-01T00:00:00Z'),
      folder_id: null,
    },
    { onProgress: (now) => progress.push(now) },
  )
  assert.deepEqual(asked, ['POST /oauth/access-token', 'POST /api/assets'])
  assert.deepEqual(
    [asset.name, asset.alt_text, asset.metadata, asset.focal_point, asset.expires_at, asset.checksum],
    ['Blue sea', 'The sea', { shot: 7 }, { x: 0.5, y: 0.25 }, '2030-01-01T00:00:00.000Z', sha256(bytes)],
  )
  assert.deepEqual(progress.at(-1), { sent: bytes.length, total: bytes.length })
})

test('streams of Node are uploaded, whole and in chunks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-streams-'))
  try {
    const path = join(folder, 'film.mp4')
    const bytes = film()
    await writeFile(path, bytes)
    const whole = await atelier.assets.upload(createReadStream(path), {}, { fileName: 'film.mp4' })
    const size = bytes.length
    const web = Readable.toWeb(createReadStream(path))
    const inChunks = await atelier.assets.upload(web, {}, { fileName: 'film.mp4', size })
    const early = createReadStream(path)
    const last = await atelier.assets.upload(early, {}, { fileName: 'film.mp4', size })
    await until('the stream is closed', () => early.closed)
    for (const { asset } of [whole, inChunks, last]) assert.equal(asset.checksum, sha256(bytes))
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('anything except file content throws a TypeError that lists the accepted types', async () => {
  const path = '/tmp/film.mp4' as unknown as Blob
  await assert.rejects(atelier.assets.upload(path), { name: 'TypeError', message: /openAsBlob\(path\)/ })
  for (const wrong of [undefined, null, 5, {}] as unknown as Blob[])
    await assert.rejects(atelier.assets.upload(wrong), { name: 'TypeError', message: /must be a Blob/ })
  const texts = Readable.from(['text']) as unknown as Blob
  await assert.rejects(atelier.assets.upload(texts), { name: 'TypeError', message: /must contain bytes/ })
})

const rareNames = [
  '100%22 %0A %0d',
  'back\\slash',
  'a\\\\b',
  '12" vinyl',
  'caf\u00e9 \u65e5\u672c',
  '%252C %',
]

test('an asset is named after its file, for any characters in the name', async () => {
  for (const name of rareNames) {
    const small = await atelier.assets.upload(await picture(), {}, { fileName: `${name}.png` })
    assert.equal(small.asset.name, name)
  }
  const [first, second] = rareNames
  const large = await atelier.assets.upload(film(9 * megabyte), {}, { fileName: `${first}${second}.mp4` })
  assert.equal(large.asset.name, `${first}${second}`)
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  for (const name of rareNames)
    assert.equal((await atelier.templates.create(drawing, {}, { fileName: `${name}.svg` })).name, name)
})

test('a large file is sent in chunks and reports its progress', async () => {
  const { asked, fetch } = noting()
  const bytes = film()
  const progress: number[] = []
  const { asset, duplicateOf } = await clientAt(service, acme, { fetch }).assets.upload(
    bytes,
    { name: 'Été 日本', tags: [], metadata: { take: 'é' } },
    { chunkBytes: 4 * megabyte, fileName: 'a.mp4', onProgress: ({ sent }) => progress.push(sent) },
  )
  assert.deepEqual([asset.name, asset.metadata, asset.checksum], ['Été 日本', { take: 'é' }, sha256(bytes)])
  assert.equal(duplicateOf, null)
  assert.deepEqual(progress, [0, 4 * megabyte, 8 * megabyte, 10 * megabyte])
  assert.equal(asked.filter((one) => one === 'PATCH /api/uploads/…').length, 3)
})

test('a duplicate file is reported with the ID of the existing asset', async () => {
  const bytes = film()
  const first = await atelier.assets.upload(bytes, { name: 'First' })
  assert.equal((await atelier.assets.upload(bytes, { name: 'Again' })).duplicateOf, first.asset.id)
  const small = await picture()
  const one = await atelier.assets.upload(small)
  assert.equal((await atelier.assets.upload(small)).duplicateOf, one.asset.id)
})

test('an aborted upload resumes at its URL without sending received bytes again', async () => {
  const bytes = film()
  const stop = new AbortController()
  let url = ''
  const aborted = atelier.assets.upload(
    bytes,
    { name: 'Resumed' },
    {
      chunkBytes: megabyte,
      signal: stop.signal,
      onUrl: (begun) => {
        url = begun
      },
      onProgress: ({ sent }) => sent >= 4 * megabyte && stop.abort(),
    },
  )
  await assert.rejects(aborted, { name: 'AbortError' })
  assert.equal((await atelier.uploads.get(url)).status, 'uploading')
  const progress: number[] = []
  const later = clientAt(service, acme)
  const { asset } = await later.uploads.resume(url, new Blob([bytes]), {
    onProgress: ({ sent }) => progress.push(sent),
  })
  assert.ok(progress[0]! >= 4 * megabyte, `began at ${progress[0]}`)
  assert.deepEqual([asset.name, asset.checksum], ['Resumed', sha256(bytes)])
  assert.equal(
    (await later.uploads.resume(url, bytes)).asset.id,
    asset.id,
    'one that is finished is found again',
  )
})

test('an upload survives lost connections', async () => {
  const gate = await startGate(service.url)
  const bytes = film()
  let breaks = 0
  const { asset } = await clientAt(gate, acme).assets.upload(
    bytes,
    { name: 'Broken off' },
    {
      chunkBytes: 2 * megabyte,
      onProgress({ sent }) {
        if (sent === 0 || breaks >= 3) return
        breaks += 1
        setTimeout(() => {
          gate.close()
          setTimeout(gate.open, 200)
        }, 2)
      },
    },
  )
  assert.ok(breaks > 0)
  assert.equal(asset.checksum, sha256(bytes))
})

test('a large upload does not exceed its maximum wait time', async () => {
  const busy = { status: 503, headers: { 'retry-after': '3600' } }
  const proxy = await startProxy(service, ['pass'], busy)
  const begun = performance.now()
  const waiting = clientAt(proxy, acme).assets.upload(film(), {}, { maxWaitMs: 10_000 })
  await assert.rejects(waiting, { name: 'ServerError', retryAfterMs: 3_600_000 })
  assert.ok(performance.now() - begun < 5_000)
})

test('a file that changes during its upload causes an error that names the cause', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'atelier-changed-'))
  t.after(() => rm(directory, { recursive: true }))
  const path = join(directory, 'film.mp4')
  const changed = {
    name: 'AtelierError',
    code: 'unexpected',
    message: 'The file changed while it was uploaded. Upload it again.',
  }
  await writeFile(path, film(3 * megabyte))
  const large = await openAsBlob(path)
  await writeFile(path, film(2 * megabyte))
  await assert.rejects(atelier.assets.upload(large, {}, { fileName: 'film.mp4' }), changed)
  await writeFile(path, film(20 * megabyte))
  const blob = await openAsBlob(path)
  const onProgress = ({ sent }: Progress) => {
    if (sent === 8 * megabyte) appendFileSync(path, 'more')
  }
  const options = { fileName: 'film.mp4', chunkBytes: 8 * megabyte, onProgress }
  await assert.rejects(atelier.assets.upload(blob, {}, options), changed)
})

test('a stream of known size is sent as it arrives; other streams are read first', async () => {
  const bytes = film()
  const options = { size: bytes.length, chunkBytes: 3 * megabyte }
  const known = await atelier.assets.upload(streamOf(bytes), { name: 'Stream' }, options)
  assert.equal(known.asset.checksum, sha256(bytes))
  const small = await picture()
  const unknown = await atelier.assets.upload(streamOf(small), { name: 'Unknown' })
  assert.equal(unknown.asset.checksum, sha256(small))
})

test('a stream resumes from its beginning and skips the received bytes', async () => {
  const bytes = film()
  const stop = new AbortController()
  let url = ''
  const begun = {
    size: bytes.length,
    chunkBytes: megabyte,
    signal: stop.signal,
    onUrl(at: string) {
      url = at
    },
    onProgress: ({ sent }: Progress) => sent >= 3 * megabyte && stop.abort(),
  }
  await assert.rejects(atelier.assets.upload(streamOf(bytes), { name: 'Half' }, begun))
  const { asset } = await atelier.uploads.resume(url, streamOf(bytes), { size: bytes.length })
  assert.equal(asset.checksum, sha256(bytes))
})

test('a stream that ends too early throws an error', async () => {
  const bytes = film()
  const short = atelier.assets.upload(streamOf(bytes), {}, { size: bytes.length + 1, chunkBytes: megabyte })
  await assert.rejects(short, /ended after 10485760 bytes/)
})

test('an invalid field is reported before the upload, and a rejected file after it', async () => {
  const { asked, fetch } = noting()
  const client = clientAt(service, acme, { fetch })
  await assert.rejects(
    client.assets.upload(film(), { folder_id: 'fld_01h455vb4pex5vsknk084sn02q' }),
    (error: ValidationError) => 'folder_id' in error.fields,
  )
  assert.ok(!asked.includes('PATCH /api/uploads/…'))
  const program = new Uint8Array(9 * megabyte)
  program.set([0x7f, ...Buffer.from('ELF'), 2, 1, 1])
  await assert.rejects(client.assets.upload(program), ValidationError)
})

test('an import returns the finished asset, or an error with the reason', async () => {
  const bytes = await picture()
  const { url } = await serving(bytes, { 'content-type': 'image/png' })
  const asset = await atelier.assets.import(`${url}/far.png`, { alt_text: 'From afar' })
  assert.deepEqual([asset.name, asset.alt_text, asset.checksum], ['far', 'From afar', sha256(bytes)])
  const gone = await source((_, response) => response.writeHead(404).end())
  await assert.rejects(atelier.assets.import(`${gone.url}/none.png`), /The job job_\w+ failed: .*404/)
})

test('an expired upload throws a NotFoundError, and an invalid upload URL is rejected', async () => {
  await assert.rejects(atelier.uploads.resume('upl_01h455vb4pex5vsknk084sn02q', film()), NotFoundError)
  await assert.rejects(async () => atelier.uploads.resume('https://elsewhere.example/x', film()), TypeError)
})
