// Engines: postgres
// The changes of one asset, with names.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId } from '../src/ids.ts'
import { newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { behindProxy, newMember } from './support/people.ts'
import { startService } from './support/service.ts'
import { picture, settled, upload } from './support/uploads.ts'

const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const editor = await newMember(service, acme.companyId, 'editor', 'Edith')

type Told = { type: string; actor: { type: string; id: string | null; name: string | null }; data: Shown }

const addAsset = async (name: string): Promise<string> => {
  const { body } = await upload(service, acme, { bytes: await picture(), name: `${name}.png` }, { name })
  return (await settled(acme, body.data.id)).id
}
const changesOf = async (id: string, query = '') => (await acme.get(`/api/assets/${id}/changes${query}`)).body
/** Changes by the server, such as finished renditions, are left out. */
const told = (changes: Told[]) =>
  changes
    .filter(({ actor }) => actor.type !== 'system')
    .map(({ type, actor, data }) => [type, actor.type, actor.name, data.fields])

// Holds R-ASSET-16.
test('the changes of an asset name who changed it, newest first', async () => {
  const [boat, gull] = [await addAsset('Boat'), await addAsset('Gull')]
  await editor.patch(`/portal/api/assets/${boat}`, { description: 'At the quay', copyright: '© Kim' })
  await acme.patch(`/api/assets/${gull}`, { description: 'Not this one' })
  await acme.post('/api/asset-batches', { action: 'trash', ids: [boat] })
  assert.equal((await acme.get(`/api/assets/${boat}/changes`)).status, 404)
  await editor.post(`/portal/api/assets/${boat}/restoration`)

  const { data, meta } = await changesOf(boat)
  const client = data.find(({ actor }: Told) => actor.type === 'client').actor
  assert.equal(client.id, acme.clientId)
  const person = data[0].actor
  assert.equal(person.id, publicId('person', editor.personId))
  assert.deepEqual(told(data), [
    ['asset.restored', 'person', 'Edith', undefined],
    ['asset.deleted', 'client', client.name, undefined],
    ['asset.updated', 'person', 'Edith', ['description', 'copyright']],
    ['asset.created', 'client', client.name, undefined],
  ])
  assert.deepEqual(meta, { asset_id: boat, next_before: null })
  const seqs = data.map(({ seq }: { seq: number }) => seq)
  assert.deepEqual(
    (await changesOf(boat, `?before=${seqs[0]}`)).data.map(({ seq }: { seq: number }) => seq),
    seqs.slice(1),
  )
  const feed = (await acme.get(`/api/changes?since=${seqs[0] - 1}&per_page=1`)).body.data[0]
  const { actor, ...rest } = data[0]
  assert.deepEqual(
    [feed.seq, feed.type, feed.at, feed.data, feed.actor],
    [rest.seq, rest.type, rest.at, rest.data, { type: actor.type, id: actor.id }],
  )
})

// Holds R-ASSET-16.
test('a long history is paged', async () => {
  const id = await addAsset('Reef')
  const last = 120
  for (let at = 1; at <= last; at++) await acme.patch(`/api/assets/${id}`, { description: `${at}` })
  const first = await changesOf(id)
  assert.equal(first.data.length, 100)
  assert.equal(first.meta.next_before, first.data[99].seq)
  const second = await changesOf(id, `?before=${first.meta.next_before}`)
  assert.equal(second.meta.next_before, null)
  assert.equal(second.data.at(-1).type, 'asset.created')
  const updates = told([...first.data, ...second.data]).filter(([type]) => type === 'asset.updated')
  assert.equal(updates.length, last)
  assert.equal((await acme.get(`/api/assets/${id}/changes?before=x`)).status, 422)
})

// Holds R-ASSET-16.
test('an asset from a visitor names the share', async () => {
  const folder = (await acme.post('/api/folders', { name: 'Inbox' })).body.data
  const share = (await acme.post('/api/shares', { name: 'Drop box', uploads: { folder_id: folder.id } })).body
    .data
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await picture())]), 'beach.png')
  const headers = { origin: service.url, accept: 'application/json' }
  const sent = await fetch(`${share.url}/uploads`, { method: 'POST', body: form, headers })
  assert.equal(sent.status, 201)
  const [asset] = (await acme.get(`/api/assets?folder_id=${folder.id}`)).body.data
  const created = (await changesOf(asset.id)).data.at(-1)
  assert.deepEqual(created.actor, { type: 'share', id: share.id, name: 'Drop box' })
  await acme.delete(`/api/shares/${share.id}`)
  const { actor } = (await changesOf(asset.id)).data.at(-1)
  assert.deepEqual(actor, { type: 'share', id: share.id, name: null })
})

// Holds R-ASSET-16.
test("another company's asset has no changes to read", async () => {
  const id = await addAsset('Kelp')
  assert.equal((await globex.get(`/api/assets/${id}/changes`)).status, 404)
})
