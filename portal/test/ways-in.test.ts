// Engines: postgres
// Second factors, passkeys, single sign-on, sessions and password resets.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { codeNow, password } from '../../server/test/support/accounts.ts'
import { newCompany } from '../../server/test/support/companies.ts'
import { identityProvider, ourClient } from '../../server/test/support/identity-provider.ts'
import { mailServer } from '../../server/test/support/mail-server.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { faultsOf } from './support/axe.ts'
import { newWindow, withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }

const mail = await mailServer()
const provider = await identityProvider({
  nina: { email: 'nina@acme.example', email_verified: true, name: 'Nina' },
})
const service = await startService({
  env: {
    ...behindProxy,
    SMTP_URL: mail.url,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: ourClient.id,
    OIDC_CLIENT_SECRET: ourClient.secret,
    OIDC_NAME: 'Acme ID',
  },
})
provider.open(`${service.url}/portal/api/auth/callback/sso`)
const acme = await newCompany(service, 'Acme')
const admin = await newPerson(service, acme.companyId, 'admin', 'Adam')

async function signIn(page: Page, email: string, given = password) {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').first().fill(given)
  await page.keyboard.press('Enter')
}

const isInside = (page: Page) => page.waitForURL(/\/c\/cmp_/)

test(
  'with a second factor, sign-in also requires a code from the app or an unused recovery code',
  options,
  async () => {
    const dora = await newPerson(service, acme.companyId, 'editor', 'Dora')
    const { page, context } = await dora.open('/assets')
    await page.goto('/account')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('dialog').getByLabel('Confirm with your password').first().fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
    const secret = await page.getByRole('dialog').locator('code').innerText()
    const app = new TOTP({ secret, digits: 6, period: 30 })
    assert.deepEqual(await faultsOf(page), [])
    await page.getByLabel('Code from the app').fill(app.generate())
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Save your backup codes' }).waitFor()
    const kept = (await page.getByRole('dialog').locator('code').allInnerTexts()).join('\n').split(/\s+/)[0]!
    assert.deepEqual(await faultsOf(page), [])
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await page.getByText('Two-factor authentication turned on').waitFor()
    await context.close()

    const again = await newWindow(service.url)
    await signIn(again.page, dora.email)
    await again.page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
    assert.equal((await again.page.request.get('/portal/api/me')).status(), 401)
    assert.deepEqual(await faultsOf(again.page), [])
    await again.page.getByLabel('Code', { exact: true }).fill('000000')
    await again.page.keyboard.press('Enter')
    await again.page.getByRole('alert').waitFor()
    await again.page.getByLabel('Code', { exact: true }).fill(await codeNow(service.db, app))
    await again.page.keyboard.press('Enter')
    await isInside(again.page)
    await again.context.close()

    for (const works of [true, false]) {
      const lost = await newWindow(service.url)
      await signIn(lost.page, dora.email)
      await lost.page.getByRole('button', { name: 'Use a backup code' }).click()
      await lost.page.getByLabel('Backup code').fill(kept)
      await lost.page.keyboard.press('Enter')
      if (works) await isInside(lost.page)
      else await lost.page.getByRole('alert').waitFor()
      await lost.context.close()
    }
  },
)

test('a passkey signs its owner in without a password', options, async () => {
  const paul = await newPerson(service, acme.companyId, 'editor', 'Paul')
  const { page, context } = await paul.open('/assets')
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  // This authenticator responds before the user has selected it in the autofill.
  await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  await page.goto('/account')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
  await page.keyboard.press('Enter')
  await page.getByText('Passkey added').waitFor()
  await page.getByText('Work laptop').first().waitFor()
  await context.clearCookies()
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await isInside(page)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Remove Work laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No passkeys yet.').waitFor()
  await context.close()
})

