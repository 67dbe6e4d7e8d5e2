// Engines: postgres
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setupToken } from '../../server/src/sign-in/setup.ts'
import { startService } from '../../server/test/support/service.ts'
import { newWindow, withoutBrowser } from './support/chromium.ts'

const service = await startService()
const person = { name: 'Ada Winter', email: 'ada@acme.example', password: 'correct horse battery' }

test('the first start creates an owner, an enterprise and a company, and opens the portal', {
  skip: withoutBrowser,
}, async () => {
  const { page, complaints } = await newWindow(service.url)
  await page.goto(`/setup?token=${setupToken(service.keys.setup)}`)
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByLabel('Password').first().fill(person.password)
  await page.getByLabel('Enterprise').fill('Acme Group')
  await page.getByLabel('First company').fill('Acme')
  await page.getByRole('button', { name: 'Finish setup' }).click()
  await page.waitForURL(/\/c\/cmp_/)
  await page.getByRole('heading', { name: 'Welcome to Acme' }).waitFor()
  for (const step of ['Upload images', 'Open brand kit', 'Create client'])
    assert.ok(await page.getByRole('link', { name: step }).isVisible())
  await page.getByRole('link', { name: 'Upload images' }).click()
  await page.waitForURL(/\/assets/)
  assert.deepEqual(complaints, [])
})

test('signing in leads to the requested page', { skip: withoutBrowser }, async () => {
  const { page, context } = await newWindow(service.url)
  await page.goto('/account')
  await page.waitForURL(/\/sign-in/)
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByLabel('Password').first().fill('wrong horse battery')
  await page.keyboard.press('Enter')
  await page
    .getByRole('alert')
    .getByText(/password/i)
    .waitFor()
  // The server's log has nothing more about this error, so the message shows no request ID.
  assert.equal(await page.getByRole('alert').getByText(/req_/).count(), 0)
  await page.getByLabel('Password').first().fill(person.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/account$/)
  await context.close()
})

test('an invited colleague creates an account, sees the company, and can edit only what the role allows', {
  skip: withoutBrowser,
}, async () => {
  const ada = await newWindow(service.url)
  await ada.page.goto('/sign-in')
  await ada.page.getByLabel('E-mail address').fill(person.email)
  await ada.page.getByLabel('Password').first().fill(person.password)
  await ada.page.keyboard.press('Enter')
  await ada.page.waitForURL((url) => url.pathname !== '/sign-in')
  const invited = await ada.page.request.post('/portal/api/invitations', {
    data: { email: 'ben@acme.example', role: 'viewer' },
    headers: { origin: service.url },
  })
  const { data } = await invited.json()
  assert.equal(data.mailed, false)

  const { page, complaints } = await newWindow(service.url)
  await page.goto(new URL(data.url).pathname)
  await page.getByLabel('Name', { exact: true }).fill('Ben Moss')
  await page.getByLabel('Password').first().fill('another horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Ben Moss').first().waitFor()
  const me = await (await page.request.get('/portal/api/me')).json()
  assert.deepEqual([me.data.companies[0].name, me.data.companies[0].role], ['Acme', 'viewer'])
  const refused = await page.request.post('/portal/api/folders', {
    data: { name: 'Mine' },
    headers: { origin: service.url },
  })
  assert.equal(refused.status(), 403)
  assert.deepEqual(complaints, [])
  await page.goto(new URL(data.url).pathname)
  await page.getByRole('heading', { name: 'This invitation does not work' }).waitFor()
})
