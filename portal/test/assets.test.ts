import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { setupToken } from '../../server/src/members/setup.ts'
import { browser as person } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture } from '../../server/test/support/uploads.ts'
import { faultsOf } from './support/axe.ts'
import { newWindow, sizes, withoutBrowser } from './support/chromium.ts'

const service = await startService()
const ada = { name: 'Ada Winter', email: 'ada@acme.example', password: 'correct horse battery' }
const owner = person(service)
await owner.post('/portal/api/setup', {
  token: setupToken(service.keys.setup),
  ...ada,
  enterprise: 'Acme Group',
  company: 'Acme',
})
const { companies } = (await owner.get('/portal/api/me')).body.data
const company: string = companies[0].id
const library = `/c/${company}/assets`

/** Uploads as a script would, by the same door. */
async function bring(name: string, fields: Record<string, string> = {}): Promise<string> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([new Uint8Array(await picture({ color: colorOf(name) }))]), `${name}.png`)
  const answer = await fetch(`${service.url}/portal/api/assets`, {
    method: 'POST',
    headers: { origin: service.url, cookie: cookies(), 'Atelier-Company': company },
    body: form,
  })
  assert.equal(answer.status, 201, await answer.clone().text())
  return ((await answer.json()) as { data: { id: string } }).data.id
}

const cookies = () => [...owner.cookies].map((pair) => pair.join('=')).join('; ')
const colorOf = (name: string) => `#${Buffer.from(name).toString('hex').padEnd(6, '4').slice(0, 6)}`

async function open(
  path: string,
  size: keyof typeof sizes = 'desktop',
  colorScheme: 'light' | 'dark' = 'light',
) {
  const window = await newWindow(service.url, { ...sizes[size], colorScheme })
  await window.context.addCookies(
    [...owner.cookies].map(([name, value]) => ({ name, value: decodeURIComponent(value), url: service.url })),
  )
  await window.page.goto(path)
  await window.page.getByRole('heading', { level: 1 }).waitFor()
  return window
}

const cell = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) })

test('an empty library says how to fill it, and files that are chosen appear in it', {
  skip: withoutBrowser,
}, async () => {
  const { page, context, complaints } = await open(library)
  await page.getByText('No assets yet').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  const film = Buffer.alloc(9_000_000)
  film.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: 'Lake.png', mimeType: 'image/png', buffer: Buffer.from(await picture({ color: '#123456' })) },
      { name: 'Film.mp4', mimeType: 'video/mp4', buffer: film },
    ])
  await page.getByRole('region', { name: 'Uploads' }).getByText('2 files uploaded').first().waitFor()
  await cell(page, 'Lake').waitFor()
  await cell(page, 'Film').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  assert.deepEqual(complaints, [])
  await context.close()
})

test('what others upload is seen without asking', { skip: withoutBrowser }, async () => {
  const { page, context } = await open(library)
  await cell(page, 'Lake').waitFor()
  await bring('Ridge')
  await cell(page, 'Ridge').waitFor()
  await context.close()
})

test('all of it goes by keyboard: finding, selecting, throwing away and taking back', {
  skip: withoutBrowser,
}, async () => {
  await bring('Dune')
  await bring('Dell')
  const { page, context } = await open(library)
  await page.getByRole('searchbox', { name: 'Search assets' }).fill('d')
  await page.waitForURL(/q=d/)
  await page.getByText('2 assets', { exact: true }).waitFor()
  await page.getByRole('listbox', { name: 'Assets' }).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowRight')
  await page.getByRole('toolbar', { name: '2 selected' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: 'Move to trash' }).press('Enter')
  await page.getByText('Nothing found').waitFor()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await cell(page, 'Dune').waitFor()
  await cell(page, 'Dell').waitFor()
  await context.close()
})

for (const [size, colorScheme] of [
  ['desktop', 'light'],
  ['phone', 'dark'],
] as const)
  test(`an asset's address opens it, and what is written there is kept (${size}, ${colorScheme})`, {
    skip: withoutBrowser,
  }, async () => {
    const id = await bring(`Fern ${size}`)
    await until(
      'its pictures are made',
      async () => (await owner.get(`/portal/api/assets/${id}`)).body.data.status === 'ready',
    )
    const { page, context, complaints } = await open(`${library}?asset=${id}`, size, colorScheme)
    const alt = page.getByRole('textbox', { name: 'Alt text' })
    await alt.fill('A fern in the rain')
    await alt.press('Control+Enter')
    await page
      .getByRole('combobox', { name: 'Add a tag' })
      .or(page.getByLabel('Add a tag'))
      .first()
      .fill('Green')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove the tag Green' }).waitFor()
    await until('both are kept', async () => {
      const { data } = (await owner.get(`/portal/api/assets/${id}`)).body
      return (
        data.alt_text === 'A fern in the rain' &&
        data.tags.some((tag: { name: string }) => tag.name === 'Green')
      )
    })
    assert.deepEqual(await faultsOf(page), [])
    assert.deepEqual(complaints, [])
    await context.close()
  })

test('what somebody else wrote meanwhile is not written over unseen', { skip: withoutBrowser }, async () => {
  const id = await bring('Moss')
  const { page, context } = await open(`${library}?asset=${id}`)
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('Mine')
  await owner.ask('PATCH', `/portal/api/assets/${id}`, { description: 'Theirs' })
  await page.getByText('Somebody wrote meanwhile: “Theirs”', { exact: false }).waitFor()
  await context.close()
})

test('folders are made, filled by moving, and opened from the tree', { skip: withoutBrowser }, async () => {
  await bring('Pine')
  const { page, context } = await open(library)
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Trees')
  assert.deepEqual(await faultsOf(page), [])
  await page.keyboard.press('Enter')
  const folder = page.getByRole('treeitem', { name: /^Trees/ })
  await folder.waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await cell(page, 'Pine').dragTo(folder)
  await page.getByText('1 asset moved.').waitFor()
  await folder.focus()
  await folder.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Trees' }).waitFor()
  await cell(page, 'Pine').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByText('Table', { exact: true }).click({ force: true })
  await page.getByRole('row', { name: /Pine/ }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await context.close()
})
