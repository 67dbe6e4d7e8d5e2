// Engines: postgres
// Account security: passwords, second factors, sessions and e-mails.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type TOTP, URI } from 'otpauth'
import { listSecurityEvents } from '../src/audit/queries.ts'
import { publicId } from '../src/ids.ts'
import { addMember, endSessions } from '../src/members/queries.ts'
import { codeNow, newAccount, password } from './support/accounts.ts'
import { asOwner, newCompany } from './support/companies.ts'
import { mailServer } from './support/mail-server.ts'
import { type Browser, browser } from './support/people.ts'
import { engine, startService } from './support/service.ts'
import { until } from './support/until.ts'

const mail = await mailServer()
const env = { SMTP_URL: mail.url, MAIL_FROM: 'Atelier <post@acme.example>' }
const service = await startService({ env })
const acme = await newCompany(service, 'Acme')
let made = 0

async function newPerson() {
  const email = `person${made++}@acme.example`
  const id = await newAccount(service.db, { name: 'Ben Moss', email })
  await addMember(service.db, acme.companyId, id, 'editor')
  const page = browser(service)
  assert.equal((await page.signIn(email, password)).status, 200)
  return { ...page, id, email }
}

test('a forgotten password can be reset with a link by e-mail, which works once and ends all sessions', async () => {
  const ben = await newPerson()
  const stranger = browser(service)
  const ask = (email: string) =>
    stranger.post('/portal/api/auth/request-password-reset', { email, redirectTo: '/reset-password' })
  const [known, unknown] = [await ask(ben.email), await ask('nobody@acme.example')]
  assert.deepEqual([known.status, known.body], [unknown.status, unknown.body])
  const letter = await until('the letter', () => mail.letters.find(({ to }) => to === ben.email)?.text)
  assert.match(letter, /From: Atelier <post@acme\.example>/)
  assert.match(letter, /\r\n\r\nHello,\r\n\r\n.* account "Ben Moss"\./)
  const link = new URL(/http:\S+/.exec(letter)![0])
  const { headers } = await stranger.get(link.pathname + link.search)
  const page = new URL(headers.get('location')!, service.url)
  assert.equal(page.pathname, '/reset-password')
  const token = page.searchParams.get('token')
  const choose = (newPassword: string) =>
    stranger.post('/portal/api/auth/reset-password', { newPassword, token })
  assert.equal((await choose('short')).status, 400)
  assert.equal((await choose('another horse battery')).status, 200)
  assert.equal((await choose('a third horse battery')).status, 400)
  assert.equal((await ben.get('/portal/api/me')).status, 401)
  assert.equal((await stranger.signIn(ben.email, password)).status, 401)
  assert.equal((await stranger.signIn(ben.email, 'another horse battery')).status, 200)
  assert.equal(mail.letters.filter(({ to }) => to?.startsWith('nobody@')).length, 0)
})

test('the database does not contain the token of a password link', async () => {
  const ben = await newPerson()
  await ben.post('/portal/api/auth/request-password-reset', {
    email: ben.email,
    redirectTo: '/reset-password',
  })
  const letter = await until('the letter', () => mail.letters.find(({ to }) => to === ben.email)?.text)
  const [, token] = /reset-password\/([\w-]+)/.exec(letter!)!
  const { rows } = await sql`select * from verifications where value = ${ben.id}`.execute(service.db)
  assert.equal(rows.length, 1)
  assert.ok(!JSON.stringify(rows).includes(token!))
  const [{ identifier }] = rows as [{ identifier: string }]
  // No value in the row works as a token.
  for (const tried of [identifier, `${identifier}x`]) {
    const asked = { newPassword: 'their very own sentence', token: tried }
    assert.equal((await browser(service).post('/portal/api/auth/reset-password', asked)).status, 400)
  }
})

const askForPassword = (email: string) =>
  browser(service).post('/portal/api/auth/request-password-reset', { email, redirectTo: '/reset-password' })
const letterTo = (email: string, withinMs?: number) =>
  until('the letter', () => mail.letters.find(({ to }) => to === email)?.text, withinMs)

