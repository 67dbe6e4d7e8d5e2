// Engines: postgres in CI
// The operator's page for enterprises.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { newWindow, sizes, withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const operator = await newPerson(service, acme.companyId, 'owner', 'Olga')
await service.db
  .updateTable('people')
  .set({ is_operator: true })
  .where('id', '=', operator.personId)
  .execute()

test(
  'an operator creates an enterprise, whose owner joins by the link and loses access when it is deactivated',
  options,
  async () => {
    const { page, context } = await operator.open('/people')
    await page.goto('/installation')
    await page.getByRole('button', { name: 'Create enterprise' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Globex Group')
    await dialog.getByLabel('First company').fill('Globex')
    await dialog.getByLabel('E-mail address of the owner').fill('gina@globex.example')
    await page.keyboard.press('Enter')
    const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue()
    await page.keyboard.press('Escape')
    await page.getByText('Globex Group').filter({ visible: true }).first().waitFor()

    const gina = await newWindow(service.url, sizes.phone)
    await gina.page.goto(link)
    await gina.page.getByLabel('Name', { exact: true }).fill('Gina')
    await gina.page.getByLabel('Password').first().fill('another horse battery')
    await gina.page.getByRole('button', { name: 'Create account' }).click()
    await gina.page.waitForURL(/\/c\/cmp_/)

    await page.getByRole('button', { name: 'Create company in Globex Group' }).click()
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Globex France')
    await page.keyboard.press('Enter')
    await page.getByText('Globex, Globex France').waitFor()

    await page.getByRole('button', { name: 'Deactivate Globex Group' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('Enterprise deactivated').waitFor()
    const own = (await gina.page.request.get('/portal/api/me')).json()
    const refused = await gina.page.request.get('/portal/api/assets')
    assert.equal((await own).data.companies[0].enterprise.status, 'inactive')
    assert.equal(refused.status(), 404, await refused.text())
    await gina.page.reload()
    await gina.page.getByText('Globex Group is inactive').waitFor()
    await page.getByRole('button', { name: 'Activate Globex Group' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await page.getByText('Enterprise activated').waitFor()
    assert.equal((await gina.page.request.get('/portal/api/assets')).status(), 200)
    await Promise.all([context.close(), gina.context.close()])
  },
)

test('only operators see the installation page', options, async () => {
  const admin = await newPerson(service, acme.companyId, 'admin', 'Adam')
  const { page, context } = await admin.open('/people')
  await page.goto('/installation')
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create enterprise' }).count(), 0)
  await context.close()
})
