// Engines: postgres
// Failed attempts are delayed, and attackers cannot lock out other callers. The tests check only minimum delays
// and the order of responses, so that they pass on a busy machine.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '../src/errors.ts'
import { ownLimiters } from '../src/http/rate-limits/rate-limit.ts'
import { newId, publicId } from '../src/ids.ts'
import { failedAttempts } from '../src/oauth/attempts.ts'
import { accessTokenPrefix, newToken } from '../src/secrets/tokens.ts'
import { newCaller, newCompany, send, someAddress } from './support/companies.ts'
import { basic, inBody, sendForm } from './support/forms.ts'
import { startService } from './support/service.ts'

const service = await startService({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
const acme = await newCompany(service, 'Acme')

const post = (path: string, json: unknown, from: string) =>
  send(service, 'POST', path, { json, headers: { 'x-forwarded-for': from } })
const ask = (client_id: string, client_secret: string, from: string) =>
  post('/oauth/access-token', { client_id, client_secret }, from)
const someId = () => publicId('client', newId())
const newClient = () => newCaller(service, { name: 'test', ...acme })

const heldMs = 500
/** Timers can fire a little early, by at most this time. */
const slackMs = 20

async function isHeld(attempt: () => Promise<unknown>) {
  const start = performance.now()
  await attempt()
  return performance.now() - start >= heldMs - slackMs
}

describe('failures from one IP address', () => {
  test('failures from one IP address are delayed from the 21st in a minute on', async () => {
    const from = someAddress()
    for (let n = 0; n < 20; n++) await ask(someId(), 'wrong', from)
    assert.ok(await isHeld(() => ask(someId(), 'wrong', from)))
    assert.ok(await isHeld(() => post('/oauth/introspect', { token: newToken(accessTokenPrefix) }, from)))
    assert.ok(await isHeld(() => post('/oauth/revoke', { token: 'x' }, from)))
  })

  test('failures from one IP address delay neither a caller with the right secret nor failures from other addresses', async () => {
    const from = someAddress()
    for (let n = 0; n < 20; n++) await ask(someId(), 'wrong', from)
    const order: string[] = []
    const held = ask(someId(), 'wrong', from).then(() => order.push('held'))
    const right = ask(acme.clientId, acme.clientSecret, from).then(({ status }) =>
      order.push(`right ${status}`),
    )
    await right
    const elsewhere = ask(someId(), 'wrong', someAddress()).then(() => order.push('elsewhere'))
    await Promise.all([held, elsewhere])
    assert.deepEqual(order, ['right 200', 'elsewhere', 'held'])
  })
})

describe('failures with one client ID', () => {
  test('failures with one client ID are delayed from the 11th in a minute on, from any address', async () => {
    const { clientId } = await newClient()
    for (let n = 0; n < 10; n++) await ask(clientId, 'wrong', someAddress())
    assert.ok(await isHeld(() => ask(clientId, 'wrong', someAddress())))
  })

  test("failures with one client ID never lock the client's owner out", async () => {
    const { clientId, clientSecret } = await newClient()
    for (let n = 0; n < 10; n++) await ask(clientId, 'wrong', someAddress())
    const order: string[] = []
    const attackers = Array.from({ length: 20 }, () =>
      ask(clientId, 'wrong', someAddress()).then(() => order.push('attacker')),
    )
    const owner = ask(clientId, clientSecret, someAddress()).then(({ status }) =>
      order.push(`owner ${status}`),
    )
    await Promise.all([...attackers, owner])
    assert.equal(order[0], 'owner 200')
  })
})

// Some libraries try Basic first, with the secret encoded in their own way, and the body after a 401.
test('a library that tries Basic first and then the body always gets its token', async () => {
  const client = await newClient()
  const from = { 'x-forwarded-for': someAddress() }
  const fields = { grant_type: 'client_credentials' }
  for (let n = 0; n < 12; n++) {
    const tried = { ...from, ...basic({ ...client, clientSecret: `"${client.clientSecret}"` }) }
    assert.equal((await sendForm(service, '/oauth/token', fields, tried)).status, 401)
    const { status } = await sendForm(service, '/oauth/token', { ...fields, ...inBody(client) }, from)
    assert.equal(status, 200)
  }
})

test('a failed attempt gets the same response, delayed or not', async () => {
  const from = someAddress()
  const first = await ask(someId(), 'wrong', from)
  for (let n = 0; n < 20; n++) await ask(someId(), 'wrong', from)
  const held = await ask(someId(), 'wrong', from)
  assert.deepEqual([held.status, held.text], [first.status, first.text])
})

/** Whether a failure is delayed. An undelayed failure resolves before anything else can happen. */
const isSlowed = (slowing: Promise<void>) =>
  Promise.race([slowing.then(() => false), new Promise<boolean>((resolve) => setImmediate(resolve, true))])

test('the first ten failures of a client and twenty of an address are not delayed', async () => {
  const attempts = failedAttempts(ownLimiters)
  const failure = new ApiError('invalid_client')
  for (let n = 0; n < 20; n++) {
    assert.equal(await isSlowed(attempts.slow(failure, '192.0.2.1', n < 10 ? 'cli_x' : undefined)), false)
  }
  assert.equal(await isSlowed(attempts.slow(failure, '192.0.2.1', undefined)), true)
  assert.equal(await isSlowed(attempts.slow(failure, '192.0.2.2', 'cli_x')), true)
  assert.equal(await isSlowed(attempts.slow(failure, '192.0.2.2', 'cli_y')), false)
})

test('errors that are not guesses are never delayed, such as missing fields and an inactive enterprise', async () => {
  const attempts = failedAttempts(ownLimiters)
  for (const code of [
    'invalid',
    'not_json',
    'inactive_enterprise',
    'token_required',
    'server_error',
  ] as const) {
    for (let n = 0; n < 50; n++) {
      assert.equal(await isSlowed(attempts.slow(new ApiError(code), '192.0.2.1', 'cli_x')), false, code)
    }
  }
})

test('at most 500 failures are delayed at the same time; further failures return 429, so memory is bounded', async () => {
  const attempts = failedAttempts(ownLimiters)
  const failure = new ApiError('invalid_client')
  const results = await Promise.allSettled(
    Array.from({ length: 1_000 }, () => attempts.slow(failure, '192.0.2.1', undefined)),
  )
  const rejected = results.filter(({ status }) => status === 'rejected')
  assert.equal(rejected.length, 1_000 - 20 - 500)
  for (const { reason } of rejected as PromiseRejectedResult[]) {
    assert.equal(reason.code, 'too_many_attempts')
    assert.deepEqual(reason.extras.headers, { 'Retry-After': '60' })
  }
  assert.equal(await isSlowed(attempts.slow(failure, '192.0.2.2', undefined)), false)
})
