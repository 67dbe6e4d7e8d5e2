// Engines: postgres in CI
// The rules of variables, which determine the values that a template accepts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { upload } from '../../server/test/support/uploads.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')

const design = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">
  <text id="$headline" x="40" y="80">Hello</text><text id="$price" x="40" y="140">18</text>
  <rect id="$photo" x="200" width="200" height="300"/>
  <g id="$items"><g><text id="$name" x="40" y="200">Tea</text></g><g><text id="$name_2" x="40" y="220">Tea</text></g></g></svg>`
const target = { path: '/api/templates', field: 'document' }
const template = (await upload(service, acme, { bytes: Buffer.from(design) }, { name: 'Card' }, target)).body
  .data
const folder = (await acme.post('/api/folders', { name: 'Harbour' })).body.data

async function edit(page: Page, key: string) {
  await page.getByRole('button', { name: `Edit rules of ${key}` }).click()
  await page.getByRole('dialog').waitFor()
}

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function save(page: Page) {
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function variableOf(key: string) {
  const { variables } = (await acme.get(`/api/templates/${template.id}`)).body.data
  return variables.find((variable: { key: string }) => variable.key === key)
}

test('rules of a text, a number and an image are edited, and an empty rule is removed', options, async () => {
  const { page, context, complaints } = await editor.open(`/templates/${template.id}`)
  await edit(page, 'headline')
  await page.getByRole('textbox', { name: 'Maximum characters' }).fill('40')
  await save(page)
  assert.equal((await variableOf('headline')).max_length, 40)
  await edit(page, 'headline')
  await page.getByRole('textbox', { name: 'Maximum characters' }).fill('')
  await save(page)
  assert.equal((await variableOf('headline')).max_length, undefined)

  await edit(page, 'price')
  await choose(page, 'Type', 'Number')
  await choose(page, 'Format', 'Currency')
  await page.getByRole('textbox', { name: 'Currency code' }).fill('eur')
  await page.getByRole('textbox', { name: 'Locale' }).fill('de')
  await save(page)
  const price = await variableOf('price')
  assert.deepEqual(
    [price.type, price.format, price.locale],
    ['number', { style: 'currency', currency: 'EUR' }, 'de'],
  )

  await edit(page, 'photo')
  await choose(page, 'Type', 'Image')
  await page.getByRole('textbox', { name: 'Minimum width of the image, in pixels' }).fill('1200')
  await page.getByRole('button', { name: 'Choose folder' }).click()
  await page.getByRole('treeitem', { name: /^Harbour/ }).click()
  await page.getByRole('button', { name: 'Use folder' }).click()
  await page.getByRole('dialog').getByText('Harbour').waitFor()
  await save(page)
  const photo = await variableOf('photo')
  assert.deepEqual([photo.type, photo.min_width, photo.folder_id], ['image', 1200, folder.id])
  assert.deepEqual(complaints, [])
  await context.close()
})

test('the columns and gaps of a list are edited', options, async () => {
  await acme.patch(`/api/templates/${template.id}`, { variables: [{ key: 'items', type: 'list' }] })
  const { page, context, complaints } = await editor.open(`/templates/${template.id}`)
  await edit(page, 'items')
  await page.getByRole('textbox', { name: 'Columns', exact: true }).fill('3')
  await page.getByRole('textbox', { name: 'Gap between columns' }).fill('12.5')
  await save(page)
  const { type, columns, column_gap, row_gap } = await variableOf('items')
  assert.deepEqual([type, columns, column_gap, row_gap], ['list', 3, 12.5, undefined])
  assert.deepEqual(complaints, [])
  await context.close()
})

test("the server's error is shown at the field", options, async () => {
  const { page, context } = await editor.open(`/templates/${template.id}`)
  await edit(page, 'headline')
  await page.getByRole('textbox', { name: 'Pattern' }).fill('(?<=a)b')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Must be a regular expression in RE2 syntax, such as [A-Z]{3}-[0-9]+.').waitFor()
  await context.close()
})
