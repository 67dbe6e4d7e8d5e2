// Engines: postgres in CI
// Commands that change resources: update, tag, move, trash and restore.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCompany, useReviews } from '../../server/test/support/companies.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture, upload } from '../../server/test/support/uploads.ts'
import { runner, signedIn } from './support/command.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
await useReviews(service.db, acme.companyId)
const run = runner(signedIn(service, acme))

const unknown = 'ast_00000000000000000000000000'
let count = 0

async function newAsset(): Promise<string> {
  count += 16
  const bytes = await picture({ color: `#0${count.toString(16).padStart(5, '0')}` })
  const { status, text, body } = await upload(service, acme, { bytes, name: 'a.png' })
  assert.equal(status, 201, text)
  return body.data.id
}

const asset = async (id: string) => (await acme.get(`/api/assets/${id}`)).body.data
const folder = async (json: object) => (await acme.post('/api/folders', json)).body.data.id as string

test('update sets text and JSON values, and prints the item', async () => {
  const id = await newAsset()
  const point = 'focal_point={"x":0.5,"y":0.25}'
  const { code, out, err } = await run(
    'assets',
    'update',
    id,
    '--set',
    'name=The=sea',
    '--set-json',
    point,
    '--json',
  )
  assert.deepEqual([code, err], [0, ''])
  const shown = JSON.parse(out)
  assert.deepEqual([shown.id, shown.name, shown.focal_point], [id, 'The=sea', { x: 0.5, y: 0.25 }])
  const cleared = await run('assets', 'update', id, '--set-json', 'focal_point=null')
  assert.equal(cleared.code, 0, cleared.err)
  assert.equal((await asset(id)).focal_point, null)
  const tag = (await acme.post('/api/tags', { name: 'Sale' })).body.data.id
  assert.equal((await run('tags', 'update', tag, '--set', 'name=Summer sale')).code, 0)
  assert.equal((await acme.get(`/api/tags/${tag}`)).body.data.name, 'Summer sale')
})

test('update without values, or with invalid JSON, fails before it sends a request', async () => {
  const none = await run('assets', 'update', unknown)
  assert.deepEqual([none.code, none.err], [2, 'Specify a field with --set or --set-json.\n'])
  const wrong = await run('assets', 'update', unknown, '--set-json', 'name=sea')
  assert.deepEqual([wrong.code, wrong.err], [2, 'The value of name is not valid JSON. Use --set for text.\n'])
})

test('tag adds tags by name, creates missing tags, and removes other tags', async () => {
  const ids = [await newAsset(), await newAsset()]
  const added = await run('assets', 'tag', ...ids, '--add', 'Summer, Draft')
  assert.deepEqual([added.code, added.out], [0, 'Tagged 2 assets.\n'])
  const changed = await run('assets', 'tag', ...ids, '--add', 'Beach', '--remove', 'Draft', '--json')
  assert.deepEqual(JSON.parse(changed.out), { tagged: ids, failed: [] })
  const names = (await asset(ids[0]!)).tags.map(({ name }: { name: string }) => name)
  assert.deepEqual(names.sort(), ['Beach', 'Summer'])
})

test('review sets the state of assets', async () => {
  const ids = [await newAsset(), await newAsset()]
  const approved = await run('assets', 'review', 'approved', ...ids)
  assert.deepEqual([approved.code, approved.out], [0, 'Reviewed 2 assets.\n'])
  const listed = JSON.parse((await run('assets', 'list', '--review', 'approved', '--json')).out)
  assert.deepEqual(listed.map(({ id }: { id: string }) => id).sort(), ids.toSorted())
  const wrong = await run('assets', 'review', 'published', ...ids)
  assert.equal(wrong.code, 2)
})

test('reviews create sets the state of an asset with a note', async () => {
  const id = await newAsset()
  const made = await run('reviews', 'create', id, 'rejected', '--note', 'The logo is cut off.', '--json')
  assert.equal(made.code, 0, made.err)
  const { asset_id, state, note } = JSON.parse(made.out)
  assert.deepEqual([asset_id, state, note], [id, 'rejected', 'The logo is cut off.'])
  assert.equal(JSON.parse((await run('assets', 'get', id, '--json')).out).review, 'rejected')
  const wrong = await run('reviews', 'create', 'fld_00000000000000000000000000', 'draft')
  assert.deepEqual([wrong.code, wrong.err], [2, 'Specify the ID of an asset or a template.\n'])
})

