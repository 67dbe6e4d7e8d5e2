// Engines: postgres in CI
// Editing brand kits in the portal, against a real server in a real browser.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newCaller, newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { faultsOf } from './support/axe.ts'
import { choose, fontFile, kitNamed, logoFile, newKit, part, shown } from './support/brand-kit.ts'
import { withoutBrowser } from './support/chromium.ts'
import { drop } from './support/drop.ts'
import { newPerson } from './support/member-window.ts'

const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')
await newKit(service, acme, 'Acme Outdoors')

const globex = await newCompany(service, 'Globex')
const designer = await newPerson(service, globex.companyId, 'editor', 'Dana')
const reader = await newCaller(service, { name: 'reader', ...globex, scopes: ['brandkit:read'] })

const directory = await mkdtemp(join(tmpdir(), 'atelier-kit-'))
after(() => rm(directory, { recursive: true, force: true }))
const logoPath = join(directory, 'globex-logo-white.svg')
await writeFile(logoPath, logoFile)

const options = { skip: withoutBrowser }
const kitOf = (name: string) => kitNamed(acme, name)

async function addColor(page: Page, name: string, hex: string) {
  await page.getByRole('button', { name: 'Add color' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Color', { exact: true }).fill(hex)
  await page.getByRole('dialog').getByRole('button', { name: 'Add color' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

test(
  'a new kit with a dropped logo, picked colors and an uploaded font is available to clients',
  options,
  async () => {
    const { page, context, complaints } = await designer.open('/brand-kit')
    await page.getByText('No brand kit yet').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.getByRole('button', { name: 'Create brand kit' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Globex Energy')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Globex Energy' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    await drop(page, [logoPath], page.getByText('Drop SVG or PNG files here'))
    await shown(page, 'Logos', 'Globex logo white').waitFor()
    await addColor(page, 'Black', '#000000')
    await shown(page, 'Colors', 'Black').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await addColor(page, 'White', '#FFFFFF')
    const file = { name: 'Inter-Bold.woff2', mimeType: 'font/woff2', buffer: fontFile }
    await part(page, 'Fonts').locator('input[type=file]').setInputFiles(file)
    await shown(page, 'Fonts', 'Inter Bold').waitFor()
    await page.locator('[data-state=shown]').getByText('Hamburgefonstiv').waitFor()

    const kit = await kitNamed(reader, 'Globex Energy')
    assert.equal(kit.is_default, true)
    assert.deepEqual(
      kit.colors.map(({ name, hex }: { name: string; hex: string }) => [name, hex]),
      [
        ['Black', '#000000'],
        ['White', '#FFFFFF'],
      ],
    )
    const [{ name, variant, theme, url }] = kit.logos
    assert.deepEqual([name, variant, theme], ['Globex logo white', 'monochrome', 'dark'])
    assert.match(await (await fetch(url)).text(), /M0 0h120v40H0z/)
    const [{ family, weight, url: fontUrl }] = kit.fonts
    assert.deepEqual([family, weight], ['Inter', 700])
    assert.ok(Buffer.from(await (await fetch(fontUrl)).arrayBuffer()).equals(fontFile))
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test('a logo can be selected from the library', options, async () => {
  const { page, context } = await editor.open('/brand-kit')
  await part(page, 'Logos').getByRole('button', { name: 'Choose from library' }).click()
  await page.getByRole('searchbox', { name: 'Search assets' }).fill('acme')
  await page.getByRole('button', { name: 'acme-logo' }).click()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('dialog').getByRole('button', { name: 'Add logos' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await until('both are there', async () => (await kitOf('Acme Outdoors')).logos.length === 2)
  await context.close()
})

test('a deleted part can be restored to its place, and a rejected move is reverted', options, async () => {
  const { page, context } = await editor.open('/brand-kit')
  const names = () => part(page, 'Colors').getByRole('listitem').allInnerTexts()
  const order = async () => (await names()).map((text) => text.split('\n')[0])
  await choose(page, 'Actions for Black', 'Remove')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await until('it is back', async () => {
    const { colors } = await kitOf('Acme Outdoors')
    return colors.map(({ name }: { name: string }) => name).join() === 'Black,White,Coal'
  })
  await shown(page, 'Colors', 'Black').waitFor()

  await page.route('**/portal/api/brand-kit/colors/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { message: 'Server Error' } })
      : route.continue(),
  )
  await choose(page, 'Actions for Black', 'Move right')
  await page.getByRole('alert').getByText('Server Error').waitFor()
  await until('it is where it was', async () => (await order()).join() === 'Black,White,Coal')
  await page.unrouteAll()
  await choose(page, 'Actions for Black', 'Move right')
  await until('it has moved', async () => {
    const { colors } = await kitOf('Acme Outdoors')
    return colors[0].name === 'White'
  })
  await until('it is seen', async () => (await order()).join() === 'White,Black,Coal')
  await choose(page, 'Actions for Black', 'Move left')
  await until('it is back', async () => (await kitOf('Acme Outdoors')).colors[0].name === 'Black')
  await context.close()
})

test('a concurrent change is not overwritten, and other users see it immediately', options, async () => {
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
  await page.getByText('Someone else changed this').waitFor()
  assert.equal((await kitOf('Acme Outdoors')).colors[1].name, 'Paper')
  await context.close()
})

test('a second kit can be selected, made the default, renamed and deleted', options, async () => {
  const { page, context } = await editor.open('/brand-kit')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  await choose(page, 'Brand kit actions', 'Create brand kit')
  const dialog = page.getByRole('dialog')
  await page.getByLabel('Name', { exact: true }).fill('acme outdoors')
  await dialog.getByRole('button', { name: 'Create brand kit' }).click()
  await page.getByText('has already been taken').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Partner')
  await dialog.getByRole('button', { name: 'Create brand kit' }).click()
  await heading('Partner')
  await choose(page, 'Brand kit actions', 'Set as default')
  await until('it is the default', async () => (await kitOf('Partner')).is_default)
  await choose(page, 'Brand kit actions', 'Rename')
  await page.getByLabel('Name', { exact: true }).fill('Partners')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await heading('Partners')
  await page.getByRole('combobox', { name: 'Brand kit' }).click()
  await page.getByRole('option', { name: 'Acme Outdoors' }).click()
  await heading('Acme Outdoors')
  await page.goBack()
  await heading('Partners')
  await choose(page, 'Brand kit actions', 'Delete')
  const remove = page.getByRole('button', { name: 'Delete brand kit' })
  assert.ok(await remove.isDisabled())
  await page.getByLabel('Type “Partners” to confirm').fill('Partners')
  await remove.click()
  await heading('Acme Outdoors')
  assert.equal((await kitOf('Acme Outdoors')).is_default, true)
  await context.close()
})

test('a color can be pasted in any CSS notation', options, async () => {
  const { page, context } = await editor.open('/brand-kit')
  await page.getByRole('button', { name: 'Add color' }).click()
  const field = page.getByLabel('Color', { exact: true })
  const paste = async (text: string) => {
    await field.focus()
    await page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(text)})
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement.dispatchEvent(event)
    })()`)
  }
  for (const [text, hex] of [
    ['f5efe6', '#F5EFE6'],
    ['rgb(217, 96, 43)', '#D9602B'],
    ['hsl(156 33% 18%)', '#1F3D31'],
    ['oklch(100% 0 0)', '#FFFFFF'],
    ['rebeccapurple', '#663399'],
    ['#abc;', '#AABBCC'],
  ] as const) {
    await paste(text)
    assert.equal(await field.inputValue(), hex, text)
  }
  await field.fill('teal')
  await field.press('Tab')
  assert.equal(await field.inputValue(), '#008080')
  await field.fill('no color')
  await field.press('Tab')
  assert.equal(await field.inputValue(), 'no color')
  // Enter sends the form before the field has lost the focus.
  await page.getByRole('dialog').getByLabel('Name').fill('Spruce')
  await field.fill('rgb(31, 61, 51)')
  await field.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByText('#1F3D33').first().waitFor()
  await context.close()
})

test('a color can be picked by keyboard', options, async () => {
  const { page, context } = await editor.open('/brand-kit')
  await page.getByRole('button', { name: 'Add color' }).click()
  await page.getByRole('slider', { name: 'Hue' }).press('ArrowRight')
  assert.match(await page.getByLabel('Color', { exact: true }).inputValue(), /^#[0-9A-F]{6}$/)
  await context.close()
})
