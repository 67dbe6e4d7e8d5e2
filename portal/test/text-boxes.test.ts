// Engines: postgres in CI
// Text boxes, edited on the preview of a template.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { upload } from '../../server/test/support/uploads.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')

const design = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">
  <rect width="400" height="300" fill="#fff"/>
  <text id="$headline" x="40" y="80" font-size="32">A short text</text>
  <text id="$footer" x="40" y="280" font-size="16">Below</text>
</svg>`
const box = { x: 40, y: 50, width: 200, height: 40 }

async function bring(): Promise<string> {
  const target = { path: '/api/templates', field: 'document' }
  const made = await upload(service, acme, { bytes: Buffer.from(design) }, { name: 'Card' }, target)
  const { id } = made.body.data
  const changed = await acme.patch(`/api/templates/${id}`, { variables: [{ key: 'headline', box }] })
  assert.equal(changed.status, 200, changed.text)
  return id
}

async function open(id: string) {
  const window = await editor.open(`/templates/${id}/boxes`)
  await handle(window.page, 'Headline').waitFor()
  return window
}

const handle = (page: Page, label: string) =>
  page.getByRole('button', { name: new RegExp(`^Box of ${label}:`) })

async function variableOf(id: string, key: string) {
  const { variables } = (await acme.get(`/api/templates/${id}`)).body.data
  return variables.find((variable: { key: string }) => variable.key === key)
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Text boxes saved').first().waitFor()
}

test('the arrow keys move a box, Alt + arrow keys resize it, and saving keeps both', options, async () => {
  const id = await bring()
  const { page, context, complaints } = await open(id)
  await handle(page, 'Headline').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await page.keyboard.press('Alt+ArrowUp')
  await handle(page, 'Headline')
    .and(page.getByRole('button', { name: '210 by 39 at 41, 60.' }))
    .waitFor()
  await save(page)
  assert.deepEqual((await variableOf(id, 'headline')).box, { x: 41, y: 60, width: 210, height: 39 })
  assert.equal((await variableOf(id, 'footer')).box, undefined)
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a box is dragged by its middle and by its corners', options, async () => {
  const id = await bring()
  const { page, context } = await open(id)
  const place = (await handle(page, 'Headline').boundingBox())!
  const scale = place.width / box.width
  const drag = async (from: [number, number], by: [number, number]) => {
    await page.mouse.move(...from)
    await page.mouse.down()
    await page.mouse.move(from[0] + by[0] * scale, from[1] + by[1] * scale, { steps: 4 })
    await page.mouse.up()
  }
  await drag([place.x + place.width / 2, place.y + place.height / 2], [30, -20])
  await page.getByRole('button', { name: 'Box of Headline: 200 by 40 at 70, 30.' }).waitFor()
  const after = (await handle(page, 'Headline').boundingBox())!
  await drag([after.x + after.width, after.y + after.height], [-50, 25])
  await page.getByRole('button', { name: 'Box of Headline: 150 by 65 at 70, 30.' }).waitFor()
  await save(page)
  assert.deepEqual((await variableOf(id, 'headline')).box, { x: 70, y: 30, width: 150, height: 65 })
  await context.close()
})

test('longer test texts show the limits of a box, and another fit mode changes them', options, async () => {
  const id = await bring()
  const { page, context } = await open(id)
  const state = page.getByRole('status').filter({ hasText: /fits|Headline/ })
  await page.getByText('Everything fits.').waitFor()
  await page.getByText('German', { exact: true }).click()
  await state
    .getByText(/Headline:/)
    .first()
    .waitFor()
  await page.getByText('Japanese', { exact: true }).click()
  await page.getByText('Longest text', { exact: true }).click()
  await state.getByText('The text was set in').first().waitFor()

  await page.getByRole('combobox', { name: 'If the text is too long' }).click()
  await page.getByRole('option', { name: 'Wrap, then shrink' }).click()
  await page.getByRole('textbox', { name: 'Maximum lines' }).fill('2')
  await page.getByText('Center', { exact: true }).click()
  await until('the text is in lines', async () => /lines/.test(await state.first().innerText()))
  await save(page)
  const { fit, max_lines, align } = await variableOf(id, 'headline')
  assert.deepEqual({ fit, max_lines, align }, { fit: 'shrink_and_wrap', max_lines: 2, align: 'center' })
  await context.close()
})

test('hyphenation can be enabled for text that wraps', options, async () => {
  const id = await bring()
  const { page, context, complaints } = await open(id)
  const hyphenation = page.getByRole('switch', { name: 'Hyphenation' })
  assert.equal(await hyphenation.count(), 0)
  await page.getByRole('combobox', { name: 'If the text is too long' }).click()
  await page.getByRole('option', { name: 'Wrap, then shrink' }).click()
  await page.getByText('German', { exact: true }).click()
  await hyphenation.check({ force: true })
  await save(page)
  assert.equal((await variableOf(id, 'headline')).hyphenate, true)
  assert.deepEqual(complaints, [])
  await context.close()
})

test('changes can be discarded, and a box can be reset to the box in the document', options, async () => {
  const id = await bring()
  const { page, context } = await open(id)
  await handle(page, 'Headline').press('ArrowLeft')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('button', { name: 'Box of Headline: 200 by 40 at 40, 50.' }).waitFor()
  await page.getByRole('button', { name: 'Use the document’s box' }).click()
  await save(page)
  assert.equal((await variableOf(id, 'headline')).box, undefined)
  await context.close()
})
