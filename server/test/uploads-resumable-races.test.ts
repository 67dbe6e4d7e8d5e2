// Engines: embedded, postgres
// Runs: without retry
// Resumable uploads with concurrent requests, on one node or several.
import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import type { Foundation } from '../src/app/foundation.ts'
import { type App, startApp } from '../src/app.ts'
import { collect } from '../src/http/files/upload.ts'
import { parseId } from '../src/ids.ts'
import { openStorage } from '../src/storage/open.ts'
import type { Storage } from '../src/storage/storage.ts'
import { newCompany } from './support/companies.ts'
import { append, ask, begin, openPatch } from './support/resumable.ts'
import { type Service, startService } from './support/service.ts'
import { picture } from './support/uploads.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
const idIn = (path: string) => parseId('upload', path.split('/').at(-1)!)!
const head = (at: Pick<Service, 'url'>, path: string) => ask(at, acme, 'HEAD', path)
const count = async () => (await acme.get('/api/assets?with_total=true')).body.meta.total as number

/** An upload with all its bytes that no request has finished yet. */
async function whole(bytes: Buffer, fields: Record<string, string> = {}) {
  const { path } = await begin(service, acme, bytes.length, fields)
  const unfinished = await service.storage.unfinished()
  await unfinished.write(Readable.from([bytes]), unfinished.nameOf(idIn(path)), 0)
  return path
}

/** Another node with the same database and files, and its own locks. */
async function startNode(change: (storage: Storage) => Partial<Foundation> = () => ({})) {
  const storage = await openStorage(service.config.storage)
  const foundation = { ...service, storage, ...change(storage), close: async () => {} }
  const app = await startApp(service.config, foundation, pino({ level: 'silent' }))
  return { ...app, storage } as App & { storage: Storage }
}

test('uploads can be deleted while their last chunks arrive, without further errors', {
  timeout: 10_000,
}, async () => {
  const bytes = await picture()
  const begun = await Promise.all(Array.from({ length: 10 }, () => begin(service, acme, bytes.length)))
  const statuses = await Promise.all(
    begun.map(async ({ path }, index) => {
      const patch = await openPatch(service, acme, path, 0, bytes.length)
      const answered = new Promise<void>((resolve) => {
        patch.on('response', (response) => resolve(void response.resume())).on('error', () => resolve())
      })
      patch.write(bytes.subarray(0, 100))
      await wait(300)
      const ended = ask(service, acme, 'DELETE', path)
      await wait(300)
      // The other requests hang.
      if (index % 2 === 0) patch.end(bytes.subarray(100))
      await answered
      return (await ended).status
    }),
  )
  for (const [index, status] of statuses.entries()) {
    const { path } = begun[index]!
    // The chunk may have finished the asset first.
    assert.ok([204, 404].includes(status), `${status}`)
    assert.equal((await head(service, path)).status, 404)
  }
  const left = await readdir(join(service.config.dataDirectory, 'files', 'unfinished'))
  const ids = begun.map(({ path }) => idIn(path))
  assert.deepEqual(
    left.filter((name) => ids.some((id) => name.startsWith(id))),
    [],
  )
})

test('an error in reading a missing file only fails its own request', async () => {
  const directory = service.storage.incomingDirectory
  const path = join(directory, 'gone')
  const signal = AbortSignal.timeout(5_000)
  const read = () => createReadStream(join(directory, 'nothing'))
  await assert.rejects(collect(read, path, 10, undefined, signal), { code: 'ENOENT' })
  let isRead = false
  const note = () => {
    isRead = true
    return Readable.from([])
  }
  await assert.rejects(collect(note, join(directory, 'none', 'x'), 10, undefined, signal), { code: 'ENOENT' })
  assert.deepEqual([isRead, await readdir(directory)], [false, []])
})

