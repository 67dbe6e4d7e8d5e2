// How people keep their brand kits in the portal, against a real server and in a real browser.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newCaller, newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { faultsOf } from './support/axe.ts'
import { withoutBrowser } from './support/chromium.ts'
import { looks, newPerson } from './support/member-window.ts'
import { unzip } from './support/zip.ts'

const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')
const viewer = await newPerson(service, acme.companyId, 'viewer', 'Vera')
const reader = await newCaller(service, { name: 'reader', ...acme, scopes: ['brandkit:read'] })

const directory = await mkdtemp(join(tmpdir(), 'atelier-kit-'))
after(() => rm(directory, { recursive: true, force: true }))

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><path d="M0 0h120v40H0z"/></svg>'
const logoPath = join(directory, 'acme-logo-white.svg')
await writeFile(logoPath, logo)
const font = await readFile(
  createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
)

const options = { skip: withoutBrowser }
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const shown = (page: Page, area: string, name: string) => part(page, area).getByText(name, { exact: true })
const kitOf = async (name: string) =>
  (await reader.get('/api/brand-kit')).body.data.find((kit: { name: string }) => kit.name === name)

/** As if it came from the system's own windows: what a script makes up, browsers do not take for a file. */
async function dropFile(page: Page, path: string, onto: Page | ReturnType<Page['getByText']>) {
  const box = (await (onto as ReturnType<Page['getByText']>).boundingBox())!
  const debug = await page.context().newCDPSession(page)
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await debug.send('Input.dispatchDragEvent', { type, ...at, data })
}

