// Engines: postgres in CI
// Runs: first
// Every page of the portal and its main dialogs, on desktop and phone, in light and dark mode.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { guides } from '../../server/src/guides/guides.ts'
import { publicId } from '../../server/src/ids.ts'
import { addMember } from '../../server/src/members/queries.ts'
import { newCompany } from '../../server/test/support/companies.ts'
import { newKeys } from '../../server/test/support/keys.ts'
import { mailServer } from '../../server/test/support/mail-server.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture, settled, upload } from '../../server/test/support/uploads.ts'
import { colorFaultsOf, faultsOf, showIn } from './support/axe.ts'
import { newKit } from './support/brand-kit.ts'
import { newWindow, sizes, withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const mail = await mailServer()
const untouched = await startService()
const service = await startService({
  env: { ...behindProxy, SMTP_URL: mail.url, OUTBOUND_LOOPBACK: 'true' },
})
const acme = await newCompany(service, 'Acme')
const owner = await newPerson(service, acme.companyId, 'owner', 'Olga')
await service.db.updateTable('people').set({ is_operator: true }).where('id', '=', owner.personId).execute()

const globex = await newCompany(service, 'Globex')
await addMember(service.db, globex.companyId, owner.personId, 'owner')
const empty = publicId('company', globex.companyId)

const made = async (path: string, body: object): Promise<{ id: string }> => {
  const answer = await owner.post(`/portal/api${path}`, body)
  assert.ok(answer.status < 300, answer.text)
  return answer.body.data
}
const client = await made('/clients', { name: 'Web shop' })
const { publicKey } = await newKeys('ES256', { kid: 'web-shop-1' })
await owner.ask('PUT', `/portal/api/clients/${client.id}/key-set`, { keys: [publicKey] })
const webhook = await made('/webhooks', { url: 'http://127.0.0.1:9/hook' })
const folder = await made('/folders', { name: 'Harbour' })
const share = await made('/shares', { name: 'For the agency', folder_id: folder.id })
const tag = await made('/asset-tags', { name: 'Sea' })
await made('/asset-tags', { name: 'Sand' })
const assets = await Promise.all(
  ['Boat', 'Gull', 'Quay'].map(async (name) => {
    const file = { name: `${name}.png`, bytes: await picture() }
    return (await upload(service, acme, file, { tags: tag.id })).body.data as { id: string }
  }),
)
await settled(acme, assets[0]!.id)
const collection = await made('/collections', {
  name: 'Coast',
  asset_ids: assets.map(({ id }) => id),
})
await made('/properties', { label: 'Region', type: 'choice', options: [{ label: 'Europe' }] })
await made(`/webhooks/${webhook.id}/pings`, {})
await made('/invitations', { email: 'vera@acme.example', role: 'viewer' })
const invitation = (await owner.get('/portal/api/invitations')).body.data[0]
await newKit(service, acme, 'Acme Outdoors')
await made('/tags', { name: 'Social' })
const headline =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><text id="$headline" x="20" y="80">Hi</text></svg>'
const document = { path: '/api/templates', field: 'document' }
const template = (await upload(service, acme, { bytes: Buffer.from(headline) }, { name: 'Post' }, document))
  .body.data
const shapes = ['photo', 'accent', 'brand', 'code', 'barcode', 'badge'].map(
  (name, at) => `<rect id="$${name}" x="${at * 60}" y="120" width="50" height="50" fill="#D9602B"/>`,
)
const everyKind = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">${shapes.join('')}
  <text id="$headline" x="20" y="40">A far longer headline than there is room for in this narrow document</text>
  <text id="$price" x="20" y="80">18</text>
  <g id="$rows"><text id="$row" x="20" y="220">Row</text></g></svg>`
const studio = (await upload(service, acme, { bytes: Buffer.from(everyKind) }, { name: 'Studio' }, document))
  .body.data
await acme.patch(`/api/templates/${studio.id}`, {
  variables: [
    { key: 'headline', required: true, max_length: 80 },
    { key: 'price', type: 'number' },
    { key: 'photo', type: 'image' },
    { key: 'brand', type: 'logo' },
    { key: 'code', type: 'qr' },
    { key: 'barcode', type: 'barcode' },
    { key: 'badge', type: 'boolean' },
    { key: 'rows', type: 'list' },
  ],
})
const rendered = {
  variables: { headline: 'A far longer headline than there is room for in this narrow one' },
}
await acme.post(`/api/templates/${studio.id}/renders`, rendered)
const batch = (
  await acme.post('/api/render-batches', {
    template_ids: [studio.id],
    rows: [{ headline: rendered.variables.headline }, { headline: '' }],
    metadata: { file_name: 'posts.csv' },
  })
).body.data
const trashed = await made('/folders', { name: 'Autumn' })
await owner.delete(`/portal/api/folders/${trashed.id}`)

type At = { page: Page; company: string; isPhone: boolean }

/**
 * Navigates inside the page, as its links do. Reloads the page if a dialog is open, because the dialog would
 * stay open.
 */
async function visit(page: Page, path: string) {
  if (await page.getByRole('dialog').or(page.getByRole('menu')).count()) return page.goto(path)
  return page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`)
}