/** The e-mail jobs of password resets, newest first. */
async function letterJobs() {
  const { rows } = await sql<{ state: string; data: object; output: { fault?: string } | null }>`
    select state, data, output from pgboss.job_common where name = 'password.mail'
    order by created_on desc`.execute(service.db)
  return rows
}

// Neither the response nor its duration depends on whether the account exists.
test('a password reset responds before the account is looked up', async () => {
  const ben = await newPerson()
  await asOwner(service.db, sql`alter table people rename to people_away`)
  const [known, unknown] = [await askForPassword(ben.email), await askForPassword('nobody@acme.example')]
  await asOwner(service.db, sql`alter table people_away rename to people`)
  assert.equal(known.status, 200)
  assert.deepEqual([known.status, known.text], [unknown.status, unknown.text])
  await letterTo(ben.email, 60_000)
})

test('a password e-mail waits for an unavailable mail server, and its link works afterwards', async () => {
  const ben = await newPerson()
  mail.state.away = true
  await askForPassword(ben.email)
  await until('it was tried', async () => (await letterJobs())[0]!.state === 'retry')
  // The waiting job contains no e-mail address.
  assert.ok(!JSON.stringify(await letterJobs()).includes(ben.email))
  mail.state.away = false
  const [, token] = /reset-password\/([\w-]+)/.exec((await letterTo(ben.email, 60_000))!)!
  const asked = { newPassword: 'a new horse battery', token }
  assert.equal((await browser(service).post('/portal/api/auth/reset-password', asked)).status, 200)
  assert.equal((await browser(service).signIn(ben.email, 'a new horse battery')).status, 200)
})

test('a password e-mail that the mail server rejects is not retried', async () => {
  const ben = await newPerson()
  mail.state.refuse = true
  await askForPassword(ben.email)
  const job = await until('it has ended', async () => {
    const [newest] = await letterJobs()
    return newest!.state === 'completed' ? newest : undefined
  })
  mail.state.refuse = false
  assert.equal(job!.output?.fault, 'The mail server rejects the e-mail address.')
})

test('without SMTP configured, a password reset request returns 404', async () => {
  const silent = await startService()
  const asked = { email: 'nobody@acme.example' }
  const answer = await browser(silent).post('/portal/api/auth/request-password-reset', asked)
  assert.equal(answer.status, 404)
})

test('a truncated or expired link leads to a portal page', async () => {
  const visit = async (path: string) => {
    const { headers } = await browser(service).get(`/portal/api/auth${path}`, { accept: 'text/html,*/*' })
    const { origin, pathname, searchParams } = new URL(headers.get('location')!, service.url)
    assert.deepEqual([origin, Boolean(searchParams.get('error'))], [service.url, true], path)
    return pathname
  }
  const dead = '/reset-password/AAAAAAAAAAAAAAAAAAAAAAAA'
  assert.equal(await visit(`${dead}?callbackURL=%2Freset-password`), '/reset-password')
  assert.equal(await visit(dead), '/reset-password')
  assert.equal(await visit('/error?error=anything'), '/sign-in')
  // Programs get the usual status.
  assert.equal((await browser(service).get(`/portal/api/auth${dead}`)).status, 400)
})

test('with a second factor, the password alone is not enough', async () => {
  const ben = await newPerson()
  const { body } = await ben.post('/portal/api/auth/two-factor/enable', { password })
  const app = URI.parse(body.totpURI)
  const verify = (page: ReturnType<typeof browser>, sent: string) =>
    page.post('/portal/api/auth/two-factor/verify-totp', { code: sent })
  assert.equal((await verify(ben, app.generate())).status, 200)
  assert.equal((await ben.get('/portal/api/me')).body.data.two_factor_enabled, true)

  const again = browser(service)
  assert.equal((await again.signIn(ben.email, password)).body.twoFactorRedirect, true)
  assert.equal((await again.get('/portal/api/me')).status, 401)
  assert.equal((await verify(again, '000000')).status, 401)
  assert.equal((await verify(again, await codeNow(service.db, app))).status, 200)
  assert.equal((await again.get('/portal/api/me')).status, 200)

  const without = browser(service)
  await without.signIn(ben.email, password)
  const backup = { code: body.backupCodes[0] }
  assert.equal((await without.post('/portal/api/auth/two-factor/verify-backup-code', backup)).status, 200)
  const twice = browser(service)
  await twice.signIn(ben.email, password)
  assert.equal((await twice.post('/portal/api/auth/two-factor/verify-backup-code', backup)).status, 401)
})

