// Engines: postgres in CI
// Roles by groups of the identity provider, as members and people who sign in see them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { faultsOf } from './support/axe.ts'
import { newWindow, withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const owner = await newPerson(service, acme.companyId, 'owner', 'Olga')
const grace = await newPerson(service, acme.companyId, 'editor', 'Grace')
await newPerson(service, acme.companyId, 'viewer', 'Vera')
await sql`update memberships set source = 'groups' where person_id = ${grace.personId}`.execute(service.db)

test(
  'the list of people shows whose role comes from groups, and warns before a change',
  options,
  async () => {
    const { page } = await owner.open('/people')
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    await row('Grace').getByText('By group').waitFor()
    assert.equal(await row('Vera').getByText('By group').count(), 0)
    assert.deepEqual(await faultsOf(page), [])

    const choose = async (name: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    const warning = page.getByRole('dialog').getByText('A change here lasts until')
    await choose('Grace', 'Change role')
    await warning.waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await page.keyboard.press('Escape')
    await choose('Vera', 'Change role')
    await page.getByRole('dialog').getByText('Can view everything').waitFor()
    assert.equal(await warning.count(), 0)
    await page.keyboard.press('Escape')
    await choose('Grace', 'Remove from company')
    await page.getByRole('dialog').getByText('They join again at the next single sign-on').waitFor()
  },
)

test('the sign-in page says why single sign-on was refused', options, async () => {
  const { page } = await newWindow(service.url)
  for (const [code, text] of [
    ['no_access', 'You have no access to a company.'],
    ['groups_unreadable', 'Your groups could not be read'],
  ]) {
    await page.goto(`/sign-in?error=${code}`)
    await page.getByRole('alert').getByText(text!).waitFor()
  }
})
