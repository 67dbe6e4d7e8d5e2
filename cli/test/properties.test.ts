// Engines: postgres in CI
// Custom properties from the command line.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture, upload } from '../../server/test/support/uploads.ts'
import { runner, signedIn } from './support/command.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
const run = runner(signedIn(service, acme))
const done = async (...args: string[]) => {
  const { code, out, err } = await run(...args)
  assert.deepEqual([code, err], [0, ''])
  return out
}

test('a property is defined, set on assets, used as a filter, changed and deleted', async () => {
  const addAsset = async () => (await upload(service, acme, { bytes: await picture() })).body.data.id
  const [one, two] = [await addAsset(), await addAsset()]
  const property = JSON.parse(
    await done('properties', 'create', 'Region', '--type', 'choice', '--option', 'EMEA', '--option', 'APAC', '--json'),
  ) // biome-ignore format: the command stays on one line.
  assert.deepEqual([property.key, property.options[1]], ['region', { key: 'apac', label: 'APAC' }])
  for (const [label, type] of [['Year', 'number'], ['Approved', 'boolean'], ['Channels', 'choices']] as const)
    await done('properties', 'create', label, '--type', type, ...(type === 'choices' ? ['--option', 'Web', '--option', 'Print'] : [])) // biome-ignore format: the command stays on one line.
  const values = ['region=EMEA', 'year=2026', 'approved=yes', 'channels=web,print']
  const out = await done('assets', 'set', one, two, ...values.flatMap((value) => ['--property', value]))
  assert.equal(out, 'Set 2 assets.\n')
  await done('assets', 'set', two, '--property', 'region=APAC', '--property', 'year=')
  const { body } = await acme.get(`/api/assets/${one}`)
  assert.deepEqual(body.data.properties, {
    region: 'emea',
    year: 2026,
    approved: true,
    channels: ['web', 'print'],
  })
  const listed = async (...filters: string[]) =>
    JSON.parse(
      await done('assets', 'list', ...filters.flatMap((one) => ['--properties', one]), '--json'),
    ).map(({ id }: { id: string }) => id)
  assert.deepEqual(await listed('region=EMEA'), [one])
  assert.deepEqual(await listed('region=EMEA', 'region=APAC'), [two, one])
  assert.deepEqual(await listed('year.min=2026', 'year.max=2026', 'region=emea'), [one])
  assert.deepEqual(await listed('year[exists]=false'), [two])
  const renamed = await done('properties', 'update', property.id, '--set', 'label=Market', '--json')
  assert.equal(JSON.parse(renamed).label, 'Market')
  assert.equal(await done('properties', 'delete', property.id), `Deleted ${property.id}.\n`)
})

test('invalid values are rejected with the name of the property', async () => {
  const unknown = 'ast_00000000000000000000000000'
  const none = await run('assets', 'set', unknown)
  assert.deepEqual([none.code, none.err], [2, 'Specify a property with --property.\n'])
  const wrong = await run('assets', 'set', unknown, '--property', 'year=many')
  assert.deepEqual([wrong.code, wrong.err], [2, 'The value of year must be a number.\n'])
  const other = await run('assets', 'set', unknown, '--property', 'yaer=1')
  assert.equal(other.code, 1)
  assert.match(other.err, /Did you mean year\?/)
})
