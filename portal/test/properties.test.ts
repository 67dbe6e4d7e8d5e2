// Engines: postgres in CI
// Custom properties in the portal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
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
const admin = await newPerson(service, acme.companyId, 'admin', 'Ada')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')
const { body: uploaded } = await upload(service, acme, { bytes: await picture(), name: 'Boat.png' })
const asset = await settled(acme, uploaded.data.id)

const listed = async () => (await acme.get('/api/properties')).body.data
const values = async () => (await acme.get(`/api/assets/${asset.id}`)).body.data.properties

test('an administrator defines, orders, edits and deletes properties', options, async () => {
  const { page, context, complaints } = await admin.open('/properties')
  await page.getByText('No properties yet').waitFor()
  const create = async (label: string, type: string, choices?: string) => {
    await page.getByRole('button', { name: 'Create property' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Create property' })
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(label)
    await dialog.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: type, exact: true }).click()
    if (choices) await dialog.getByRole('textbox', { name: 'Choices' }).fill(choices)
    await dialog.getByRole('button', { name: 'Create property' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('row', { name: new RegExp(`^${label}`) }).waitFor()
  }
  await create('Season', 'Text')
  await create('Region', 'One choice', 'EMEA\nAsia Pacific')
  const choose = async (label: string, action: string) => {
    await page.getByRole('button', { name: `Actions for ${label}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Region', 'Move up')
  await until(
    'the properties have changed places',
    async () => (await listed()).map(({ key }: { key: string }) => key).join() === 'region,season',
  )
  await choose('Region', 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Region' })
  await dialog.getByRole('textbox', { name: 'Choices' }).fill('Europe\nAsia Pacific\nAmericas')
  await dialog.getByRole('checkbox', { name: 'Show on shared pages' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const [region] = await listed()
  assert.deepEqual(region.options, [
    { key: 'emea', label: 'Europe' },
    { key: 'asia_pacific', label: 'Asia Pacific' },
    { key: 'americas', label: 'Americas' },
  ])
  assert.equal(region.visibility, 'everyone')
  await choose('Season', 'Delete')
  await page.getByRole('dialog', { name: 'Delete Season?' }).getByRole('button', { name: 'Delete' }).click()
  await until('the property is deleted', async () => (await listed()).length === 1)
  assert.deepEqual(complaints, [])
  await context.close()
})

test('an editor sets values of an asset and cannot define properties', options, async () => {
  for (const body of [
    { label: 'Mood', type: 'text' },
    { label: 'Year', type: 'number' },
    { label: 'Approved', type: 'boolean' },
    { label: 'Owner', type: 'person' },
  ])
    assert.equal((await acme.post('/api/properties', body)).status, 201)
  const { page, context, complaints } = await editor.open(`/assets?asset=${asset.id}`)
  const fields = page.getByRole('region', { name: 'Properties' })
  await fields.getByRole('textbox', { name: 'Mood' }).fill('Calm')
  await fields.getByRole('textbox', { name: 'Mood' }).press('Control+Enter')
  const has = (key: string, value: unknown) =>
    until(`${key} is set`, async () => JSON.stringify((await values())[key]) === JSON.stringify(value))
  await has('mood', 'Calm')
  await fields.getByRole('spinbutton', { name: 'Year' }).fill('2026')
  await fields.getByRole('spinbutton', { name: 'Year' }).blur()
  await has('year', 2026)
  await fields.getByRole('checkbox', { name: 'Approved' }).check()
  await has('approved', true)
  await fields.getByRole('combobox', { name: 'Region' }).click()
  await page.getByRole('option', { name: 'Europe' }).click()
  await has('region', 'emea')
  await fields.getByRole('combobox', { name: 'Owner' }).click()
  await page.getByRole('option', { name: 'Ada' }).click()
  await has('owner', { id: admin.id, name: 'Ada' })
  assert.equal(await page.getByRole('link', { name: 'Properties' }).count(), 0)
  assert.deepEqual(complaints, [])
  await context.close()
})
