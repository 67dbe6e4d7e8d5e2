// Engines: postgres
// Uploads that are large, slow or interrupted: quota, memory, minimum speed, and killed processes.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { mkdir, readdir, utimes } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '../src/errors.ts'
import { transferTimeout } from '../src/transfer-timeout.ts'
import { newCompany, send } from './support/companies.ts'
import { film, megabyte } from './support/films.ts'
import { companyFor, memoryOf } from './support/processes.ts'
import { startProcess } from './support/server-process.ts'
import { freshConfig, startOn, startService } from './support/service.ts'
import { smallDisk, withoutSmallDisks } from './support/small-disk.ts'
import { picture, quiet, upload } from './support/uploads.ts'

const withoutDisks = withoutSmallDisks() ?? false
const chattr = (flag: string, path: string) => spawnSync('chattr', [flag, path]).status === 0
const withoutChattr = mayChattr() ? false : 'chattr has no effect here'

function mayChattr() {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-chattr-'))
  const may = chattr('+a', directory) && chattr('-a', directory)
  rmdirSync(directory)
  return may
}

describe('the quota of a company', () => {
  test('the quota of a company counts each original once', async () => {
    const [first, second] = [await picture({ width: 90 }), await picture({ width: 90 })]
    const env = { STORAGE_QUOTA_BYTES: `${first.length + second.length - 1}` }
    const service = await startService({ env })
    const [acme, globex] = [await newCompany(service, 'Acme'), await newCompany(service, 'Globex')]
    const add = (bytes: Buffer, owner = acme) => upload(service, owner, { bytes })
    const one = await add(first)
    assert.equal(one.status, 201)
    assert.equal((await add(first)).status, 201)
    const refused = await add(second)
    assert.equal(refused.status, 422)
    assert.match(refused.body.file[0], /^The file exceeds the storage quota: \d+ of \d+ bytes are used\.$/)
    const path = `/api/assets/${one.body.data.id}/file`
    assert.equal((await upload(service, acme, { bytes: second }, {}, { method: 'PUT', path })).status, 422)
    assert.equal((await add(second, globex)).status, 201)
    await quiet(service)
    const keys: string[] = []
    for await (const { key } of service.storage.list(acme.companyId)) keys.push(key)
    assert.equal(keys.length, 4)
  })

  // Holds R-ASSET-4.
  test('a used-up quota of a company rejects an upload before receiving it', async () => {
    const bytes = await picture()
    const service = await startService({ env: { STORAGE_QUOTA_BYTES: `${bytes.length}` } })
    const acme = await newCompany(service, 'Acme')
    await upload(service, acme, { bytes })
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /api/assets HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${acme.token}\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n--b\r\n',
    )
    const answer = await new Promise((resolve) => socket.once('data', resolve))
    assert.match(`${answer}`, /^HTTP\/1\.1 422 /)
    socket.destroy()
  })

  test('the quota of a company holds under concurrent uploads', async () => {
    const files = await Promise.all(Array.from({ length: 10 }, () => picture({ width: 70 })))
    const largest = Math.max(...files.map(({ length }) => length))
    const service = await startService({ env: { STORAGE_QUOTA_BYTES: `${largest * 4}` } })
    const acme = await newCompany(service, 'Acme')
    const answers = await Promise.all(files.map((bytes) => upload(service, acme, { bytes })))
    const kept = answers.filter(({ status }) => status === 201).length
    assert.ok(kept >= 4 && kept < 10, `${kept} kept`)
    const { stored_bytes } = await service.db
      .selectFrom('companies')
      .select('stored_bytes')
      .where('id', '=', acme.companyId)
      .executeTakeFirstOrThrow()
    assert.ok(stored_bytes <= largest * 4)
  })
})

const gigabyte = 1024 * megabyte
const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="film.mp4"\r\n\r\n'
const tail = '\r\n--b--\r\n'
type Watched = { onBytes?: (part: Buffer) => void; onSent?: (sent: number) => void }

function sendFilm(url: string, token: string, bytes: number, { onBytes, onSent }: Watched = {}) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(`${url}/api/assets`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': head.length + bytes + tail.length,
      },
    })
    sent.on('error', reject)
    sent.on('response', async (response) => {
      const parts = (await response.toArray()) as Buffer[]
      resolve({ status: response.statusCode!, body: Buffer.concat(parts).toString() })
    })
    void (async () => {
      sent.write(head)
      let at = 0
      for (const part of film(bytes)) {
        if (sent.destroyed) break
        onBytes?.(part)
        const isRoom = sent.write(part)
        if (!isRoom) await Promise.race([new Promise((go) => sent.once('drain', go)), wait(1000)])
        at += part.length
        onSent?.(at)
      }
      if (!onSent) sent.end(tail)
    })()
  })
}

