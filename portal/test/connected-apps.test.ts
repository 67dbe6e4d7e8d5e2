// Engines: postgres in CI
// A person connects an assistant on the consent page, and disconnects it in their account.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { publicId } from '../../server/src/ids.ts'
import { addMember } from '../../server/src/members/queries.ts'
import { password } from '../../server/test/support/accounts.ts'
import { newCompany } from '../../server/test/support/companies.ts'
import {
  newApp,
  newVerifier,
  redirectUri,
  requestIn,
  requestOf,
  requestToken,
  toolsFor,
} from '../../server/test/support/connected-apps.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { faultsOf } from './support/axe.ts'
import { newWindow, withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')
await addMember(service.db, globex.companyId, editor.personId, 'viewer')

const verifier = newVerifier()
let app: string
before(async () => {
  app = await newApp(service, { client_name: 'Claude' })
})

const pageFor = (more: Record<string, string> = {}) =>
  `/oauth/apps/authorize?${new URLSearchParams({ ...requestOf(service, app, verifier), scope: 'templates:read assets:read assets:write', ...more })}`

/** The app's own page, which the browser reaches with the response. */
async function appAnswers(page: import('playwright-core').Page) {
  await page.route(`${redirectUri}?**`, (route) => route.fulfill({ body: 'connected' }))
  return async () => {
    await page.getByText('connected', { exact: true }).waitFor()
    return new URL(page.url()).searchParams
  }
}

test('signing in leads to the consent page, and Allow returns to the app with a code', options, async () => {
  const { page, context } = await newWindow(service.url)
  after(() => context.close())
  const answer = await appAnswers(page)
  await page.goto(pageFor({ state: '1e3' }))
  await page.getByLabel('E-mail address').fill(editor.email)
  await page.getByLabel('Password').first().fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Connect Claude?' }).waitFor()
  await page.getByText('127.0.0.1:4567').waitFor()
  const allow = page.getByRole('button', { name: 'Allow' })
  assert.equal(await allow.isDisabled(), true, 'no company is chosen')
  assert.deepEqual(await faultsOf(page), [])

  await page.getByRole('combobox', { name: 'Company' }).press('Enter')
  await page.getByRole('option', { name: 'Globex' }).click()
  assert.equal(await page.getByRole('checkbox').count(), 0, 'a viewer cannot allow changes')
  await page.getByRole('combobox', { name: 'Company' }).press('Enter')
  await page.getByRole('option', { name: 'Acme' }).click()
  assert.equal(await page.getByRole('checkbox').isChecked(), false)
  await allow.click()
  const given = await answer()
  assert.equal(given.get('state'), '1e3')
  const { status, body } = await requestToken(service, {
    grant_type: 'authorization_code',
    client_id: app,
    code: given.get('code')!,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  })
  assert.deepEqual([status, body.scope], [200, 'templates:read assets:read'])

  await page.goto(`${service.url}/account`)
  const row = page.getByRole('list', { name: 'Connected apps' }).getByRole('listitem')
  await row.getByText('Claude', { exact: true }).waitFor()
  await row.getByText('Acme').waitFor()
  await page.getByRole('button', { name: 'Disconnect Claude' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('No connected apps.').waitFor()
  assert.equal(await toolsFor(service, body.access_token), 401)
})

test('Deny returns to the app without a code and connects nothing', options, async () => {
  const { page, context } = await editor.open('')
  after(() => context.close())
  const answer = await appAnswers(page)
  await page.goto(pageFor())
  await page.getByRole('button', { name: 'Deny' }).click()
  const given = await answer()
  assert.deepEqual(
    [given.get('error'), given.get('code'), given.get('state')],
    ['access_denied', null, 'xyz'],
  )
  assert.deepEqual((await editor.get('/portal/api/connected-apps')).body.data, [])
})

test('an invalid request is explained and leads nowhere', options, async () => {
  const { page, context } = await editor.open('')
  after(() => context.close())
  await page.goto(pageFor({ redirect_uri: 'https://evil.example/' }))
  await page.getByRole('heading', { name: 'The app cannot be connected' }).waitFor()
  await page.getByText('The redirect URI is not registered for the app.').waitFor()
  assert.equal(new URL(page.url()).origin, service.url)
  assert.equal(await page.getByRole('button', { name: 'Allow' }).count(), 0)
  await page.goto(`/connect?request=${requestIn({ client_id: publicId('app', acme.companyId) })}`)
  await page.getByRole('alert').waitFor()
})
