// Engines: postgres in CI
// Collections in the portal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newCompany } from '../../server/test/support/companies.ts'
import { idsOf, type Shown } from '../../server/test/support/library.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture, settled, upload } from '../../server/test/support/uploads.ts'
import { stepFrom } from '../src/pages/assets/collections/ordered-ids.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')
const viewer = await newPerson(service, acme.companyId, 'viewer', 'Vera')

const bring = async (name: string): Promise<string> => {
  const { body } = await upload(service, acme, { bytes: await picture(), name: `${name}.png` }, { name })
  return (await settled(acme, body.data.id)).id
}
const [boat, gull, quay] = [await bring('Boat'), await bring('Gull'), await bring('Quay')]

const make = async (name: string, asset_ids: string[]): Promise<Shown> => {
  const { status, body, text } = await acme.post('/api/collections', { name, asset_ids })
  assert.equal(status, 201, text)
  return body.data
}
const itemsOf = async (id: string) => idsOf((await acme.get(`/api/collections/${id}/items`)).body.data)
const has = (id: string, ids: string[]) =>
  until(`the collection has ${ids.length} assets in this order`, async () => {
    const items = await itemsOf(id)
    return items.join() === ids.join()
  })

const cell = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) })
const cells = async (page: Page) =>
  (await page.getByRole('option').allTextContents()).map((text) => /^[A-Z][a-z]+/.exec(text)?.[0])
const shows = (page: Page, names: string[]) =>
  until(`the page shows ${names.join()}`, async () => (await cells(page)).join() === names.join())
const select = async (page: Page, ...keys: string[]) => {
  await page.getByRole('listbox', { name: 'Assets' }).focus()
  for (const key of keys) await page.keyboard.press(key)
}

test('moving to the start or the end uses the whole collection, even if only some assets are loaded', () => {
  const loaded = ['a', 'b', 'c'].map((id) => ({ id }))
  for (const id of ['a', 'c']) assert.deepEqual(stepFrom(loaded, new Set([id]), 'later', loaded.length), {})
  assert.deepEqual(stepFrom(loaded, new Set(['a']), 'later'), { after_asset_id: 'b' })
  for (const id of ['a', 'c'])
    assert.equal(stepFrom(loaded, new Set([id]), 'earlier', loaded.length), 'start')
  assert.equal(stepFrom(loaded, new Set(['a']), 'earlier'), undefined)
})

test('an editor adds the selection to a new collection, then adds more assets', options, async () => {
  const { page, context, complaints } = await editor.open('/assets?sort=name')
  await cell(page, 'Boat').waitFor()
  await select(page, 'Home', 'Space')
  await page.getByRole('button', { name: 'Add to collection' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add 1 asset to a collection' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Coast')
  await dialog.getByRole('button', { name: 'Add to collection' }).click()
  await page.getByText('1 asset added to Coast').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await select(page, 'End', 'Space')
  await page.getByRole('button', { name: 'Add to collection' }).press('Enter')
  await dialog.getByRole('combobox', { name: 'Collection' }).click()
  await page.getByRole('option', { name: 'Coast' }).click()
  await dialog.getByRole('button', { name: 'Add to collection' }).click()
  await page.getByText('1 asset added to Coast').last().waitFor()
  await page
    .getByRole('link', { name: /^Coast *2/ })
    .filter({ visible: true })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Coast' }).waitFor()
  await shows(page, ['Boat', 'Quay'])
  assert.deepEqual(complaints, [])
  await context.close()
})

test('an editor changes the order with the keyboard, the menu and the mouse', options, async () => {
  const { id } = await make('Order', [boat, gull, quay])
  const { page, context } = await editor.open(`/assets?collection=${id}`)
  await shows(page, ['Boat', 'Gull', 'Quay'])
  await select(page, 'Home', 'Alt+ArrowRight')
  await shows(page, ['Gull', 'Boat', 'Quay'])
  await has(id, [gull, boat, quay])
  await page.keyboard.press('Alt+ArrowRight')
  await has(id, [gull, quay, boat])
  await select(page, 'Space')
  await page.getByRole('button', { name: 'In this collection' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Move to the start' }).press('Enter')
  await has(id, [boat, gull, quay])
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await shows(page, ['Boat', 'Gull', 'Quay'])
  const target = { targetPosition: { x: 8, y: 40 } }
  await cell(page, 'Quay').dragTo(cell(page, 'Gull'), target)
  await has(id, [boat, quay, gull])
  await shows(page, ['Boat', 'Quay', 'Gull'])
  await page.reload()
  await shows(page, ['Boat', 'Quay', 'Gull'])
  await context.close()
})

test('an editor removes an asset, puts it back, and chooses a cover', options, async () => {
  const { id } = await make('Removal', [boat, gull, quay])
  const { page, context } = await editor.open(`/assets?collection=${id}`)
  await shows(page, ['Boat', 'Gull', 'Quay'])
  const arrange = async (item: string) => {
    await select(page, 'Home', 'ArrowRight', 'Space')
    await page.getByRole('button', { name: 'In this collection' }).press('Enter')
    await page.getByRole('menuitem', { name: item }).press('Enter')
  }
  await arrange('Remove from collection')
  await shows(page, ['Boat', 'Quay'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await shows(page, ['Boat', 'Gull', 'Quay'])
  await has(id, [boat, gull, quay])
  await arrange('Use as cover')
  await page.getByText('Cover changed').waitFor()
  assert.equal((await acme.get(`/api/collections/${id}`)).body.data.cover_asset_id, gull)
  await context.close()
})

test('an editor edits, shares, downloads and deletes a collection', options, async () => {
  const { id } = await make('Harbour', [quay, boat])
  const { page, context } = await editor.open(`/assets?collection=${id}`)
  const act = async (item: string) => {
    await page.getByRole('button', { name: 'Collection actions' }).first().click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await act('Edit')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Harbour 2026')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Harbour 2026' }).waitFor()
  await act('Share')
  const dialog = page.getByRole('dialog', { name: 'Share Harbour 2026' })
  await dialog.getByRole('button', { name: 'Create share' }).click()
  const url = await dialog.getByRole('textbox', { name: 'Page URL' }).inputValue()
  assert.equal((await fetch(url)).status, 200)
  await dialog.getByRole('button', { name: 'Done' }).click()
  const downloading = page.waitForEvent('download')
  await act('Original files')
  assert.equal((await downloading).suggestedFilename(), 'Harbour 2026.zip')
  await act('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { level: 1, name: 'Assets' }).waitFor()
  assert.equal((await acme.get(`/api/collections/${id}`)).status, 404)
  assert.equal((await fetch(url)).status, 404)
  await context.close()
})

test('a viewer can find a collection and see its order, but cannot change it', options, async () => {
  const { id } = await make('For viewers', [gull, boat])
  const { page, context } = await viewer.open('/collections')
  await page
    .getByRole('list', { name: 'Collections' })
    .getByRole('link', { name: /^For viewers/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'For viewers' }).waitFor()
  await shows(page, ['Gull', 'Boat'])
  await select(page, 'Home', 'Alt+ArrowRight', 'Space')
  assert.equal(await page.getByRole('button', { name: 'In this collection' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Create collection' }).count(), 0)
  assert.deepEqual(await itemsOf(id), [gull, boat])
  await context.close()
})
