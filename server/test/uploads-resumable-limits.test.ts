// Engines: postgres
// Resumable uploads that are large, slow or interrupted: memory, full disks, killed processes, slow clients.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { newCompany, send } from './support/companies.ts'
import { film, megabyte } from './support/films.ts'
import { companyFor, decoderProcesses, memoryOf } from './support/processes.ts'
import { append, ask, begin, openPatch } from './support/resumable.ts'
import { startProcess } from './support/server-process.ts'
import { freshConfig, startOn, startService } from './support/service.ts'
import { smallDisk, withoutSmallDisks } from './support/small-disk.ts'
import { until } from './support/until.ts'
import { picture, quiet, upload } from './support/uploads.ts'

const withoutDisks = withoutSmallDisks() ?? false

// This service waits for slow clients. Detecting a slow client takes 30 seconds, so the service runs beside
// the other tests.
const patient = await startService()
const slow = await slowUpload()
const slowForm = sendSlowForm()

test('a file of 300 MB is never held in memory, neither for upload nor for download', {
  skip: process.platform !== 'linux',
}, async () => {
  const { config, acme } = await companyFor()
  const server = await startProcess(config)
  const sendFilm = async (bytes: number) => {
    const { path } = await begin(server, acme, bytes, { filename: 'film.mp4' })
    const hash = createHash('sha256')
    const patch = await openPatch(server, acme, path, 0, bytes)
    const answered = new Promise<Record<string, unknown>>((resolve) =>
      patch.on('response', (response) => resolve(response.resume().headers)),
    )
    for (const part of film(bytes)) {
      hash.update(part)
      if (!patch.write(part)) await new Promise((go) => patch.once('drain', go))
    }
    patch.end()
    return { headers: await answered, checksum: hash.digest('hex') }
  }
  await sendFilm(megabyte)
  const before = memoryOf(server.child.pid!)
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(server.child.pid!))
  }, 20).unref()
  const { headers, checksum } = await sendFilm(300 * megabyte)
  const more = () => `${Math.round((peak - before) / megabyte)} MB more`
  assert.ok(peak - before < 64 * megabyte, more())
  const { body } = await get(server, acme, headers['upload-asset-location'] as string)
  const hash = createHash('sha256')
  for await (const part of (await fetch(body.data.url)).body!) hash.update(part)
  clearInterval(watch)
  assert.deepEqual([body.data.size, body.data.checksum], [300 * megabyte, checksum])
  assert.equal(hash.digest('hex'), checksum)
  // The file is read again for each part, and garbage-collected later.
  assert.ok(peak - before < 128 * megabyte, more())
})

const get = (server: { url: string }, { token }: { token: string }, path: string) =>
  send(server, 'GET', path, { headers: { authorization: `Bearer ${token}` } })

test('a killed process loses no acknowledged bytes, and the upload can be resumed', async () => {
  const { config, acme } = await companyFor()
  const first = await startProcess(config)
  const bytes = 6 * megabyte
  const whole = Buffer.concat([...film(bytes)])
  const { path } = await begin(first, acme, bytes, { name: 'Killed' })
  const answer = await append(first, acme, path, 0, whole.subarray(0, 2 * megabyte))
  assert.equal(answer.headers.get('upload-offset'), `${2 * megabyte}`)
  const patch = await openPatch(first, acme, path, 2 * megabyte, 4 * megabyte)
  patch.write(whole.subarray(2 * megabyte, 5 * megabyte))
  await wait(300)
  first.child.kill('SIGKILL')
  await first.ended

  const second = await startProcess(config)
  const head = await ask(second, acme, 'HEAD', path)
  const offset = Number(head.headers.get('upload-offset'))
  assert.ok(offset >= 2 * megabyte && offset <= 5 * megabyte, `${offset}`)
  const last = await append(second, acme, path, offset, whole.subarray(offset))
  const { body } = await get(second, acme, last.headers.get('upload-asset-location')!)
  assert.deepEqual(
    [body.data.name, body.data.checksum],
    ['Killed', createHash('sha256').update(whole).digest('hex')],
  )
  const list = await get(second, acme, '/api/assets')
  assert.equal(list.body.data.length, 1)
})

