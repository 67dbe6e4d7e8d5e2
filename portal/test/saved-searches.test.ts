// Engines: postgres in CI
// Saved searches in the portal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newCompany } from '../../server/test/support/companies.ts'
import type { Shown } from '../../server/test/support/library.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture, settled, upload } from '../../server/test/support/uploads.ts'
import { filtersOf, searchOf } from '../src/pages/assets/saved-searches/saved-filters.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')
const viewer = await newPerson(service, acme.companyId, 'viewer', 'Vera')

for (const name of ['Boat', 'Gull']) {
  const { body } = await upload(service, acme, { bytes: await picture(), name: `${name}.png` }, { name })
  await settled(acme, body.data.id)
}

const all = async (): Promise<Shown[]> => (await acme.get('/api/saved-searches')).body.data
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const shows = (page: Page, name: string) =>
  until(`the page shows only ${name}`, async () => {
    const texts = await page.getByRole('option').allTextContents()
    return texts.length === 1 && texts[0]!.startsWith(name)
  })
const act = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'Search actions' }).press('Enter')
  await page.getByRole('menuitem', { name: action }).press('Enter')
}

test('the filters of a URL are saved for the API and opened again', () => {
  const search = {
    folder: 'fld_1',
    subfolders: true,
    q: 'sea',
    type: ['image' as const],
    year: [2026],
    tags: ['tag_1', 'tag_2'],
    properties: { region: ['emea'] },
  }
  const filters = filtersOf(search)
  assert.deepEqual(searchOf({ filters, sort: 'name' }), { search: { ...search, sort: 'name' }, notShown: [] })
  const foreign = { type: 'image,video', tag: 'sea', created_since: '2026-01-01', tag_mode: 'any' }
  assert.deepEqual(searchOf({ filters: foreign, sort: null }), {
    search: { type: ['image', 'video'], tags: ['sea'] },
    notShown: ['created_since'],
  })
})

test('an editor saves a search, follows, shares, changes and deletes it', options, async () => {
  const { page, context, complaints } = await editor.open('/assets?q=boat')
  await shows(page, 'Boat')
  await page.getByRole('button', { name: 'Save search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this search' })
  await dialog.getByLabel('Name').fill('Boats')
  await dialog.getByRole('checkbox', { name: 'Follow' }).check()
  await dialog.getByRole('button', { name: 'Save search' }).click()
  await page.getByRole('heading', { name: 'Boats' }).waitFor()
  const saved = await until(
    'the search is saved',
    async () => (await editor.get('/portal/api/saved-searches')).body.data[0] as Shown | undefined,
  )
  assert.deepEqual([saved.name, saved.filters, saved.is_followed], ['Boats', { search: 'boat' }, true])
  assert.deepEqual(await all(), [])
  await act(page, 'Show to the company')
  await until('the search is shared', async () => (await all()).length === 1)
  await page.getByRole('searchbox', { name: 'Search assets' }).fill('gull')
  await shows(page, 'Gull')
  await act(page, 'Update with current filters')
  await until('the filters are changed', async () => (await all())[0]!.filters.search === 'gull')
  await act(page, 'Rename')
  const renaming = page.getByRole('dialog', { name: 'Rename Boats' })
  await renaming.getByLabel('Name').fill('Gulls')
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await link(page, 'Gulls').waitFor()
  await link(page, 'Gulls').click()
  await until('all assets are shown', async () => (await page.getByRole('option').count()) === 2)
  await link(page, 'Gulls').click()
  await shows(page, 'Gull')
  await act(page, 'Delete')
  await page.getByRole('dialog', { name: 'Delete Gulls?' }).getByRole('button', { name: 'Delete' }).click()
  await until('the search is deleted', async () => (await all()).length === 0)
  assert.deepEqual(complaints, [])
  await context.close()
})

test(
  'a link with only the ID of a search applies its filters, and a viewer can follow it',
  options,
  async () => {
    const body = { name: 'Boats', filters: { search: 'boat' }, visibility: 'company' }
    const { id } = (await acme.post('/api/saved-searches', body)).body.data
    const { page, context, complaints } = await viewer.open(`/assets?saved=${id}`)
    await shows(page, 'Boat')
    await page.getByRole('button', { name: 'Search actions' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Follow' }).waitFor()
    assert.equal(await page.getByRole('menuitem', { name: 'Rename' }).count(), 0)
    await page.getByRole('menuitem', { name: 'Follow' }).press('Enter')
    await until('the search is followed', async () => (await all())[0]!.followers_count === 1)
    assert.deepEqual(complaints, [])
    await context.close()
  },
)
