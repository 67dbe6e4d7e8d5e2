// Engines: postgres in CI
// The operator's page for enterprises.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { password } from '../../server/test/support/accounts.ts'
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
  'an operator creates an enterprise; its owner joins through the link, and loses access when it is deactivated',
  options,
  async () => {
    const { page, context } = await operator.open('/people')
    await page.goto('/installation')
    await page.getByRole('button', { name: 'Create enterprise' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Globex Group')
    await dialog.getByLabel('First company').fill('Globex')
    await dialog.getByLabel('Owner’s e-mail address').fill('gina@globex.example')
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

test('an operator sees the state of the server, and the companies of each user', options, async () => {
  const { page, context, complaints } = await operator.open('/people')
  await page.goto('/installation')
  await page.getByRole('tab', { name: 'State' }).click()
  await page.getByText(/^(PostgreSQL|Embedded) responds in \d+ ms$/).waitFor()
  await page.getByText(/^Data directory: .* free$/).waitFor()
  await page.getByRole('cell', { name: /^Acme/ }).waitFor()
  await page.getByText('No mail server is configured').waitFor()
  await page.reload()
  await page.getByRole('tab', { name: 'People' }).click()
  await page.getByRole('searchbox').fill('olga')
  await page.getByText('owner of Acme').waitFor()
  await page.getByRole('button', { name: 'Create password link for Olga' }).click()
  await page.getByLabel('Confirm with your password').fill(password)
  await page.keyboard.press('Enter')
  const link = await page.getByRole('textbox', { name: 'Password link' }).inputValue()
  const there = await newWindow(service.url)
  await there.page.goto(link)
  await there.page.waitForURL(/reset-password/)
  await there.page.getByLabel('New password').first().waitFor()
  await page.keyboard.press('Escape')
  assert.deepEqual(complaints, [])
  await Promise.all([context.close(), there.context.close()])
})

test('a job that failed on all attempts is shown with its error, and can be retried', options, async () => {
  await sql`
    insert into pgboss.job_common (id, name, data, state, retry_count, retry_limit, output, started_on, completed_on, keep_until)
    values (gen_random_uuid(), 'audit.purge', '{}', 'failed', 3, 3, '{"message":"No space left on device"}', now(), now(),
      now() + interval '1 day')`.execute(service.db)
  const { page, context, complaints } = await operator.open('/people')
  await page.goto('/installation?area=jobs')
  await page.getByText('No space left on device').waitFor()
  await page.getByRole('button', { name: 'Retry audit.purge' }).click()
  await page.getByText('1 job will run again').waitFor()
  await page.getByText('No failed jobs').waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})

test('only operators see the installation page', options, async () => {
  const admin = await newPerson(service, acme.companyId, 'admin', 'Adam')
  const { page, context } = await admin.open('/people')
  await page.goto('/installation')
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create enterprise' }).count(), 0)
  await context.close()
})
