// Engines: postgres, s3
// Files in S3, with a store that rejects requests, is unavailable or hangs, presigned links, and leftovers.
import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import {
  CreateMultipartUploadCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@tus/server'
import { reapOrphans } from '../src/assets/reaper.ts'
import type { S3Config } from '../src/config/storage.ts'
import { parseConfig } from '../src/config.ts'
import { ApiError } from '../src/errors.ts'
import { newId } from '../src/ids.ts'
import { openStorage } from '../src/storage/open.ts'
import { removeAbandonedParts } from '../src/storage/s3-abandoned.ts'
import { refusedBy, s3Fault } from '../src/storage/s3-errors.ts'
import { signedUrls } from '../src/storage/signed-urls.ts'
import { runCommand } from './support/commands.ts'
import { newCompany } from './support/companies.ts'
import { film, megabyte } from './support/films.ts'
import { startGate } from './support/gate.ts'
import { append, ask, begin } from './support/resumable.ts'
import { startService } from './support/service.ts'
import { client, openStore, s3Variables, unfinishedUploads, withoutS3 } from './support/stores.ts'
import { until } from './support/until.ts'
import { picture, settled, upload } from './support/uploads.ts'

const job = { signal: new AbortController().signal }

test("credentials in the store's errors are not passed on", () => {
  // AWS includes these fields in responses to an unknown key or a wrong signature.
  const said = { AWSAccessKeyId: 'canary', StringToSign: 'canary', $metadata: { httpStatusCode: 403 } }
  const error = Object.assign(new Error('The key canary is unknown.'), {
    name: 'InvalidAccessKeyId',
    ...said,
  })
  const fault = s3Fault(error)
  assert.ok(fault instanceof ApiError && fault.code === 'unavailable')
  const everything = inspect(fault, { depth: null, showHidden: true })
  assert.match(everything, /InvalidAccessKeyId \(403\)/)
  assert.ok(!everything.includes('canary'))
  assert.ok(!inspect(refusedBy(error), { depth: null, showHidden: true }).includes('canary'))
})

describe('S3', { skip: withoutS3, concurrency: false }, async () => {
  if (withoutS3) return
  const variables = await s3Variables()
  const gate = await startGate(variables.S3_ENDPOINT!)
  const log: string[] = []
  const service = await startService({
    env: { ...variables, S3_ENDPOINT: gate.url },
    log: (line) => void log.push(line),
  })
  const acme = await newCompany(service, 'Acme')
  const urls = signedUrls(service.keys.files)
  const linkTo = (key: string) => service.url + urls.sign(key)
  /** The same files as another node sees them. */
  const elsewhere = async () => {
    const { storage } = await openStore({ ...variables, DATA_DIR: service.config.dataDirectory })
    return storage.unfinished()
  }
  const newKey = (extension: string) => `${acme.companyId}/${newId()}.${extension}`

  test('wrong credentials or a missing bucket stop the start, with an error line without secrets', async () => {
    const wrong = {
      SignatureDoesNotMatch: { S3_SECRET_ACCESS_KEY: 'canary-of-the-secret' },
      '403': { S3_ACCESS_KEY_ID: 'canary:key' },
      NoSuchBucket: { S3_BUCKET: 'there-is-no-such-bucket' },
    }
    for (const [said, change] of Object.entries(wrong)) {
      const env = { PORT: '0', DATA_DIR: service.config.dataDirectory, ...variables, ...change }
      const { code, err: text } = await runCommand(env, ['serve'])
      assert.equal(code, 2, text)
      assert.match(text, /^The object store rejects S3_BUCKET: .*\n$/)
      assert.ok(text.includes(said), text)
      assert.ok(!/canary/.test(text) && !text.includes(variables.S3_SECRET_ACCESS_KEY!))
    }
  })

  test('while the store is unavailable, lists work and files return 503; they work again once it is back', async () => {
    const key = newKey('png')
    await service.storage.put(key, Buffer.from('here'))
    gate.close()
    assert.equal((await acme.get('/api/assets')).status, 200)
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(linkTo(key), { method })
      assert.equal(response.status, 503)
      assert.equal(response.headers.get('retry-after'), '5')
      assert.equal(response.headers.get('cache-control'), null)
      if (method === 'GET') assert.deepEqual(await response.json(), { message: 'Service Unavailable.' })
    }
    const other = newKey('png')
    await assert.rejects(service.storage.put(other, Buffer.from('x')), { code: 'unavailable' })
    await assert.rejects(service.storage.remove([key]), { code: 'unavailable' })
    await assert.rejects(service.storage.list(acme.companyId)[Symbol.asyncIterator]().next(), {
      code: 'unavailable',
    })
    gate.open()
    assert.equal(await (await fetch(linkTo(key))).text(), 'here')
    assert.equal(await service.storage.find(other), undefined)
  })

  test('while the store is unavailable, uploads return 503 and lose nothing; they resume once it is back', async () => {
    const whole = Buffer.concat([...film(12 * megabyte)])
    const { path } = await begin(service, acme, whole.length)
    const first = await append(service, acme, path, 0, whole.subarray(0, 9 * megabyte))
    assert.equal(first.headers.get('upload-offset'), `${9 * megabyte}`)
    gate.close()
    const bytes = await picture()
    const away = [
      await upload(service, acme, { bytes }),
      await begin(service, acme, 100),
      await ask(service, acme, 'HEAD', path),
      await append(service, acme, path, 9 * megabyte, whole.subarray(9 * megabyte)),
    ]
    for (const { status, headers } of away) {
      assert.equal(status, 503)
      assert.equal(headers.get('retry-after'), '5')
    }
    assert.deepEqual((await acme.get('/api/assets')).body.data, [])
    gate.open()
    assert.equal((await upload(service, acme, { bytes })).status, 201)
    const offset = Number((await ask(service, acme, 'HEAD', path)).headers.get('upload-offset'))
    assert.equal(offset, 9 * megabyte)
    const last = await append(service, acme, path, offset, whole.subarray(offset))
    const { body } = await acme.get(last.headers.get('upload-asset-location')!)
    assert.equal(body.data.checksum, hash('sha256', whole))
  })

  test('a file that fails to open returns 503, and that response is not cacheable', async () => {
    const key = newKey('png')
    await service.storage.put(key, Buffer.from('here'))
    gate.refused = 'GET'
    const response = await fetch(linkTo(key))
    gate.refused = undefined
    assert.equal(response.status, 503)
    for (const name of ['cache-control', 'etag', 'accept-ranges'])
      assert.equal(response.headers.get(name), null)
    assert.deepEqual(await response.json(), { message: 'Service Unavailable.' })
  })

  test('an upload that the store rejects is kept for a retry', async () => {
    const { storage } = service
    const [key, path] = [newKey('mp4'), join(storage.incomingDirectory, newId())]
    await writeFile(path, Buffer.alloc(20 * megabyte, 'x'))
    gate.close()
    await assert.rejects(storage.take(key, path), { code: 'unavailable' })
    assert.ok(existsSync(path))
    gate.open()
    assert.equal(await storage.find(key), undefined)
    await storage.take(key, path)
    assert.equal((await storage.find(key))?.size, 20 * megabyte)
  })

  test('an interrupted download is never mistaken for the whole file', async () => {
    const key = newKey('pdf')
    await service.storage.put(key, Buffer.alloc(5 * megabyte))
    gate.bytesMax = 2 * megabyte
    const response = await fetch(linkTo(key))
    assert.equal(response.status, 200)
    await assert.rejects(response.arrayBuffer())
    gate.bytesMax = undefined
    assert.equal((await (await fetch(linkTo(key))).arrayBuffer()).byteLength, 5 * megabyte)
  })

  // The tus library stores a remainder that is too small for a part and prepends it to the next part, so the
  // remainder must not be deleted before that part is stored.
  test('a resumable upload that the store fails resumes at the acknowledged offset', async () => {
    const bytes = await picture({ width: 90 })
    const { path } = await begin(service, acme, bytes.length, { filename: 'kept.png' })
    const send = (from: number, to: number) => append(service, acme, path, from, bytes.subarray(from, to))
    assert.equal((await send(0, 60)).status, 204)
    gate.refused = 'PUT '
    assert.equal((await send(60, 90)).status, 503)
    gate.refused = undefined
    assert.equal((await ask(service, acme, 'HEAD', path)).headers.get('upload-offset'), '60')
    const last = await send(60, bytes.length)
    const asset = await settled(acme, last.headers.get('upload-asset')!)
    assert.equal(asset.checksum, hash('sha256', bytes))
  })

  for (const { name, refused, kept } of [
    { name: 'the first part', refused: '?partNumber=1&', kept: 1 },
    { name: 'the second part', refused: '?partNumber=2&', kept: 8 },
    { name: 'the remainder that is too small for a part', refused: '.part?', kept: 16 },
  ])
    test(`while the store rejects ${name}, no byte of an upload is lost, duplicated or misplaced`, async () => {
      const id = newId()
      const bytes = randomBytes(24 * megabyte)
      const [here, there] = [await service.storage.unfinished(), await elsewhere()]
      const key = here.nameOf(id)
      await here.create(new Upload({ id: key, size: bytes.length, offset: 0 }))
      const write = (to: typeof here, from: number, size: number) =>
        to.write(Readable.from([bytes.subarray(from, from + size)]), key, from)
      await write(here, 0, megabyte)
      await assert.rejects(write(there, 0, megabyte), { status_code: 409 })
      gate.refused = `PUT /${variables.S3_BUCKET}/${key}${refused}`
      await assert.rejects(write(here, megabyte, 19 * megabyte), { code: 'unavailable' })
      gate.refused = undefined
      for (const node of [here, there]) assert.equal((await node.getUpload(key)).offset, kept * megabyte)
      // Parts with other boundaries would show an earlier part that was left behind.
      const more = kept * megabyte + 5.5 * megabyte
      assert.equal(await write(there, kept * megabyte, 5.5 * megabyte), more)
      assert.equal((await here.getUpload(key)).offset, more)
      assert.equal(await write(here, more, bytes.length - more), bytes.length)
      assert.ok(bytes.equals(await buffer(await there.read(key))))
      await here.remove(key)
    })

  test('no part of an upload is stored before the part that it follows', async () => {
    const id = newId()
    const bytes = randomBytes(20 * megabyte)
    const unfinished = await service.storage.unfinished()
    const key = unfinished.nameOf(id)
    await unfinished.create(new Upload({ id: key, size: bytes.length + 1, offset: 0 }))
    await unfinished.write(Readable.from([bytes.subarray(0, megabyte)]), key, 0)
    gate.hung = `PUT /${variables.S3_BUCKET}/${key}?partNumber=1&`
    const writing = unfinished.write(Readable.from([bytes.subarray(megabyte)]), key, megabyte)
    writing.catch(() => {})
    await sleep(1000)
    gate.hung = undefined
    gate.close()
    await assert.rejects(writing, { code: 'unavailable' })
    gate.open()
    assert.equal((await unfinished.getUpload(key)).offset, megabyte)
    await unfinished.remove(key)
  })

  test('with a slow store, at most two parts of an upload are buffered', async () => {
    const { incomingDirectory } = service.storage
    const unfinished = await service.storage.unfinished()
    const key = unfinished.nameOf(newId())
    await unfinished.create(new Upload({ id: key, size: 64 * megabyte, offset: 0 }))
    let taken = 0
    function* film() {
      for (; taken < 64 * megabyte; taken += megabyte) yield Buffer.alloc(megabyte)
    }
    gate.hung = `PUT /${variables.S3_BUCKET}/${key}?partNumber=1&`
    const writing = unfinished.write(Readable.from(film()), key, 0)
    writing.catch(() => {})
    const waiting = () =>
      readdirSync(incomingDirectory)
        .filter((name) => name.startsWith('part-'))
        .map((name) => statSync(join(incomingDirectory, name)).size)
    await until('two parts have come', async () => waiting().length === 2)
    await sleep(300)
    assert.deepEqual(waiting(), [8 * megabyte, 8 * megabyte])
    // The buffers of the streams.
    assert.ok(taken < 20 * megabyte, `${taken} bytes were taken`)
    gate.hung = undefined
    gate.close()
    await assert.rejects(writing, { code: 'unavailable' })
    gate.open()
    assert.deepEqual(waiting(), [])
    await unfinished.remove(key)
  })

  test('an unfinished upload of an earlier version can be read and resumed and is kept if the store fails', async () => {
    const id = newId()
    const bytes = randomBytes(7 * megabyte)
    const unfinished = await service.storage.unfinished()
    const key = unfinished.nameOf(id)
    await unfinished.create(new Upload({ id: key, size: bytes.length, offset: 0 }))
    const target = { Bucket: variables.S3_BUCKET, Key: `${key}.part` }
    await client().send(new PutObjectCommand({ ...target, Body: bytes.subarray(0, megabyte) }))
    assert.equal((await unfinished.getUpload(key)).offset, megabyte)
    const write = (from: number, to: number) =>
      unfinished.write(Readable.from([bytes.subarray(from, to)]), key, from)
    gate.refused = `PUT /${variables.S3_BUCKET}/${key}?`
    await assert.rejects(write(megabyte, 6.5 * megabyte), { code: 'unavailable' })
    gate.refused = undefined
    assert.equal((await unfinished.getUpload(key)).offset, megabyte)
    await write(megabyte, 6.5 * megabyte)
    assert.equal((await unfinished.getUpload(key)).offset, 6.5 * megabyte)
    assert.equal(await write(6.5 * megabyte, bytes.length), bytes.length)
    assert.ok(bytes.equals(await buffer(await unfinished.read(key))))
    await unfinished.remove(key)
    const { Contents = [] } = await client().send(
      new ListObjectsV2Command({ Bucket: variables.S3_BUCKET, Prefix: key }),
    )
    assert.deepEqual(Contents, [])
  })

  test('clients that disconnect midway leave no connection to the store open', async () => {
    const key = newKey('pdf')
    await service.storage.put(key, Buffer.alloc(20 * megabyte))
    const before = gate.count()
    for (let turn = 0; turn < 10; turn++) {
      const stop = new AbortController()
      const response = await fetch(linkTo(key), { signal: stop.signal })
      await response.body!.getReader().read()
      stop.abort()
      const file = await service.storage.find(key)
      file!.open().destroy()
    }
    for (let tries = 0; tries < 50 && gate.count() > before; tries++) await sleep(20)
    assert.ok(gate.count() <= before, `${gate.count()} connections, ${before} before`)
  })

  test('the server starts while the store is unavailable, and its log never contains the credentials', async () => {
    gate.close()
    const warning = once(process, 'warning')
    const env = {
      ...variables,
      S3_ENDPOINT: gate.url,
      S3_ACCESS_KEY_ID: 'canary:key',
      S3_SECRET_ACCESS_KEY: 'canary-secret',
    }
    const lines: string[] = []
    const late = await startService({ env, log: (line) => void lines.push(line) })
    assert.match((await warning)[0].message, /^Cannot connect to the object store: /)
    const link = late.url + signedUrls(late.keys.files).sign(newKey('png'))
    gate.open()
    const response = await fetch(link)
    assert.equal(response.status, 503)
    await assert.rejects(late.storage.put(newKey('png'), Buffer.from('x')), { code: 'unavailable' })
    await sleep(10)
    assert.match(lines.join(''), /The object store failed: [^"]*403/)
    for (const written of [...lines, ...log]) {
      assert.ok(!written.includes('canary') && !written.includes(variables.S3_SECRET_ACCESS_KEY!), written)
    }
  })

  test("parts of a killed process's upload are removed after a day, at a start and daily", async () => {
    const prefix = variables.S3_PREFIX!
    const abandon = async (key: string) => {
      const target = { Bucket: variables.S3_BUCKET, Key: `${prefix}/${key}` }
      const { UploadId } = await client().send(new CreateMultipartUploadCommand(target))
      await client().send(new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: 'x' }))
    }
    for (const key of [newKey('mp4'), newKey('mp4'), newKey('mp4'), 'of-somebody-else']) await abandon(key)
    const { storage } = parseConfig({ ...variables, DATA_DIR: service.config.dataDirectory })
    const tomorrow = Date.now() + 25 * 3600_000
    await openStorage(storage)
    await reapOrphans.run({}, { ...service, job } as never)
    assert.equal(await unfinishedUploads(prefix), 4)
    await openStorage(storage, tomorrow)
    await until('only the foreign upload is left', async () => (await unfinishedUploads(prefix)) === 1)
    for (let number = 0; number < 3; number++) await abandon(newKey('mp4'))
    // Continues across pages, because a page has only two uploads here.
    await removeAbandonedParts(client(), storage as S3Config, new Date(tomorrow), 2)
    assert.equal(await unfinishedUploads(prefix), 1)
    await abandon(newKey('mp4'))
    // The store would reject a request with tomorrow's date.
    const sweep = (before: Date) => service.storage.sweep!(new Date(before.getTime() + 25 * 3600_000))
    await reapOrphans.run({}, { db: service.db, job, storage: { ...service.storage, sweep } } as never)
    assert.equal(await unfinishedUploads(prefix), 1)
  })
})
