// Engines: postgres
// Versions of an asset's file. The asset's ID never changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId, publicId } from '../src/ids.ts'
import { newCompany } from './support/companies.ts'
import { startService } from './support/service.ts'
import { picture, quiet, settled, upload } from './support/uploads.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')

const add = async (bytes: Buffer, fields = {}) =>
  (await upload(service, acme, { bytes, name: 'first.png' }, fields)).body.data
const put = (id: string, bytes: Buffer, { name = 'next.png', headers = {} } = {}) =>
  upload(service, acme, { bytes, name }, {}, { method: 'PUT', path: `/api/assets/${id}/file`, headers })
const versions = async (id: string) => (await acme.get(`/api/assets/${id}/versions`)).body.data
const restore = (id: string, version: number | string, headers = {}) =>
  acme.post(`/api/assets/${id}/versions/${version}/restoration`, undefined, headers)
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
const storedKeys = async () => {
  await quiet(service)
  const keys: string[] = []
  for await (const { key } of service.storage.list(acme.companyId)) keys.push(key)
  return keys
}

// Holds R-ASSET-5.
test('a new file creates a version that keeps the ID and manual fields, and changes the URL and facts', async () => {
  const [first, second] = [
    await picture({ width: 40, height: 20, color: '#ff0000' }),
    await picture({
      width: 20,
      height: 50,
      color: '#0000ff',
      format: 'jpeg',
    }),
  ]
  await acme.post('/api/asset-tags', { name: 'Kept' })
  const asset = await settled(acme, (await add(first, { name: 'Poster', alt_text: 'x', tags: 'kept' })).id)
  const { status, body } = await put(asset.id, second, { name: 'other.jpg' })
  assert.equal(status, 200)
  const { data } = body
  assert.deepEqual(
    [
      data.id,
      data.name,
      data.alt_text,
      data.version,
      data.mime_type,
      data.extension,
      data.width,
      data.height,
    ],
    [asset.id, 'Poster', 'x', 2, 'image/jpeg', 'jpg', 20, 50],
  )
  assert.notEqual(data.url, asset.url)
  assert.deepEqual(await bytesAt(data.url), second)
  assert.deepEqual(await bytesAt(asset.url), first)
  assert.deepEqual(
    data.tags.map(({ name }: { name: string }) => name),
    ['Kept'],
  )
  assert.deepEqual([asset.orientation, data.orientation], ['landscape', 'portrait'])
  const ready = await settled(acme, asset.id)
  assert.deepEqual(
    ready.renditions.map(({ height }: { height: number }) => height),
    [50, 50, 50],
  )
  assert.notEqual(ready.thumbnail_url, asset.thumbnail_url)
})

// Holds R-ASSET-5.
test('versions are listed newest first, and each can be downloaded', async () => {
  const files = [await picture(), await picture(), await picture()]
  const { id } = await add(files[0]!)
  await put(id, files[1]!)
  await put(id, files[2]!)
  const list = await versions(id)
  assert.deepEqual(
    list.map(({ version, is_current }: Record<string, unknown>) => [version, is_current]),
    [
      [3, true],
      [2, false],
      [1, false],
    ],
  )
  for (const { version, url, size, checksum } of list) {
    const bytes = await bytesAt(url)
    assert.deepEqual(bytes, files[version - 1])
    assert.equal(size, bytes.length)
    assert.match(checksum, /^[0-9a-f]{64}$/)
  }
  const { body } = await acme.get(`/api/assets/${id}/versions?before=3`)
  assert.deepEqual(
    body.data.map(({ version }: { version: number }) => version),
    [2, 1],
  )
  assert.deepEqual(body.meta, { asset_id: id, next_before: null })
  assert.equal((await acme.get(`/api/assets/${id}/versions?before=0`)).status, 422)
})

// Holds R-ASSET-5.
test('an earlier version is restored as a new version, with its renditions and appearance facts', async () => {
  const first = await picture({ width: 60, height: 20, color: '#00aa00' })
  const asset = await settled(acme, (await add(first)).id)
  await put(asset.id, await picture({ width: 20, height: 60, color: '#ffffff' }))
  await settled(acme, asset.id)
  const before = await storedKeys()
  const { status, body } = await restore(asset.id, 1)
  assert.equal(status, 200)
  const { version, url, checksum, renditions, orientation } = body.data
  assert.deepEqual([version, url, checksum, body.data.status], [3, asset.url, asset.checksum, 'ready'])
  assert.deepEqual([renditions, orientation], [asset.renditions, 'landscape'])
  assert.deepEqual(await storedKeys(), before)
  const [newest] = await versions(asset.id)
  assert.deepEqual([newest.version, newest.restored_from], [3, 1])
  const again = await restore(asset.id, 3)
  assert.deepEqual([again.status, again.body.data.version], [200, 3])
})

