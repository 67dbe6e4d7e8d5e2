// Engines: postgres
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createPerson } from '../src/members/queries.ts'
import { setupToken } from '../src/sign-in/setup.ts'
import { browser } from './support/people.ts'
import { startService } from './support/service.ts'

const service = await startService()
const token = setupToken(service.keys.setup)
const first = { name: 'Ada Winter', email: 'ada@acme.example', password: 'correct horse battery' }
const ada = browser(service)
const cookieName = 'atelier.session_token'

test('the setup requires its token and creates the first person, enterprise and company', async () => {
  assert.equal((await ada.get('/portal/api/me')).status, 401)
  assert.equal((await ada.get('/portal/api/doors')).body.data.needs_setup, true)
  const asked = { ...first, enterprise: 'Acme Group', company: 'Acme' }
  const wrong = await ada.post('/portal/api/setup', { ...asked, token: 'guessed' })
  assert.equal(wrong.status, 403)
  const made = await ada.post('/portal/api/setup', { ...asked, token })
  assert.equal(made.status, 201, made.text)
  const { data } = (await ada.get('/portal/api/me')).body
  assert.deepEqual(
    [data.name, data.email, data.is_operator, data.companies.length],
    ['Ada Winter', 'ada@acme.example', true, 1],
  )
  assert.deepEqual([data.companies[0].name, data.companies[0].role], ['Acme', 'owner'])
  assert.equal((await ada.get('/portal/api/doors')).body.data.needs_setup, false)
  assert.equal((await browser(service).post('/portal/api/setup', { ...asked, token })).status, 404)
})

test('a signed-in person can use the API endpoints until signing out', async () => {
  const again = browser(service)
  assert.equal((await again.signIn(first.email, 'wrong horse battery')).status, 401)
  assert.equal((await again.signIn('ADA@acme.example', first.password)).status, 200)
  const made = await again.post('/portal/api/folders', { name: 'Campaigns' })
  assert.equal(made.status, 201, made.text)
  const { body } = await again.get('/portal/api/folders')
  assert.equal(body.data[0].name, 'Campaigns')
  assert.match(body.links.first, /\/portal\/api\/folders/)
  assert.equal((await again.post('/portal/api/auth/sign-out')).status, 200)
  assert.equal((await again.get('/portal/api/folders')).status, 401)
})

test('an e-mail address that is not a string is rejected', async () => {
  for (const email of [undefined, null, 1, ['ada@acme.example'], {}, { toString: 1 }]) {
    const answer = await browser(service).post('/portal/api/auth/sign-in/email', { ...first, email })
    assert.equal(answer.status, 400, answer.text)
  }
})

test('requests from other sites are rejected, with or without the cookie', async () => {
  for (const headers of [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ]) {
    assert.equal((await ada.post('/portal/api/folders', { name: 'Theirs' }, headers)).status, 403)
    assert.equal((await ada.post('/portal/api/auth/sign-out', {}, headers)).status, 403)
  }
  assert.equal((await ada.get('/portal/api/me')).status, 200)
})

test('scripts and other sites cannot read the cookie', async () => {
  const { headers } = await browser(service).signIn(first.email, first.password)
  const [cookie] = headers.getSetCookie()
  assert.match(cookie!, /HttpOnly/i)
  assert.match(cookie!, /SameSite=Lax/i)
})

test('signing in starts a new session instead of a planted session, and signing out ends it', async () => {
  const mallory = browser(service)
  await createPerson(service.db, { name: 'Mallory', email: 'mallory@acme.example', password: first.password })
  await mallory.signIn('mallory@acme.example', first.password)
  const planted = mallory.cookies.get(cookieName)!
  const victim = browser(service)
  victim.cookies.set(cookieName, planted)
  assert.equal((await victim.signIn(first.email, first.password)).status, 200)
  const own = victim.cookies.get(cookieName)!
  assert.notEqual(own, planted)
  const whoHas = async (cookie: string) => {
    const page = browser(service)
    page.cookies.set(cookieName, cookie)
    const { status, body } = await page.get('/portal/api/me')
    return status === 200 ? body.data.name : status
  }
  assert.deepEqual([await whoHas(own), await whoHas(planted)], [first.name, 'Mallory'])
  await victim.post('/portal/api/auth/sign-out')
  assert.equal(await whoHas(own), 401)
})

test('with an https public URL the cookie is Secure', async () => {
  const behind = await startService({ env: { PUBLIC_URL: 'https://atelier.example' } })
  await createPerson(behind.db, first)
  // The request looks as if a TLS-terminating proxy had sent it.
  const { port } = behind.server.server.address() as AddressInfo
  const signIn = { email: first.email, password: first.password }
  const origin = { origin: 'https://atelier.example' }
  const page = browser({ url: `http://127.0.0.1:${port}` })
  const { headers, status, text } = await page.post('/portal/api/auth/sign-in/email', signIn, origin)
  assert.equal(status, 200, text)
  assert.ok(headers.getSetCookie().length > 0)
  for (const cookie of headers.getSetCookie()) {
    assert.match(cookie, /^__Secure-atelier\./)
    assert.match(cookie, /; Secure/)
    assert.match(cookie, /; HttpOnly/)
  }
})
