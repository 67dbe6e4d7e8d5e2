// Engines: postgres in CI
// Menus at the pointer, and the Delete key.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
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
const viewer = await newPerson(service, acme.companyId, 'viewer', 'Vera')

const bring = async (name: string): Promise<string> => {
  const { body } = await upload(service, acme, { bytes: await picture(), name: `${name}.png` }, { name })
  return (await settled(acme, body.data.id)).id
}
const [boat, gull] = [await bring('Boat'), await bring('Gull')]
await bring('Quay')
await acme.post('/api/folders', { name: 'Harbour' })
await acme.post('/api/collections', { name: 'Coast', asset_ids: [boat] })
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect id="$a" width="9" height="9"/></svg>'
const target = { path: '/api/templates', field: 'document' }
await upload(service, acme, { bytes: Buffer.from(svg) }, { name: 'Poster' }, target)

const cell = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) })
const list = (page: Page) => page.getByRole('listbox', { name: 'Assets' })
const itemsOf = async (page: Page, name: string) => {
  const menu = page.getByRole('menu', { name, exact: true })
  await menu.getByRole('menuitem').first().waitFor()
  return menu.getByRole('menuitem').allTextContents()
}
const close = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
}
const hasFocus = (page: Page, wanted: Locator) =>
  until('the focus is there', async () => (await wanted.and(page.locator(':focus')).count()) > 0)
const isTrashed = (id: string, expected: boolean) =>
  until(`${id} is${expected ? '' : ' not'} in the trash`, async () => {
    return (await acme.get(`/api/assets/${id}`)).status === (expected ? 404 : 200)
  })

const ofSelection = ['Share', 'Add to collection', 'Move', 'Tag', 'Untag', 'Set properties']
const formats = ['Original files', 'JPEG, up to 2,000 px', 'WebP, up to 2,000 px']

test('a right click on an asset selects it and offers the actions of the selection', options, async () => {
  const { page, context, complaints } = await editor.open('/assets?sort=name')
  await cell(page, 'Gull').click({ button: 'right' })
  assert.deepEqual(await itemsOf(page, '1 selected'), [
    'Open details',
    'Full view',
    ...ofSelection,
    ...formats,
    'Move to trash',
  ])
  assert.equal(await cell(page, 'Gull').getAttribute('aria-selected'), 'true')
  await close(page)
  await list(page).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await cell(page, 'Quay').click({ button: 'right' })
  assert.deepEqual(await itemsOf(page, '2 selected'), [...ofSelection, ...formats, 'Move to trash'])
  await close(page)
  await cell(page, 'Boat').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Open details' }).click()
  await page.getByRole('complementary', { name: 'Details' }).waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('Shift+F10 opens the menu of the active asset, and Escape returns the focus', options, async () => {
  for (const view of ['', '&view=table']) {
    const { page, context } = await editor.open(`/assets?sort=name${view}`)
    await page.getByText('Boat').first().waitFor()
    const assets = page.getByLabel('Assets', { exact: true }).and(page.locator('[tabindex="0"]'))
    await assets.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+F10')
    assert.equal((await itemsOf(page, '1 selected'))[0], 'Open details')
    await page.keyboard.press('Escape')
    await hasFocus(page, assets)
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Open details' }).press('Enter')
    await page.waitForURL(/asset=/)
    await context.close()
  }
})

test('Delete moves the selection to the trash, and Undo restores it', options, async () => {
  const { page, context } = await editor.open('/assets?sort=name')
  await cell(page, 'Boat').waitFor()
  await list(page).focus()
  for (const key of ['Home', 'Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  await page.keyboard.press('Backspace')
  assert.equal(await cell(page, 'Boat').count(), 1, 'Backspace deletes only on a Mac')
  await page.keyboard.press('Delete')
  await page.getByText('2 assets moved to trash').waitFor()
  await cell(page, 'Boat').waitFor({ state: 'detached' })
  await isTrashed(boat, true)
  await isTrashed(gull, true)
  await page.getByRole('button', { name: 'Undo' }).click()
  await isTrashed(boat, false)
  await isTrashed(gull, false)
  await cell(page, 'Boat').waitFor()
  await context.close()
})

test('folders and collections have the menus of their pages at the pointer', options, async () => {
  const { page, context, complaints } = await editor.open('/assets')
  const folder = page.getByRole('treeitem', { name: /^Harbour/ })
  await folder.click({ button: 'right' })
  const offered = await itemsOf(page, 'Actions for Harbour')
  assert.deepEqual(offered, ['Create folder', 'Rename', 'Move', 'Share', ...formats, 'Move to trash'])
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Port')
  await page.keyboard.press('Enter')
  const renamed = page.getByRole('treeitem', { name: /^Port/ })
  await renamed.waitFor()
  await renamed.focus()
  await page.keyboard.press('Shift+F10')
  assert.deepEqual(await itemsOf(page, 'Actions for Port'), offered)
  await close(page)
  await hasFocus(page, renamed)
  const link = page.getByRole('link', { name: /^Coast/ }).filter({ visible: true })
  await link.click({ button: 'right' })
  assert.deepEqual(await itemsOf(page, 'Actions for Coast'), ['Edit', 'Share', ...formats, 'Delete'])
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Shore')
  await page.keyboard.press('Enter')
  await page
    .getByRole('link', { name: /^Shore/ })
    .filter({ visible: true })
    .waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test(
  'a template of the gallery has the menu of its page, and moving it to the trash keeps the gallery open',
  options,
  async () => {
    const { page, context, complaints } = await editor.open('/templates?q=poster')
    const card = page.getByRole('link', { name: /^Poster Draft/ })
    await card.click({ button: 'right' })
    assert.deepEqual(await itemsOf(page, 'Actions for Poster'), [
      'Use Poster',
      'Create batch',
      'Publish template',
      'Share renders',
      'Download document',
      'Copy ID',
      'Move to trash',
    ])
    await close(page)
    await card.focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Move to trash' }).click()
    await card.waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).searchParams.get('q'), 'poster')
    await page.getByRole('button', { name: 'Undo' }).click()
    await card.waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test('a viewer gets a menu of allowed actions, and Delete does nothing', options, async () => {
  const { page, context } = await viewer.open('/assets?sort=name')
  await cell(page, 'Boat').click({ button: 'right' })
  assert.deepEqual(await itemsOf(page, '1 selected'), ['Open details', 'Full view', ...formats])
  await close(page)
  await list(page).focus()
  await page.keyboard.press('Delete')
  await page.getByRole('treeitem', { name: /^Port/ }).click({ button: 'right' })
  assert.deepEqual(await itemsOf(page, 'Actions for Port'), formats)
  await isTrashed(boat, false)
  await context.close()
})
