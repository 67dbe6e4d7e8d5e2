// Engines: postgres in CI
// Assets as a table from the command line.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture, upload } from '../../server/test/support/uploads.ts'
import { ended, newDirectory, signedIn, start } from './support/command.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
const env = signedIn(service, acme)
const folder = await newDirectory()
const run = (...args: string[]) => ended(start(['assets', ...args], env, folder))
const nameOf = async (id: string) => (await acme.get(`/api/assets/${id}`)).body.data.name

test('a table of assets is exported, edited, checked and imported', async () => {
  const { id } = (await upload(service, acme, { bytes: await picture() }, { name: 'Boat' })).body.data
  await run('export', '--type', 'image', '--output', 'assets.csv', '--bom')
  const path = join(folder, 'assets.csv')
  const csv = await readFile(path, 'utf8')
  assert.match(csv, new RegExp(`^\uFEFFid,name,.*\r\n${id},Boat,`))
  assert.match(
    (await run('export', '--output', 'assets.csv')).err,
    /assets\.csv exists\. Replace it with --overwrite\./,
  )
  await writeFile(path, `${csv.replace(',Boat,', ',Ship,')}ast_none\r\n`)
  const shown = await run('import', 'assets.csv')
  assert.equal(shown.code, 0, shown.err)
  assert.match(shown.out, /1\s+Boat\s+name\s+Boat\s+Ship/)
  assert.match(
    shown.err,
    /Row 2, id: There is no asset with this ID\.\n1 asset would change\. 1 cell with errors\./,
  )
  assert.equal(await nameOf(id), 'Boat')
  assert.match(
    (await run('import', 'assets.csv', '--apply')).err,
    /Row 2, column id: There is no asset with this ID\./,
  )
  assert.equal(await nameOf(id), 'Boat')
  const changed = await run('import', 'assets.csv', '--apply', '--skip-faults')
  assert.match(changed.err, /Changed 1 asset\. 1 cell with errors\./)
  assert.equal(await nameOf(id), 'Ship')
})