test('move moves assets and folders to a path and creates missing folders', async () => {
  const id = await newAsset()
  const moved = await run('assets', 'move', id, '--folder', '/Campaigns/2027')
  assert.deepEqual([moved.code, moved.out], [0, 'Moved 1 asset.\n'])
  assert.equal((await asset(id)).folder_path, '/Campaigns/2027')
  assert.equal((await run('assets', 'move', id, '--folder', '/')).code, 0)
  assert.equal((await asset(id)).folder_id, null)
  const posters = await folder({ name: 'Posters' })
  assert.equal((await run('folders', 'move', posters, '--folder', '/Campaigns')).code, 0)
  assert.equal((await acme.get(`/api/folders/${posters}`)).body.data.path, '/Campaigns/Posters')
})

test('trash and restore report each item, and an unknown item fails with exit code 1 while the others succeed', async () => {
  const id = await newAsset()
  const { code, out, err } = await run('assets', 'trash', id, unknown)
  assert.deepEqual([code, out], [1, 'Trashed 1 asset, 1 failed.\n'])
  assert.equal(err, `${unknown}: Not Found.\n`)
  assert.equal((await acme.get(`/api/assets/${id}`)).status, 404)
  const restored = await run('assets', 'restore', id, '--json')
  assert.deepEqual(JSON.parse(restored.out), { restored: [id], failed: [] })
  assert.equal((await asset(id)).id, id)
})

test('a folder that is not empty is only trashed with --recursive', async () => {
  const parent = await folder({ name: 'Full' })
  await folder({ name: 'Inside', parent_id: parent })
  const refused = await run('folders', 'trash', parent, '--json')
  assert.equal(refused.code, 1)
  assert.match(JSON.parse(refused.out).failed[0].error, /not empty/)
  assert.equal((await run('folders', 'trash', parent, '--recursive')).code, 0)
  assert.equal((await run('folders', 'restore', parent)).code, 0)
  assert.equal((await acme.get(`/api/folders/${parent}`)).body.data.folders_count, 1)
})

test('a folder is restored under the name in --name, which needs exactly one ID', async () => {
  const id = await folder({ name: 'Taken' })
  await run('folders', 'trash', id)
  await folder({ name: 'Taken' })
  const refused = await run('folders', 'restore', id, '--name', 'taken')
  assert.equal(refused.code, 1)
  assert.match(refused.err, new RegExp(`^${id}: .* name: The name has already been taken\\.`))
  const two = await run('folders', 'restore', id, unknown, '--name', 'Free')
  assert.equal(two.code, 2)
  assert.match(two.err, /--name needs exactly one item ID/)
  assert.equal((await run('folders', 'restore', id, '--name', 'Free')).code, 0)
  assert.equal((await acme.get(`/api/folders/${id}`)).body.data.path, '/Free')
})

test('with --json, an error is one JSON document on standard error', async () => {
  const missing = await run('assets', 'get', unknown, '--json')
  assert.deepEqual([missing.code, missing.out], [1, ''])
  const { error } = JSON.parse(missing.err)
  assert.deepEqual([error.code, error.status, error.exit_code], ['not_found', 404, 1])
  assert.match(error.request_id, /./)
  const invalid = await run('assets', 'update', await newAsset(), '--set', 'naem=x', '--json')
  assert.deepEqual(Object.keys(JSON.parse(invalid.err).error.fields), ['naem'])
  const usage = await run('assets', 'frobnicate', '--json')
  assert.deepEqual([usage.code, usage.out, JSON.parse(usage.err).error.code], [2, '', 'usage'])
  const signedOut = await runner({})('assets', 'list', '--json')
  assert.deepEqual([signedOut.code, JSON.parse(signedOut.err).error.code], [3, 'signed_out'])
})
