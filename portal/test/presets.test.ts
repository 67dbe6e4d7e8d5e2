// Engines: postgres in CI
// Presets in the portal: their settings, and where they are offered.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture, settled, upload } from '../../server/test/support/uploads.ts'
import { slugOf } from '../src/pages/presets/slug.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')
const viewer = await newPerson(service, acme.companyId, 'viewer', 'Vera')
const { body: boat } = await upload(service, acme, { bytes: await picture(), name: 'Boat.png' })
await settled(acme, boat.data.id)

test('the name in links is derived from the label', () => {
  assert.equal(slugOf('Für Web & Presse, 2.000 px'), 'fur-web-presse-2-000-px')
  assert.equal(slugOf('« »'), '')
})

test('an editor creates a preset from a suggestion, changes it and deletes it', options, async () => {
  const { page, context } = await editor.open('/settings')
  await page.getByText('No presets yet.').waitFor()
  await page.getByRole('button', { name: 'Create preset' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Start from').selectOption({ label: 'Web, JPEG up to 2,000 px' })
  await dialog.getByLabel('Label').fill('For the press')
  await dialog.getByRole('button', { name: 'Create preset' }).click()
  await page.getByText('web · 2,000 × 2,000 px · JPEG').waitFor()
  await page.getByRole('button', { name: 'Actions for For the press' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByLabel('Color space').selectOption({ label: 'CMYK, for offset printing (FOGRA39)' })
  await dialog.getByLabel('Format').selectOption({ label: 'WebP' })
  await dialog.getByRole('button', { name: 'Save preset' }).click()
  await dialog.getByText('The color profile cmyk needs the format jpeg or tiff.').waitFor()
  await dialog.getByLabel('Format').selectOption({ label: 'TIFF' })
  await dialog.getByRole('button', { name: 'Save preset' }).click()
  await page.getByText('web · 2,000 × 2,000 px · TIFF · CMYK').waitFor()
  await page.getByRole('button', { name: 'Actions for For the press' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No presets yet.').waitFor()
  await context.close()
})

test('a viewer downloads an image with a preset and cannot change presets', options, async () => {
  const made = await acme.post('/api/presets', {
    name: 'tiny',
    label: 'Tiny JPEG',
    width: 20,
    format: 'jpeg',
  })
  assert.equal(made.status, 201)
  const { page, context } = await viewer.open('/settings')
  await page.getByText('Tiny JPEG').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create preset' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Actions for Tiny JPEG' }).count(), 0)
  await page.goto(page.url().replace('/settings', `/assets?asset=${boat.data.id}`))
  await page.getByRole('button', { name: 'Download as' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Tiny JPEG' }).click()
  assert.equal((await downloading).suggestedFilename(), 'Boat.jpg')
  await context.close()
})

test('an editor shares an asset with a preset as a size', options, async () => {
  const admin = await newPerson(service, acme.companyId, 'admin', 'Adam')
  const { page, context } = await admin.open(`/assets?asset=${boat.data.id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).last().click()
  const dialog = page.getByRole('dialog', { name: /^Share / })
  await dialog.getByLabel('Tiny JPEG').check()
  await dialog.getByRole('button', { name: 'Create share' }).click()
  const url = await dialog.getByRole('textbox', { name: 'Page URL' }).inputValue()
  assert.match(await (await fetch(url)).text(), />Tiny JPEG</)
  await context.close()
})