/** A person with a second factor, codes, and browsers that wait for one. */
async function newPersonWithCodes() {
  const ben = await newPerson()
  const { body } = await ben.post('/portal/api/auth/two-factor/enable', { password })
  const app = URI.parse(body.totpURI) as TOTP
  // The codes of this and the next half minute stay valid for the duration of a test.
  const begun = Date.now()
  const codes = [0, 30_000].map((later) => app.generate({ timestamp: begun + later })) as [string, string]
  assert.equal((await verifyCode(ben, codes[0])).status, 200)
  const waiting = async () => {
    const page = browser(service)
    assert.equal((await page.signIn(ben.email, password)).body.twoFactorRedirect, true)
    return page
  }
  return { ...ben, app, codes, waiting, backupCodes: body.backupCodes as string[] }
}

const verifyCode = (page: Browser, code: string, more: object = {}) =>
  page.post('/portal/api/auth/two-factor/verify-totp', { code, ...more })

test('an authenticator code works once, even in concurrent requests, and invalidates earlier codes', async () => {
  const { codes, waiting } = await newPersonWithCodes()
  const [first, second] = codes
  const again = await verifyCode(await waiting(), first)
  assert.deepEqual(
    [again.status, again.body.message],
    [401, 'This code was already used. Wait for the next one.'],
  )
  const pages = [await waiting(), await waiting(), await waiting(), await waiting(), await waiting()]
  const answers = await Promise.all(pages.map((page) => verifyCode(page, second)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401, 401])
  for (const code of codes) assert.equal((await verifyCode(await waiting(), code)).status, 401)
})

test('a backup code works once, even in concurrent requests', async () => {
  const { backupCodes, waiting } = await newPersonWithCodes()
  const pages = [await waiting(), await waiting(), await waiting(), await waiting()]
  const code = backupCodes[0]
  const statuses = await Promise.all(
    pages.map(
      async (page) => (await page.post('/portal/api/auth/two-factor/verify-backup-code', { code })).status,
    ),
  )
  assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join())
  const late = await (await waiting()).post('/portal/api/auth/two-factor/verify-backup-code', { code })
  assert.equal(late.status, 401)
})

/** Returns the tokens in the password e-mails to this e-mail address. */
async function linksTo(email: string, count: number) {
  for (let n = 0; n < count; n++) assert.equal((await askForPassword(email)).status, 200)
  const letters = await until('the letters', () => {
    const found = mail.letters.filter(({ to }) => to === email)
    return found.length === count ? found : undefined
  })
  return letters.map(({ text }) => /reset-password\/([\w-]+)/.exec(text)![1]!)
}

const resetBy = async (token: string, newPassword = 'another horse battery') =>
  (await browser(service).post('/portal/api/auth/reset-password', { token, newPassword })).status

test('using one password link invalidates all others, even in concurrent requests', async () => {
  const ben = await newPerson()
  const [first, second] = await linksTo(ben.email, 2)
  // A failed use invalidates no link.
  assert.equal(await resetBy(first!, 'short'), 400)
  assert.deepEqual([await resetBy(second!), await resetBy(first!)], [200, 400])
  const ada = await newPerson()
  const statuses = await Promise.all((await linksTo(ada.email, 4)).map((link) => resetBy(link)))
  assert.deepEqual(statuses.sort(), [200, 400, 400, 400])
})

