// Engines: postgres in CI
// Filling a template in the portal: the live preview, the form, and the file that is created.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
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

const kit = (await acme.post('/api/brand-kit', { name: 'Acme' })).body.data
await acme.post('/api/brand-kit/colors', { brand_kit_id: kit.id, name: 'Deep Forest', hex: '#1F3D33' })
const photo = await upload(service, acme, {
  name: 'Harbour.png',
  bytes: await picture({ width: 800, height: 600, color: '#2060D0' }),
})
await settled(acme, photo.body.data.id)

const design = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">
  <rect width="400" height="300" fill="#fff"/>
  <rect id="$photo" x="200" y="0" width="200" height="300" fill="#ccc"/>
  <rect id="$accent" width="20" height="300" fill="#D9602B"/>
  <text id="$headline" x="40" y="80" font-size="32">Hello</text>
  <text id="$price" x="40" y="140" font-size="24">18</text>
  <g id="$badge"><circle cx="60" cy="240" r="20" fill="#F2B134"/></g>
</svg>`

const variables = [
  { key: 'headline', max_length: 120 },
  { key: 'price', type: 'number', format: { style: 'currency', currency: 'EUR' } },
  { key: 'photo', type: 'image' },
  { key: 'badge', type: 'boolean' },
]

/** Creates a published template as an API client would. */
async function bring(name: string): Promise<string> {
  const target = { path: '/api/templates', field: 'document' }
  const made = await upload(
    service,
    acme,
    { bytes: Buffer.from(design) },
    { name, status: 'published' },
    target,
  )
  assert.equal(made.status, 201, made.text)
  const { id } = made.body.data
  const changed = await acme.patch(`/api/templates/${id}`, { variables })
  assert.equal(changed.status, 200, changed.text)
  return id
}

async function open(id: string) {
  const window = await editor.open(`/templates/${id}/use`)
  await window.page.addInitScript(noteDrawings)
  await window.page.reload()
  await shown(window.page)
  return window
}

/** Records the documents that the page renders, because its policy forbids reading the pixels of an image. */
const noteDrawings = `
  const create = URL.createObjectURL
  URL.createObjectURL = (blob) => {
    if (blob.type === 'image/svg+xml') blob.text().then((text) => { window.drawn = text })
    return create(blob)
  }`

const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })
const image = (page: Page) => page.getByRole('img', { name: /with your values$/ })

/** Waits until the preview shows the values of the form. */
async function shown(page: Page) {
  await image(page).waitFor()
  await page.locator('section[aria-label=Preview][aria-busy=false]').waitFor()
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** The document in the preview. */
const drawn = (page: Page): Promise<string> => page.evaluate('window.drawn')

const outlines = (svg: string) => [...svg.matchAll(/ d="([^"]+)"/g)].map(([, d]) => d)

test('the preview shows typed values, and the field reports text that does not fit', options, async () => {
  const { page, context, complaints } = await open(await bring('Fern'))
  const before = await drawn(page)
  await field(page, 'Headline').fill('Hey you')
  await until('the preview follows', async () => (await drawn(page)) !== before)
  assert.equal(await page.getByText('The text was set in').count(), 0)

  await field(page, 'Headline').fill('A far longer text than the designer of this headline had in mind')
  await page.getByText('The text was set in').first().waitFor()
  const described = await field(page, 'Headline').getAttribute('aria-describedby')
  const hint = await page.locator(`[id="${described!.split(' ').at(-1)}"]`).innerText()
  assert.match(hint, /64 of 120 characters[\s\S]*The text was set in/)
  await preview(page).getByRole('button', { name: 'Headline' }).click()
  await field(page, 'Headline').and(page.locator(':focus')).waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('the preview has the same outlines as the file that the server creates', options, async () => {
  const id = await bring('Heron')
  const { page, context } = await open(id)
  const before = await drawn(page)
  await field(page, 'Headline').fill('Straße مرحبا 日本')
  await page.getByRole('textbox', { name: 'Price' }).fill('18.5')
  await until('the preview follows', async () => outlines(await drawn(page)).length > outlines(before).length)
  await shown(page)
  const values = { headline: 'Straße مرحبا 日本', price: 18.5 }
  const { body } = await acme.post(`/api/templates/${id}/renders`, { variables: values, format: 'svg' })
  const file = await (await fetch(body.data.url)).text()
  assert.deepEqual(outlines(await drawn(page)), outlines(file))
  await context.close()
})

test('a file is created from every type of value, downloaded, and listed', options, async () => {
  const id = await bring('Harbour poster')
  const { page, context, complaints } = await open(id)
  await field(page, 'Headline').fill('Ships at dawn')
  await page.getByRole('textbox', { name: 'Price' }).fill('18')
  await page.getByRole('button', { name: 'Deep Forest' }).click()
  await page.getByRole('switch', { name: 'Badge' }).click({ force: true })
  await page.getByRole('button', { name: 'Choose image for Photo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Harbour' }).click()
  await page.getByRole('button', { name: 'Use image' }).click()
  await page.getByRole('button', { name: 'Focal point of Photo' }).click()
  await page.getByRole('button', { name: /^Focal point: 50% from the left/ }).press('ArrowRight')
  await page.getByText('JPEG', { exact: true }).click()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Create JPEG' }).click(),
  ])
  assert.equal(saved.suggestedFilename(), 'Harbour poster.jpg')
  assert.equal((await readFile(await saved.path())).subarray(0, 3).toString('hex'), 'ffd8ff')
  const [render] = (await acme.get(`/api/renders?template_id=${id}`)).body.data
  assert.deepEqual(render.variables, {
    headline: 'Ships at dawn',
    price: 18,
    accent: 'brand:deep-forest',
    badge: false,
    photo: { asset_id: photo.body.data.id, focal_point: { x: 0.52, y: 0.5 } },
  })
  await page.getByRole('list', { name: 'Recent renders' }).getByText('JPEG · 400 × 300').waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a print PDF is created with bleed, crop marks and the inks of the kit', options, async () => {
  const id = await bring('Flyer')
  const { page, context } = await open(id)
  await page.getByText('PDF', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Colors' }).click()
  await page.getByRole('option', { name: 'CMYK from the brand kit' }).click()
  await page.getByRole('combobox', { name: 'Bleed' }).click()
  await page.getByRole('option', { name: '3 mm' }).click()
  await page.getByRole('checkbox', { name: 'Crop marks' }).check()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Create PDF' }).click(),
  ])
  assert.equal(saved.suggestedFilename(), 'Flyer.pdf')
  const file = (await readFile(await saved.path())).toString('latin1')
  assert.match(file, /^%PDF-/)
  assert.match(file, /\/TrimBox/)
  assert.match(file, /\/BleedBox/)
  await context.close()
})

test(
  "a reload keeps the values, and clearing them restores the document's own content",
  options,
  async () => {
    const { page, context } = await open(await bring('Stone'))
    await field(page, 'Headline').fill('Not saved yet')
    await page.getByText('SVG', { exact: true }).click()
    await page.reload()
    await shown(page)
    assert.equal(await field(page, 'Headline').inputValue(), 'Not saved yet')
    await page.getByRole('button', { name: 'Create SVG' }).waitFor()
    await page.getByRole('button', { name: 'Clear all' }).click()
    assert.equal(await field(page, 'Headline').inputValue(), 'Hello')
    await context.close()
  },
)

test("the server's errors are shown at their fields, and nothing is created", options, async () => {
  const id = await bring('Moss')
  await acme.patch(`/api/templates/${id}`, { variables: [{ key: 'headline', required: true }] })
  const { page, context } = await open(id)
  assert.equal(await page.getByText('Is required.').count(), 0)
  await page.getByRole('button', { name: 'Create PNG' }).click()
  await page.getByText('Is required.').waitFor()
  await field(page, 'Headline').and(page.locator(':focus')).waitFor()
  await field(page, 'Headline').fill('x'.repeat(121))
  await page.getByText('Must not be longer than 120 characters.').waitFor()
  assert.deepEqual((await acme.get(`/api/renders?template_id=${id}`)).body.data, [])
  await context.close()
})

test("other people's renders appear without a reload, and their values can be reused", options, async () => {
  const id = await bring('Reed')
  const { page, context } = await open(id)
  await page.getByText('Files that you create appear here.').waitFor()
  await acme.post(`/api/templates/${id}/renders`, { variables: { headline: 'By a program' } })
  const list = page.getByRole('list', { name: 'Recent renders' })
  await list.getByText('PNG · 400 × 300').waitFor()
  await list.getByRole('button', { name: /^Actions for PNG/ }).click()
  await page.getByRole('menuitem', { name: 'Use these values' }).click()
  await until(
    'the values are there',
    async () => (await field(page, 'Headline').inputValue()) === 'By a program',
  )

  await list.getByRole('button', { name: /^Actions for PNG/ }).click()
  await page.getByRole('menuitem', { name: 'Save to library' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save to library' }).click()
  await list.getByRole('link', { name: 'In the library' }).waitFor()
  await list.getByRole('button', { name: /^Actions for PNG/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Files that you create appear here.').waitFor()
  assert.deepEqual((await acme.get(`/api/renders?template_id=${id}`)).body.data, [])
  await context.close()
})

test('code for programs contains the values and no secret', options, async () => {
  const id = await bring('Dune')
  const { page, context } = await open(id)
  await field(page, 'Headline').fill("Don't stop")
  await page.getByRole('button', { name: 'Copy as code' }).click()
  const code = page.getByRole('dialog').getByRole('region')
  assert.match(await code.innerText(), new RegExp(`/api/templates/${id}/renders[\\s\\S]*Don'\\\\''t stop`))
  await page.getByRole('tab', { name: 'Command line' }).click()
  assert.match(await code.innerText(), new RegExp(`atelier render ${id}[\\s\\S]*'headline=Don'\\\\''t stop'`))
  await page.getByRole('tab', { name: 'Render link' }).click()
  const program = await code.innerText()
  assert.match(program, new RegExp(`renderLinks.create\\('${id}', \\{\\s+"open": \\[\\s+"headline"`))
  assert.match(program, /signRenderLink\(.*"headline": "Don't stop"/s)
  assert.doesNotMatch(program, /rls_|atc_/)
  await context.close()
})

