// Engines: postgres, s3
// Resumable uploads with tus 1.0: with the browser library, and request by request, on disk and in S3.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { startApp } from '../src/app.ts'
import { asCompany } from '../src/db/tenancy.ts'
import { newId, parseId, publicId } from '../src/ids.ts'
import { purgeUploads } from '../src/uploads/purge.ts'
import { type Caller, newCompany } from './support/companies.ts'
import { append, ask, begin, clientUpload, metadataOf, openPatch } from './support/resumable.ts'
import { startService } from './support/service.ts'
import { s3Variables, withoutS3 } from './support/stores.ts'
import { until } from './support/until.ts'
import { picture, quiet, settled, upload } from './support/uploads.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const absent = () => `/api/uploads/${publicId('upload', newId())}`
const idIn = (path: string) => parseId('upload', path.split('/').at(-1)!)!

const kinds = [{ name: 'disk', env: {} }, ...(withoutS3 ? [] : [{ name: 'S3', env: await s3Variables() }])]
const places = await Promise.all(
  kinds.map(async ({ name, env }) => {
    const service = await startService({ env })
    const [acme, globex] = [await newCompany(service, 'Acme'), await newCompany(service, 'Globex')]
    return { name, service, acme, globex }
  }),
)

for (const { name, service, acme, globex } of places) {
  describe(`on ${name}`, { concurrency: false }, () => {
    const head = (path: string, caller: Caller = acme) => ask(service, caller, 'HEAD', path)
    const count = async () => (await acme.get('/api/assets?with_total=true')).body.meta.total as number

    // Holds R-UPLOAD-3, R-UPLOAD-4.
    test('a file sent in chunks becomes an asset with its event', async () => {
      const bytes = await picture({ width: 300, height: 200 })
      const chunks: number[] = []
      const { upload: sent, done } = clientUpload(service, acme, bytes, {
        chunkSize: 100,
        metadata: { filename: 'Sea.png', filetype: 'image/png', alt_text: 'The sea', metadata: '{"shot":7}' },
        onChunkComplete: (size) => void chunks.push(size),
      })
      sent.start()
      const answer = await done
      assert.ok(chunks.length > 1, `${chunks.length} chunks`)
      const id = answer.getHeader('Upload-Asset')!
      assert.equal(answer.getHeader('Upload-Asset-Location'), `/api/assets/${id}`)
      const asset = await settled(acme, id)
      assert.deepEqual(
        [asset.name, asset.alt_text, asset.metadata, asset.checksum, asset.created_by.name],
        ['Sea', 'The sea', { shot: 7 }, sha256(bytes), 'Acme Owner'],
      )
      assert.equal(sha256(Buffer.from(await (await fetch(asset.url)).arrayBuffer())), sha256(bytes))
      const { body } = await acme.get('/api/changes?per_page=100')
      const created = body.data.filter(
        (event: { type: string; resource_id: string }) =>
          event.type === 'asset.created' && event.resource_id === id,
      )
      assert.deepEqual(
        created.map(({ actor }: { actor: object }) => actor),
        [{ type: 'client', id: acme.clientId }],
      )
    })

    // Holds R-UPLOAD-2.
    test('an upload created with all its bytes becomes an asset immediately', async () => {
      const bytes = await picture()
      const headers = { 'upload-length': `${bytes.length}` }
      const answer = await ask(service, acme, 'POST', '/api/uploads', headers, bytes)
      assert.equal(answer.status, 201)
      assert.equal(answer.headers.get('upload-offset'), `${bytes.length}`)
      const { body } = await acme.get(answer.headers.get('upload-asset-location')!)
      assert.deepEqual([body.data.name, body.data.checksum], ['Untitled', sha256(bytes)])
    })

    test('an interrupted upload resumes where it stopped', async () => {
      const bytes = await picture({ width: 200, format: 'tiff' })
      const first = clientUpload(service, acme, bytes, {
        chunkSize: 100,
        onChunkComplete: (_, sent) => void (sent >= 100 && first.upload.abort()),
      })
      first.upload.start()
      while (
        !first.upload.url ||
        (await head(new URL(first.upload.url).pathname)).headers.get('upload-offset') === '0'
      )
        await wait(20)
      const chunks: number[] = []
      const second = clientUpload(service, acme, bytes, {
        uploadUrl: first.upload.url,
        chunkSize: 1_000_000,
        onChunkComplete: (size) => void chunks.push(size),
      })
      second.upload.start()
      const answer = await second.done
      assert.ok(chunks.reduce((sum, size) => sum + size) < bytes.length)
      const asset = await settled(acme, answer.getHeader('Upload-Asset')!)
      assert.equal(asset.checksum, sha256(bytes))
    })

    test('bytes received before a connection broke need not be sent again', {
      skip: name === 'S3',
    }, async () => {
      const bytes = await picture()
      const { path } = await begin(service, acme, bytes.length)
      const patch = await openPatch(service, acme, path, 0, bytes.length)
      patch.write(bytes.subarray(0, 100))
      // The server does not report the bytes of an unfinished request.
      await wait(1_500)
      patch.destroy()
      const answer = await head(path)
      assert.deepEqual([answer.status, answer.headers.get('upload-offset')], [200, '100'])
      const last = await append(service, acme, path, 100, bytes.subarray(100))
      assert.equal((await settled(acme, last.headers.get('upload-asset')!)).checksum, sha256(bytes))
    })

    // Holds R-UPLOAD-4.
    test(`on ${name}, HEAD returns the one asset after the last response was lost`, async () => {
      const before = await count()
      const bytes = await picture()
      const { path } = await begin(service, acme, bytes.length)
      const patch = await openPatch(service, acme, path, 0, bytes.length)
      patch.once('response', () => assert.fail('The response was not lost.'))
      // The server receives all bytes, but the client never reads the response.
      patch.socket!.pause()
      await new Promise<void>((sent) => patch.end(bytes, sent))
      await until('all bytes are there', async () => {
        const { offset } = (await ask(service, acme, 'GET', path)).body.data
        return offset === bytes.length
      })
      patch.destroy()
      const asset = (await head(path)).headers.get('upload-asset')
      assert.ok(asset)
      const answers = await Promise.all([head(path), head(path), ask(service, acme, 'GET', path)])
      for (const { headers } of answers.slice(0, 2)) {
        assert.equal(headers.get('upload-asset'), asset)
        assert.equal(headers.get('upload-offset'), `${bytes.length}`)
      }
      assert.equal(answers[2]!.body.data.asset_id, asset)
      const again = await append(service, acme, path, bytes.length, new Uint8Array())
      assert.deepEqual([again.status, again.headers.get('upload-asset')], [204, asset])
      assert.equal(await count(), before + 1)
    })

    test('an upload that was complete when the process ended is finished once, by any request', async () => {
      const before = await count()
      const bytes = await picture()
      const { path } = await begin(service, acme, bytes.length, { filename: 'kept.png' })
      const unfinished = await service.storage.unfinished()
      const key = unfinished.nameOf(idIn(path))
      await unfinished.write(Readable.from([bytes]) as Readable, key, 0)
      const answers = await Promise.all(Array.from({ length: 4 }, () => head(path)))
      const assets = new Set(answers.map(({ headers }) => headers.get('upload-asset')))
      assert.equal(assets.size, 1)
      assert.equal((await settled(acme, [...assets][0]!)).name, 'kept')
      assert.equal(await count(), before + 1)
    })

    test('two nodes that finish an upload at the same time create one asset', async () => {
      const foundation = { ...service, close: async () => {} }
      const other = await startApp(service.config, foundation, pino({ level: 'silent' }))
      try {
        const before = await count()
        const bytes = await picture()
        const { path } = await begin(service, acme, bytes.length)
        const unfinished = await service.storage.unfinished()
        await unfinished.write(Readable.from([bytes]) as Readable, unfinished.nameOf(idIn(path)), 0)
        const answers = await Promise.all([head(path), ask(other, acme, 'HEAD', path)])
        assert.deepEqual(
          answers.map(({ status }) => status),
          [200, 200],
        )
        const [one, two] = answers.map(({ headers }) => headers.get('upload-asset'))
        assert.ok(one !== null)
        assert.equal(one, two)
        assert.equal(await count(), before + 1)
        await settled(acme, one!)
        await quiet(service)
        const keys: string[] = []
        for await (const { key } of service.storage.list(acme.companyId)) keys.push(key)
        assert.deepEqual(keys.sort(), (await shownKeys()).sort())
      } finally {
        await other.close()
      }
    })

    /** Keys of stored files that rows refer to. */
    const shownKeys = () =>
      asCompany(service.db, acme.companyId, async (trx) => {
        const files = await trx.selectFrom('asset_versions').select('file_key as key').distinct().execute()
        const pictures = await trx.selectFrom('renditions').select('key').distinct().execute()
        return [...files, ...pictures].map(({ key }) => key)
      })

    test(`on ${name}, one of two concurrent requests with the same chunk is accepted, and the file is correct`, async () => {
      const before = await count()
      const bytes = await picture({ width: 120 })
      const { path } = await begin(service, acme, bytes.length)
      const answers = await Promise.all([
        append(service, acme, path, 0, bytes),
        append(service, acme, path, 0, bytes),
      ])
      const id = (await head(path)).headers.get('upload-asset')
      assert.ok(id)
      // The other request came too late, or gets the asset that the first request created.
      for (const { status, headers } of answers)
        assert.deepEqual([status, headers.get('upload-asset')], status === 409 ? [409, null] : [204, id])
      assert.ok(answers.some(({ status }) => status === 204))
      assert.equal((await settled(acme, id)).checksum, sha256(bytes))
      assert.equal(await count(), before + 1)
    })

    test('a hanging request gives way to the next request', async () => {
      const bytes = await picture()
      const { path } = await begin(service, acme, bytes.length)
      const hanging = await openPatch(service, acme, path, 0, bytes.length)
      hanging.write(bytes.subarray(0, 50))
      await wait(200)
      const { status, headers } = await head(path)
      assert.equal(status, 200)
      const offset = Number(headers.get('upload-offset'))
      assert.equal(offset, 50)
      const last = await append(service, acme, path, offset, bytes.subarray(offset))
      assert.equal((await settled(acme, last.headers.get('upload-asset')!)).checksum, sha256(bytes))
      hanging.destroy()
    })

    test("another company's upload returns the same response as an unknown one", async () => {
      const { path } = await begin(service, acme, 1000)
      const seen = async (method: string, at: string, body?: Uint8Array) => {
        const answer = await ask(service, globex, method, at, body && { 'upload-offset': '0' }, body)
        const headers = [...answer.headers].filter(([header]) => !['date', 'x-request-id'].includes(header))
        return { status: answer.status, text: answer.text, headers }
      }
      for (const method of ['HEAD', 'GET', 'DELETE', 'PATCH']) {
        const body = method === 'PATCH' ? Buffer.alloc(10) : undefined
        const foreign = await seen(method, path, body)
        assert.equal(foreign.status, 404)
        assert.deepEqual(foreign, await seen(method, absent(), body))
      }
      assert.equal((await head(path)).headers.get('upload-offset'), '0')
      assert.equal((await ask(service, acme, 'DELETE', path)).status, 204)
    })

    // Holds R-UPLOAD-5.
    test('a rejected file returns 422, and the upload is deleted', async () => {
      const refusals: [Buffer, Record<string, string>, RegExp][] = [
        [Buffer.from('#!/bin/sh'), {}, /is a shell script/],
        [Buffer.from('alert(1)'), { filename: 'sea.js' }, /is a JavaScript file/],
        [(await picture()).fill(0, 40), { filename: 'sea.png' }, /damaged/],
      ]
      const before = await count()
      for (const [bytes, fields, message] of refusals) {
        const { path } = await begin(service, acme, bytes.length, fields)
        const answer = await append(service, acme, path, 0, bytes)
        assert.equal(answer.status, 422)
        assert.match(answer.body.file[0], message)
        assert.equal((await head(path)).status, 404)
        const whole = await ask(
          service,
          acme,
          'POST',
          '/api/uploads',
          {
            'upload-length': `${bytes.length}`,
            'upload-metadata': metadataOf({ name: 'x', ...fields }),
          },
          bytes,
        )
        assert.equal(whole.status, 422)
      }
      assert.equal(await count(), before)
    })

    test('an upload with too many bytes is rejected and deleted', async () => {
      const { path } = await begin(service, acme, 100)
      const unfinished = await service.storage.unfinished()
      await unfinished.write(Readable.from([Buffer.alloc(120)]), unfinished.nameOf(idIn(path)), 0)
      assert.equal((await head(path)).status, 422)
      assert.equal((await head(path)).status, 404)
    })

    test('an SVG is sanitized', async () => {
      const bytes = Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9"/></svg>',
      )
      const { path } = await begin(service, acme, bytes.length, { filename: 'x.svg' })
      const { headers } = await append(service, acme, path, 0, bytes)
      const asset = await settled(acme, headers.get('upload-asset')!)
      const text = await (await fetch(asset.url)).text()
      assert.ok(text.includes('<rect') && !text.includes('script'), text)
    })

    test('a file that the company already has is stored once, and the response names the existing asset', async () => {
      const bytes = await picture()
      const first = await upload(service, acme, { bytes })
      const { path } = await begin(service, acme, bytes.length)
      const { headers } = await append(service, acme, path, 0, bytes)
      assert.equal(headers.get('x-duplicate-of'), first.body.data.id)
    })

    test('an Idempotency-Key creates one upload', async () => {
      const bytes = await picture()
      const post = (key: string, length: number, body?: Uint8Array) =>
        ask(
          service,
          acme,
          'POST',
          '/api/uploads',
          { 'upload-length': `${length}`, 'idempotency-key': key },
          body,
        )
      const key = `key-${name}`
      const first = await post(key, bytes.length)
      const path = first.headers.get('location')!
      await append(service, acme, path, 0, bytes.subarray(0, 60))
      const second = await post(key, bytes.length, bytes)
      assert.deepEqual(
        [second.status, second.headers.get('location'), second.headers.get('idempotent-replayed')],
        [201, path, 'true'],
      )
      assert.equal(second.headers.get('upload-offset'), '60')
      const other = await post(key, bytes.length + 1)
      assert.equal(other.status, 422)
      assert.deepEqual(Object.keys(other.body), ['idempotency_key'])
      const done = await append(service, acme, path, 60, bytes.subarray(60))
      const third = await post(key, bytes.length)
      assert.equal(third.headers.get('upload-asset'), done.headers.get('upload-asset'))
      const both = await Promise.all([post(`${key}-2`, 500), post(`${key}-2`, 500)])
      assert.equal(both[0]!.headers.get('location'), both[1]!.headers.get('location'))
      await ask(service, acme, 'DELETE', both[0]!.headers.get('location')!)
    })

    // Holds R-UPLOAD-6.
    test('a deleted upload returns 404; the asset of a finished upload is kept', async () => {
      const { path } = await begin(service, acme, 1000)
      await append(service, acme, path, 0, Buffer.alloc(10))
      const ended = await ask(service, acme, 'DELETE', path)
      assert.deepEqual([ended.status, ended.headers.get('tus-resumable')], [204, '1.0.0'])
      for (const method of ['HEAD', 'GET', 'DELETE'])
        assert.equal((await ask(service, acme, method, path)).status, 404)
      assert.equal((await append(service, acme, path, 10, Buffer.alloc(10))).status, 404)

      const bytes = await picture()
      const other = await begin(service, acme, bytes.length)
      const { headers } = await append(service, acme, other.path, 0, bytes)
      assert.equal((await ask(service, acme, 'DELETE', other.path)).status, 204)
      assert.equal((await acme.get(headers.get('upload-asset-location')!)).status, 200)
    })

    // Holds R-UPLOAD-5.
    test('an upload that was not finished in time is deleted together with its bytes', async () => {
      const { path, headers } = await begin(service, acme, 1000)
      const ends = Date.parse(headers.get('upload-expires')!)
      assert.ok(Math.abs(ends - Date.now() - 24 * 3_600_000) < 60_000)
      const more = await append(service, acme, path, 0, Buffer.alloc(10))
      assert.equal(more.headers.get('upload-expires'), headers.get('upload-expires'))
      const id = idIn(path)
      await asCompany(service.db, acme.companyId, (trx) =>
        trx
          .updateTable('uploads')
          .set({ ends_at: new Date(Date.now() - 1000) })
          .where('company_id', '=', acme.companyId)
          .where('id', '=', id)
          .execute(),
      )
      for (const method of ['HEAD', 'GET', 'DELETE'])
        assert.equal((await ask(service, acme, method, path)).status, 404)
      assert.equal((await append(service, acme, path, 10, Buffer.alloc(10))).status, 404)
      const unfinished = await service.storage.unfinished()
      assert.equal((await unfinished.getUpload(unfinished.nameOf(id))).offset, 10)
      await purgeUploads.run({}, { ...service, job: { signal: new AbortController().signal } } as never)
      await assert.rejects(unfinished.getUpload(unfinished.nameOf(id)))
      const rows = await asCompany(service.db, acme.companyId, (trx) =>
        trx.selectFrom('uploads').select('id').where('id', '=', id).execute(),
      )
      assert.deepEqual(rows, [])
    })

    test('bytes without a row are deleted by the sweep', async () => {
      const unfinished = await service.storage.unfinished()
      const { path } = await begin(service, acme, 1000)
      await append(service, acme, path, 0, Buffer.alloc(10))
      const key = unfinished.nameOf(idIn(path))
      await unfinished.sweep(new Date(Date.now() - 60_000))
      assert.equal((await unfinished.getUpload(key)).offset, 10)
      await wait(1100)
      await unfinished.sweep(new Date())
      assert.equal((await head(path)).status, 404)
      await ask(service, acme, 'DELETE', path)
    })

    test('bytes without a row are deleted by the job after a day', {
      skip: name === 'S3',
    }, async () => {
      const { path } = await begin(service, acme, 1000)
      await asCompany(service.db, acme.companyId, (trx) =>
        trx.deleteFrom('uploads').where('id', '=', idIn(path)).execute(),
      )
      const directory = join(service.config.dataDirectory, 'files', 'unfinished')
      const names = [idIn(path), `${idIn(path)}.json`]
      const purge = () =>
        purgeUploads.run({}, { ...service, job: { signal: new AbortController().signal } } as never)
      const left = () => names.filter((file) => existsSync(join(directory, file)))
      await purge()
      assert.deepEqual(left(), names)
      const yesterday = Date.now() / 1000 - 26 * 3600
      for (const file of names) await utimes(join(directory, file), yesterday, yesterday)
      await purge()
      assert.deepEqual(left(), [])
    })

    // Holds R-UPLOAD-6.
    test('GET returns the progress, and the asset of a finished upload', async () => {
      const bytes = await picture()
      const { path, headers } = await begin(service, acme, bytes.length)
      await append(service, acme, path, 0, bytes.subarray(0, 10))
      const get = async () => (await ask(service, acme, 'GET', path)).body.data
      const { expires_at, ...open } = await get()
      const id = path.split('/').at(-1)
      assert.deepEqual(open, { id, status: 'uploading', offset: 10, length: bytes.length, asset_id: null })
      assert.equal(new Date(expires_at).toUTCString(), headers.get('upload-expires'))
      const last = await append(service, acme, path, 10, bytes.subarray(10))
      const finished = await get()
      assert.equal(finished.status, 'finished')
      assert.equal(finished.asset_id, last.headers.get('upload-asset'))
    })
  })
}
