// Engines: postgres in CI
// Company administration in the portal, against a real server in a real browser.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { browser as anybody, behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const admin = await newPerson(service, acme.companyId, 'admin', 'Adam')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')
await newPerson(service, acme.companyId, 'viewer', 'Vera')
await newPerson(service, acme.companyId, 'owner', 'Olga')

const options = { skip: withoutBrowser }

test(
  'an invited person joins through the link, role changes apply immediately, and the person can be removed',
  options,
  async () => {
    const { page, context } = await admin.open('/people')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByLabel('E-mail address').fill('nora@acme.example')
    await page.getByLabel('Editor').check()
    assert.equal(await page.getByLabel('Owner').count(), 0)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue()
    await page.keyboard.press('Escape')
    const id = link.split('/').at(-1)
    const nora = anybody(service, { 'x-forwarded-for': '10.1.2.3' })
    const account = { name: 'Nora Lake', password: 'correct horse battery staple' }
    const accepted = await nora.post(`/portal/api/invitations/${id}/acceptance`, account)
    assert.ok(accepted.status < 300, accepted.text)
    await page.reload()

    await page.getByRole('button', { name: 'Actions for Nora Lake' }).click()
    await page.getByRole('menuitem', { name: 'Change role' }).click()
    await page.getByLabel('Developer').check()
    await page.getByRole('button', { name: 'Save role' }).click()
    await page.getByRole('row', { name: /Nora Lake.*Developer/ }).waitFor()

    await page.getByRole('button', { name: 'Actions for Nora Lake' }).click()
    await page.getByRole('menuitem', { name: 'Remove from company' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Member removed').waitFor()
    assert.equal(await page.getByRole('row', { name: /Nora Lake/ }).count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Actions for Olga' }).count(), 0)
    await context.close()
  },
)

test('activity can be filtered by the URL and exported as CSV', options, async () => {
  const { page, context } = await admin.open('/activity')
  await page.getByLabel('Event').selectOption({ label: 'Role changed' })
  await page.waitForURL(/type=member\.role_changed/)
  await page.getByRole('row', { name: /changed the role of Nora Lake/ }).waitFor()
  await page.reload()
  await page.getByRole('row', { name: /changed the role of Nora Lake/ }).waitFor()
  assert.equal(await page.getByRole('row', { name: /signed in/ }).count(), 0)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n')
  assert.equal(lines.length, 2)
  assert.match(lines[1]!, /member\.role_changed/)
  await page.getByLabel('Event').selectOption({ label: 'Passkey removed' })
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page
    .getByRole('row', { name: /signed in/ })
    .first()
    .waitFor()
  assert.equal(new URL(page.url()).search, '')
  await context.close()
})

test('the trash shows deleted items with their remaining days and restores them', options, async () => {
  const { id } = (await acme.post('/api/folders', { name: 'Autumn' })).body.data
  await acme.delete(`/api/folders/${id}`)
  const { page, context } = await editor.open('/trash?of=folders')
  await page.getByText('30 days left').waitFor()
  await page.getByRole('button', { name: 'Restore Autumn' }).click()
  await page.getByText('Restored').waitFor()
  await page.getByText('Nothing in the trash').waitFor()
  assert.equal((await acme.get(`/api/folders/${id}`)).status, 200)
  await context.close()
})

test('a renamed company is shown with its new name everywhere', options, async () => {
  const { page, context } = await admin.open('/settings')
  await page.getByRole('textbox', { name: 'Name' }).fill('Acme Works')
  await page.keyboard.press('Enter')
  await page.getByText('Acme Works', { exact: true }).filter({ visible: true }).waitFor()
  await context.close()
})

test('an admin turns on the removal of locations from files that leave the library', options, async () => {
  const { page, context } = await admin.open('/settings')
  const removed = page.getByRole('switch', { name: /^Remove GPS coordinates/ })
  assert.equal(await removed.isChecked(), false)
  // The switch covers its label.
  await removed.click()
  await page.getByText('Location data is removed from downloads').waitFor()
  await page.reload()
  await removed.waitFor()
  assert.equal(await removed.isChecked(), true)
  assert.equal((await admin.get('/portal/api/company')).body.data.remove_location, true)
  await context.close()
})

test('an editor shares a folder until a day, and later changes the day and the title', options, async () => {
  const folder = await editor.post('/portal/api/folders', { name: 'Quay' })
  const { page, context } = await editor.open(`/assets?folder=${folder.body.data.id}`)
  // The days are those of the browser's time zone.
  const dayIn = (days: number) =>
    page.evaluate((days) => {
      const day = new Date(Date.now() + days * 86_400_000)
      return new Date(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate())).toISOString().slice(0, 10)
    }, days)
  const endOf = (day: string) => page.evaluate((day) => new Date(`${day}T24:00`).toISOString(), day)
  const expiry = async () => (await editor.get('/portal/api/shares')).body.data[0].expires_at

  await page.getByRole('button', { name: 'Folder actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Quay' })
  await dialog.getByLabel('Available until').selectOption({ label: 'A date' })
  await dialog.getByRole('button', { name: 'Create share' }).click()
  await dialog.getByText('Choose today or a later day.').waitFor()
  await dialog.getByLabel('Last day').fill(await dayIn(-1))
  await dialog.getByRole('button', { name: 'Create share' }).click()
  await dialog.getByText('Choose today or a later day.').waitFor()
  const friday = await dayIn(3)
  await dialog.getByLabel('Last day').fill(friday)
  await dialog.getByRole('button', { name: 'Create share' }).click()
  const url = await dialog.getByRole('textbox', { name: 'Page URL' }).inputValue()
  assert.equal(await expiry(), await endOf(friday))
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('link', { name: 'Shares' }).click()
  await page.getByRole('link', { name: 'Quay' }).click()
  const edit = async () => {
    await page.getByRole('button', { name: 'Share actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
  }
  await edit()
  const form = page.getByRole('dialog', { name: 'Edit Quay' })
  assert.equal(await form.getByLabel('Last day').inputValue(), friday)
  await form.getByRole('textbox', { name: 'Title' }).fill('Quay, second round')
  await form.getByRole('button', { name: 'Save share' }).click()
  await page.getByRole('heading', { name: 'Quay, second round' }).waitFor()
  assert.equal(await expiry(), await endOf(friday))
  await edit()
  const again = page.getByRole('dialog', { name: 'Edit Quay, second round' })
  await again.getByLabel('Available until').selectOption({ label: 'No end date' })
  await again.getByRole('button', { name: 'Save share' }).click()
  await page.getByRole('cell', { name: 'No end date' }).waitFor()
  assert.match(await (await fetch(url)).text(), /<h1>Quay, second round<\/h1>/)
  await context.close()
})

test('an editor shares a folder and revokes the page that a visitor has opened', options, async () => {
  const folder = await editor.post('/portal/api/folders', { name: 'Harbour' })
  const { page, context } = await editor.open(`/assets?folder=${folder.body.data.id}`)
  await page.getByRole('button', { name: 'Folder actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Harbour' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('For the agency')
  await dialog.getByRole('button', { name: 'Create share' }).click()
  const url = await dialog.getByRole('textbox', { name: 'Page URL' }).inputValue()
  assert.match(await (await fetch(url)).text(), /<h1>For the agency<\/h1>/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Shares' }).click()
  await page.getByRole('link', { name: 'For the agency' }).click()
  await page.getByRole('cell', { name: 'Opened the page' }).waitFor()
  await page.getByRole('button', { name: 'Share actions' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('cell', { name: 'Revoked' }).waitFor()
  assert.equal((await fetch(url)).status, 410)
  await context.close()
})