/** The previous page stays until the next one is ready. */
async function visitPage(page: Page, path: string, heading: string) {
  await visit(page, path)
  await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const dialog = (page: Page) => page.getByRole('dialog').first().waitFor()

/** How to reach each page from any other. */
const inside: Record<string, (at: At) => Promise<unknown>> = {
  'assets as a grid': async ({ page, company }) => {
    await visit(page, `${company}/assets`)
    await page.getByRole('option', { name: /^Boat/ }).waitFor()
  },
  'the folders of a phone': async ({ page, isPhone }) => {
    if (isPhone) await press(page, 'Folders and tags')
    await page.getByRole('treeitem', { name: /^Harbour/ }).waitFor()
  },
  'the menu of a tag': async ({ page }) => {
    await page.getByRole('button', { name: 'Actions for Sea' }).filter({ visible: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'Merge' }).waitFor()
  },
  'a tag to merge with': async ({ page }) => {
    await page.getByRole('menuitem', { name: 'Merge' }).click()
    await page.getByRole('dialog', { name: 'Merge Sea into another tag' }).waitFor()
  },
  'search results': async ({ page, company }) => {
    await visit(page, `${company}/assets`)
    await page.getByRole('option', { name: /^Boat/ }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('boat')
    await page.getByRole('listbox', { name: 'Results' }).getByRole('option', { name: /^Boat/ }).waitFor()
  },
  'the menu of an asset': async ({ page, company }) => {
    await visit(page, `${company}/assets`)
    await page.getByRole('option', { name: /^Boat/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Open details' }).waitFor()
  },
  'the filters of assets': async ({ page, company }) => {
    await visit(page, `${company}/assets`)
    await press(page, 'Tags')
    await page.getByRole('dialog').getByText('Sea').waitFor()
  },
  'selected assets': async ({ page, company }) => {
    await visit(page, `${company}/assets`)
    await page.getByRole('option', { name: /^Boat/ }).waitFor()
    await page.getByRole('listbox', { name: 'Assets' }).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await page.getByRole('toolbar', { name: '1 selected' }).waitFor()
  },
  'a folder to move to': async ({ page }) => {
    await page.getByRole('toolbar').getByRole('button', { name: 'Move', exact: true }).click()
    await page.getByRole('dialog').getByText('Harbour').waitFor()
  },
  'a collection to add to': async ({ page }) => {
    await page.keyboard.press('Escape')
    await press(page, 'Add to collection')
    await page.getByRole('dialog', { name: 'Add 1 asset to a collection' }).waitFor()
  },
  collections: async ({ page, company }) => {
    await visitPage(page, `${company}/collections`, 'Collections')
    await page
      .getByRole('link', { name: /^Coast/ })
      .filter({ visible: true })
      .waitFor()
  },
  'a collection': async ({ page, company }) => {
    await visitPage(page, `${company}/assets?collection=${collection.id}`, 'Coast')
    await page.getByRole('option', { name: /^Boat/ }).waitFor()
  },
  'the order of a collection': async ({ page }) => {
    await page.getByRole('listbox', { name: 'Assets' }).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await press(page, 'In this collection')
    await page.getByRole('menuitem', { name: 'Move later' }).waitFor()
  },
  'a collection to edit': async ({ page }) => {
    await page.keyboard.press('Escape')
    await press(page, 'Collection actions')
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog(page)
  },
  'assets as a table': async ({ page, company }) => {
    await visit(page, `${company}/assets?view=table`)
    await page.getByRole('row', { name: /Boat/ }).waitFor()
  },
  'a folder without assets': async ({ page, company }) => {
    await visit(page, `${company}/assets?folder=${folder.id}`)
    await page.getByText('No assets in this folder').waitFor()
  },
  'nothing found': async ({ page, company }) => {
    await visit(page, `${company}/assets?q=nowhere`)
    await page.getByText('No results').waitFor()
  },
  'an asset': async ({ page, company }) => {
    await visit(page, `${company}/assets?asset=${assets[0]!.id}`)
    await page.getByText('Not used yet.').waitFor()
    await page.getByText('Version 1').waitFor()
  },
  'the focal point of an asset': ({ page }) => press(page, 'Focal point'),
  'an asset in full view': async ({ page, company, isPhone }) => {
    await visit(page, `${company}/assets?asset=${assets[0]!.id}&full=true`)
    await page.getByRole('img', { name: 'Preview of Boat' }).waitFor()
    if (!isPhone) await page.getByText('Version 1').waitFor()
  },
  'the editor of a picture': async ({ page }) => {
    await press(page, 'Edit')
    const editor = page.getByRole('dialog', { name: 'Edit Boat' })
    await editor.getByRole('img', { name: 'Preview of Boat' }).waitFor()
    await editor.getByRole('radio', { name: 'Copy' }).check()
  },
  'the focal point in the editor': async ({ page }) => {
    const editor = page.getByRole('dialog', { name: 'Edit Boat' })
    await editor.getByText('Focal point', { exact: true }).click()
    await editor.getByRole('button', { name: /^Focal point: / }).waitFor()
  },
  'an asset that is gone': async ({ page, company }) => {
    await visit(page, `${company}/assets?asset=ast_00000000000000000000000000`)
    await page.getByText('Asset not found').waitFor()
  },
  'uploaded files': async ({ page, company, isPhone }) => {
    await visit(page, `${company}/assets`)
    // The portal asks about a file whose name is already in use, so each size uses its own name.
    const file = { name: isPhone ? 'Surf.png' : 'Wave.png', mimeType: 'image/png', buffer: await picture() }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.getByRole('region', { name: 'Uploads' }).getByText('1 file uploaded').first().waitFor()
  },
  'the command palette': async ({ page }) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('cli')
  },
  navigation: async ({ page, company, isPhone }) => {
    await visit(page, `${company}/templates`)
    if (isPhone) await press(page, 'Open navigation')
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.getByRole('button', { name: /Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  },
  templates: async ({ page, company }) => {
    await visit(page, `${company}/templates`)
    await page.getByRole('link', { name: /^Post/ }).waitFor()
  },
  'the tags of a phone': async ({ page, isPhone }) => {
    if (isPhone) await press(page, 'Tags')
    await page.getByRole('link', { name: /^Social/ }).waitFor()
  },
  'a new template': async ({ page, company }) => {
    await visit(page, `${company}/templates?make=true`)
    await dialog(page)
  },
  'a template': async ({ page, company }) => {
    await visit(page, `${company}/templates/${template.id}`)
    await page.getByText('headline', { exact: true }).first().waitFor()
    await page.getByText('Version 1').waitFor()
    await press(page, 'Show JSON')
    await page.getByRole('region', { name: 'Template JSON' }).waitFor()
  },
  'the rules of a variable': async ({ page, company }) => {
    await visit(page, `${company}/templates/${studio.id}`)
    await press(page, 'Edit rules of price')
    await dialog(page)
  },
  'a template that is filled in': async ({ page, company }) => {
    await visit(page, `${company}/templates/${studio.id}/use`)
    await page.getByRole('img', { name: /with your values$/ }).waitFor()
    await page.getByRole('list', { name: 'Recent renders' }).waitFor()
    await page.getByRole('textbox', { name: 'Headline' }).fill(rendered.variables.headline)
    await page.getByRole('button', { name: 'Add row to Rows' }).click()
    await page.getByText('The text was set in').first().waitFor()
  },
  'fields with errors, and text boxes in the preview': async ({ page }) => {
    await page.getByRole('textbox', { name: 'Headline' }).fill('x'.repeat(81))
    await page.getByText('Must not be longer than 80 characters.').waitFor()
    await page.getByRole('switch', { name: 'Show text boxes' }).press('Space')
  },
  'an image for a template': async ({ page }) => {
    await press(page, 'Choose image for Photo')
    await page.getByRole('dialog').getByRole('button', { name: 'Boat' }).waitFor()
  },
  'code that fills a template': async ({ page, company }) => {
    await visit(page, `${company}/templates/${studio.id}/use`)
    await page.getByRole('img', { name: /with your values$/ }).waitFor()
    await press(page, 'Copy as code')
    await dialog(page)
  },
  'the findings of a render': async ({ page, company }) => {
    await visit(page, `${company}/templates/${studio.id}/use`)
    await page.getByRole('img', { name: /with your values$/ }).waitFor()
    await page
      .getByRole('list', { name: 'Recent renders' })
      .getByRole('button', { name: /findings?$/ })
      .first()
      .click()
    await dialog(page)
  },
  'text boxes': async ({ page, company }) => {
    await visit(page, `${company}/templates/${studio.id}/boxes`)
    await page.getByRole('button', { name: /^Box of Headline/ }).waitFor()
    await page.getByText('German', { exact: true }).click()
  },
  batches: async ({ page, company }) => {
    await visit(page, `${company}/batches`)
    await page.getByRole('link', { name: 'posts.csv' }).waitFor()
  },
  'a batch': async ({ page, company }) => {
    await visit(page, `${company}/batches/${batch.id}`)
    await page.getByRole('list', { name: 'Failed rows' }).waitFor()
    await page.getByRole('button', { name: 'Download 1.png' }).waitFor()
  },
  'a corrected row': async ({ page }) => {
    await page.getByRole('textbox', { name: 'Headline' }).fill('Corrected')
    await page.getByRole('button', { name: 'Retry 1 corrected row' }).waitFor()
  },
  'a row of a batch': async ({ page }) => {
    await press(page, 'Change values of row 1')
    await page
      .getByRole('dialog')
      .getByRole('img', { name: /with your values$/ })
      .waitFor()
  },
  'a batch that does not exist': async ({ page, company }) => {
    await visit(page, `${company}/batches/rbt_00000000000000000000000000`)
    await page.getByRole('link', { name: 'All batches' }).waitFor()
  },
  'a new batch': async ({ page, company }) => {
    await visit(page, `${company}/batches/new?template=${studio.id}`)
    await press(page, 'Paste table')
    await page.getByRole('textbox', { name: 'Rows from a spreadsheet' }).waitFor()
  },
  'a table for a batch': async ({ page }) => {
    const rows = Buffer.from('Headline,Price,Remark\nHello,many,None\n')
    const file = { name: 'posts.csv', mimeType: 'text/csv', buffer: rows }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.getByRole('img', { name: /with your values$/ }).waitFor()
    await page.getByText('Must be a number').waitFor()
  },
  'a template that is gone': async ({ page, company }) => {
    await visit(page, `${company}/templates/tpl_00000000000000000000000000`)
    await page.getByRole('link', { name: 'All templates' }).waitFor()
  },
  'a brand kit': async ({ page, company }) => {
    await visit(page, `${company}/brand-kit`)
    await page.getByRole('table').waitFor()
    await page.getByRole('region', { name: 'Tokens as CSS' }).waitFor()
    await page.locator('[data-state=shown]').waitFor()
  },
  'a new color': async ({ page }) => {
    await press(page, 'Add color')
    await page.getByRole('slider', { name: 'Hue' }).waitFor()
  },
  'a client that is gone': async ({ page, company }) => {
    await visit(page, `${company}/clients/cli_00000000000000000000000000`)
    await page.getByRole('link', { name: 'All clients' }).waitFor()
  },
  'a webhook that is gone': async ({ page, company }) => {
    await visit(page, `${company}/webhooks/whk_00000000000000000000000000`)
    await page.getByRole('link', { name: 'All webhooks' }).waitFor()
  },
  clients: async ({ page, company }) => {
    await visit(page, `${company}/clients`)
    await page.getByRole('link', { name: 'Web shop' }).first().waitFor()
  },
  'a new client': async ({ page }) => {
    await press(page, 'Create client')
    await dialog(page)
  },
  'a secret, shown once': async ({ page }) => {
    await page.getByLabel('Name', { exact: true }).fill('Newsletter')
    await page.getByRole('dialog').getByRole('button', { name: 'Create client' }).click()
    await page.getByLabel('Client secret', { exact: true }).waitFor()
  },
  'a client': async ({ page, company }) => {
    await visit(page, `${company}/clients/${client.id}`)
    await page.getByText('No active tokens').waitFor()
  },
  'the keys of a client': async ({ page }) => {
    await press(page, 'Replace keys')
    await dialog(page)
    await page.keyboard.press('Escape')
  },
  'a question': async ({ page }) => {
    await press(page, 'Delete client')
    await dialog(page)
  },
  'the request log': async ({ page, company }) => {
    await visit(page, `${company}/requests`)
    await page.getByText('/api/assets/:id', { exact: true }).first().waitFor()
  },
  'getting started': ({ page, company }) =>
    visitPage(page, `${company}/getting-started?client=${client.id}`, 'Getting started'),
  shares: ({ page, company }) => visitPage(page, `${company}/shares`, 'Shares'),
  'a share and its log': async ({ page, company }) => {
    await visitPage(page, `${company}/shares/${share.id}`, 'For the agency')
    await page.getByText('No views yet', { exact: false }).waitFor()
  },
  'a question about a share': async ({ page }) => {
    await press(page, 'Share actions')
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await dialog(page)
  },
  webhooks: ({ page, company }) => visitPage(page, `${company}/webhooks`, 'Webhooks'),
  'a new webhook': async ({ page }) => {
    await press(page, 'Create webhook')
    await page.getByLabel('Selected events').check()
  },
  'a webhook and what it was sent': async ({ page, company }) => {
    await visit(page, `${company}/webhooks/${webhook.id}`)
    await page.getByRole('button', { name: /webhook\.ping/ }).click()
    await page.getByRole('columnheader', { name: 'Response' }).waitFor()
  },
  'the reference': ({ page, company }) => visitPage(page, `${company}/reference`, 'API reference'),
  people: async ({ page, company }) => {
    await visit(page, `${company}/people`)
    await page.getByText('vera@acme.example').filter({ visible: true }).first().waitFor()
  },
  'a new invitation': async ({ page }) => {
    await press(page, 'Invite member')
    await dialog(page)
  },
  activity: async ({ page, company }) => {
    await visit(page, `${company}/activity`)
    await page
      .getByText(/created the client/)
      .filter({ visible: true })
      .first()
      .waitFor()
  },
  'activity that nothing matches': async ({ page, company }) => {
    await visit(page, `${company}/activity?type=member.removed`)
    await page.getByText('No results').waitFor()
  },
  usage: ({ page, company }) => visitPage(page, `${company}/usage`, 'Usage'),
  'the trash': async ({ page, company }) => {
    await visit(page, `${company}/trash?of=folders`)
    await page.getByRole('button', { name: 'Restore Autumn' }).waitFor()
  },
  properties: async ({ page, company }) => {
    await visitPage(page, `${company}/properties`, 'Properties')
    await page.getByRole('row', { name: /^Region/ }).waitFor()
  },
  'a property to edit': async ({ page }) => {
    await press(page, 'Actions for Region')
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog(page)
  },
  settings: ({ page, company }) => visitPage(page, `${company}/settings`, 'Settings'),
  'one’s account': async ({ page }) => {
    await visit(page, '/account')
    await page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').first().waitFor()
  },
  'a second factor': async ({ page }) => {
    await press(page, 'Turn on')
    await dialog(page)
  },
  'the installation': async ({ page }) => {
    await visit(page, '/installation')
    await page.getByRole('list', { name: 'Enterprises' }).waitFor()
  },
  'a new enterprise': async ({ page }) => {
    await press(page, 'Create enterprise')
    await dialog(page)
  },
  'an address that leads nowhere': async ({ page, company }) => {
    await visit(page, `${company}/nowhere`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  },
  'a company without assets': ({ page }) => visitPage(page, `/c/${empty}/assets`, 'No assets yet'),
  'a company without templates': ({ page }) => visitPage(page, `/c/${empty}/templates`, 'No templates yet'),
  'a company without batches': ({ page }) => visitPage(page, `/c/${empty}/batches`, 'No batches yet'),
  'a company without a brand kit': ({ page }) => visitPage(page, `/c/${empty}/brand-kit`, 'No brand kit yet'),
  'a company of others': ({ page }) => visitPage(page, '/c/nowhere/assets', 'Page not found'),
}

/** Pages before sign-in. */
const doors: Record<string, (page: Page) => Promise<unknown>> = {
  setup: (page) => page.goto(`${untouched.url}/setup?token=any`),
  'sign-in': (page) => page.goto('/sign-in'),
  'a sign-in that is refused': async (page) => {
    await page.getByLabel('E-mail address').fill('nobody@acme.example')
    await page.getByLabel('Password').first().fill('wrong horse battery')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
  },
  'a forgotten password': (page) => page.goto('/forgot-password'),
  'a new password': (page) => page.goto('/reset-password?token=any'),
  'a link to a new password that is none': (page) => page.goto('/reset-password'),
  'an invitation': (page) => page.goto(new URL(invitation.link).pathname),
  'an invitation that does not work': (page) => page.goto('/invitations/any'),
}

type Stops = [name: string, arrive: () => Promise<unknown>][]

/** Collects the violations of all pages, so that one run reports them all. */
async function faultsAlong(page: Page, stops: Stops) {
  const faults: string[] = []
  for (const [name, arrive] of stops) {
    await arrive()
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    faults.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`))
    await showIn(page, 'dark')
    faults.push(...(await colorFaultsOf(page)).map((fault) => `${name}, dark: ${fault}`))
    await showIn(page, 'light')
    const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
    if (isWide) faults.push(`${name} scrolls sideways`)
  }
  return faults
}

for (const size of ['desktop', 'phone'] as const) {
  test(
    `axe finds no violation on any page, light or dark, and no page scrolls sideways (${size})`,
    options,
    async () => {
      const { page, context } = await owner.open('/usage', { size })
      const [company] = /^.*\/c\/[^/]+/.exec(page.url())!
      const at = { page, company, isPhone: size === 'phone' }
      const stops: Stops = Object.entries(inside).map(([name, arrive]) => [name, () => arrive(at)])
      assert.deepEqual(await faultsAlong(page, stops), [])
      await context.close()
    },
  )

  test(`axe finds no violation on the sign-in pages (${size})`, options, async () => {
    const { page, context } = await newWindow(service.url, sizes[size])
    const stops: Stops = Object.entries(doors).map(([name, arrive]) => [name, () => arrive(page)])
    assert.deepEqual(await faultsAlong(page, stops), [])
    await context.close()
  })

  test(`axe finds no violation in the guides (${size})`, options, async () => {
    const { page, context } = await newWindow(service.url, sizes[size])
    const stops: Stops = guides.map(({ slug }) => [slug, () => page.goto(`/docs/${slug}`)])
    assert.deepEqual(await faultsAlong(page, stops), [])
    await context.close()
  })
}
