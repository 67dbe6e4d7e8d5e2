// Engines: postgres
// Templates in the trash, restored and purged, with the assets they refer to and their stored bytes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { reapCompany } from '../src/assets/reaper.ts'
import { newId, parseId, publicId } from '../src/ids.ts'
import type { Services } from '../src/services.ts'
import { createTemplate } from '../src/templates/create.ts'
import { purgeCompany } from '../src/trash/purge.ts'
import { changeAs, newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { startService } from './support/service.ts'
import { picture, upload } from './support/uploads.ts'

const quota = 400_000
const service = await startService({ env: { STORAGE_QUOTA_BYTES: `${quota}` } })
const services = service as unknown as Services
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')

const svg = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">${content}</svg>`)
let made = 0
const post = (bytes: Uint8Array, fields = {}, company = acme) =>
  upload(
    service,
    company,
    { bytes },
    { name: `template ${made++}`, ...fields },
    { path: '/api/templates', field: 'document' },
  )
const put = (id: string, bytes: Uint8Array) =>
  upload(
    service,
    acme,
    { bytes },
    {},
    { method: 'PUT', path: `/api/templates/${id}/document`, field: 'document' },
  )
const add = async (content: string, fields = {}, company = acme): Promise<Shown> => {
  const { status, body, text } = await post(svg(content), fields, company)
  assert.equal(status, 201, text)
  return body.data
}
const asset = async (company = acme): Promise<Shown> => {
  const { body } = await upload(service, company, { bytes: await picture() })
  return body.data
}
const statusOf = async (path: string) => (await acme.get(`/api/${path}`)).status

async function rendered(id: string): Promise<Shown> {
  for (const end = Date.now() + 20_000; Date.now() < end; await wait(50)) {
    const { data } = (await acme.get(`/api/templates/${id}`)).body
    if (data.preview_url) return data
  }
  throw new Error(`${id} is still not rendered`)
}

const storedBytes = async () =>
  (
    await service.db
      .selectFrom('companies')
      .select('stored_bytes')
      .where('id', '=', acme.companyId)
      .executeTakeFirstOrThrow()
  ).stored_bytes
const tomorrow = () => new Date(Date.now() + 86_400_000)

// Holds R-CHANGE-3.
test('a trashed template disappears from lists, counts and search, and can be restored completely', async () => {
  const tag = (await acme.post('/api/tags', { name: 'Trashed' })).body.data
  const { id } = await rendered(
    (await add('<rect id="$a" width="9" height="9"/>', { name: 'Ephemeral', tags: tag.slug })).id,
  )
  const before = (await acme.get(`/api/templates/${id}`)).body.data
  const found = async (query: string) =>
    (await acme.get(`/api/templates?${query}`)).body.data.map((one: Shown) => one.id)
  const count = async () => (await acme.get(`/api/tags/${tag.id}`)).body.data.templates_count

  assert.equal((await acme.delete(`/api/templates/${id}`)).status, 204)
  assert.equal(await statusOf(`templates/${id}`), 404)
  assert.equal(await statusOf(`templates/${id}/document`), 404)
  assert.deepEqual([await found(`ids=${id}`), await found('search=ephemeral'), await count()], [[], [], 0])
  assert.deepEqual(await found(`ids=${id}&with_trashed=true`), [id])
  const [trashed] = (await acme.get(`/api/templates?ids=${id}&with_trashed=true`)).body.data
  assert.ok(Math.abs(Date.parse(trashed.deleted_at) - Date.now()) < 60_000)
  assert.equal((await acme.delete(`/api/templates/${id}`)).status, 404)
  assert.equal((await acme.post(`/api/templates/${id}/publication`)).status, 404)

  const { status, body } = await acme.post(`/api/templates/${id}/restoration`)
  assert.equal(status, 200)
  assert.deepEqual({ ...body.data, updated_at: before.updated_at }, before)
  assert.ok(body.data.updated_at > trashed.updated_at)
  assert.deepEqual([await found('search=ephemeral'), await count()], [[id], 1])
  const again = await acme.post(`/api/templates/${id}/restoration`)
  assert.deepEqual([again.status, again.body], [200, body])
})

// Holds R-ASSET-6.
test('an asset in a document counts as used, and cannot be trashed while the template shows it', async () => {
  const [shown, other] = [await asset(), await asset()]
  const template = await add(
    `<g data-asset="${shown.id}"/><image id="$photo" data-asset="${shown.id}"/><g data-asset="ast_nonsense"/>`,
    { name: 'User' },
  )
  assert.deepEqual(template.variables[0].default, shown.id)
  const usage = { type: 'template', relation: 'shows', id: template.id, name: 'User', brand_kit: null }
  const usages = async (id: string) => (await acme.get(`/api/assets/${id}/usages`)).body.data
  assert.deepEqual([await usages(shown.id), await usages(other.id)], [[usage], []])
  const refused = await acme.delete(`/api/assets/${shown.id}`)
  assert.deepEqual(
    [refused.status, refused.body],
    [409, { message: 'The resource is in use.', usages: [usage] }],
  )

  await put(template.id, svg(`<g data-asset="${other.id}"/>`))
  assert.deepEqual([await usages(shown.id), (await usages(other.id)).length], [[], 1])
  await acme.post(`/api/templates/${template.id}/versions/1/restoration`)
  assert.deepEqual([(await usages(shown.id)).length, await usages(other.id)], [1, []])
  await acme.delete(`/api/templates/${template.id}`)
  assert.deepEqual(await usages(shown.id), [])
  assert.equal((await acme.delete(`/api/assets/${shown.id}`)).status, 204)
  await acme.post(`/api/templates/${template.id}/restoration`)
  await purgeCompany(services, acme.companyId, tomorrow())
  assert.equal((await acme.post(`/api/assets/${shown.id}/restoration`)).status, 200)
})

test("another company's asset or an unknown asset does not count as used", async () => {
  const theirs = await asset(globex)
  await add(`<g data-asset="${theirs.id}"/><g data-asset="${publicId('asset', newId())}"/>`)
  assert.deepEqual((await globex.get(`/api/assets/${theirs.id}/usages`)).body.data, [])
  assert.equal((await globex.delete(`/api/assets/${theirs.id}`)).status, 204)
})

test('a purge deletes a template and all its files, except files that other templates share', async () => {
  const before = await storedBytes()
  const kept = await rendered((await add('<rect width="5" height="5" fill="red"/>')).id)
  const gone = await rendered((await add('<rect width="5" height="5" fill="lime"/>')).id)
  await put(gone.id, svg('<rect width="5" height="5" fill="blue"/>'))
  await rendered(gone.id)
  await acme.post(`/api/templates/${gone.id}/versions/1/restoration`)
  const versions: Shown[] = (await acme.get(`/api/templates/${gone.id}/versions`)).body.data
  const links = versions.flatMap(({ url, preview_url, thumbnail_url }) => [url, preview_url, thumbnail_url])
  assert.equal(new Set(links).size, 6)
  await acme.delete(`/api/templates/${gone.id}`)

  await purgeCompany(services, acme.companyId, new Date(Date.now() - 60_000))
  for (const link of links) assert.equal((await fetch(link)).status, 200)
  await purgeCompany(services, acme.companyId, tomorrow())
  for (const link of links) assert.equal((await fetch(link)).status, 404)
  assert.equal((await acme.post(`/api/templates/${gone.id}/restoration`)).status, 404)
  for (const link of [kept.preview_url, kept.thumbnail_url]) assert.equal((await fetch(link)).status, 200)
  const { data } = (await acme.get(`/api/templates/${kept.id}/document`)).body
  assert.equal(await storedBytes(), before + data.size)
  assert.deepEqual(await reapCompany(services, acme.companyId, tomorrow()), [])
})

test("documents count towards the company's quota", async () => {
  const filler = 'x'.repeat(150_000)
  const before = await storedBytes()
  const { id } = await add(`<desc>${filler}</desc><g/>`)
  assert.ok((await storedBytes()) - before > 150_000)
  assert.equal((await put(id, svg(`<desc>${filler}</desc><rect/>`))).status, 200)
  const full = await post(svg(`<desc>${filler}</desc><path/>`))
  assert.equal(full.status, 422)
  assert.match(full.body.document[0], /exceeds the storage quota: \d+ of 400000 bytes are used/)
  assert.equal((await put(id, svg(`<desc>${filler}</desc><path/>`))).status, 422)
  await acme.delete(`/api/templates/${id}`)
  await purgeCompany(services, acme.companyId, tomorrow())
  assert.equal(await storedBytes(), before)
})

test('a template without a document has no document link, and the first upload is its next version', async () => {
  const id = await changeAs(service.db, acme.companyId, async (trx) => ({
    result: await createTemplate(trx, acme.companyId, {
      name: 'bare',
      description: null,
      type: 'image',
      status: 'draft',
      width: 1,
      height: 1,
      unit: 'px',
      page_count: 1,
      thumbnail_key: null,
      preview_key: null,
      variables: [],
      metadata: {},
      external_id: null,
      created_by: null,
      tagIds: [],
    }),
    events: [],
  }))
  const shown = publicId('template', id)
  assert.equal(parseId('template', shown), id)
  assert.equal(await statusOf(`templates/${shown}/document`), 404)
  assert.deepEqual((await acme.get(`/api/templates/${shown}/versions`)).body.data, [])
  const { body } = await put(shown, svg('<text id="$a">A</text>'))
  assert.deepEqual([body.data.version, body.data.variables.length], [2, 1])
  assert.equal(await statusOf(`templates/${shown}/document`), 200)
})
