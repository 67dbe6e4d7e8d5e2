// Engines: postgres in CI
// Assets as a spreadsheet in the portal.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture, settled, upload } from '../../server/test/support/uploads.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')
const { body } = await upload(service, acme, { bytes: await picture(), name: 'boat.png' }, { name: 'Boat' })
const { id } = await settled(acme, body.data.id)
await upload(service, acme, { bytes: await picture(), name: 'gull.png' }, { name: 'Gull' })

test(
  'an editor exports the shown assets, edits the file, and sees the changes before they apply',
  options,
  async () => {
    const { page, context, complaints } = await editor.open('/assets?q=boat')
    const open = async (action: string) => {
      await page.getByRole('button', { name: 'Spreadsheet' }).press('Enter')
      await page.getByRole('menuitem', { name: action, exact: true }).press('Enter')
    }
    const downloading = page.waitForEvent('download')
    await open('Export CSV')
    const file = await downloading
    assert.equal(file.suggestedFilename(), 'assets.csv')
    const csv = await readFile(await file.path(), 'utf8')
    assert.match(csv, /^\uFEFFid,name,/)
    assert.ok(csv.includes(`${id},Boat,`) && !csv.includes('Gull'))
    assert.ok(!csv.includes('translations.'))

    await open('Export CSV with translations…')
    const choosingLanguages = page.getByRole('dialog', { name: 'Export with translations' })
    const languages = choosingLanguages.getByRole('combobox', { name: 'Languages' })
    await choosingLanguages.getByRole('button', { name: 'Export CSV' }).click()
    await choosingLanguages.getByText('Choose a language').waitFor()
    for (const language of ['German', 'French']) {
      await languages.fill(language)
      await page.getByRole('option', { name: language, exact: true }).click()
    }
    const downloadingTexts = page.waitForEvent('download')
    await choosingLanguages.getByRole('button', { name: 'Export CSV' }).press('Enter')
    const texts = await readFile(await (await downloadingTexts).path(), 'utf8')
    assert.match(texts, /,translations\.de\.name,.*,translations\.fr\.name,/)
    await choosingLanguages.waitFor({ state: 'hidden' })

    const edited = `${csv.replace(',Boat,', ',Sailing boat,')}ast_none\r\n`

    await open('Import CSV')
    const dialog = page.getByRole('dialog', { name: 'Import CSV' })
    const choosing = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'CSV or XLSX file' }).click()
    await (await choosing).setFiles({ name: 'assets.csv', mimeType: 'text/csv', buffer: Buffer.from(edited) })
    await dialog.getByRole('button', { name: 'Show changes' }).click()
    await dialog.getByText('1 asset would change. 1 cell with errors.').waitFor()
    const changes = dialog.getByRole('region', { name: 'Changes' })
    assert.match((await changes.getByRole('row').last().textContent())!, /Boat.*name.*Boat.*Sailing boat/)
    await dialog.getByText('There is no asset with this ID.').waitFor()
    const apply = dialog.getByRole('button', { name: 'Change 1 asset' })
    assert.ok(await apply.isDisabled())
    assert.equal((await acme.get(`/api/assets/${id}`)).body.data.name, 'Boat')
    await dialog.getByRole('checkbox', { name: 'Skip the rows with errors' }).check()
    await apply.click()
    await until(
      'the asset is renamed',
      async () => (await acme.get(`/api/assets/${id}`)).body.data.name === 'Sailing boat',
    )
    await dialog.waitFor({ state: 'hidden' })
    assert.deepEqual(complaints, [])
    await context.close()
  },
)