test('changing the password and signing out everywhere invalidate links, pending sign-ins and trusted devices', async () => {
  type Person = Awaited<ReturnType<typeof newPersonWithCodes>>
  const endings: Record<string, (ben: Person) => Promise<unknown>> = {
    'a change of the password': (ben) =>
      ben.post('/portal/api/auth/change-password', { currentPassword: password, newPassword: password }),
    'signing out of all others': (ben) => ben.post('/portal/api/auth/revoke-other-sessions'),
    'signing out everywhere': (ben) => ben.post('/portal/api/auth/revoke-sessions'),
    'an operator': (ben) => endSessions(service.db, ben.id),
  }
  for (const [what, end] of Object.entries(endings)) {
    const ben = await newPersonWithCodes()
    const [link] = await linksTo(ben.email, 1)
    const device = await ben.waiting()
    const trusted = await verifyCode(device, ben.codes[1], { trustDevice: true })
    assert.equal(trusted.status, 200)
    assert.equal((await device.signIn(ben.email, password)).body.twoFactorRedirect, undefined)
    const waiting = await ben.waiting()
    await end(ben)
    assert.equal((await verifyCode(waiting, await codeNow(service.db, ben.app))).status, 401, what)
    assert.equal((await device.signIn(ben.email, password)).body.twoFactorRedirect, true, what)
    assert.equal(await resetBy(link!), 400, what)
  }
})

test('sessions can be listed, and ended one by one or all others together', async () => {
  const ben = await newPerson()
  const phone = browser(service, { 'user-agent': 'Phone' })
  const office = browser(service, { 'user-agent': 'Office' })
  for (const page of [phone, office]) await page.signIn(ben.email, password)
  const list = async () => (await ben.get('/portal/api/auth/list-sessions')).body
  const found = (await list()).find(({ userAgent }: { userAgent: string }) => userAgent === 'Phone')
  assert.equal((await list()).length, 3)
  await ben.post('/portal/api/auth/revoke-session', { token: found.token })
  assert.equal((await phone.get('/portal/api/me')).status, 401)
  assert.equal((await office.get('/portal/api/me')).status, 200)
  await ben.post('/portal/api/auth/revoke-other-sessions')
  assert.deepEqual([(await office.get('/portal/api/me')).status, (await list()).length], [401, 1])
})

test('password guesses are limited, and do not reveal which accounts exist', async () => {
  const ben = await newPerson()
  const guess = async (email: string) =>
    (await browser(service).signIn(email, 'a wrong horse battery')).status
  assert.deepEqual([await guess(ben.email), await guess('nobody@acme.example')], [401, 401])
  for (let n = 0; n < 9; n++) await guess(ben.email)
  assert.equal(await guess(ben.email), 429)
  // The right password is also rejected, because it could be the eleventh guess.
  assert.equal((await browser(service).signIn(ben.email.toUpperCase(), password)).status, 429)
  const another = await newPerson()
  assert.equal((await another.get('/portal/api/me')).status, 200)
})

test('a wrong password is answered before the log is written, whether or not the account exists', async (t) => {
  if (engine === 'embedded') return t.skip('its one connection would wait for the lock too')
  const ben = await newPerson()
  const guess = async (email: string) =>
    (await browser(service).signIn(email, 'a wrong horse battery')).status
  await service.db.transaction().execute(async (trx) => {
    await sql`set local role none`.execute(trx)
    await sql`lock table security_events in access exclusive mode`.execute(trx)
    assert.deepEqual([await guess(ben.email), await guess('nobody.here@acme.example')], [401, 401])
  })
  await until('the entry', async () => {
    const [last] = await listSecurityEvents(service.db, { type: 'person.sign_in_refused', limit: 1 })
    return last?.person_id === ben.id
  })
})

test('sign-ins, failed attempts and new passwords are logged with person and IP address', async () => {
  const ben = await newPerson()
  await browser(service).signIn(ben.email, 'a wrong horse battery')
  const events = async () => {
    const log = await listSecurityEvents(service.db, { company: acme.companyId, limit: 100 })
    return log.filter(({ person_id }) => person_id === ben.id)
  }
  await until('the refusal', async () => (await events()).length === 2)
  const changed = { currentPassword: password, newPassword: 'another horse battery' }
  assert.equal((await ben.post('/portal/api/auth/change-password', changed)).status, 200)
  const logged = await events()
  assert.deepEqual(
    logged.map(({ type, address }) => `${type} ${address}`),
    ['person.password_changed', 'person.sign_in_refused', 'person.signed_in'].map(
      (type) => `${type} 127.0.0.1`,
    ),
  )
  assert.ok(logged.every(({ request_id }) => request_id?.startsWith('req_')))
})

