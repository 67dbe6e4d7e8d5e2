// Engines: postgres in CI
// Saved searches from the command line.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture, upload } from '../../server/test/support/uploads.ts'
import { ended, newDirectory, signedIn, start } from './support/command.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
const env = signedIn(service, acme)
const folder = await newDirectory()
const run = async (...args: string[]) => {
  const { code, out, err } = await ended(start(['saved-searches', ...args], env, folder))
  assert.equal(code, 0, err)
  return out
}

test('a search is saved, followed, run and deleted', async () => {
  const property = { label: 'Region', type: 'choice', options: [{ key: 'emea', label: 'EMEA' }] }
  assert.equal((await acme.post('/api/properties', property)).status, 201)
  const properties = JSON.stringify({ region: 'emea' })
  const { id } = (await upload(service, acme, { bytes: await picture() }, { properties })).body.data
  await upload(service, acme, { bytes: await picture() })
  const filters = ['--type', 'image', '--properties', 'region=emea']
  const made = JSON.parse(await run('create', 'In EMEA', ...filters, '--company', '--follow', '--json'))
  assert.deepEqual(
    [made.name, made.visibility, made.is_followed, made.filters],
    ['In EMEA', 'company', true, { type: 'image', properties: { region: ['emea'] } }],
  )
  assert.match(await run('assets', made.id), new RegExp(`^${id} .*\n$`))
  assert.match(await run('unfollow', made.id), /followed\s+no/)
  assert.match(await run('follow', made.id), /followed\s+yes/)
  assert.match(await run('list', '--visibility', 'company'), /In EMEA/)
  assert.equal(await run('delete', made.id), `Deleted ${made.id}.\n`)
})
