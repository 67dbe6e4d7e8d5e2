// Engines: postgres in CI
// Templates in the portal, against a real server in a real browser.
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
import { upload } from '../../server/test/support/uploads.ts'
import { withoutBrowser } from './support/chromium.ts'
import { drop } from './support/drop.ts'
import { newPerson } from './support/member-window.ts'

const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')
const viewer = await newPerson(service, acme.companyId, 'viewer', 'Vera')
const shop = await newCaller(service, { ...acme, name: 'Shop' })

const directory = await mkdtemp(join(tmpdir(), 'atelier-templates-'))
after(() => rm(directory, { recursive: true, force: true }))

const options = { skip: withoutBrowser }

const design = (...layers: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">${layers.join('')}</svg>`
const ground = '<rect id="$ground" width="400" height="300" fill="#1F3D33"/>'
const headline = (words: string) => `<text id="$headline" x="20" y="80" fill="#fff">${words}</text>`

const file = (text: string, name = 'design.svg') => ({
  name,
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(text),
})

/** Creates a template as an API client would. */
async function bring(name: string, fields: Record<string, string> = {}): Promise<string> {
  const bytes = Buffer.from(design(ground, headline(name)))
  const target = { path: '/api/templates', field: 'document' }
  const { status, text, body } = await upload(service, acme, { bytes }, { name, ...fields }, target)
  assert.equal(status, 201, text)
  return body.data.id
}

async function tagged(name: string): Promise<string> {
  return (await acme.post('/api/tags', { name })).body.data.id
}

const card = (page: Page, name: string) =>
  page.getByRole('link', { name: new RegExp(`^${name} (Draft|Published) `) })

const row = (page: Page, key: string) =>
  page.getByRole('row').filter({ has: page.getByText(key, { exact: true }) })

test('an empty gallery explains how to add templates and accepts a dropped file', options, async () => {
  const path = join(directory, 'Dropped.svg')
  await writeFile(path, design(ground))
  const { page, context, complaints } = await editor.open('/templates')
  await page.getByText('No templates yet').waitFor()
  await drop(page, [path], page.getByRole('region', { name: 'Templates' }))
  await page.getByRole('dialog').getByRole('button', { name: 'Create template' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dropped' }).waitFor()
  await page.goBack()
  await card(page, 'Dropped').waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a file that is not an SVG is rejected with the reason', options, async () => {
  const { page, context } = await editor.open('/templates?make=true')
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(file('Not a drawing'))
  await dialog.getByRole('button', { name: 'Create template' }).click()
  await dialog.getByText('This file is not a valid SVG (line 1).').waitFor()
  await context.close()
})

test(
  'a template can be created, shows its variables, gets a new version and is published for clients',
  options,
  async () => {
    const { page, context, complaints } = await editor.open('/assets')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('Create template')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(file(design(ground, headline('Go slowly'))))
    await dialog.getByLabel('Name').fill('Autumn post')
    await dialog.getByRole('textbox', { name: 'Tags' }).or(dialog.getByLabel('Tags')).first().fill('Social')
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Create template' }).click()

    await page.getByRole('heading', { level: 1, name: 'Autumn post' }).waitFor()
    await row(page, 'headline').getByText('Go slowly').waitFor()
    await row(page, 'ground').getByText('#1F3D33').waitFor()
    await page.getByRole('button', { name: 'Remove tag Social' }).waitFor()
    await page.getByRole('img', { name: 'Preview of Autumn post' }).waitFor()
    await page.getByLabel('headline is required').click()
    await page.getByRole('checkbox', { name: 'headline is required', checked: true }).waitFor()

    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload new version' }).click(),
    ])
    await chooser.setFiles(
      file(design(ground, headline('Go far'), '<text id="$price" x="20" y="160">€18</text>')),
    )
    await row(page, 'price').getByText('€18').waitFor()
    await row(page, 'headline').getByText('Go far').waitFor()
    assert.equal(await page.getByLabel('headline is required').isChecked(), true)
    await page.getByRole('button', { name: 'Restore version 1' }).click()
    await page.getByText('Restored from version 1').waitFor()
    await row(page, 'headline').getByText('Go slowly').waitFor()

    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Template published').waitFor()
    await page.getByRole('button', { name: 'Archive' }).waitFor()
    const { data } = (await shop.get('/api/templates?status=published')).body
    assert.deepEqual(
      data.map(({ name, version, tags }: { name: string; version: number; tags: { name: string }[] }) => [
        name,
        version,
        tags.map((tag) => tag.name),
      ]),
      [['Autumn post', 3, ['Social']]],
    )
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test(
  'the gallery can be filtered by tag, status and search terms, which are in the URL',
  options,
  async () => {
    const id = await tagged('Print')
    await bring('Winter poster', { tags: id, status: 'published' })
    await bring('Winter flyer', { tags: id })
    const { page, context } = await editor.open('/templates')
    await card(page, 'Winter flyer').waitFor()
    await page.getByRole('link', { name: /^Print 2$/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Print' }).waitFor()
    await page.getByText('2 templates', { exact: true }).waitFor()
    await page.getByText('Published', { exact: true }).first().click()
    await page.getByText('1 template', { exact: true }).waitFor()
    await page.waitForURL(
      (url) => url.searchParams.get('tag') === id && url.searchParams.get('status') === 'published',
    )
    await page.reload()
    await card(page, 'Winter poster').waitFor()
    await page.getByRole('searchbox', { name: 'Search templates' }).fill('flyer')
    await page.getByText('No results').waitFor()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await card(page, 'Winter flyer').waitFor()
    await page.getByRole('searchbox', { name: 'Search templates' }).fill('zeppelin')
    await page.getByRole('button', { name: 'Clear search', exact: true }).click()
    await card(page, 'Winter flyer').waitFor()
    await context.close()
  },
)

test('a tag can be renamed for all templates, deleted and restored', options, async () => {
  await bring('Fair banner', { tags: await tagged('Fairs') })
  const { page, context } = await editor.open('/templates')
  await page.getByRole('button', { name: 'Actions for Fairs' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Events')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /^Events 1$/ }).waitFor()
  await page.getByRole('button', { name: 'Actions for Events' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await page.getByRole('link', { name: /^Events/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: /^Events 1$/ }).waitFor()
  await context.close()
})

test("a colleague's change is shown and not overwritten without notice", options, async () => {
  const id = await bring('Moss')
  const { page, context } = await editor.open(`/templates/${id}`)
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('Mine')
  await acme.patch(`/api/templates/${id}`, { description: 'Theirs' })
  await page.getByText('Someone else changed this to “Theirs”', { exact: false }).waitFor()
  await description.press('Control+Enter')
  await page.getByText('Someone else changed this to', { exact: false }).waitFor({ state: 'detached' })
  const isMine = async () => (await acme.get(`/api/templates/${id}`)).body.data.description === 'Mine'
  await until('it is written', isMine)
  await context.close()
})

test('a template can be trashed from the command palette, and restored at its URL', options, async () => {
  const id = await bring('Fern')
  const { page, context } = await editor.open(`/templates/${id}`)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('Move to trash')
  await page.keyboard.press('Enter')
  await page.getByText('Moved to trash').first().waitFor()
  await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor()
  await until('it is gone', async () => (await acme.get(`/api/templates/${id}`)).status === 404)
  await page.goBack()
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fern' }).waitFor()
  await until('it is back', async () => (await acme.get(`/api/templates/${id}`)).status === 200)
  await context.close()
})

test("a document is downloaded under the template's name, and the page stays", options, async () => {
  const id = await bring('Harbour poster')
  const { page, context, complaints } = await viewer.open(`/templates/${id}`)
  await page.getByText('headline', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download document' }).click(),
  ])
  assert.equal(saved.suggestedFilename(), 'Harbour poster.svg')
  assert.equal(new URL(page.url()).pathname.split('/').at(-1), id)
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a viewer sees everything but no controls for changes', options, async () => {
  const id = await bring('Stone')
  const { page, context, complaints } = await viewer.open('/templates')
  await card(page, 'Stone').click()
  await page.getByRole('heading', { level: 1, name: 'Stone' }).waitFor()
  await row(page, 'headline').waitFor()
  await page.getByText('Version 1').waitFor()
  for (const name of ['Publish', 'Upload new version', 'Create template'])
    assert.equal(await page.getByRole('button', { name }).count(), 0, name)
  assert.equal(await page.locator('main').getByRole('textbox').count(), 0)
  assert.equal(await page.locator('main').getByRole('checkbox').count(), 0)
  const refused = await viewer.patch(`/portal/api/templates/${id}`, { name: 'Mine' })
  assert.equal(refused.status, 403)
  await page.getByRole('link', { name: 'Templates' }).last().click()
  await card(page, 'Stone').waitFor()
  for (const name of ['Create template', 'Create tag'])
    assert.equal(await page.getByRole('button', { name }).count(), 0, name)
  assert.deepEqual(complaints, [])
  await context.close()
})
