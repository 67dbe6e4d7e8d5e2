// Engines: postgres
// Guessing passwords and codes is slow, whether sequential or concurrent, from one IP address or many, and does not
// lock the victim out.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { URI } from 'otpauth'
import { listSecurityEvents } from '../src/audit/queries.ts'
import { ApiError } from '../src/errors.ts'
import { ownLimiters } from '../src/http/rate-limits/rate-limit.ts'
import { addressKey } from '../src/ip-addresses.ts'
import { attemptLimits, type Way } from '../src/sign-in/attempt-limits.ts'
import { codeNow, newAccount, password } from './support/accounts.ts'
import { someAddress } from './support/companies.ts'
import { type Browser, behindProxy, browser } from './support/people.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService({ env: behindProxy })
const failuresMax = 10
let made = 0

const at = (address: string) => browser(service, { 'x-forwarded-for': address })

async function newPerson() {
  const email = `person${made++}@acme.example`
  await newAccount(service.db, { name: 'Ben Moss', email })
  return email
}

const atOnce = <T>(count: number, ask: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(n)))

const counted = (statuses: number[]) =>
  Object.fromEntries(
    [...new Set(statuses)].sort().map((one) => [one, statuses.filter((s) => s === one).length]),
  )

test('if 100 wrong passwords are sent concurrently, only as many are checked as in sequence', async () => {
  const email = await newPerson()
  const attacker = someAddress()
  const answers = await atOnce(100, (n) => at(attacker).signIn(email, `wrong horse battery ${n}`))
  assert.deepEqual(counted(answers.map(({ status }) => status)), { 401: failuresMax, 429: 100 - failuresMax })
  const refused = answers.find(({ status }) => status === 429)!
  assert.equal(refused.body.message, 'Too Many Attempts.')
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds > 0 && seconds <= 60, `${seconds} s`)
  // The right password is delayed for that IP address, and for no other.
  assert.equal((await at(attacker).signIn(email, password)).status, 429)
  assert.equal((await at(someAddress()).signIn(email, password)).status, 200)
})

test('repeated successful sign-ins are not delayed', async () => {
  const email = await newPerson()
  const address = someAddress()
  for (let n = 0; n < failuresMax + 2; n++)
    assert.equal((await at(address).signIn(email, password)).status, 200)
})

test('one IP address has a limit of guesses over all accounts', async () => {
  const emails = await atOnce(7, newPerson)
  const address = someAddress()
  const answers = await atOnce(70, (n) => at(address).signIn(emails[n % 7]!, 'wrong horse battery'))
  assert.deepEqual(counted(answers.map(({ status }) => status)), { 401: 60, 429: 10 })
})

async function newPersonWithCodes() {
  const email = await newPerson()
  const page = at(someAddress())
  await page.signIn(email, password)
  const { body } = await page.post('/portal/api/auth/two-factor/enable', { password })
  const app = URI.parse(body.totpURI)
  assert.equal((await verify(page, app.generate())).status, 200)
  const [backupCode] = body.backupCodes as [string]
  return { email, page, code: () => codeNow(service.db, app), backupCode }
}

/** A sign-in after the right password, before the code. */
async function secondStep(email: string, address: string) {
  const page = at(address)
  assert.equal((await page.signIn(email, password)).body.twoFactorRedirect, true)
  return page
}

const verify = (page: Browser, code: string) => page.post('/portal/api/auth/two-factor/verify-totp', { code })
const verifyBackup = (page: Browser, code: string) =>
  page.post('/portal/api/auth/two-factor/verify-backup-code', { code })

test('if many wrong codes are sent concurrently, only as many are checked as in sequence', async () => {
  const { email } = await newPersonWithCodes()
  const attacker = someAddress()
  const pages: Browser[] = []
  for (let n = 0; n < 30; n++) pages.push(await secondStep(email, attacker))
  const answers = await Promise.all(pages.map((page) => verify(page, '000000')))
  assert.deepEqual(counted(answers.map(({ status }) => status)), { 401: failuresMax, 429: 30 - failuresMax })
  assert.equal(answers.find(({ status }) => status === 429)!.body.message, 'Too Many Attempts.')
})

