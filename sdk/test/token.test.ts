// Engines: postgres in CI
// How the SDK gets and renews its token.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { setEnterpriseStatus } from '../../server/src/companies/queries.ts'
import { newCaller, newCompany, send } from '../../server/test/support/companies.ts'
import { startService } from '../../server/test/support/service.ts'
import {
  Atelier,
  type AtelierError,
  AuthenticationError,
  NotFoundError,
  PermissionError,
  ValidationError,
} from '../src/index.ts'
import { clientAt } from './support/client.ts'
import { startProxy } from './support/proxy.ts'

const service = await startService()
const brief = await startService({ env: { TOKEN_LIFETIME_SECONDS: '2' } })
const acme = await newCompany(service, 'Acme')
const passing = await newCompany(brief, 'Passing')

/** A fetch that records the requests of each path and their tokens. */
function counting() {
  const counts: Record<string, number> = {}
  const tokens: string[] = []
  const counted: typeof fetch = (input, init) => {
    const { pathname } = new URL(String(input))
    counts[pathname] = (counts[pathname] ?? 0) + 1
    const bearer = new Headers(init?.headers).get('authorization')
    if (bearer) tokens.push(bearer.slice('Bearer '.length))
    return fetch(input, init)
  }
  return { counts, tokens, fetch: counted }
}

const revoke = (token: string) => send(service, 'POST', '/oauth/revoke', { json: { token } })

async function revoked() {
  const { token } = await newCaller(service, { name: 'other', ...acme, scopes: ['profile:read'] })
  await revoke(token)
  return token
}

test('concurrent calls share one token', async () => {
  const { counts, fetch } = counting()
  const atelier = clientAt(service, acme, { fetch })
  await Promise.all(Array.from({ length: 8 }, () => atelier.user()))
  assert.deepEqual(counts, { '/oauth/access-token': 1, '/api/user': 8 })
})

test('tokens have the requested scope and lifetime', async () => {
  for (const scope of ['assets:read profile:read', ['assets:read', 'profile:read']]) {
    const atelier = clientAt(service, acme, { scope, expiresIn: 600 })
    const { scopes, iat, exp } = await atelier.introspectToken()
    assert.deepEqual(scopes, ['profile:read', 'assets:read'])
    assert.equal(exp - iat, 600)
    await assert.rejects(atelier.templates.list().page(), PermissionError)
  }
})

test('requesting a scope that the client does not have throws an error that names the scope', async () => {
  const atelier = clientAt(service, acme, { scope: 'assets:read company:write' })
  await assert.rejects(atelier.user(), (error: AtelierError) => {
    assert.match(error.message, /The scope is not granted\.[^\n]*company:write/)
    return error.status === 400
  })
})

test('a token is renewed before it expires, and no call fails', async () => {
  const { counts, fetch } = counting()
  const atelier = clientAt(brief, passing, { fetch })
  await atelier.user()
  await wait(1_900)
  await atelier.user()
  assert.deepEqual(counts, { '/oauth/access-token': 2, '/api/user': 2 })
})

test('a revoked token is replaced once, and the calls are retried', async () => {
  const { counts, tokens, fetch } = counting()
  const atelier = clientAt(service, acme, { fetch })
  const { client_id } = await atelier.introspectToken()
  assert.equal(client_id, acme.clientId)
  await revoke(tokens.at(-1)!)
  await Promise.all([atelier.user(), atelier.user(), atelier.user()])
  assert.equal(counts['/oauth/access-token'], 2)
})

test('a call whose rejection arrives late uses the renewed token', async () => {
  const { counts, tokens, fetch } = counting()
  const held = Promise.withResolvers<void>()
  let refusals = 0
  const slow: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    // The second 401 arrives after the first call was retried.
    if (response.status === 401 && ++refusals === 2) await held.promise
    return response
  }
  const atelier = clientAt(service, acme, { fetch: slow })
  await atelier.user()
  await revoke(tokens.at(-1)!)
  const both = [atelier.user(), atelier.user()]
  await Promise.race(both)
  held.resolve()
  await Promise.all(both)
  assert.deepEqual([refusals, counts['/oauth/access-token']], [2, 2])
})

test('a token function is called once for another token after a 401', async () => {
  const given = [await revoked(), acme.token]
  const atelier = new Atelier({ url: service.url, token: async () => given.shift()! })
  assert.equal((await atelier.user()).company.name, 'Acme')
  const stubborn = await revoked()
  let asked = 0
  const hopeless = new Atelier({
    url: service.url,
    token: () => {
      asked += 1
      return stubborn
    },
  })
  await assert.rejects(hopeless.user(), AuthenticationError)
  assert.equal(asked, 2)
})

test('a fixed token can be used but not renewed', async () => {
  assert.equal((await new Atelier({ url: service.url, token: acme.token }).user()).company.name, 'Acme')
  const atelier = new Atelier({ url: `${service.url}/`, token: await revoked() })
  await assert.rejects(atelier.user(), { name: 'AuthenticationError', status: 401, code: 'unauthenticated' })
})