test('a viewer sees the renders of a template but cannot create renders', options, async () => {
  const id = await bring('Gull')
  await acme.post(`/api/templates/${id}/renders`, {})
  const { page, context, complaints } = await viewer.open(`/templates/${id}`)
  const list = page.getByRole('list', { name: 'Recent renders' })
  await list.getByText('PNG · 400 × 300').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Use', exact: true }).count(), 0)
  await list.getByRole('button', { name: /^Actions for PNG/ }).click()
  assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), ['Copy URL', 'Comments'])
  await page.goto(`${page.url()}/use`)
  await page.getByRole('heading', { level: 1, name: 'You can’t create renders' }).waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('previews can load the fonts that Atelier ships, and no other file', async () => {
  const font = '@fontsource-variable/noto-sans/files/noto-sans-latin-wght-normal.woff2'
  const found = await fetch(`${service.url}/portal/fonts/1/${font}`)
  assert.equal(found.status, 200)
  assert.equal(found.headers.get('content-type'), 'font/woff2')
  assert.match(found.headers.get('cache-control')!, /immutable/)
  assert.equal(Buffer.from(await found.arrayBuffer()).toString('latin1', 0, 4), 'wOF2')
  for (const path of [`${font}x`, '@fontsource-variable/noto-sans/package.json', '..%2f..%2fpackage.json'])
    assert.equal((await fetch(`${service.url}/portal/fonts/1/${path}`)).status, 404, path)
})