async function addColor(page: Page, name: string, hex: string) {
  await page.getByRole('button', { name: 'Add a color' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Color', { exact: true }).fill(hex)
  await page.getByRole('button', { name: 'Add color', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

test(
  'a kit made from nothing, with a logo dropped, colors picked and a font uploaded, is there for every client',
  options,
  async () => {
    const { page, context, complaints } = await editor.open('/brand-kit')
    await page.getByText('No brand kit yet').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.getByRole('button', { name: 'Make your brand kit' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Acme Outdoors')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Acme Outdoors' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    await dropFile(page, logoPath, page.getByText('Drop SVG or PNG files here'))
    await shown(page, 'Logos', 'Acme logo white').waitFor()
    await addColor(page, 'Black', '#000000')
    await shown(page, 'Colors', 'Black').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await addColor(page, 'White', '#FFFFFF')
    const file = { name: 'Inter-Bold.woff2', mimeType: 'font/woff2', buffer: font }
    await part(page, 'Fonts').locator('input[type=file]').setInputFiles(file)
    await shown(page, 'Fonts', 'Inter Bold').waitFor()
    await page.locator('[data-state=shown]').getByText('Hamburgefonstiv').waitFor()

    const { id, ...kit } = await kitOf('Acme Outdoors')
    assert.equal(kit.is_default, true)
    assert.deepEqual(
      kit.colors.map(({ name, hex }: { name: string; hex: string }) => [name, hex]),
      [
        ['Black', '#000000'],
        ['White', '#FFFFFF'],
      ],
    )
    const [{ name, variant, theme, url }] = kit.logos
    assert.deepEqual([name, variant, theme], ['Acme logo white', 'monochrome', 'dark'])
    assert.match(await (await fetch(url)).text(), /M0 0h120v40H0z/)
    const [{ family, weight, url: fontUrl }] = kit.fonts
    assert.deepEqual([family, weight], ['Inter', 700])
    assert.deepEqual(Buffer.from(await (await fetch(fontUrl)).arrayBuffer()), font)
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test('the table of contrasts says how black is read on white, in words', options, async () => {
  const { page, context } = await viewer.open('/brand-kit')
  const cell = page
    .getByRole('row', { name: /^Black/ })
    .getByRole('cell')
    .filter({ hasText: 'Text' })
  assert.equal(
    (await cell.innerText()).replace(/\s+/g, ' ').trim().replace(/^Aa /, ''),
    '21.00 Text AAA Large AAA',
  )
  await page.getByRole('columnheader', { name: 'White' }).waitFor()
  await context.close()
})

test('the zip has every file of the kit, byte for byte', options, async () => {
  const { page, context } = await viewer.open('/brand-kit')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all' }).click()
  const download = await downloading
  await page.getByText('Acme Outdoors.zip is saved.').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  assert.equal(download.suggestedFilename(), 'Acme Outdoors.zip')
  const files = unzip(await readFile(await download.path()))
  const { id, logos } = await kitOf('Acme Outdoors')
  const tokens = async (format: string) =>
    Buffer.from(
      await (
        await fetch(`${service.url}/api/brand-kit/${id}/tokens?format=${format}`, {
          headers: { authorization: `Bearer ${reader.token}` },
        })
      ).arrayBuffer(),
    )
  const stored = Buffer.from(await (await fetch(logos[0].url)).arrayBuffer())
  const expected = {
    'logos/Acme logo white.svg': stored,
    'fonts/Inter/Inter Bold.woff2': font,
    'tokens/acme-outdoors.css': await tokens('css'),
    'tokens/acme-outdoors.scss': await tokens('scss'),
    'tokens/acme-outdoors.tailwind.css': await tokens('tailwind'),
    'tokens/acme-outdoors.tokens.json': await tokens('dtcg'),
    'tokens/acme-outdoors.json': await tokens('json'),
    'tokens/acme-outdoors.gpl': await tokens('gpl'),
    'tokens/acme-outdoors.ase': await tokens('ase'),
  }
  assert.deepEqual(
    [...files.keys()],
    Object.keys(expected).map((path) => `Acme Outdoors/${path}`),
  )
  for (const [path, content] of Object.entries(expected))
    assert.ok(files.get(`Acme Outdoors/${path}`)!.equals(content), path)
  await context.close()
})

test('when one file cannot be fetched there is no zip, and it is told which', options, async () => {
  const { page, context } = await viewer.open('/brand-kit')
  let downloads = 0
  page.on('download', () => {
    downloads += 1
  })
  const { logos } = await kitOf('Acme Outdoors')
  await page.route(`**/portal/api/assets/${logos[0].asset_id}/link*`, (route) =>
    route.fulfill({ status: 404, json: { message: 'Not Found.' } }),
  )
  await page.getByRole('button', { name: 'Download all' }).click()
  await page.getByRole('alert').getByText('1 file could not be fetched').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Acme logo white' }).getByText('Not Found.').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  assert.equal(downloads, 0)
  await page.unrouteAll()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Try again' }).click()
  await downloading
  await context.close()
})

test(
  'what is removed can be taken back to its place, and a move that is refused goes back',
  options,
  async () => {
    const { page, context } = await editor.open('/brand-kit')
    const names = () => part(page, 'Colors').getByRole('listitem').allInnerTexts()
    const order = async () => (await names()).map((text) => text.split('\n')[0])
    const choose = async (of: string, item: string) => {
      await page.getByRole('button', { name: `Actions for ${of}` }).press('Enter')
      await page.getByRole('menuitem', { name: item }).press('Enter')
    }
    await choose('Black', 'Remove')
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await until('it is back', async () => {
      const { colors } = await kitOf('Acme Outdoors')
      return colors.map(({ name }: { name: string }) => name).join() === 'Black,White'
    })
    await shown(page, 'Colors', 'Black').waitFor()

    await page.route('**/portal/api/brand-kit/colors/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, json: { message: 'Server Error' } })
        : route.continue(),
    )
    await choose('Black', 'Move on')
    await page.getByRole('alert').getByText('Server Error').waitFor()
    await until('it is where it was', async () => (await order()).join() === 'Black,White')
    await page.unrouteAll()
    await choose('Black', 'Move on')
    await until('it has moved', async () => {
      const { colors } = await kitOf('Acme Outdoors')
      return colors[0].name === 'White'
    })
    await choose('Black', 'Move back')
    await until('it is back', async () => (await kitOf('Acme Outdoors')).colors[0].name === 'Black')
    await context.close()
  },
)

test(
  'what somebody else changed meanwhile is not written over, and others see it at once',
  options,
  async () => {
    const { page, context } = await editor.open('/brand-kit')
    const { colors } = await kitOf('Acme Outdoors')
    await page.getByRole('button', { name: 'Actions for White' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Snow')
    assert.deepEqual(await faultsOf(page), [])
    await acme.patch(`/api/brand-kit/colors/${colors[1].id}`, { name: 'Paper' })
    await shown(page, 'Colors', 'Paper').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Somebody changed this meanwhile').waitFor()
    assert.equal((await kitOf('Acme Outdoors')).colors[1].name, 'Paper')
    await context.close()
  },
)

test('a second kit is chosen, made the default, renamed and deleted', options, async () => {
  const { page, context } = await editor.open('/brand-kit')
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Brand kit actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  await choose('New brand kit')
  await page.getByLabel('Name', { exact: true }).fill('acme outdoors')
  await page.getByRole('button', { name: 'Create brand kit' }).click()
  await page.getByText('has already been taken').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Partner')
  await page.getByRole('button', { name: 'Create brand kit' }).click()
  await heading('Partner')
  await choose('Make it the default')
  await until('it is the default', async () => (await kitOf('Partner')).is_default)
  await choose('Rename')
  await page.getByLabel('Name', { exact: true }).fill('Partners')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await heading('Partners')
  await page.getByRole('combobox', { name: 'Brand kit' }).click()
  await page.getByRole('option', { name: 'Acme Outdoors' }).click()
  await heading('Acme Outdoors')
  await page.goBack()
  await heading('Partners')
  await choose('Delete')
  const remove = page.getByRole('button', { name: 'Delete brand kit' })
  assert.ok(await remove.isDisabled())
  await page.getByLabel('Type “Partners” to confirm').fill('Partners')
  await remove.click()
  await heading('Acme Outdoors')
  assert.equal((await kitOf('Acme Outdoors')).is_default, true)
  await context.close()
})

test(
  'a viewer may copy and download, and is offered nothing that would change the kit',
  options,
  async () => {
    const { page, context } = await viewer.open('/brand-kit')
    await shown(page, 'Colors', 'Black').waitFor()
    await page.getByRole('button', { name: /^Copy HEX #000000 of Black/ }).waitFor()
    await page.getByRole('button', { name: 'Download Acme logo white' }).waitFor()
    for (const name of [/^Add/, /^Actions for/, 'Brand kit actions', 'Edit'])
      assert.equal(await page.getByRole('button', { name }).count(), 0, String(name))
    assert.equal(await page.locator('input[type=file], [draggable=true]').count(), 0)
    await context.close()
  },
)

for (const look of looks)
  test(`the page of a kit holds (${look.size}, ${look.colorScheme})`, options, async () => {
    const { page, context, complaints } = await editor.open('/brand-kit', look)
    await page.getByRole('table').waitFor()
    await page.getByRole('region', { name: 'Tokens as CSS' }).waitFor()
    await page.locator('[data-state=shown]').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide`)
    await page.getByRole('button', { name: 'Add a color' }).click()
    await page.getByRole('slider', { name: 'Hue' }).press('ArrowRight')
    assert.match(await page.getByLabel('Color', { exact: true }).inputValue(), /^#[0-9A-F]{6}$/)
    assert.deepEqual(await faultsOf(page), [])
    assert.deepEqual(complaints, [])
    await context.close()
  })
