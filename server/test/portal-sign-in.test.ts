import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setupToken } from '../src/members/setup.ts'
import { browser } from './support/people.ts'
import { startService } from './support/service.ts'

const service = await startService()
const token = setupToken(service.keys.setup)
const first = { name: 'Ada Winter', email: 'ada@acme.example', password: 'correct horse battery' }
const ada = browser(service)

test('the first run asks for a token, and makes the first person, an enterprise and a company', async () => {
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

test('whoever has signed in reaches the endpoints of the API, until they sign out', async () => {
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

test('what another site sends is refused, with the cookie or without', async () => {
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

test('the cookie is out of reach of scripts and of other sites', async () => {
  const { headers } = await browser(service).signIn(first.email, first.password)
  const [cookie] = headers.getSetCookie()
  assert.match(cookie!, /HttpOnly/i)
  assert.match(cookie!, /SameSite=Lax/i)
})
