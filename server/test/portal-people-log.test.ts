// Engines: postgres
// Sign-ins, failed attempts and sign-outs in the audit log.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { URI } from 'otpauth'
import { listSecurityEvents } from '../src/audit/queries.ts'
import { addMember } from '../src/members/queries.ts'
import { codeNow, newAccount, password } from './support/accounts.ts'
import { newCompany, someAddress } from './support/companies.ts'
import { behindProxy, browser } from './support/people.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
let made = 0

const newBrowser = () => browser(service, { 'x-forwarded-for': someAddress() })

async function newPerson() {
  const email = `person${made++}@acme.example`
  const id = await newAccount(service.db, { name: 'Ben Moss', email })
  await addMember(service.db, acme.companyId, id, 'editor')
  const page = newBrowser()
  const enter = async () => {
    const at = newBrowser()
    assert.equal((await at.signIn(email, password)).status, 200)
    return at
  }
  assert.equal((await page.signIn(email, password)).status, 200)
  return { ...page, id, email, enter, events: () => eventsOf(id) }
}

async function eventsOf(id: string) {
  const log = await listSecurityEvents(service.db, { company: acme.companyId, limit: 100 })
  return log
    .filter(({ person_id }) => person_id === id)
    .reverse()
    .map(({ type, data }) => [type.replace('person.', ''), data] as const)
}

async function withSecondFactor() {
  const ben = await newPerson()
  const { body } = await ben.post('/portal/api/auth/two-factor/enable', { password })
  const app = URI.parse(body.totpURI)
  const verify = (at: ReturnType<typeof browser>, code: string) =>
    at.post('/portal/api/auth/two-factor/verify-totp', { code })
  assert.equal((await verify(ben, app.generate())).status, 200)
  return { ...ben, backupCodes: body.backupCodes as string[], code: () => codeNow(service.db, app), verify }
}

test('a person with a second factor has signed in only after both factors', async () => {
  const ben = await withSecondFactor()
  // Setting up the second factor renews the session, which is not a sign-in.
  assert.deepEqual(await ben.events(), [['signed_in', {}]])
  const at = await ben.enter()
  assert.equal((await ben.events()).length, 1)
  assert.equal((await ben.verify(at, await ben.code())).status, 200)
  assert.deepEqual((await ben.events()).slice(1), [['signed_in', {}]])
  const other = await ben.enter()
  const backup = { code: ben.backupCodes[0] }
  assert.equal((await other.post('/portal/api/auth/two-factor/verify-backup-code', backup)).status, 200)
  assert.deepEqual((await ben.events()).slice(2), [['signed_in', {}]])
})

test('a wrong code is logged as a failed attempt, like a wrong password', async () => {
  const ben = await withSecondFactor()
  await newBrowser().signIn(ben.email, 'a wrong horse battery')
  const at = await ben.enter()
  assert.equal((await ben.verify(at, '000000')).status, 401)
  const backup = { code: 'wrong-codes' }
  assert.equal((await at.post('/portal/api/auth/two-factor/verify-backup-code', backup)).status, 401)
  const events = await until('all three', async () => {
    const events = (await ben.events()).slice(1)
    return events.length === 3 ? events : undefined
  })
  assert.deepEqual(events.map(([type, { reason }]) => `${type} ${reason}`).sort(), [
    'sign_in_refused wrong_code',
    'sign_in_refused wrong_code',
    'sign_in_refused wrong_password',
  ])
})

test('signing out is logged once', async () => {
  const ben = await newPerson()
  for (let n = 0; n < 2; n++) assert.equal((await ben.post('/portal/api/auth/sign-out')).status, 200)
  assert.deepEqual((await ben.events()).slice(1), [['signed_out', {}]])
})

test('ending sessions is logged with their number', async () => {
  const ben = await newPerson()
  await Promise.all([ben.enter(), ben.enter(), ben.enter()])
  const sessions = (await ben.get('/portal/api/auth/list-sessions')).body
  const { id: own } = (await ben.get('/portal/api/auth/get-session')).body.session
  const other = sessions.find(({ id }: { id: string }) => id !== own)
  await ben.post('/portal/api/auth/revoke-session', { token: other.token })
  await ben.post('/portal/api/auth/revoke-session', { token: 'of nobody' })
  await ben.post('/portal/api/auth/revoke-other-sessions')
  await ben.post('/portal/api/auth/revoke-other-sessions')
  assert.deepEqual((await ben.events()).slice(4), [
    ['sessions_ended', { sessions: 1 }],
    ['sessions_ended', { sessions: 2 }],
  ])
})

test('changing the password ends all other sessions, and both are logged', async () => {
  const ben = await newPerson()
  await ben.enter()
  const newPassword = 'another horse battery'
  const asked = { currentPassword: password, newPassword, revokeOtherSessions: true }
  assert.equal((await ben.post('/portal/api/auth/change-password', asked)).status, 200)
  assert.deepEqual((await ben.events()).slice(2), [
    ['password_changed', {}],
    ['sessions_ended', { sessions: 1 }],
  ])
  assert.equal((await ben.get('/portal/api/me')).status, 200)
})