test('waiting for another request on the same upload uses no CPU', async () => {
  const { path } = await begin(service, acme, 1000)
  const hanging = await openPatch(service, acme, path, 0, 1000)
  hanging.write(Buffer.alloc(50))
  await wait(300)
  const [startedAt, before] = [performance.now(), process.cpuUsage()]
  const { headers } = await head(service, path)
  const { user, system } = process.cpuUsage(before)
  const waitedMs = performance.now() - startedAt
  assert.equal(headers.get('upload-offset'), '50')
  const busyMs = (user + system) / 1000
  assert.ok(waitedMs > 500 && busyMs < waitedMs / 4, `${busyMs} of ${waitedMs} ms`)
  hanging.destroy()
})

test('requests on one upload are handled one after the other, for any number of waiting requests', async () => {
  const { path } = await begin(service, acme, 1000)
  const hanging = await openPatch(service, acme, path, 0, 1000)
  hanging.write(Buffer.alloc(50))
  await wait(200)
  const answers = await Promise.all(Array.from({ length: 8 }, () => head(service, path)))
  for (const { status, headers } of answers)
    assert.deepEqual([status, headers.get('upload-offset')], [200, '50'])
  hanging.destroy()
})

test('a request gets the asset while another node finishes the upload', async () => {
  const other = await startNode()
  const { locks, nameOf } = await service.storage.unfinished()
  try {
    const requests = [
      (path: string) => head(service, path),
      (path: string, bytes: Buffer) => append(service, acme, path, 0, bytes),
      (path: string, bytes: Buffer) => append(service, acme, path, bytes.length, Buffer.alloc(0)),
    ]
    for (const request of requests) {
      const before = await count()
      const bytes = await picture()
      const path = await whole(bytes)
      // The request has read the row, and waits here.
      const lock = locks.newLock(nameOf.call(await service.storage.unfinished(), idIn(path)))
      await lock.lock(new AbortController().signal, () => {})
      const answer = request(path, bytes)
      await wait(200)
      const asset = (await head(other, path)).headers.get('upload-asset')
      assert.ok(asset)
      await lock.unlock()
      const { status, headers } = await answer
      assert.ok([200, 204].includes(status), `${status}`)
      assert.deepEqual(
        [headers.get('upload-asset'), headers.get('upload-offset')],
        [asset, `${bytes.length}`],
      )
      assert.equal(await count(), before + 1)
    }
  } finally {
    await other.close()
  }
})

test('a request that looks for the bytes of an upload that was just finished gets the asset', async () => {
  const gate = { pause: undefined as Promise<unknown> | undefined, isReached: () => {}, open: () => {} }
  const other = await startNode((storage) => ({
    storage: {
      ...storage,
      async unfinished() {
        if (gate.pause) gate.isReached()
        await gate.pause
        return storage.unfinished()
      },
    },
  }))
  try {
    // The tus library is loaded by now.
    await head(other, await whole(await picture()))
    for (const method of ['GET', 'HEAD']) {
      const path = await whole(await picture())
      const [open, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      Object.assign(gate, { pause: open.promise, isReached: reached.resolve, open: open.resolve })
      const late = ask(other, acme, method, path)
      await reached.promise
      const asset = (await head(service, path)).headers.get('upload-asset')
      assert.ok(asset)
      gate.pause = undefined
      open.resolve()
      const { status, headers, body } = await late
      assert.equal(status, 200)
      assert.equal(method === 'GET' ? body.data.asset_id : headers.get('upload-asset'), asset)
    }
  } finally {
    // A request that waits here would keep the node from closing.
    gate.open()
    await other.close()
  }
})

test('an upload whose bytes are missing returns 404 for every method', async () => {
  const { path } = await begin(service, acme, 1000)
  const unfinished = await service.storage.unfinished()
  await unfinished.remove(unfinished.nameOf(idIn(path)))
  for (const method of ['GET', 'HEAD']) assert.equal((await ask(service, acme, method, path)).status, 404)
  assert.equal((await append(service, acme, path, 0, Buffer.alloc(10))).status, 404)
})
