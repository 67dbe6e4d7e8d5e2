// Engines: postgres
// Sign-in and OAuth endpoints while the database is unavailable.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { password } from './support/accounts.ts'
import { newCompany } from './support/companies.ts'
import { basic, sendForm } from './support/forms.ts'
import { startGate } from './support/gate.ts'
import { behindProxy, browser, newMember } from './support/people.ts'
import { atEnd, freshConfig, startOn } from './support/service.ts'

/** Starts a service whose database the test can stop. */
async function fragileService() {
  // SMTP is configured, so that the server accepts password resets.
  const config = await freshConfig({ ...behindProxy, SMTP_URL: 'smtp://127.0.0.1:1' })
  const { database } = config
  if (database.kind === 'embedded') {
    const service = await startOn(config)
    // This makes PGlite exit.
    const stop = () => sql`copy people from stdin`.execute(service.db).catch(() => {})
    return { service, stop }
  }
  const gate = await startGate(database.url)
  const url = new URL(database.url)
  url.host = new URL(gate.url).host
  url.searchParams.delete('host')
  const service = await startOn({ ...config, database: { ...database, url: url.href } })
  return { service, stop: async () => gate.close() }
}

const { service, stop } = await fragileService()
atEnd(() => service.close().catch(() => {}))
const acme = await newCompany(service, 'Acme')
const ada = await newMember(service, acme.companyId, 'owner', 'Ada')
const challenged = await newMember(service, acme.companyId, 'viewer', 'Charlie')
await sql`update people set two_factor_enabled = true where id = ${challenged.personId}`.execute(service.db)
const between = browser(service, { 'x-forwarded-for': '10.9.9.9' })
assert.equal((await between.signIn(challenged.email, password)).body.twoFactorRedirect, true)
const cookies = JSON.stringify([...ada.cookies])
await stop()

const unavailable = { status: 503, body: { message: 'Service Unavailable.' }, retryAfter: '5' }

const asks: Record<string, () => ReturnType<typeof ada.get>> = {
  'the current user': () => ada.get('/portal/api/me'),
  'the sign-in options': () => ada.get('/portal/api/doors'),
  'an endpoint of the API': () => ada.get('/portal/api/folders'),
  'an endpoint of the portal': () => ada.get('/portal/api/members'),
  'the session': () => ada.get('/portal/api/auth/get-session'),
  'the list of sessions': () => ada.get('/portal/api/auth/list-sessions'),
  'signing in': () => browser(service).signIn(ada.email, password),
  'signing in with a wrong password': () => browser(service).signIn(ada.email, 'wrong horse battery'),
  'a code': () => between.post('/portal/api/auth/two-factor/verify-totp', { code: '000000' }),
  'a forgotten password': () =>
    browser(service).post('/portal/api/auth/request-password-reset', { email: ada.email }),
  'a new password': () =>
    ada.post('/portal/api/auth/change-password', { currentPassword: password, newPassword: `${password}!` }),
  'signing out': () => ada.post('/portal/api/auth/sign-out'),
}

for (const [what, ask] of Object.entries(asks))
  test(`while the database is unavailable, ${what} returns 503 and all sessions continue`, async () => {
    const { status, body, headers } = await ask()
    const requestId = headers.get('x-request-id')!
    // Responses of the sign-in endpoints also contain the request ID in the body.
    const { request_id = requestId, ...rest } = body
    assert.deepEqual({ status, body: rest, retryAfter: headers.get('retry-after') }, unavailable)
    assert.equal(request_id, requestId)
    assert.match(requestId, /^req_/)
    assert.equal(JSON.stringify([...ada.cookies]), cookies)
  })

for (const path of ['/oauth/token', '/oauth/access-token', '/oauth/introspect', '/oauth/revoke'])
  test(`while the database is unavailable, a form at ${path} gets the RFC's error`, async () => {
    const fields = { grant_type: 'client_credentials', token: acme.token }
    const { status, body, headers } = await sendForm(service, path, fields, basic(acme))
    assert.equal(status, 503)
    assert.deepEqual(body, { error: 'temporarily_unavailable', error_description: 'Service Unavailable.' })
    assert.equal(headers.get('retry-after'), '5')
  })
