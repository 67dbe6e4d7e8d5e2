// Engines: postgres in CI
// Translations of assets and templates in the portal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { newTemplate } from '../../server/test/support/renders.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture, settled, upload } from '../../server/test/support/uploads.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')
const viewer = await newPerson(service, acme.companyId, 'viewer', 'Vera')
const { body: uploaded } = await upload(service, acme, { bytes: await picture(), name: 'Boat.png' })
const asset = await settled(acme, uploaded.data.id)
const template = await newTemplate(service, acme)

const stored = async (path: string) => (await acme.get(path)).body.data.translations
const holds = (path: string, expected: object) =>
  until('the translations are stored', async () => {
    const found = await stored(path)
    return JSON.stringify(found) === JSON.stringify(expected)
  })

test('an editor adds, changes and removes translations of an asset', options, async () => {
  const path = `/api/assets/${asset.id}`
  const { page, context, complaints } = await editor.open(`/assets?asset=${asset.id}`)
  const part = page.getByRole('region', { name: 'Translations' })
  await part.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'German', exact: true }).click()
  const name = part.getByRole('textbox', { name: 'Name' })
  assert.equal(await name.getAttribute('placeholder'), 'Boat')
  await name.fill('Boot')
  await name.press('Control+Enter')
  await holds(path, { de: { name: 'Boot' } })
  await part.getByRole('textbox', { name: 'Alt text' }).fill('Ein Boot')
  await part.getByRole('textbox', { name: 'Alt text' }).press('Control+Enter')
  await holds(path, { de: { name: 'Boot', alt_text: 'Ein Boot' } })
  await part.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'French', exact: true }).click()
  assert.equal(await name.inputValue(), '')
  await name.fill('Bateau')
  await name.blur()
  await holds(path, { de: { name: 'Boot', alt_text: 'Ein Boot' }, fr: { name: 'Bateau' } })
  await part.getByRole('button', { name: 'Remove French' }).click()
  await holds(path, { de: { name: 'Boot', alt_text: 'Ein Boot' } })
  // The original texts are unchanged.
  assert.equal((await acme.get(path)).body.data.name, 'Boat')
  assert.deepEqual(complaints, [])
  await context.close()
})

test('an editor translates a template and the labels of its variables', options, async () => {
  const path = `/api/templates/${template.id}`
  const { page, context, complaints } = await editor.open(`/templates/${template.id}`)
  const part = page.getByRole('region', { name: 'Translations' })
  await part.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'German', exact: true }).click()
  const label = part.getByRole('textbox', { name: /^Label of .Headline/ })
  await label.fill('Überschrift')
  await label.blur()
  await holds(path, { de: { variables: { headline: { label: 'Überschrift' } } } })
  assert.deepEqual(complaints, [])
  await context.close()
})

test('the library and forms show the texts in the language of the person', options, async () => {
  const change = { translations: { de: { name: 'Boot' } } }
  assert.equal((await acme.patch(`/api/assets/${asset.id}`, change)).status, 200)
  const labels = { de: { name: 'Karte', variables: { headline: { label: 'Überschrift' } } } }
  assert.equal((await acme.patch(`/api/templates/${template.id}`, { translations: labels })).status, 200)
  const { page, context, complaints } = await viewer.open('/assets', { locale: 'de-AT' })
  await page.getByText('Boot', { exact: true }).first().waitFor()
  assert.equal(await page.getByText('Boat', { exact: true }).count(), 0)
  const german = await editor.open(`/templates/${template.id}/use`, { locale: 'de-AT' })
  await german.page.getByRole('textbox', { name: 'Überschrift' }).waitFor()
  assert.deepEqual(german.complaints, [])
  await german.context.close()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a viewer sees translations and cannot change them', options, async () => {
  const { page, context, complaints } = await viewer.open(`/assets?asset=${asset.id}`)
  const part = page.getByRole('region', { name: 'Translations' })
  await part.getByText('Boot', { exact: true }).waitFor()
  assert.equal(await part.getByRole('textbox', { name: 'Name' }).count(), 0)
  assert.equal(await part.getByRole('button', { name: /^Remove/ }).count(), 0)
  assert.deepEqual(complaints, [])
  await context.close()
})
