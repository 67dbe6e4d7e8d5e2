// Guessing is slow: one try after the other, or all at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { URI } from 'otpauth'
import { createPerson } from '../src/members/queries.ts'
import { someAddress } from './support/companies.ts'
import { type Browser, behindProxy, browser } from './support/people.ts'
import { startService } from './support/service.ts'

const service = await startService({ env: behindProxy })
const password = 'correct horse battery'
const failuresMax = 10
let made = 0

const at = (address: string) => browser(service, { 'x-forwarded-for': address })

async function newPerson() {
  const email = `person${made++}@acme.example`
  await createPerson(service.db, { name: 'Ben Moss', email, password })
  return email
}

const atOnce = <T>(count: number, ask: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => ask(n)))

const counted = (statuses: number[]) =>
  Object.fromEntries(
    [...new Set(statuses)].sort().map((one) => [one, statuses.filter((s) => s === one).length]),
  )

test('of 100 wrong passwords at once only as many are looked at as one after the other', async () => {
  const email = await newPerson()
  const attacker = someAddress()
  const answers = await atOnce(100, (n) => at(attacker).signIn(email, `wrong horse battery ${n}`))
  assert.deepEqual(counted(answers.map(({ status }) => status)), { 401: failuresMax, 429: 100 - failuresMax })
  const refused = answers.find(({ status }) => status === 429)!
  assert.equal(refused.body.message, 'Too Many Attempts.')
  assert.equal(refused.headers.get('retry-after'), '60')
  // The right one is held up there, and nowhere else.
  assert.equal((await at(attacker).signIn(email, password)).status, 429)
  assert.equal((await at(someAddress()).signIn(email, password)).status, 200)
})

test('whoever signs in again and again is not held up', async () => {
  const email = await newPerson()
  const address = someAddress()
  for (let n = 0; n < failuresMax + 2; n++)
    assert.equal((await at(address).signIn(email, password)).status, 200)
})

test('of all accounts at once one address may try no more than its share', async () => {
  const emails = await atOnce(7, newPerson)
  const address = someAddress()
  const answers = await atOnce(70, (n) => at(address).signIn(emails[n % 7]!, 'wrong horse battery'))
  assert.deepEqual(counted(answers.map(({ status }) => status)), { 401: 60, 429: 10 })
})

test('of many wrong codes at once only as many are looked at as one after the other', async () => {
  const email = await newPerson()
  const ben = at(someAddress())
  await ben.signIn(email, password)
  const { body } = await ben.post('/portal/api/auth/two-factor/enable', { password })
  const app = URI.parse(body.totpURI)
  const verify = (page: Browser, code: string) =>
    page.post('/portal/api/auth/two-factor/verify-totp', { code })
  assert.equal((await verify(ben, app.generate())).status, 200)

  const attacker = someAddress()
  const pages: Browser[] = []
  for (let n = 0; n < 30; n++) {
    const page = at(attacker)
    assert.equal((await page.signIn(email, password)).body.twoFactorRedirect, true)
    pages.push(page)
  }
  const answers = await Promise.all(pages.map((page) => verify(page, '000000')))
  assert.deepEqual(counted(answers.map(({ status }) => status)), { 401: failuresMax, 429: 30 - failuresMax })
  assert.equal(answers.find(({ status }) => status === 429)!.body.message, 'Too Many Attempts.')
})
