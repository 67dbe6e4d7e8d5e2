// Engines: postgres in CI
// Runs: first
// Batches in the portal: from a table to files, with failed rows corrected on the page.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Download, Page } from 'playwright-core'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { upload } from '../../server/test/support/uploads.ts'
import { withoutBrowser } from './support/chromium.ts'
import { drop } from './support/drop.ts'
import { newPerson } from './support/member-window.ts'
import { unzip } from './support/zip.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: { ...behindProxy, RENDERS_PER_MINUTE: '0' } })
const acme = await newCompany(service, 'Acme')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')
const viewer = await newPerson(service, acme.companyId, 'viewer', 'Vera')
const folder = await mkdtemp(join(tmpdir(), 'atelier-batches-'))
after(() => rm(folder, { recursive: true }))

const design = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">
  <rect width="400" height="300" fill="#fff"/>
  <text id="$headline" x="40" y="80" font-size="32">Hello</text>
  <text id="$price" x="40" y="140" font-size="24">18</text>
</svg>`

/** Creates a published template as an API client would. */
async function bring(name: string): Promise<string> {
  const target = { path: '/api/templates', field: 'document' }
  const file = { bytes: Buffer.from(design) }
  const made = await upload(service, acme, file, { name, status: 'published' }, target)
  assert.equal(made.status, 201, made.text)
  const { id } = made.body.data
  const variables = [
    { key: 'headline', required: true },
    { key: 'price', type: 'number' },
  ]
  assert.equal((await acme.patch(`/api/templates/${id}`, { variables })).status, 200)
  return id
}

async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

const choose = (page: Page, path: string) => page.locator('input[type=file]').first().setInputFiles(path)

/** The phase of the batch on the page. */
const phase = (page: Page, name: RegExp | string) =>
  page.getByRole('region', { name: 'Progress' }).getByText(name, { exact: true }).waitFor({ timeout: 90_000 })

const rowsList = (page: Page) => page.getByRole('list', { name: 'Rows', exact: true })

/** The values of the rows of a batch, in the order of the table. */
async function valuesIn(batchId: string) {
  const { body } = await acme.get(`/api/render-batches/${batchId}/rows?sort=row&per_page=100`)
  return body.data.map((row: { status: string; variables: object }) => ({ [row.status]: row.variables }))
}

const idIn = (page: Page) => /rbt_\w+/.exec(page.url())![0]

async function savedBy(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const [saved]: [Download, unknown] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name, exact: true }).click(),
  ])
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) }
}

async function create(page: Page, files: number) {
  await page.getByRole('button', { name: `Create ${files} file${files === 1 ? '' : 's'}` }).click()
  await page.waitForURL(/\/batches\/rbt_/)
}

async function pick(page: Page, field: string, option: string) {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test(
  'a dropped table is mapped to variables, previewed, rendered and downloaded as a zip with a report',
  options,
  async () => {
    const id = await bring('Shelf')
    const { page, context, complaints } = await editor.open(`/templates/${id}/use`)
    await page.getByRole('link', { name: 'Create batch' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Create batch' }).waitFor()
    const rows = 'SKU;HEAD LINE;Price EUR;Amount\nA-1;Sun;18,5;1\nA-2;Moon;7;2\n'
    await drop(page, [await fileOf('shelf.csv', `\uFEFF${rows}`)], page.getByText('Drop a table here'))
    await page.getByText('2 rows · 4 columns').waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Headline' }).inputValue(), 'HEAD LINE')
    assert.equal(await page.getByRole('combobox', { name: 'Price' }).inputValue(), 'Price EUR')
    await page.getByText('Not used: SKU, Amount').waitFor()

    await page.getByText('Must be a number').waitFor()
    await pick(page, 'Price', 'Amount')
    await page.getByText('Must be a number').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Next row' }).click()
    await page.getByText('Row 2 of 2').waitFor()
    await page.getByRole('textbox', { name: 'File names' }).fill('{SKU}')
    await create(page, 2)

    await phase(page, 'Done')
    assert.deepEqual(await valuesIn(idIn(page)), [
      { done: { headline: 'Sun', price: 1 } },
      { done: { headline: 'Moon', price: 2 } },
    ])
    await rowsList(page).getByText('A-2.png').waitFor()
    const zip = await savedBy(page, 'Download ZIP')
    assert.deepEqual([...unzip(zip.bytes).keys()], ['A-1.png', 'A-2.png'])
    const report = await savedBy(page, 'Download report')
    assert.match(report.bytes.toString(), /^row,template_id,status,name[\s\S]*\n1,tpl_\w+,done,A-1\.png/m)
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test('pasted cells are rendered with several templates', options, async () => {
  const ids = [await bring('Poster'), await bring('Banner')]
  const { page, context } = await editor.open(`/batches/new?template=${ids[0]}`)
  await page
    .getByRole('combobox', { name: 'Templates' })
    .or(page.getByRole('textbox', { name: 'Templates' }))
    .click()
  await page.getByRole('option', { name: /^Banner/ }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Paste table' }).click()
  const field = page.getByRole('textbox', { name: 'Rows from a spreadsheet' })
  await field.fill('headline\tprice\nNorth\t1\nSouth\t2\n')
  await page.getByRole('button', { name: 'Use rows' }).click()
  await page.getByText('2 rows · 2 columns').waitFor()
  await page.getByRole('combobox', { name: 'Template in the preview' }).click()
  await page.getByRole('option', { name: 'Banner' }).click()
  await page.getByRole('img', { name: 'Preview of Banner with your values' }).waitFor()
  await create(page, 4)
  await phase(page, 'Done')
  const { body } = await acme.get(`/api/render-batches/${idIn(page)}`)
  assert.deepEqual(body.data.template_ids, ids)
  assert.equal(body.data.counts.done, 4)
  await pick(page, 'Template', 'Banner')
  await until(
    'only one template is shown',
    async () => (await rowsList(page).getByRole('listitem').count()) === 2,
  )
  await context.close()
})

test('failed rows are corrected on the page, and only they are rendered again', options, async () => {
  const id = await bring('Tag')
  const { page, context, complaints } = await editor.open(`/batches/new?template=${id}`)
  await choose(page, await fileOf('tags.csv', 'headline,price\nRed,1\n,2\nBlue,cheap\n'))
  await create(page, 3)
  await phase(page, 'Done')
  const failed = page.getByRole('list', { name: 'Failed rows' })
  const row = (number: number) => failed.getByRole('listitem').filter({ hasText: `Row ${number} ·` })
  await row(2).getByText('Is required.').waitFor()
  assert.equal(await row(3).getByRole('textbox', { name: 'Headline' }).count(), 0)
  await row(2).getByRole('textbox', { name: 'Headline' }).fill('Green')
  await row(3).getByRole('textbox', { name: 'Price' }).fill('3')
  await page.getByText('2 rows corrected').waitFor()
  await page.getByRole('button', { name: 'Retry 2 corrected rows' }).click()
  await failed.waitFor({ state: 'detached' })
  await until('all rows are done', async () =>
    (await valuesIn(idIn(page))).every((one: object) => 'done' in one),
  )
  assert.deepEqual(await valuesIn(idIn(page)), [
    { done: { headline: 'Red', price: 1 } },
    { done: { headline: 'Green', price: 2 } },
    { done: { headline: 'Blue', price: 3 } },
  ])
  await rowsList(page).getByRole('button', { name: 'Download 2.png' }).waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a value that is still invalid shows an error at its field and renders nothing', options, async () => {
  const id = await bring('Label')
  await acme.patch(`/api/templates/${id}`, { variables: [{ key: 'headline', max_length: 5 }] })
  const { page, context } = await editor.open(`/batches/new?template=${id}`)
  await choose(page, await fileOf('labels.csv', 'headline\nMuch too long\n'))
  await create(page, 1)
  const failed = page.getByRole('list', { name: 'Failed rows' })
  await failed.getByText('Must not be longer than 5 characters.').waitFor()
  await failed.getByRole('textbox', { name: 'Headline' }).fill('Longer')
  await page.getByRole('button', { name: 'Retry 1 corrected row' }).click()
  await failed.getByText('Must not be longer than 5 characters.').waitFor()
  assert.deepEqual(await valuesIn(idIn(page)), [{ failed: { headline: 'Much too long' } }])
  await context.close()
})

test(
  'rows with the most severe findings come first, and are edited beside their preview',
  options,
  async () => {
    const id = await bring('Cover')
    const { page, context, complaints } = await editor.open(`/batches/new?template=${id}`)
    const long = 'A far longer headline than the designer of this cover had in mind when it was drawn'
    await choose(page, await fileOf('covers.csv', `headline\nShort\n${long}\nBrief\n`))
    await create(page, 3)
    await phase(page, 'Done')
    const [worst] = await rowsList(page).getByRole('listitem').allInnerTexts()
    assert.match(worst!, /Row 2[\s\S]*findings?/)
    await pick(page, 'Order', 'Table order')
    await until('the order is that of the table', async () =>
      (await rowsList(page).getByRole('listitem').first().innerText()).includes('Row 1'),
    )
    assert.match(page.url(), /order=row/)

    await page.getByRole('button', { name: 'Change values of row 2' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The text was set in').first().waitFor()
    await dialog.getByRole('textbox', { name: 'Headline' }).fill('Fits')
    await dialog.getByText('The text was set in').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Render again' }).click()
    await dialog.waitFor({ state: 'detached' })
    await until('the row is rendered again', async () => {
      const [, second] = await valuesIn(idIn(page))
      return second.done?.headline === 'Fits'
    })
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test('a batch continues while its page is closed and is in the list of batches', options, async () => {
  const id = await bring('Card')
  const list = await editor.open('/batches')
  const { page, context } = await editor.open(`/batches/new?template=${id}`)
  await choose(page, await fileOf('cards.csv', `headline\n${'Hello\n'.repeat(40)}`))
  await create(page, 40)
  const batchUrl = page.url()
  await context.close()
  // The other window, which stayed open, shows the batch and its progress without a reload.
  const row = list.page.getByRole('row', { name: /cards\.csv/ })
  await row.getByText('40 of 40 files').filter({ visible: true }).waitFor({ timeout: 90_000 })
  await row.getByText('Done').waitFor()
  await row.getByRole('link', { name: 'cards.csv' }).click()
  await list.page.waitForURL(batchUrl)
  await phase(list.page, 'Done')
  await list.page.reload()
  await phase(list.page, 'Done')
  assert.deepEqual(list.complaints, [])
  await list.context.close()
})

test('a batch is canceled and resumed later', options, async () => {
  const id = await bring('Ticket')
  const { page, context } = await editor.open(`/batches/new?template=${id}`)
  const rows = Array.from({ length: 300 }, (_, at) => `Ticket ${at}`)
  await choose(page, await fileOf('tickets.csv', `headline\n${rows.join('\n')}\n`))
  await create(page, 300)
  await page.getByRole('button', { name: 'Cancel batch' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click()
  await phase(page, 'Canceled')
  await pick(page, 'Show', 'Not rendered')
  await rowsList(page).getByText('Not rendered').first().waitFor()
  await page.getByRole('button', { name: 'Resume batch' }).click()
  await phase(page, /^(Checking all|Rendering)/)
  await acme.post(`/api/render-batches/${idIn(page)}/cancellation`, {})
  await phase(page, 'Canceled')
  await context.close()
})

test('an unreadable file and rejected rows show the reason', options, async () => {
  const id = await bring('Sticker')
  const { page, context } = await editor.open(`/batches/new?template=${id}`)
  await choose(page, await fileOf('broken.csv', 'headline,headline\nOne,Two\n'))
  await page.getByText('Two columns have the name headline.').waitFor()
  await choose(page, await fileOf('strict.csv', 'Title,price\nSun,many\n'))
  await page.getByText('1 row · 2 columns').waitFor()
  await page.getByRole('button', { name: 'Create 1 file' }).click()
  await page.getByText('The file has no column for the variable headline, which is required.').waitFor()
  await pick(page, 'Headline', 'Title')
  await page.getByRole('checkbox', { name: 'Don’t create a file with findings' }).check()
  await page.getByRole('button', { name: 'Create 1 file' }).click()
  await page.getByRole('alert').getByText('Row 1, price:').waitFor()
  const { body } = await acme.get(`/api/render-batches?template_id=${id}`)
  assert.deepEqual(body.data, [])
  await context.close()
})

test('a viewer finds no batches in the navigation and cannot create a batch', options, async () => {
  const { page, context, complaints } = await viewer.open('/templates')
  assert.equal(await page.getByRole('link', { name: 'Batches' }).count(), 0)
  for (const path of ['/batches', '/batches/new', '/batches/rbt_00000000000000000000000000']) {
    await page.goto(page.url().replace(/(\/c\/[^/]+).*/, `$1${path}`))
    await page.getByRole('heading', { level: 1, name: 'You can’t create batches' }).waitFor()
  }
  assert.deepEqual(complaints, [])
  await context.close()
})
