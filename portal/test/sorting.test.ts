// Engines: postgres in CI
// Tables that are sorted by their headers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newCaller, newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture, upload } from '../../server/test/support/uploads.ts'
import { sorted } from '../src/ui/sorted.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const owner = await newPerson(service, acme.companyId, 'owner', 'Zoe 2')
await newPerson(service, acme.companyId, 'viewer', 'Zoe 10')
for (const name of ['Shop 10', 'Shop 2']) await newCaller(service, { ...acme, name })
for (const name of ['Boat 10', 'Quay', 'Boat 2'])
  await upload(service, acme, { bytes: await picture(), name: `${name}.png` }, { name })
for (const host of ['b', 'a', 'c'])
  await acme.post('/api/webhooks', { url: `https://${host}.example/hook`, types: [] })

/** The first words of the rows below the header. */
const shows = (page: Page, names: string[]) =>
  until(`the table shows ${names.join()}`, async () => {
    const texts = await page.getByRole('row').allTextContents()
    return texts.slice(1).length === names.length && names.every((name, at) => texts[at + 1]?.includes(name))
  })
const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const isSorted = async (page: Page, name: string, direction: string | null) =>
  until(`${name} is sorted ${direction}`, async () => {
    return (await header(page, name).getAttribute('aria-sort')) === direction
  })

test('sorting compares names in natural order and puts missing values last', () => {
  const rows = [{ name: 'b' }, { name: null }, { name: 'a 10' }, { name: 'A 2' }]
  const by = (sort: string) => sorted(rows, sort, { name: ({ name }) => name }).map(({ name }) => name)
  assert.deepEqual(by('name'), ['A 2', 'a 10', 'b', null])
  assert.deepEqual(by('-name'), ['b', 'a 10', 'A 2', null])
  assert.deepEqual(by('unknown'), ['b', null, 'a 10', 'A 2'])
})

test(
  'the headers of the asset table sort it by mouse and keyboard, and the URL keeps the order',
  options,
  async () => {
    const { page, context, complaints } = await owner.open('/assets?view=table')
    await shows(page, ['Boat 2', 'Quay', 'Boat 10'])
    await header(page, 'Name').getByRole('button').click()
    await shows(page, ['Boat 2', 'Boat 10', 'Quay'])
    await isSorted(page, 'Name', 'ascending')
    await header(page, 'Name').getByRole('button').press('Enter')
    await shows(page, ['Quay', 'Boat 10', 'Boat 2'])
    await isSorted(page, 'Name', 'descending')
    assert.equal(new URL(page.url()).searchParams.get('sort'), '-name')
    await page.reload()
    await shows(page, ['Quay', 'Boat 10', 'Boat 2'])
    await header(page, 'Updated').getByRole('button').press('Space')
    await isSorted(page, 'Updated', 'descending')
    await isSorted(page, 'Name', null)
    await shows(page, ['Boat 2', 'Quay', 'Boat 10'])
    assert.equal(await header(page, 'Size').getByRole('button').count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test('clients, people and webhooks are sorted by their headers', options, async () => {
  const { page, context, complaints } = await owner.open('/clients')
  await header(page, 'Name').getByRole('button').click()
  await shows(page, ['Shop 2', 'Shop 10', 'test'])
  await header(page, 'Name').getByRole('button').click()
  await shows(page, ['test', 'Shop 10', 'Shop 2'])
  await header(page, 'Last used').getByRole('button').click()
  await isSorted(page, 'Last used', 'descending')
  await page.goto(page.url().replace(/clients.*/, 'people?sort=-name'))
  await shows(page, ['Zoe 10', 'Zoe 2'])
  await header(page, 'Name').getByRole('button').press('Enter')
  await shows(page, ['Zoe 2', 'Zoe 10'])
  await page.goto(page.url().replace(/people.*/, 'webhooks'))
  await header(page, 'URL').getByRole('button').press('Enter')
  await shows(page, ['a.example', 'b.example', 'c.example'])
  await page.reload()
  await shows(page, ['a.example', 'b.example', 'c.example'])
  assert.deepEqual(complaints, [])
  await context.close()
})

test('activity is read from the newest or from the oldest', options, async () => {
  const { page, context } = await owner.open('/activity')
  const first = () => page.getByRole('row').nth(1).textContent()
  const newest = await first()
  await isSorted(page, 'Time', 'descending')
  await header(page, 'Time').getByRole('button').press('Enter')
  await isSorted(page, 'Time', 'ascending')
  await until('the oldest is first', async () => (await first()) !== newest)
  assert.equal(new URL(page.url()).searchParams.get('sort'), 'created_at')
  await context.close()
})
