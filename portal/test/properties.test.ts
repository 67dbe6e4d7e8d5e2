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
const viewer = await newPerson(service, acme.companyId, 'viewer', 'Vera')
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

test(
  'an administrator chooses a default and the field of the file that values come from',
  options,
  async () => {
    const { page, context, complaints } = await admin.open('/properties')
    const begin = async (label: string, type: string) => {
      await page.getByRole('button', { name: 'Create property' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Create property' })
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(label)
      await dialog.getByRole('combobox', { name: 'Type' }).click()
      await page.getByRole('option', { name: type, exact: true }).click()
      return dialog
    }
    const choose = async (field: string, option: string) => {
      await page.getByRole('dialog').getByRole('combobox', { name: field }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    const dialog = await begin('Channel', 'One choice')
    await dialog.getByRole('textbox', { name: 'Choices' }).fill('Web\nPrint')
    await choose('Default', 'Print')
    await choose('Take from the file', 'Credit')
    await dialog.getByRole('button', { name: 'Create property' }).click()
    await page.getByRole('row', { name: /^Channel/ }).waitFor()
    const channel = async () => (await listed()).find(({ key }: { key: string }) => key === 'channel')
    assert.equal((await channel()).default, 'print')
    assert.equal((await channel()).maps_from, 'credit')
    await page.getByRole('button', { name: 'Actions for Channel' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit Channel' })
    await edit.getByRole('textbox', { name: 'Choices' }).fill('Web\nPrint and posters')
    assert.equal(await edit.getByRole('combobox', { name: 'Default' }).inputValue(), 'Print and posters')
    await edit.getByRole('button', { name: 'Save' }).click()
    await edit.waitFor({ state: 'hidden' })
    const { default: preset, options: choices } = await channel()
    assert.deepEqual([preset, choices[1]], ['print', { key: 'print', label: 'Print and posters' }])
    assert.equal((await acme.delete(`/api/properties/${(await channel()).id}`)).status, 204)
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test('an editor sets values of an asset', options, async () => {
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
  await fields.getByRole('combobox', { name: 'Approved' }).click()
  await page.getByRole('option', { name: 'Yes' }).click()
  await has('approved', true)
  await fields.getByRole('combobox', { name: 'Region' }).click()
  await page.getByRole('option', { name: 'Europe' }).click()
  await has('region', 'emea')
  await fields.getByRole('combobox', { name: 'Owner' }).click()
  await page.getByRole('option', { name: 'Ada' }).click()
  await has('owner', { id: admin.id, name: 'Ada' })
  assert.deepEqual(complaints, [])
  await context.close()
})

test(
  'an editor sets a property of several assets at once, filters by it, and undoes it',
  options,
  async () => {
    const bring = async (name: string, properties: object) => {
      const { body } = await upload(service, acme, { bytes: await picture(), name: `${name}.png` }, { name })
      assert.equal((await acme.patch(`/api/assets/${body.data.id}`, { properties })).status, 200)
      return (await settled(acme, body.data.id)).id as string
    }
    const gull = await bring('Gull', { region: 'americas', year: 2020 })
    const quay = await bring('Quay', { year: 2024 })
    const regions = async () =>
      Promise.all(
        [gull, quay].map(async (id) => (await acme.get(`/api/assets/${id}`)).body.data.properties.region),
      )
    const { page, context, complaints } = await editor.open('/assets?sort=name')
    const cell = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) })
    await cell('Quay').waitFor()
    for (const name of ['Gull', 'Quay']) await cell(name).click({ modifiers: ['ControlOrMeta'] })
    await page.getByRole('button', { name: 'Set properties' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set properties of 2 assets' })
    const pick = async (name: string, option: string) => {
      await dialog.getByRole('combobox', { name, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await pick('Property to set', 'Region')
    await pick('Region', 'Asia Pacific')
    await dialog.getByRole('button', { name: 'Set properties' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Properties set for 2 assets').waitFor()
    assert.deepEqual(await regions(), ['asia_pacific', 'asia_pacific'])

    const chip = page
      .getByRole('group', { name: 'Filters' })
      .getByRole('button', { name: /^Region/ })
      .first()
    await chip.click()
    await page.getByRole('checkbox', { name: 'Asia Pacific 2' }).check()
    await page.keyboard.press('Escape')
    await page.getByText('2 assets', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Properties restored for 2 assets').waitFor()
    assert.deepEqual(await regions(), ['americas', undefined])
    await page.getByText('No results').waitFor()
    await page.getByRole('button', { name: 'Remove filter Region' }).click()
    await chip.click()
    await page.getByRole('checkbox', { name: 'No value' }).check()
    await page.keyboard.press('Escape')
    await cell('Quay').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    // After the filter by the year of an asset.
    await page.getByRole('button', { name: 'Year', exact: true }).last().click()
    await page.getByRole('spinbutton', { name: 'From' }).fill('2021')
    await page.getByRole('spinbutton', { name: 'From' }).press('Enter')
    await page.getByRole('button', { name: 'Year: from 2021' }).waitFor()
    await cell('Gull').waitFor({ state: 'detached' })
    await cell('Quay').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test('a rejected value is shown at its field, and nothing is changed', options, async () => {
  assert.equal(
    (await acme.post('/api/properties', { label: 'Site', type: 'link', is_required: true })).status,
    201,
  )
  const { page, context } = await editor.open('/assets')
  const cell = page.getByRole('option', { name: /^Boat/ })
  await cell.click({ modifiers: ['ControlOrMeta'] })
  await page.getByRole('button', { name: 'Set properties' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set properties of 1 asset' })
  await dialog.getByRole('combobox', { name: 'Property to set' }).click()
  await page.getByRole('option', { name: 'Site' }).click()
  await dialog.getByRole('textbox', { name: 'Site' }).fill('boats')
  await dialog.getByRole('button', { name: 'Set properties' }).click()
  await dialog.getByText('must be an HTTP or HTTPS URL').waitFor()
  assert.equal((await values()).site, undefined)
  await context.close()
})

test('an editor sets the rights of several assets at once, and undoes it', options, async () => {
  const bring = async (name: string, fields: Record<string, string> = {}) => {
    const file = { bytes: await picture(), name: `${name}.png` }
    const { body } = await upload(service, acme, file, { name, ...fields })
    return (await settled(acme, body.data.id)).id as string
  }
  const [pier, reef] = [await bring('Pier', { copyright: '© Kim' }), await bring('Reef')]
  const rights = async (id: string) => {
    const { copyright, expires_at } = (await acme.get(`/api/assets/${id}`)).body.data
    return [copyright, expires_at]
  }
  const { page, context, complaints } = await editor.open('/assets?sort=name')
  const cell = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) })
  for (const name of ['Pier', 'Reef']) await cell(name).click({ modifiers: ['ControlOrMeta'] })
  await page.getByRole('button', { name: 'Set properties' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set properties of 2 assets' })
  const choose = async (name: string) => {
    await dialog.getByRole('combobox', { name: 'Property to set' }).click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await choose('Copyright')
  await dialog.getByRole('textbox', { name: 'Copyright' }).fill('© Acme')
  await choose('Available from')
  await dialog.getByLabel('Available from', { exact: true }).fill('2031-01-02')
  await choose('Expires')
  await dialog.getByLabel('Expires', { exact: true }).fill('2030-12-31')
  await dialog.getByRole('button', { name: 'Set properties' }).click()
  await dialog.getByRole('alert').waitFor()
  assert.deepEqual(await rights(reef), [null, null])
  await dialog.getByRole('button', { name: 'Do not set Available from' }).click()
  await dialog.getByRole('button', { name: 'Set properties' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Properties set for 2 assets').waitFor()
  for (const id of [pier, reef]) assert.deepEqual(await rights(id), ['© Acme', '2030-12-31T00:00:00.000Z'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Properties restored for 2 assets').waitFor()
  assert.deepEqual(await Promise.all([pier, reef].map(rights)), [
    ['© Kim', null],
    [null, null],
  ])
  assert.deepEqual(complaints, [])
  await context.close()
})

test('an editor sets values of a template, and a viewer only reads them', options, async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="9" height="9"/></svg>'
  const document = { path: '/api/templates', field: 'document' }
  const made = await upload(service, acme, { bytes: Buffer.from(svg) }, { name: 'Poster' }, document)
  const { id } = made.body.data
  const body = { label: 'Campaign', type: 'text', applies_to: 'template' }
  assert.equal((await acme.post('/api/properties', body)).status, 201)
  const { page, context, complaints } = await editor.open(`/templates/${id}`)
  const fields = page.getByRole('region', { name: 'Properties' })
  await fields.getByRole('textbox', { name: 'Campaign' }).fill('Spring')
  await fields.getByRole('textbox', { name: 'Campaign' }).press('Control+Enter')
  await until(
    'the value is kept',
    async () => (await acme.get(`/api/templates/${id}`)).body.data.properties.campaign === 'Spring',
  )
  assert.deepEqual(complaints, [])
  await context.close()
  const read = await viewer.open(`/templates/${id}`)
  await read.page.getByRole('region', { name: 'Properties' }).getByText('Spring').waitFor()
  assert.equal(await read.page.getByRole('link', { name: 'Properties' }).count(), 0)
  await read.context.close()
})