/** Endpoints that require the password of a signed-in person. */
const asksForPassword = [
  ['/change-password', (given: string) => ({ currentPassword: given, newPassword: password })],
  ['/two-factor/enable', (given: string) => ({ password: given })],
  ['/two-factor/get-totp-uri', (given: string) => ({ password: given })],
  ['/two-factor/generate-backup-codes', (given: string) => ({ password: given })],
  ['/two-factor/disable', (given: string) => ({ password: given })],
] as const

test('a stolen session allows no more password guesses at any endpoint, is logged, and does not delay the owner', async () => {
  const ben = await newPersonWithCodes()
  const give = (path: string, body: object, address: string) =>
    ben.page.post(`/portal/api/auth${path}`, body, { 'x-forwarded-for': address })
  const attacker = someAddress()
  const answers = await atOnce(30, (n) => {
    const [path, bodyOf] = asksForPassword[n % asksForPassword.length]!
    return give(path, bodyOf(`wrong horse battery ${n}`), attacker)
  })
  const wrong = answers.filter(({ body }) => body.code === 'INVALID_PASSWORD')
  assert.ok(wrong.length > 0 && wrong.length <= failuresMax, `${wrong.length} were checked`)
  assert.deepEqual(counted(answers.map(({ status }) => status)), {
    400: wrong.length,
    429: 30 - wrong.length,
  })
  await until('an entry for each', async () => {
    const tried = await listSecurityEvents(service.db, { type: 'person.sign_in_refused', limit: 1_000 })
    const requests = new Set(tried.map(({ request_id }) => request_id))
    return wrong.every(({ headers }) => requests.has(headers.get('x-request-id')))
  })

  // Uses up the rest of the limit.
  for (let n = wrong.length; n < failuresMax; n++) await at(attacker).signIn(ben.email, 'wrong horse battery')
  for (const [path, bodyOf] of asksForPassword)
    assert.equal((await give(path, bodyOf(password), attacker)).status, 429, path)
  const owner = someAddress()
  assert.equal((await at(owner).signIn(ben.email, password)).body.twoFactorRedirect, true)
  for (const [path, bodyOf] of asksForPassword) {
    const { body } = await give(path, bodyOf(password), owner)
    assert.ok([undefined, 'TOTP_ALREADY_ENABLED'].includes(body.code), `${path}: ${body.code}`)
  }
})

for (const [name, guess] of [
  ['a code', verify],
  ['a backup code', verifyBackup],
] as const) {
  test(`guessing ${name} does not lock the owner out: a code from another IP address works`, async () => {
    const ben = await newPersonWithCodes()
    const attacker = someAddress()
    // Each of the sign-ins allows five attempts.
    const pages = [await secondStep(ben.email, attacker), await secondStep(ben.email, attacker)]
    const another = await secondStep(ben.email, attacker)
    for (let n = 0; n < failuresMax; n++) assert.equal((await guess(pages[n % 2]!, '000000')).status, 401)
    const refused = await guess(another, '000000')
    assert.equal(refused.status, 429)
    const seconds = Number(refused.headers.get('retry-after'))
    assert.ok(seconds > 0 && seconds <= 60, `${seconds} s`)
    assert.equal((await verify(await secondStep(ben.email, someAddress()), await ben.code())).status, 200)
    const elsewhere = await secondStep(ben.email, someAddress())
    assert.equal((await verifyBackup(elsewhere, ben.backupCode)).status, 200)
  })
}