test('a changed or invented cookie is rejected', async () => {
  const forged = browser(service)
  for (const value of ['x', 'x.y', `${'a'.repeat(32)}.${'b'.repeat(44)}`]) {
    forged.cookies.set('atelier.session_token', value)
    assert.equal((await forged.get('/portal/api/me')).status, 401)
  }
})

test('there is no sign-up', async () => {
  const asked = { email: 'eve@acme.example', password, name: 'Eve' }
  const { status } = await browser(service).post('/portal/api/auth/sign-up/email', asked)
  assert.equal(status, 404)
  assert.equal((await browser(service).signIn(asked.email, password)).status === 200, false)
})

test('sign-in works under another name of the machine', async () => {
  const ben = await newPerson()
  const url = service.url.replace('localhost', '127.0.0.1')
  const elsewhere = browser({ url }, { 'sec-fetch-site': 'same-origin' })
  assert.equal((await elsewhere.signIn(ben.email, password)).status, 200)
  assert.equal((await elsewhere.get('/portal/api/me')).body.data.email, ben.email)
})

test('a password reset by e-mail removes all other sign-in methods if the address was never verified', async () => {
  const ben = await newPerson()
  const { body } = await ben.post('/portal/api/auth/two-factor/enable', { password })
  await ben.post('/portal/api/auth/two-factor/verify-totp', { code: URI.parse(body.totpURI).generate() })
  await sql`
    insert into passkeys (id, person_id, name, public_key, credential_id, counter, device_type, backed_up)
    values (gen_random_uuid(), ${ben.id}, 'Theirs', 'key', 'credential', 0, 'singleDevice', false)`.execute(
    service.db,
  )
  const rightful = browser(service)
  await rightful.post('/portal/api/auth/request-password-reset', {
    email: ben.email,
    redirectTo: '/reset-password',
  })
  const letter = await until('the letter', () => mail.letters.find(({ to }) => to === ben.email)?.text)
  const [, token] = /reset-password\/([\w-]+)/.exec(letter!)!
  const newPassword = 'their very own sentence'
  const reset = await rightful.post('/portal/api/auth/reset-password', { newPassword, token })
  assert.equal(reset.status, 200, reset.text)
  assert.equal((await rightful.signIn(ben.email, newPassword)).body.twoFactorRedirect, undefined)
  assert.deepEqual((await rightful.get('/portal/api/auth/passkey/list-user-passkeys')).body, [])
  assert.equal((await ben.get('/portal/api/me')).status, 401)
  const logged = await listSecurityEvents(service.db, {
    company: acme.companyId,
    type: 'person.password_changed',
    limit: 1,
  })
  assert.equal(logged[0]!.person_id, ben.id)
})

test('adding a sign-in method requires a recent sign-in', async () => {
  const ben = await newPerson()
  const path = '/portal/api/auth/passkey/generate-register-options'
  assert.equal((await ben.get(path)).status, 200)
  await sql`update sessions set created_at = now() - interval '2 hours' where person_id = ${ben.id}`.execute(
    service.db,
  )
  const refused = await ben.get(path)
  assert.deepEqual([refused.status, refused.body.code], [403, 'SESSION_NOT_FRESH'])
})

test('an encoded path does not bypass the limit of guesses', async () => {
  const ben = await newPerson()
  const guess = (path: string) =>
    browser(service).post(path, { email: ben.email, password: 'wrong horse battery' })
  const detour = '/portal/api/auth/%2e/sign-in/email'
  const statuses: number[] = []
  for (let n = 0; n < 12; n++)
    statuses.push((await guess(n % 2 ? '/portal/api/auth/sign-in/email' : detour)).status)
  assert.equal(statuses.at(-1), 429)
})