test("an unknown version, or another company's, returns 404", async () => {
  const { id } = await add(await picture())
  for (const version of [2, 0, -1, 'x', 99_999_999_999])
    assert.equal((await restore(id, version)).status, 404)
  assert.equal((await restore(publicId('asset', newId()), 1)).status, 404)
  assert.equal((await globex.get(`/api/assets/${id}/versions`)).status, 404)
  assert.equal((await globex.post(`/api/assets/${id}/versions/1/restoration`)).status, 404)
  const path = `/api/assets/${id}/file`
  const stolen = await upload(service, globex, { bytes: await picture() }, {}, { method: 'PUT', path })
  assert.equal(stolen.status, 404)
  assert.equal((await versions(id)).length, 1)
})

// Holds R-ASSET-5.
test('the file can be sent as a raw body', async () => {
  const { id } = await add(await picture())
  const bytes = await picture()
  const response = await fetch(`${service.url}/api/assets/${id}/file`, {
    method: 'PUT',
    body: bytes as Uint8Array<ArrayBuffer>,
    headers: { authorization: `Bearer ${acme.token}`, 'content-type': 'image/png' },
  })
  assert.equal(response.status, 200)
  const { data } = (await response.json()) as { data: { version: number; url: string } }
  assert.equal(data.version, 2)
  assert.deepEqual(await bytesAt(data.url), bytes)
  const empty = await fetch(`${service.url}/api/assets/${id}/file`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${acme.token}` },
  })
  assert.deepEqual([empty.status, await empty.json()], [422, { file: ['The file field is required.'] }])
})

test('repeated requests with one Idempotency-Key create one version, even with an old If-Match, and a different file is rejected', async () => {
  const { id } = await add(await picture())
  await settled(acme, id)
  const etag = (await acme.get(`/api/assets/${id}`)).headers.get('etag')!
  const [bytes, other] = [await picture(), await picture()]
  const headers = { 'idempotency-key': `new-${id}`, 'if-match': etag }
  const first = await put(id, bytes, { headers })
  const second = await put(id, bytes, { headers })
  assert.deepEqual([first.status, second.status], [200, 200])
  assert.equal(second.text, first.text)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal((await put(id, other, { headers })).status, 422)
  assert.equal((await put(id, bytes, { headers: { ...headers, 'idempotency-key': 'another' } })).status, 412)
  assert.equal((await versions(id)).length, 2)
  await quiet(service)
})

test('a stale If-Match, an invalid file or a file over the limit changes nothing', async () => {
  const { id } = await add(await picture())
  const etag = (await acme.get(`/api/assets/${id}`)).headers.get('etag')!
  await settled(acme, id)
  await acme.patch(`/api/assets/${id}`, { name: 'changed' })
  const before = await storedKeys()
  assert.equal((await put(id, await picture(), { headers: { 'if-match': etag } })).status, 412)
  assert.equal((await restore(id, 1, { 'if-match': etag })).status, 412)
  assert.equal((await put(id, Buffer.from('#!/bin/sh'))).status, 422)
  assert.deepEqual(await storedKeys(), before)
  assert.equal((await versions(id)).length, 1)
})

test('uploading the same file again creates a version and stores the file once', async () => {
  const bytes = await picture()
  const asset = await settled(acme, (await add(bytes)).id)
  const before = await storedKeys()
  const answer = await put(asset.id, bytes)
  assert.deepEqual([answer.body.data.version, answer.body.data.url], [2, asset.url])
  assert.equal(answer.headers.get('x-duplicate-of'), null)
  const other = await settled(acme, (await add(await picture())).id)
  const duplicate = await put(other.id, bytes)
  assert.equal(duplicate.headers.get('x-duplicate-of'), asset.id)
  assert.equal((await storedKeys()).length, before.length + 4)
})

test("a logo's file can only be replaced by an image while a brand kit uses it", async () => {
  const asset = await add(await picture())
  await acme.post('/api/brand-kit', { name: 'Acme' })
  await acme.post('/api/brand-kit/logos', { name: 'Primary', variant: 'primary', asset_id: asset.id })
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')
  const refused = await put(asset.id, pdf, { name: 'x.pdf' })
  assert.equal(refused.status, 409)
  assert.equal(refused.body.usages[0].name, 'Primary')
  assert.equal((await put(asset.id, await picture())).status, 200)
})