test('an invited person joins with single sign-on and returns to the requested page', options, async () => {
  await admin.post('/portal/api/invitations', { email: 'nina@acme.example', role: 'editor' })
  await until('the letter is there', () => mail.letters.some(({ to }) => to === 'nina@acme.example'))
  const letter = mail.letters.find(({ to }) => to === 'nina@acme.example')!.text
  const [link] = /http\S+\/invitations\/\S+/.exec(letter)!
  const { page, context } = await newWindow(service.url)
  await page.goto(link)
  assert.deepEqual(await faultsOf(page), [])
  await goToIssuer(page)
  await answerIssuer(page)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await isInside(page)
  await context.clearCookies({ domain: new URL(service.url).hostname })
  await page.goto('/account')
  await page.getByRole('button', { name: 'Continue with Acme ID' }).click()
  await page.waitForURL(/\/account$/)
  await page.getByLabel('Single sign-on').getByText('Connected').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await context.close()
})

test('the requested page survives a failed single sign-on', options, async () => {
  const { page, context } = await newWindow(service.url)
  await page.goto('/account')
  await goToIssuer(page)
  await page.getByRole('link', { name: /Cancel/ }).click()
  await page.getByText('Single sign-on failed').waitFor()
  await goToIssuer(page)
  await answerIssuer(page)
  await page.waitForURL(/\/account$/)
  await context.close()
})

test(
  'a late return from single sign-on shows an error in the portal, and the next attempt opens the requested page',
  options,
  async () => {
    const { page, context } = await newWindow(service.url)
    await page.goto('/account')
    await goToIssuer(page)
    // Simulates an expired attempt.
    await sql`delete from verifications`.execute(service.db)
    await page.getByRole('link', { name: /Cancel/ }).click()
    await page.getByText('The sign-in took too long').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await goToIssuer(page)
    await answerIssuer(page)
    await page.waitForURL(/\/account$/)
    await context.close()
  },
)

async function goToIssuer(page: Page) {
  await page.getByRole('button', { name: 'Continue with Acme ID' }).click()
  await page.waitForURL(`${provider.issuer}/**`)
}

async function answerIssuer(page: Page) {
  await page.locator('input[name=login]').fill('nina')
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.locator('input[name=prompt][value=consent]').waitFor({ state: 'attached' })
  await page.locator('button[type=submit]').click()
}

test('sessions are listed and can be ended, and their users must then sign in again', options, async () => {
  const sven = await newPerson(service, acme.companyId, 'viewer', 'Sven')
  const here = await sven.open('/assets')
  const there = await newWindow(service.url)
  await signIn(there.page, sven.email)
  await isInside(there.page)
  await here.page.goto('/account')
  const sessions = here.page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await until('both are listed', async () => (await sessions.count()) === 2)
  await here.page.getByRole('button', { name: 'End all other sessions' }).click()
  await here.page.getByText('All other sessions ended').waitFor()
  await there.page.goto('/account')
  await there.page.waitForURL(/\/sign-in\?then=/)
  await here.page.reload()
  await here.page.getByRole('heading', { name: 'Your account' }).waitFor()
  await Promise.all([here.context.close(), there.context.close()])
})

test('a password reset by e-mail ends all sessions of the person', options, async () => {
  const fred = await newPerson(service, acme.companyId, 'viewer', 'Fred')
  const { page, context } = await newWindow(service.url)
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The sign-in page has a field with the same label.
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
  await page.getByLabel('E-mail address').fill(fred.email)
  assert.deepEqual(await faultsOf(page), [])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
  await until('the letter is there', () => mail.letters.some(({ to }) => to === fred.email))
  const [link] = /http\S+\/reset-password\/\S+/.exec(mail.letters.find(({ to }) => to === fred.email)!.text)!
  await page.goto(link)
  await page.getByLabel('New password').first().fill('a wholly new sentence')
  assert.deepEqual(await faultsOf(page), [])
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sign-in/)
  assert.equal((await fred.get('/portal/api/me')).status, 401)
  await signIn(page, fred.email, 'a wholly new sentence')
  await isInside(page)
  await page.goto(link)
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  await context.close()
})