test('a profile update accepts only a valid name, and unused endpoints of the library return 404', async () => {
  const ben = await newPerson()
  const call = (path: string, body: object) => ben.post(`/portal/api/auth${path}`, body)
  assert.equal((await call('/update-user', { name: 'Benjamin' })).status, 200)
  for (const body of [
    { name: 'x'.repeat(201) },
    { name: null },
    { name: { a: 1 } },
    { image: 'https://x.example' },
  ])
    assert.equal((await call('/update-user', body)).status, 400, JSON.stringify(body).slice(0, 40))
  assert.equal((await ben.get('/portal/api/me')).body.data.name, 'Benjamin')
  for (const path of [
    '/verify-password',
    '/get-access-token',
    '/refresh-token',
    '/delete-user',
    '/change-email',
    '/unlink-account',
  ])
    assert.equal((await call(path, { password, providerId: 'sso' })).status, 404, path)
})

test('password resets are limited per address, and do not reveal which accounts exist', async () => {
  // A new service, because other tests have used up the rate limit of the IP address.
  const fresh = await startService({ env })
  const ben = { email: 'ben@moss.example' }
  await newAccount(fresh.db, { name: 'Ben Moss', email: ben.email })
  for (const email of [ben.email, 'nobody.at.all@acme.example']) {
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      const asked = { email, redirectTo: '/reset-password' }
      statuses.push((await browser(fresh).post('/portal/api/auth/request-password-reset', asked)).status)
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429], email)
  }
  assert.ok(mail.letters.filter(({ to }) => to === ben.email).length <= 5)
})

test('every error of the sign-in endpoints has a message, and the request ID in the body and the header', async () => {
  const ben = await newPerson()
  const path = (name: string) => `/portal/api/auth${name}`
  const asks: [status: number, ask: () => ReturnType<typeof ben.get>][] = [
    [401, () => browser(service).signIn(ben.email, 'a wrong horse battery')],
    [400, () => ben.post(path('/sign-in/email'), { email: 7 })],
    [
      400,
      () => ben.post(path('/change-password'), { currentPassword: 'wrong', newPassword: 'x'.repeat(12) }),
    ],
    [401, () => browser(service).post(path('/revoke-session'), { token: 'x' })],
    [400, () => ben.post(path('/revoke-session'), { token: 'a\0b' })],
    [400, () => ben.post(path('/passkey/delete-passkey'), { id: 'no id of ours' })],
    [404, () => ben.get(path('/nothing-here'))],
    [404, () => ben.post(path('/sign-up/email'))],
    [403, () => ben.post(path('/sign-out'), {}, { origin: 'https://evil.example' })],
    [400, () => ben.ask('POST', path('/sign-out'), [])],
    [415, () => ben.post(path('/sign-out'), {}, { 'content-type': 'text/plain' })],
  ]
  for (const [status, ask] of asks) {
    const answer = await ask()
    assert.equal(answer.status, status, answer.text)
    const { message, request_id, code, ...rest } = answer.body
    assert.ok(typeof message === 'string' && message.length > 0, answer.text)
    assert.ok(code === undefined || /^[A-Z_]+$/.test(code), answer.text)
    assert.deepEqual([request_id, rest], [answer.headers.get('x-request-id'), {}], answer.text)
    assert.match(answer.headers.get('content-type')!, /^application\/json/)
  }
})

test('a rate-limited request to a sign-in endpoint gets Retry-After', async () => {
  const visitor = browser(service)
  const ask = () => visitor.post('/portal/api/auth/two-factor/verify-totp', { code: '000000' })
  const refused = await until('the limit', async () => {
    const answer = await ask()
    return answer.status === 429 ? answer : undefined
  })
  assert.equal(refused.body.message, 'Too Many Attempts.')
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
})

test('a person is told by e-mail that an operator created a link for a new password', async () => {
  const [operator, ben] = [await newPerson(), await newPerson()]
  await service.db.updateTable('people').set({ is_operator: true }).where('id', '=', operator.id).execute()
  await service.db.updateTable('people').set({ language: 'de' }).where('id', '=', ben.id).execute()
  const path = `/portal/api/installation/people/${publicId('person', ben.id)}/password-links`
  const { status, body, text } = await operator.post(path, { password })
  assert.deepEqual([status, body.data?.mailed], [201, true], text)
  const letter = mail.letters.find(({ to }) => to === ben.email)?.text
  assert.match(letter ?? '', /ein Betreiber hat einen Link erstellt/)
  assert.ok(!letter!.includes('/reset-password/'), 'the e-mail has no link')
})
