// Engines: postgres in CI
// Reading and downloading on a brand kit's page, against a real server in a real browser.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { faultsOf } from './support/axe.ts'
import { fontFile, kitNamed, newKit, shown } from './support/brand-kit.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'
import { unzip } from './support/zip.ts'

const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const viewer = await newPerson(service, acme.companyId, 'viewer', 'Vera')
const { id } = await newKit(service, acme, 'Acme Outdoors')

const options = { skip: withoutBrowser }

const bytesOf = async (url: string, headers: Record<string, string> = {}) =>
  Buffer.from(await (await fetch(url, { headers })).arrayBuffer())
const tokens = (format: string) =>
  bytesOf(`${service.url}/api/brand-kit/${id}/tokens?format=${format}`, {
    authorization: `Bearer ${acme.token}`,
  })

test('the contrast table shows the WCAG levels of black on white as text', options, async () => {
  const { page, context } = await viewer.open('/brand-kit')
  const cells = page.getByRole('row', { name: /^Black/ }).getByRole('cell')
  await cells.first().waitFor()
  const said = (await cells.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
  assert.deepEqual(said, ['— Same color', '21.00 Text AAA Large AAA', '1.42 Text fails Large fails'])
  await page.getByRole('columnheader', { name: 'White' }).waitFor()
  await context.close()
})

for (const size of ['desktop', 'phone'] as const)
  test(`each value of a color is on its own line (${size})`, options, async () => {
    const { page, context } = await viewer.open('/brand-kit', { size })
    const row = (name: string) => page.getByRole('button', { name: new RegExp(`^Copy ${name} .* of Black`) })
    const heights = ['HEX', 'RGB', 'HSL', 'CMYK'].map(async (name) => (await row(name).boundingBox())!.height)
    assert.equal(new Set(await Promise.all(heights)).size, 1)
    await context.close()
  })

test('the zip contains every file of the kit, byte for byte', options, async () => {
  const { page, context } = await viewer.open('/brand-kit')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all' }).click()
  const download = await downloading
  await page.getByText('Acme Outdoors.zip downloaded').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  assert.equal(download.suggestedFilename(), 'Acme Outdoors.zip')
  const files = unzip(await readFile(await download.path()))
  const { logos } = await kitNamed(acme, 'Acme Outdoors')
  const expected = {
    'logos/Acme logo.svg': await bytesOf(logos[0].url),
    'fonts/Inter/Inter Bold.woff2': fontFile,
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

test(
  'if one file cannot be downloaded, no zip is created, and the error names the file',
  options,
  async () => {
    const { page, context } = await viewer.open('/brand-kit')
    let downloads = 0
    page.on('download', () => {
      downloads += 1
    })
    const { logos } = await kitNamed(acme, 'Acme Outdoors')
    await page.route(`**/portal/api/assets/${logos[0].asset_id}/link*`, (route) =>
      route.fulfill({ status: 404, json: { message: 'Not Found.' } }),
    )
    await page.getByRole('button', { name: 'Download all' }).click()
    await page.getByRole('alert').getByText('1 file could not be downloaded').waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Acme logo' })
      .getByText('Not found. It was deleted')
      .waitFor()
    assert.deepEqual(await faultsOf(page), [])
    assert.equal(downloads, 0)
    await page.unrouteAll()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Try again' }).click()
    await downloading
    await context.close()
  },
)

test('design tokens are shown exactly as they are downloaded', options, async () => {
  const { page, context } = await viewer.open('/brand-kit')
  for (const [tab, format] of Object.entries({ CSS: 'css', 'W3C tokens': 'dtcg', GIMP: 'gpl' })) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    const code = page.getByRole('region', { name: `Tokens as ${tab}`, exact: true })
    assert.equal(await code.locator('code').textContent(), String(await tokens(format)), tab)
  }
  await page.getByRole('tab', { name: 'Adobe' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download acme-outdoors.ase' }).click()
  assert.ok((await readFile(await (await downloading).path())).equals(await tokens('ase')))
  await context.close()
})

test('a viewer can copy and download and sees no controls for changes', options, async () => {
  const { page, context } = await viewer.open('/brand-kit')
  await shown(page, 'Colors', 'Black').waitFor()
  await page.getByRole('button', { name: /^Copy HEX #000000 of Black/ }).waitFor()
  await page.getByRole('button', { name: 'Download Acme logo' }).waitFor()
  for (const name of [/^Add/, /^Actions for/, 'Brand kit actions', 'Choose from library'])
    assert.equal(await page.getByRole('button', { name }).count(), 0, String(name))
  assert.equal(await page.locator('input[type=file], [draggable=true]').count(), 0)
  await context.close()
})
