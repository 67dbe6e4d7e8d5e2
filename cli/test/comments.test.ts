// Engines: postgres in CI
// Comments from the command line.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture, upload } from '../../server/test/support/uploads.ts'
import { runner, signedIn } from './support/command.ts'

const service = await startService({ env: { RATE_LIMIT_PER_MINUTE: '1000' } })
const acme = await newCompany(service, 'Acme')
const run = runner(signedIn(service, acme))

test('a comment is created, answered, resolved, opened again and deleted', async () => {
  const asset = (await upload(service, acme, { bytes: await picture() })).body.data.id
  const made = await run('comments', 'create', asset, 'The logo is cut off.', '--json')
  assert.equal(made.code, 0, made.err)
  const { id, asset_id, text } = JSON.parse(made.out)
  assert.deepEqual([asset_id, text], [asset, 'The logo is cut off.'])
  const reply = await run('comments', 'create', id, 'Fixed.')
  assert.match(reply.out, /^Created cmt_\w+\.\n$/)
  const open = async () => {
    const { out } = await run('comments', 'list', '--asset-id', asset, '--resolved', 'false', '--json')
    return JSON.parse(out).map((comment: { id: string }) => comment.id)
  }
  assert.deepEqual(await open(), [id])
  assert.equal((await run('comments', 'resolve', id)).out, `Resolved ${id}.\n`)
  assert.deepEqual(await open(), [])
  assert.equal(JSON.parse((await run('comments', 'reopen', id, '--json')).out).resolved_at, null)
  assert.equal((await run('comments', 'delete', id)).out, `Deleted ${id}.\n`)
  assert.deepEqual((await acme.get('/api/comments')).body.data, [])
  const wrong = await run('comments', 'create', 'fld_00000000000000000000000000', 'x')
  assert.deepEqual(
    [wrong.code, wrong.err],
    [2, 'Specify the ID of an asset, a template, a render or a comment.\n'],
  )
})