test('an upload of 1 GB is never held in memory', { skip: process.platform !== 'linux' }, async () => {
  const { config, acme } = await companyFor()
  const server = await startProcess(config)
  assert.equal((await sendFilm(server.url, acme.token, megabyte)).status, 201)
  const before = memoryOf(server.child.pid!)
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(server.child.pid!))
  }, 20).unref()
  const sent = createHash('sha256')
  const { status, body } = await sendFilm(server.url, acme.token, gigabyte, {
    onBytes: (part) => sent.update(part),
  })
  clearInterval(watch)
  assert.equal(status, 201, body)
  const { data } = JSON.parse(body)
  assert.deepEqual([data.size, data.checksum], [gigabyte, sent.digest('hex')])
  assert.ok(peak - before < 64 * megabyte, `${Math.round((peak - before) / megabyte)} MB more`)
})

test('a process killed during an upload leaves no asset, and its leftovers are deleted', async () => {
  const { config, acme } = await companyFor()
  const first = await startProcess(config)
  const half = new Promise<void>((resolve, reject) => {
    sendFilm(first.url, acme.token, 50 * megabyte, {
      onSent: (sent) => void (sent > 20 * megabyte && resolve()),
    }).then(({ status, body }) => reject(new Error(`It was answered too soon: ${status} ${body}`)), reject)
  })
  await half
  const finished = await upload(first, acme, { bytes: await picture() })
  assert.equal(finished.status, 201)
  first.child.kill('SIGKILL')
  await first.ended
  const incoming = join(config.dataDirectory, 'files', 'incoming')
  const leftovers = await readdir(incoming)
  assert.ok(leftovers.length > 0)
  const yesterday = Date.now() / 1000 - 25 * 3600
  for (const name of leftovers) await utimes(join(incoming, name), yesterday, yesterday)

  const second = await startProcess(config)
  const headers = { authorization: `Bearer ${acme.token}` }
  const { body } = await send(second, 'GET', '/api/assets', { headers })
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    [finished.body.data.id],
  )
  const get = (path: string) => send(second, 'GET', path, { headers })
  // The dead process's jobs are retried after their timeout. The original is available immediately.
  const asset = await get(`/api/assets/${finished.body.data.id}`)
  assert.equal((await fetch(asset.body.data.url.replace(first.url, second.url))).status, 200)
  const left = await readdir(incoming)
  assert.deepEqual(
    leftovers.filter((name) => left.includes(name)),
    [],
  )
})

// Holds R-ERR-12.
test('a full disk returns 507, loses nothing and leaves nothing behind', {
  skip: withoutDisks,
}, async (t) => {
  const config = await freshConfig()
  const files = join(config.dataDirectory, 'files')
  await mkdir(files)
  smallDisk(4, files)
  const service = await startOn(config)
  t.after(service.close)
  const acme = await newCompany(service, 'Acme')
  const kept = await upload(service, acme, { bytes: await picture() })
  await quiet(service)
  const { status, body } = await sendFilm(service.url, acme.token, 8 * megabyte)
  assert.deepEqual([status, JSON.parse(body)], [507, { message: 'Insufficient Storage.' }])
  assert.deepEqual(await readdir(service.storage.incomingDirectory), [])
  assert.equal((await fetch(kept.body.data.url)).status, 200)
  assert.equal((await upload(service, acme, { bytes: await picture() })).status, 201)
  await quiet(service)
})

test('a file that cannot be deleted does not change the response', {
  skip: withoutChattr,
}, async (t) => {
  const service = await startService({ env: { UPLOAD_BYTES_MAX: `${megabyte}` } })
  const acme = await newCompany(service, 'Acme')
  const { incomingDirectory } = service.storage
  // Files can be created there, but not deleted.
  chattr('+a', incomingDirectory)
  t.after(() => chattr('-a', incomingDirectory))
  const large = await upload(service, acme, { bytes: Buffer.alloc(megabyte + 1) })
  assert.deepEqual([large.status, large.body], [413, { message: 'Content Too Large.' }])
  const refused = await upload(service, acme, { bytes: Buffer.from('#!/bin/sh\n') })
  assert.equal(refused.status, 422)
})

test('a client below the minimum speed is disconnected, and a faster client is not', async () => {
  const windowMs = 200
  const outcomes: unknown[] = []
  const server = createServer((incoming, response) => {
    const pace = transferTimeout(incoming, windowMs)
    incoming.resume()
    const done = new Promise((resolve) => incoming.once('end', () => resolve('received')))
    Promise.race([done, pace.tooSlow])
      .then((outcome) => outcomes.push(outcome))
      .catch((error) => outcomes.push(error))
      .finally(() => {
        pace.stop()
        response.end()
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const post = async (bytes: number, times: number) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      headers: { 'content-length': bytes * times },
    })
    sent.on('error', () => {})
    const answered = new Promise((resolve) =>
      sent.on('response', (answer) => answer.resume().on('end', resolve)),
    )
    for (let n = 0; n < times && outcomes.length === 0; n++) {
      sent.write(Buffer.alloc(bytes))
      await wait(windowMs / 2)
    }
    await answered
    sent.destroy()
    return outcomes.splice(0)
  }
  const [slow] = await post(100, 20)
  assert.ok(slow instanceof ApiError && slow.code === 'request_timeout')
  assert.deepEqual(await post(100_000, 8), ['received'])
  server.close()
})
