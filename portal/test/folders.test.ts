// Engines: postgres in CI
// Folders in the library and in the trash.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture, upload } from '../../server/test/support/uploads.ts'
import { withoutBrowser } from './support/chromium.ts'
import { drop } from './support/drop.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const editor = await newPerson(service, acme.companyId, 'editor', 'Ed')
const directory = await mkdtemp(join(tmpdir(), 'atelier-folders-'))
after(() => rm(directory, { recursive: true }))

const bytes = await picture()
const newFolder = async (name: string, parent_id: string | null = null): Promise<string> =>
  (await acme.post('/api/folders', { name, parent_id })).body.data.id
const newAsset = async (name: string, folder_id?: string): Promise<string> =>
  (await upload(service, acme, { bytes, name: `${name}.png` }, folder_id ? { folder_id } : {})).body.data.id
const folderOf = async (id: string) => (await acme.get(`/api/assets/${id}`)).body.data.folder_path
const cell = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) })
const item = (page: Page | Locator, name: string) =>
  page.getByRole('treeitem', { name: new RegExp(`^${name}`) })

const harbour = await newFolder('Harbour')
const boats = await newFolder('Boats', harbour)
await newAsset('Quay', harbour)
for (const name of ['Cutter', 'Ketch']) await newAsset(name, boats)

