// Engines: postgres in CI
// Translated texts from the command line.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture, upload } from '../../server/test/support/uploads.ts'
import { runner, signedIn } from './support/command.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
const run = runner(signedIn(service, acme))
const json = async (...args: string[]) => {
  const { code, out, err } = await run(...args, '--json')
  assert.deepEqual([code, err], [0, ''])
  return JSON.parse(out)
}

test('translations are set with update, and shown with --language', async () => {
  const { body } = await upload(service, acme, { bytes: await picture() }, { name: 'Lighthouse' })
  const { id } = body.data
  const set = await json('assets', 'update', id, '--set-json', 'translations={"de":{"name":"Leuchtturm"}}')
  assert.deepEqual([set.name, set.translations], ['Lighthouse', { de: { name: 'Leuchtturm' } }])
  assert.equal((await json('assets', 'get', id)).name, 'Lighthouse')
  assert.equal((await json('assets', 'get', id, '--language', 'de-AT')).name, 'Leuchtturm')
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
  assert.deepEqual(names(await json('assets', 'list')), ['Lighthouse'])
  assert.deepEqual(names(await json('assets', 'list', '--language', 'de')), ['Leuchtturm'])
  const other = await run('folders', 'list', '--language', 'de')
  assert.equal(other.code, 2)
})
