// Engines: postgres
// Two companies of one installation in the portal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId } from '../../server/src/ids.ts'
import { addMember } from '../../server/src/members/queries.ts'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const ann = await newPerson(service, acme.companyId, 'owner', 'Ann')
const gus = await newPerson(service, globex.companyId, 'owner', 'Gus')
await ann.post('/portal/api/folders', { name: 'Secret launch' })
await gus.post('/portal/api/folders', { name: 'Turbines' })

test('no URL shows a member of one company data of another company', options, async () => {
  const { page, context } = await gus.open('/assets')
  await page.getByRole('treeitem', { name: /^Turbines/ }).waitFor()
  assert.equal(await page.getByText('Secret launch').count(), 0)
  const theirs = `/c/${publicId('company', acme.companyId)}`
  for (const path of ['/assets', '/people', '/clients', '/activity']) {
    await page.goto(theirs + path)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    assert.equal(await page.getByText(/Acme|Ann|Secret/).count(), 0, path)
  }
  const headers = { 'atelier-company': publicId('company', acme.companyId) }
  for (const path of ['folders', 'members', 'clients', 'assets']) {
    const { status, text } = await gus.get(`/portal/api/${path}`, headers)
    assert.deepEqual([status, text], [404, '{"message":"Company not found."}'])
  }
  await context.close()
})

test('a member of two companies sees one at a time and can switch', options, async () => {
  await addMember(service.db, globex.companyId, ann.personId, 'viewer')
  const { page, context } = await ann.open('/assets')
  await page.getByRole('treeitem', { name: /^Secret launch/ }).waitFor()
  await page.getByRole('button', { name: /Switch company/ }).click()
  await page.getByRole('menuitem', { name: /Globex/ }).click()
  await page.getByRole('treeitem', { name: /^Turbines/ }).waitFor()
  assert.equal(await page.getByText('Secret launch').count(), 0)
  // She is a viewer in that company.
  assert.equal(await page.getByRole('button', { name: 'Upload' }).count(), 0)
  await context.close()
})