test('a folder shows and counts the content of its subfolders on request', options, async () => {
  const { page, context, complaints } = await editor.open(`/assets?folder=${harbour}`)
  await page.getByText('1 asset, 3 with subfolders').waitFor()
  await page.getByRole('switch', { name: 'With subfolders' }).click()
  await page.waitForURL(/subfolders=true/)
  await cell(page, 'Ketch').waitFor()
  await page.getByText('3 assets', { exact: true }).waitFor()
  await page.reload()
  await cell(page, 'Cutter').waitFor()
  assert.ok(await page.getByRole('switch', { name: 'With subfolders' }).isChecked())

  await page.getByRole('button', { name: 'Folder actions' }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await page
    .getByRole('dialog')
    .getByText('All its subfolders, with 3 assets in total, move too.', { exact: false })
    .waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a move can be undone, by dragging or by the dialog', options, async () => {
  const gull = await newAsset('Gull', boats)
  const { page, context } = await editor.open('/assets')
  await cell(page, 'Gull').dragTo(item(page, 'Harbour'))
  await page.getByText('1 asset moved', { exact: true }).waitFor()
  assert.equal(await folderOf(gull), '/Harbour')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 asset moved back').waitFor()
  assert.equal(await folderOf(gull), '/Harbour/Boats')

  const moved = await newFolder('Moved by accident')
  await item(page, 'Moved by accident').dragTo(item(page, 'Harbour'))
  await page.getByText('Moved by accident moved to Harbour').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Moved by accident moved to the top level').waitFor()
  assert.equal((await acme.get(`/api/folders/${moved}`)).body.data.parent_id, null)
  await context.close()
})

test('undoing a move restores the assets whose original folder still exists', options, async () => {
  const [inlet, lagoon] = [await newFolder('Inlet'), await newFolder('Lagoon')]
  const [perch, trout] = [await newAsset('Perch', inlet), await newAsset('Trout', lagoon)]
  const { page, context } = await editor.open('/assets')
  for (const name of ['Perch', 'Trout']) await cell(page, name).click({ modifiers: ['Control'] })
  await cell(page, 'Trout').dragTo(item(page, 'Harbour'))
  await page.getByText('2 assets moved', { exact: true }).waitFor()
  // Lists begin with the newest asset, so undo moves back the asset from this folder first.
  await acme.delete(`/api/folders/${lagoon}`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 asset moved back').waitFor()
  const alert = page.getByRole('alert').filter({ hasText: '1 asset was not moved back' })
  await alert.getByText('The folder no longer exists.').waitFor()
  assert.deepEqual([await folderOf(perch), await folderOf(trout)], ['/Inlet', '/Harbour'])
  await acme.post(`/api/folders/${lagoon}/restoration`)
  await context.close()
})

test('the dialog for a move selects nothing, finds folders, and creates one', options, async () => {
  const lamp = await newAsset('Lamp')
  const { page, context } = await editor.open('/assets')
  await cell(page, 'Lamp').click({ modifiers: ['Control'] })
  const toolbar = page.getByRole('toolbar', { name: '1 selected' })
  await toolbar.getByRole('button', { name: 'Move', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 1 asset' })
  const move = dialog.getByRole('button', { name: 'Move here' })
  await item(dialog, 'Harbour').waitFor()
  assert.ok(await move.isDisabled())
  assert.equal(await dialog.locator('[aria-selected=true]').count(), 0)
  await dialog.getByRole('searchbox', { name: 'Find a folder' }).fill('boa')
  await dialog.getByRole('button', { name: /^Boats/ }).click()
  await dialog.getByRole('button', { name: 'New folder' }).click()
  await dialog.getByRole('textbox', { name: 'New folder in Boats' }).fill('Lights')
  await page.keyboard.press('Enter')
  await dialog.locator('[role=treeitem][aria-selected=true]').getByText('Lights').waitFor()
  await move.click()
  await page.getByText('1 asset moved', { exact: true }).waitFor()
  assert.equal(await folderOf(lamp), '/Harbour/Boats/Lights')
  await context.close()
})

test('files that are dropped on a folder of the tree are uploaded into it', options, async () => {
  const path = join(directory, 'Mast.png')
  await writeFile(path, await picture({ color: '#204060' }))
  const { page, context } = await editor.open('/assets')
  await item(page, 'Harbour').waitFor()
  await drop(page, [path], item(page, 'Harbour'))
  await page.getByText('1 file uploaded').first().waitFor()
  const { data } = (await acme.get('/api/assets?search=mast')).body
  assert.equal(data[0].folder_path, '/Harbour')
  await context.close()
})

test('a tree of 15 levels can be read, and the breadcrumb stays on one line', options, async () => {
  let parent: string | null = null
  for (let level = 1; level <= 15; level++) parent = await newFolder(`Level ${level} of the archive`, parent)
  const { page, context } = await editor.open(`/assets?folder=${parent}`)
  const current = item(page, 'Level 15 of the archive')
  await current.waitFor()
  const side = (await page.getByRole('complementary', { name: 'Folders and tags' }).boundingBox())!
  await until('the name of the folder is in view', async () => {
    const name = (await current.getByText('Level 15').boundingBox())!
    return name.width > 90 && name.x >= side.x && name.x + name.width <= side.x + side.width
  })
  const trail = page.getByRole('navigation', { name: 'Folder path' })
  const boxes = await Promise.all(
    (await trail.getByRole('listitem').all()).map(async (one) => (await one.boundingBox())!),
  )
  for (const [at, box] of boxes.entries()) {
    const next = boxes[at + 1]
    if (next) assert.ok(box.x + box.width <= next.x + 1, 'entries do not overlap')
    assert.ok(Math.abs(box.y - boxes[0]!.y) < 6, 'entries are on one line')
  }
  await trail.getByRole('button', { name: '12 more folders' }).click()
  await page.getByRole('menuitem', { name: 'Level 3 of the archive' }).click()
  await page.getByRole('heading', { level: 1, name: 'Level 3 of the archive' }).waitFor()
  await context.close()
})

test('many trashed assets are restored together, and the message names the folders', options, async () => {
  const ids = [await newAsset('Anchor', harbour), await newAsset('Chain', harbour)]
  for (const id of ids) await acme.delete(`/api/assets/${id}`)
  const { page, context, complaints } = await editor.open('/trash')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await row('Anchor').getByText('/Harbour · Deleted', { exact: false }).waitFor()
  for (const name of ['Anchor', 'Chain']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('toolbar').getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('2 restored to /Harbour').waitFor()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor()
  await cell(page, 'Anchor').waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test(
  'assets from different folders are restored to their folders, and the message says so',
  options,
  async () => {
    const ids = [await newAsset('Rope', harbour), await newAsset('Sail')]
    for (const id of ids) await acme.delete(`/api/assets/${id}`)
    const { page, context } = await editor.open('/trash')
    for (const name of ['Rope', 'Sail']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('2 restored to their folders').waitFor()
    await context.close()
  },
)

test('a restore reports items that were permanently deleted before it', options, async () => {
  const ids = [await newAsset('Buoy', harbour), await newAsset('Float', harbour)]
  for (const id of ids) await acme.delete(`/api/assets/${id}`)
  const { page, context } = await editor.open('/trash')
  for (const name of ['Buoy', 'Float']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.route('**/asset-batches', async (route) => {
    const { body } = await editor.post('/portal/api/trash-purges', { type: 'asset', ids: [ids[1]] })
    await until(
      'it is deleted',
      async () => (await editor.get(`/portal/api/jobs/${body.data.id}`)).body.data.status === 'done',
    )
    await route.continue()
  })
  await page.getByRole('toolbar').getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Restored to /Harbour').waitFor()
  await page.getByText('1 asset no longer exists').waitFor()
  await context.close()
})

test('selected items in the trash are permanently deleted, then all other items', options, async () => {
  const [rope, sail] = [await newAsset('Rope'), await newAsset('Sail')]
  const folder = await newFolder('Wreck')
  for (const path of [`assets/${rope}`, `assets/${sail}`, `folders/${folder}`])
    await acme.delete(`/api/${path}`)
  const inTrash = async () =>
    (await acme.get('/api/assets?only_trashed=true')).body.data
      .map(({ name }: { name: string }) => name)
      .sort()
  const { page, context } = await editor.open('/trash')
  await page.getByRole('checkbox', { name: 'Select Rope' }).check()
  await page.getByRole('button', { name: 'Permanently delete' }).click()
  await page
    .getByRole('dialog', { name: 'Permanently delete Rope?' })
    .getByRole('button', { name: 'Permanently delete' })
    .click()
  await page.getByText('Permanently deleted').waitFor()
  await page.getByText('Rope', { exact: true }).waitFor({ state: 'detached' })
  assert.deepEqual(await inTrash(), ['Sail'])

  await page.getByRole('button', { name: 'Empty trash' }).click()
  const dialog = page.getByRole('dialog', { name: 'Empty the trash?' })
  await dialog.getByText('1 asset and 1 folder are permanently deleted.', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Empty trash' }).click()
  await page.getByText('Nothing in the trash').waitFor()
  assert.deepEqual(await inTrash(), [])
  await context.close()
})

test(
  'a narrow window leaves room for images, and the layout chosen by the user is kept',
  options,
  async () => {
    for (let n = 0; n < 8; n++) await newAsset(`Buoy ${n}`)
    const { page, context, complaints } = await editor.open('/assets')
    await page.setViewportSize({ width: 1024, height: 768 })
    // Reads all positions in one call, because the grid removes options while it changes.
    const columns = () =>
      page.getByRole('option').evaluateAll((all) => {
        const tops = all.map((one) => one.getBoundingClientRect().y)
        return tops.filter((top) => top === tops[0]).length
      })
    await until('the navigation leaves three columns', async () => (await columns()) === 3)
    await page.getByRole('link', { name: 'Templates' }).waitFor()
    await page.getByRole('button', { name: 'Hide folders and tags' }).click()
    await until('the folders leave more', async () => (await columns()) === 5)
    await page.getByRole('button', { name: 'View options' }).click()
    await page.getByRole('slider', { name: 'Thumbnail size' }).press('Home')
    await page.getByText('Whole', { exact: true }).click()
    await until('smaller pictures leave more', async () => (await columns()) >= 6)
    await page.reload()
    await until('all of it is kept', async () => (await columns()) >= 6)
    await page.getByRole('button', { name: 'Folders and tags' }).click()
    const side = page.getByRole('complementary', { name: 'Folders and tags' })
    const edge = page.getByRole('separator', { name: 'Width of folders and tags' })
    const before = (await side.boundingBox())!
    await edge.press('ArrowRight')
    await until('it is wider', async () => (await side.boundingBox())!.width > before.width)
    const handle = (await edge.boundingBox())!
    await page.mouse.move(handle.x + 4, handle.y + 200)
    await page.mouse.down()
    await page.mouse.move(handle.x + 84, handle.y + 200, { steps: 4 })
    await page.mouse.up()
    await page.reload()
    await until('the width is kept', async () => (await side.boundingBox())!.width === before.width + 16 + 80)
    await page.getByRole('button', { name: 'Show names' }).click()
    await page.getByRole('button', { name: 'Show only icons' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  },
)