test('a process killed while finishing an upload leaves exactly one asset after any further requests', async () => {
  const { config, acme } = await companyFor()
  const bytes = 30 * megabyte
  const whole = Buffer.concat([...film(bytes)])
  const incoming = join(config.dataDirectory, 'files', 'incoming')
  let server = await startProcess(config)
  const { path } = await begin(server, acme, bytes)
  const patch = await openPatch(server, acme, path, 0, bytes)
  patch.end(whole)
  for (let kills = 0; kills < 2; kills++) {
    // A killed process leaves its temporary file there.
    await until('the file is being read', async () => (await readdir(incoming)).length > kills)
    server.child.kill('SIGKILL')
    await server.ended
    server = await startProcess(config)
    const { data } = (await ask(server, acme, 'GET', path)).body
    assert.deepEqual([data.status, data.offset], ['uploading', bytes])
    if (kills === 0) void ask(server, acme, 'HEAD', path).catch(() => {})
  }
  const { headers } = await ask(server, acme, 'HEAD', path)
  assert.equal(headers.get('upload-offset'), `${bytes}`)
  const asset = headers.get('upload-asset')
  const { body } = await get(server, acme, '/api/assets')
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    [asset],
  )
  assert.equal(body.data[0].checksum, createHash('sha256').update(whole).digest('hex'))
})

test('a full disk returns 507, and the upload can be resumed once there is space', {
  skip: withoutDisks,
}, async (t) => {
  const config = await freshConfig()
  const files = join(config.dataDirectory, 'files')
  await mkdir(files)
  const disk = smallDisk(8, files)
  const service = await startOn(config)
  t.after(service.close)
  const acme = await newCompany(service, 'Acme')
  const kept = await upload(service, acme, { bytes: await picture() })
  await quiet(service)
  const whole = Buffer.concat([...film(6 * megabyte)])
  const { path } = await begin(service, acme, whole.length)
  // There is space for the bytes, but not for the copy that is checked and stored.
  const first = await append(service, acme, path, 0, whole)
  assert.deepEqual([first.status, first.body], [507, { message: 'Insufficient Storage.' }])
  assert.deepEqual(await readdir(service.storage.incomingDirectory), [])
  const other = await begin(service, acme, whole.length)
  const second = await append(service, acme, other.path, 0, whole)
  assert.deepEqual([second.status, second.body], [507, { message: 'Insufficient Storage.' }])
  assert.equal((await fetch(kept.body.data.url)).status, 200)
  await ask(service, acme, 'DELETE', other.path)
  disk.change('size=20m')
  const { headers } = await ask(service, acme, 'HEAD', path)
  assert.equal(headers.get('upload-offset'), `${whole.length}`)
  assert.equal((await acme.get(headers.get('upload-asset-location')!)).status, 200)
})

test('an error that prevents the first upload does not prevent the next upload', {
  skip: withoutDisks,
}, async (t) => {
  const config = await freshConfig()
  const files = join(config.dataDirectory, 'files')
  await mkdir(files)
  // Inodes for the root and `incoming` only.
  const disk = smallDisk(8, files, 'nr_inodes=2')
  const service = await startOn(config)
  t.after(service.close)
  const acme = await newCompany(service, 'Acme')
  const { status, body } = await begin(service, acme, 100)
  assert.deepEqual([status, body], [507, { message: 'Insufficient Storage.' }])
  disk.change('nr_inodes=100')
  const bytes = await picture()
  const { path } = await begin(service, acme, bytes.length)
  assert.ok((await append(service, acme, path, 0, bytes)).headers.get('upload-asset'))
})

