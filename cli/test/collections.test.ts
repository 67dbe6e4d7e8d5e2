// Engines: postgres in CI
// Collections from the command line.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture, upload } from '../../server/test/support/uploads.ts'
import { ended, newDirectory, signedIn, start } from './support/command.ts'

const service = await startService({ env: { RATE_LIMIT_PER_MINUTE: '1000' } })
const acme = await newCompany(service, 'Acme')
const env = signedIn(service, acme)
const folder = await newDirectory()
const run = async (...args: string[]) => {
  const { code, out, err } = await ended(start(args, env, folder))
  assert.equal(code, 0, err)
  return out
}
const addAsset = async (): Promise<string> =>
  (await upload(service, acme, { bytes: await picture() })).body.data.id
const itemsOf = async (id: string): Promise<string[]> =>
  JSON.parse(await run('collections', 'items', id, '--json')).map((asset: { id: string }) => asset.id)

test('a collection is created, ordered, archived, shared and deleted', async () => {
  const [a, b, c] = [await addAsset(), await addAsset(), await addAsset()]
  const made = JSON.parse(
    await run(
      'collections',
      'create',
      'Autumn',
      a,
      b,
      '--description',
      'For the shops',
      '--cover',
      b,
      '--json',
    ),
  )
  assert.deepEqual(
    [made.name, made.description, made.cover_asset_id, made.items_count],
    ['Autumn', 'For the shops', b, 2],
  )
  await run('collections', 'add', made.id, c, '--before', b)
  assert.deepEqual(await itemsOf(made.id), [a, c, b])
  await run('collections', 'move', made.id, b, a, '--after', c)
  assert.deepEqual(await itemsOf(made.id), [c, b, a])
  assert.match(await run('collections', 'remove', made.id, a), /assets\s+2\n/)
  assert.match(await run('collections', 'items', made.id), new RegExp(`^${c} .*\n${b} .*\n$`))
  assert.match(await run('archive', '--collection', made.id, '--url'), /^http/)
  const share = JSON.parse(await run('share', made.id, '--name', 'For the press', '--json'))
  assert.deepEqual([share.type, share.collection_id], ['collection', made.id])
  assert.equal(await run('collections', 'delete', made.id), `Deleted ${made.id}.\n`)
  const { code } = await ended(start(['collections', 'get', made.id], env, folder))
  assert.equal(code, 1)
})

test('more assets are added than fit in one request, in the given order', async () => {
  const ids: string[] = []
  // Uploads one at a time, because a server limits concurrent uploads.
  while (ids.length < 120) ids.push(await addAsset())
  const [first, ...rest] = ids as [string, ...string[]]
  const { id } = JSON.parse(await run('collections', 'create', 'Many', first, '--json'))
  await run('collections', 'add', id, ...rest, '--after', first)
  assert.deepEqual(await itemsOf(id), ids)
  const other = JSON.parse(await run('collections', 'create', 'Others', ...ids, '--json'))
  assert.deepEqual(await itemsOf(other.id), ids)
})