test('an account allows 20 wrong codes a day, then two from each network', async () => {
  const ben = await newPersonWithCodes()
  const attackers = [someAddress(), someAddress(), someAddress(), someAddress()]
  for (const address of attackers) {
    const page = await secondStep(ben.email, address)
    for (let n = 0; n < 5; n++) assert.equal((await verify(page, '000000')).status, 401)
  }
  const refused = await verify(await secondStep(ben.email, attackers[0]!), await ben.code())
  assert.equal(refused.status, 429)
  const hours = Number(refused.headers.get('retry-after')) / 3_600
  assert.ok(hours > 23 && hours <= 24, `${hours} h`)

  const another = someAddress()
  const page = await secondStep(ben.email, another)
  for (let n = 0; n < 2; n++) assert.equal((await verify(page, '000000')).status, 401)
  assert.equal((await verify(page, '000000')).status, 429)

  // The owner can sign in with a code from a network without failures, and with a backup code even from there.
  for (let n = 0; n < 3; n++)
    assert.equal((await verify(await secondStep(ben.email, someAddress()), await ben.code())).status, 200)
  assert.equal((await verifyBackup(await secondStep(ben.email, another), ben.backupCode)).status, 200)
})

const heldMs = 500
/** Timers can fire a little early, by at most this time. */
const slackMs = 20

test('failures of one account are delayed from the 11th in a minute on, from any IP address', async () => {
  const email = await newPerson()
  const fail = () => at(someAddress()).signIn(email, 'wrong horse battery')
  await atOnce(10, fail)
  for (let n = 0; n < 3; n++) {
    const start = performance.now()
    assert.equal((await fail()).status, 401)
    assert.ok(performance.now() - start >= heldMs - slackMs)
  }
  assert.equal((await at(someAddress()).signIn(email, password)).status, 200)
})

/** Returns how many of the attempts are checked. */
async function countChecked(guesses: ReturnType<typeof attemptLimits>, way: Way, tries: [string, string][]) {
  let count = 0
  for (const [address, account] of tries) {
    await guesses.take(address, account, way).then(
      () => count++,
      (error) => assert.ok(error instanceof ApiError && error.code === 'too_many_attempts'),
    )
  }
  return count
}

const tries = (networks: number, each: number, addressOf: (n: number) => string, account: string) =>
  Array.from({ length: networks * each }, (_, n): [string, string] => [addressOf(n % networks), account])
const v4 = (n: number) => `192.0.${n >> 8}.${n & 255}`
/** IPv6 addresses in the same /48. */
const v6 = (n: number) => addressKey(`2001:db8:7:${n.toString(16)}::1`)!

test('guesses for one account are limited in total, even from many networks', async () => {
  const guesses = attemptLimits(ownLimiters)
  for (const [way, ofAccount, ofNetwork, networks] of [
    ['password', 100, 10, 20],
    ['code', 20, 2, 200],
  ] as const) {
    // The networks that use up the account's limit have used up their own with it.
    const first = tries(ofAccount / failuresMax, failuresMax, v4, `${way}@acme.example`)
    assert.equal(await countChecked(guesses, way, first), ofAccount)
    assert.equal(await countChecked(guesses, way, first), 0)
    const more = tries(networks, failuresMax, (n) => v4(1_000 + n), `${way}@acme.example`)
    assert.equal(await countChecked(guesses, way, more), networks * ofNetwork)
    const ofOneRouter = tries(networks, failuresMax, v6, `${way}@acme.example`)
    assert.equal(await countChecked(guesses, way, ofOneRouter), ofNetwork)
    assert.equal(await countChecked(guesses, way, tries(1, 1, v4, 'another@acme.example')), 1)
  }
  // With 62^10 backup codes, guesses need no limit per account.
  const backup = tries(200, failuresMax, (n) => v4(2_000 + n), 'code@acme.example')
  assert.equal(await countChecked(guesses, 'backup-code', backup), backup.length)
})

test('successful attempts do not count against either limit', async () => {
  const guesses = attemptLimits(ownLimiters)
  const account = 'ben@acme.example'
  for (let n = 0; n < 200; n++) (await guesses.take(v4(n % 2), account, 'code'))()
  const elsewhere = tries(2, failuresMax, (n) => v4(10 + n), account)
  assert.equal(await countChecked(guesses, 'code', elsewhere), 20)
  assert.equal(await countChecked(guesses, 'code', tries(2, failuresMax, v4, account)), 4)
})