test('aborting one call does not cancel the token request for the others', async () => {
  const atelier = clientAt(service, acme)
  const [given, gone] = await Promise.allSettled([
    atelier.user(),
    atelier.user({ signal: AbortSignal.abort(new Error('enough')) }),
  ])
  assert.equal(given.status, 'fulfilled')
  assert.equal((gone as PromiseRejectedResult).reason.message, 'enough')
})

test('a wrong secret throws an error that says what to check', async () => {
  const { counts, fetch } = counting()
  const atelier = clientAt(service, { ...acme, clientSecret: 'wrong' }, { fetch })
  await assert.rejects(atelier.user(), (error: AuthenticationError) => {
    assert.deepEqual([error.name, error.code], ['AuthenticationError', 'invalid_client'])
    assert.match(error.message, /Check clientId and clientSecret/)
    assert.doesNotMatch(error.message, /wrong/)
    return true
  })
  assert.equal(counts['/oauth/access-token'], 1)
})

test('a missing scope throws an error that names it', async () => {
  const reader = await newCaller(service, {
    name: 'reader',
    ...acme,
    scopes: ['profile:read', 'assets:read'],
  })
  await assert.rejects(
    clientAt(service, reader).assetTags.create({ name: 'x' }),
    (error: PermissionError) => {
      assert.deepEqual([error.code, error.scope], ['missing_scope', 'assets:write'])
      assert.match(error.message, /Grant the client the scope assets:write/)
      return true
    },
  )
})

test('a missing company and an inactive enterprise throw different errors', async () => {
  const noCompany = await newCaller(service, { name: 'lost', ...acme, companyId: null })
  await assert.rejects(clientAt(service, noCompany).user(), NotFoundError)
  const closed = await newCompany(service, 'Closed')
  await setEnterpriseStatus(service.db, closed.enterpriseId, 'inactive')
  await assert.rejects(clientAt(service, closed).user(), PermissionError)
})

test('after revoking its token, the client requests a new one', async () => {
  const { counts, fetch } = counting()
  const atelier = clientAt(service, acme, { fetch })
  await atelier.revokeToken()
  await atelier.user()
  assert.equal(counts['/oauth/access-token'], 2)
})

test('a revocation whose response was lost succeeds', async () => {
  const proxy = await startProxy(service, ['lose'])
  await clientAt(proxy, acme).revokeToken()
  assert.deepEqual(proxy.seen, ['POST /oauth/revoke', 'POST /oauth/revoke'])
  const token = await revoked()
  await assert.rejects(new Atelier({ url: service.url, token }).revokeToken(), ValidationError)
})

test('a token function that returns no token causes an error, even in a loop over changes', async () => {
  const { counts, fetch } = counting()
  for (const given of [undefined, null, '', 7]) {
    const atelier = new Atelier({ url: service.url, token: () => given as string, fetch })
    await assert.rejects(atelier.user(), { name: 'TypeError', message: /^The token function must/ })
    await assert.rejects(atelier.changes.follow().next(), TypeError)
  }
  assert.deepEqual(counts, {})
})

test('a token that is invalid in a header throws an error, and a trailing newline is trimmed', async () => {
  const { counts, fetch } = counting()
  const broken = `${acme.token.slice(0, 20)}\n${acme.token.slice(20)}`
  assert.throws(() => new Atelier({ url: service.url, token: broken }), /^TypeError: The token must be/)
  const asked = new Atelier({ url: service.url, token: async () => broken, fetch })
  await assert.rejects(asked.user(), { name: 'TypeError', message: /The token must be/ })
  assert.deepEqual(counts, {})
  const atelier = new Atelier({ url: service.url, token: `${acme.token}\n` })
  assert.equal((await atelier.user()).company.name, 'Acme')
  assert.equal(await atelier.accessToken(), acme.token)
})

test('a token response without a token throws an error', async () => {
  for (const body of ['', '{}', 'null', '[]', '{"token":{}}', '{"token":{"access_token":"x"}}']) {
    const answering: typeof fetch = async () => new Response(body)
    await assert.rejects(clientAt(service, acme, { fetch: answering }).user(), {
      name: 'AtelierError',
      code: 'unexpected',
      message: /^POST \/oauth\/access-token returned 200 without a token\. Check that the url/,
    })
  }
})

test('the base URL can be a URL object', async () => {
  const atelier = new Atelier({ url: new URL(service.url), token: acme.token })
  assert.equal((await atelier.user()).company.name, 'Acme')
})

test('invalid options are rejected before anything is sent', () => {
  assert.throws(() => new Atelier({ url: 'atelier.example', token: 'x' }), TypeError)
  assert.throws(() => new Atelier({ url: service.url, clientId: acme.clientId, clientSecret: '' }), TypeError)
})