test('slow uploads of one company block no other company, and a company can send twenty at the same time', async () => {
  const [acme, globex] = [await newCompany(patient, 'Initech'), await newCompany(patient, 'Globex')]
  const paths: string[] = []
  for (let number = 0; number < 21; number++) paths.push((await begin(patient, acme, 1000)).path)
  const hanging: ClientRequest[] = []
  async function hang(path: string) {
    const patch = await openPatch(patient, acme, path, 0, 1000)
    hanging.push(patch)
    patch.write(Buffer.alloc(10))
    // This happens only if its request was handled before the last request.
    patch.on('response', () => void hang(path))
  }
  await Promise.all(paths.slice(0, 20).map(hang))
  const bytes = Buffer.alloc(10)
  const one = await until('twenty are being received', async () => {
    const answer = await ask(patient, acme, 'POST', '/api/uploads', { 'upload-length': '1000' }, bytes)
    if (answer.status === 503) return answer
    await ask(patient, acme, 'DELETE', answer.headers.get('location')!)
    return undefined
  })
  for (const patch of hanging) patch.removeAllListeners('response')
  assert.deepEqual(one.body, { message: 'Service Unavailable.' })
  assert.equal(one.headers.get('retry-after'), '5')
  const theirs = await begin(patient, globex, 1000)
  assert.equal((await append(patient, globex, theirs.path, 0, bytes)).status, 204)
  // A request that takes over from a hanging connection needs no additional slot.
  assert.equal((await append(patient, acme, paths[0]!, 10, bytes)).status, 204)
  assert.equal((await append(patient, acme, paths[20]!, 0, bytes)).status, 204)
  for (const patch of hanging) patch.destroy()
})

test('a file whose decoder is killed is decoded once more, and rejected if that decoder is killed too', {
  skip: process.platform !== 'linux',
}, async () => {
  const acme = await newCompany(patient, 'Umbrella')
  const large = { create: { width: 9_000, height: 9_000, channels: 3 as const, background: '#777' } }
  const bytes = await sharp(large).jpeg({ progressive: true }).toBuffer()
  const sentWhileKilling = async (kills: number) => {
    const { path } = await begin(patient, acme, bytes.length)
    const killed = new Set<number>()
    const watch = setInterval(() => {
      for (const pid of decoderProcesses()) {
        if (killed.size === kills || killed.has(pid)) continue
        killed.add(pid)
        process.kill(pid, 'SIGKILL')
      }
    }, 20)
    const answer = await append(patient, acme, path, 0, bytes).finally(() => clearInterval(watch))
    return { path, answer, killed: killed.size }
  }
  const once = await sentWhileKilling(1)
  assert.deepEqual([once.answer.status, once.killed], [204, 1])
  const finished = await ask(patient, acme, 'HEAD', once.path)
  assert.ok(finished.headers.get('upload-asset'))

  const twice = await sentWhileKilling(Number.POSITIVE_INFINITY)
  assert.equal(twice.answer.status, 422)
  assert.ok(twice.killed >= 2, 'the file must be decoded twice')
  assert.equal((await ask(patient, acme, 'HEAD', twice.path)).status, 404)
})

async function slowUpload() {
  const acme = await newCompany(patient, 'Acme')
  const { path } = await begin(patient, acme, megabyte)
  const patch = await openPatch(patient, acme, path, 0, megabyte)
  patch.write(Buffer.alloc(1000))
  const status = new Promise((resolve) => patch.on('response', ({ statusCode }) => resolve(statusCode)))
  return { acme, path, status }
}

test('a client that sends too slowly is disconnected, and its bytes are kept', async () => {
  assert.equal(await slow.status, 408)
  const { status, headers } = await ask(patient, slow.acme, 'HEAD', slow.path)
  assert.deepEqual([status, headers.get('upload-offset')], [200, '1000'])
})

async function sendSlowForm() {
  const acme = await newCompany(patient, 'Hooli')
  const sent = request(`${patient.url}/api/assets`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${acme.token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': megabyte,
    },
  })
  sent.on('error', () => {})
  const part = 'Content-Disposition: form-data; name="file"; filename="film.mp4"'
  sent.write(`--b\r\n${part}\r\n\r\n`)
  const trickle = setInterval(() => sent.write('x'), 1000).unref()
  const [answer] = await once(sent, 'response')
  clearInterval(trickle)
  return { status: answer.statusCode, body: JSON.parse(await text(answer)) }
}

test('a client that sends a form too slowly is disconnected, and nothing is left behind', {
  timeout: 60_000,
}, async () => {
  assert.deepEqual(await slowForm, { status: 408, body: { message: 'Request Timeout.' } })
  const { incomingDirectory } = patient.storage
  await until('the incoming file is deleted', async () => (await readdir(incomingDirectory)).length === 0)
})
