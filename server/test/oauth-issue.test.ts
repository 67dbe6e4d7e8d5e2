// Engines: postgres
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { openFoundation } from '../src/app/foundation.ts'
import { createCacheVersions } from '../src/cache/cache-versions.ts'
import { setEnterpriseStatus } from '../src/companies/queries.ts'
import { openPostgres } from '../src/db/postgres.ts'
import { newId, parseId, publicId } from '../src/ids.ts'
import { authenticator } from '../src/oauth/authenticate.ts'
import { clientCache } from '../src/oauth/client-cache.ts'
import { liveTokens } from '../src/oauth/live-tokens.ts'
import { tokenCache } from '../src/oauth/token-cache.ts'
import { clientVerifier } from '../src/oauth/verify-client.ts'
import { accessTokenPrefix, clientSecretPrefix, hashOf, newToken } from '../src/secrets/tokens.ts'
import { bareHandle } from './support/bare-handle.ts'
import { type Answer, newCaller, newCompany, send, someAddress } from './support/companies.ts'
import { heapMegabytes } from './support/heap.ts'
import { startProcess } from './support/server-process.ts'
import { freshConfig, startService } from './support/service.ts'

const service = await startService({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
const acme = await newCompany(service, 'Acme')

const paths = ['/oauth/access-token', '/api/get-access-token']
const request = (client_id: unknown, client_secret: unknown, path = paths[0]!) =>
  send(service, 'POST', path, {
    json: { client_id, client_secret },
    headers: { 'x-forwarded-for': someAddress() },
  })
const raw = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  send(service, 'POST', paths[0]!, { body, headers })

/** Everything that a caller sees, without the values that differ in every response. */
const seen = ({ status, text, headers }: Answer) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date'),
})

// Holds R-TOKEN-16.
describe('a token request with limits', () => {
  const ask = (
    more: object,
    path = paths[0]!,
    caller: Pick<typeof acme, 'clientId' | 'clientSecret'> = acme,
  ) =>
    send(service, 'POST', path, {
      json: { client_id: caller.clientId, client_secret: caller.clientSecret, ...more },
      headers: { 'x-forwarded-for': someAddress() },
    })
  const introspected = async (answer: Answer) => {
    const { text } = answer
    assert.equal(answer.status, 200, text)
    const json = { token: answer.body.token.access_token }
    return (await send(service, 'POST', '/oauth/introspect', { json })).body.data
  }

  for (const path of paths)
    test(`${path}: gets the requested scopes, as a list or separated by spaces`, async () => {
      for (const scope of ['assets:read  folders', ['assets:read', 'folders']])
        assert.equal((await ask({ scope }, path)).status, 400)
      for (const scope of ['templates:read assets:read', ['assets:read', 'templates:read', 'assets:read']]) {
        const answer = await ask({ scope }, path)
        assert.deepEqual(Object.keys(answer.body.token), ['token_type', 'expires_in', 'access_token'])
        assert.deepEqual((await introspected(answer)).scopes, ['templates:read', 'assets:read'])
      }
    })

  test('a token request with limits gets a token without any other scope', async () => {
    const { body } = await ask({ scope: 'profile:read assets:read' })
    const headers = { authorization: `Bearer ${body.token.access_token}`, 'x-forwarded-for': someAddress() }
    assert.equal((await send(service, 'GET', '/api/assets', { headers })).status, 200)
    for (const [method, at] of [
      ['GET', '/api/templates'],
      ['POST', '/api/assets'],
    ] as const)
      assert.equal(
        (await send(service, method, at, { headers, json: method === 'POST' ? {} : undefined })).status,
        403,
      )
  })

  test('a token request with limits gets a shorter lifetime', async () => {
    const answer = await ask({ expires_in: 600 })
    assert.equal(answer.body.token.expires_in, 600)
    const { iat, exp, scopes: granted } = await introspected(answer)
    assert.equal(exp - iat, 600)
    assert.ok(granted.includes('assets:write'))
  })

  test('a token request with limits does not get a longer lifetime than the client has', async () => {
    const short = await newCaller(service, { ...acme, name: 'short', tokenLifetimeSeconds: 60 })
    const fault = (max: number) => ({
      expires_in: [`The expires in field must not be more than ${max}, the lifetime of the client's tokens.`],
    })
    for (const expires_in of [61, 31_536_000]) {
      const { status, body } = await ask({ expires_in }, paths[0], short)
      assert.deepEqual([status, body], [422, fault(60)])
    }
    assert.equal((await ask({ expires_in: 60 }, paths[0], short)).body.token.expires_in, 60)
    for (const expires_in of [0, -1, 1.5, '600', true, 1e300])
      assert.equal((await ask({ expires_in })).status, 422, String(expires_in))
  })

  test('a token request with limits is rejected for an unknown or ungranted scope, which the error names', async () => {
    const reader = await newCaller(service, {
      ...acme,
      name: 'reader',
      scopes: ['assets:read', 'profile:read'],
    })
    for (const [scope, refused] of [
      ['assets:write', 'assets:write'],
      ['assets:read no:scope *', 'no:scope *'],
      [['company:write'], 'company:write'],
    ] as const) {
      const { status, body } = await ask({ scope }, paths[0], reader)
      const expected = { success: false, message: 'The scope is not granted.', details: { scope: refused } }
      assert.deepEqual([status, body], [400, expected])
    }
    const wrong = await ask({ scope: 'no:scope', client_secret: 'wrong' })
    assert.equal(wrong.status, 401)
  })

  test('a token request with limits ignores null and blank values and reports wrong types together with all other errors', async () => {
    for (const scope of [null, '', ' ', []])
      assert.ok((await introspected(await ask({ scope, expires_in: null }))).scopes.includes('assets:write'))
    const { status, body } = await ask({ client_id: undefined, scope: 7, expires_in: 'x' })
    assert.equal(status, 422)
    assert.deepEqual(Object.keys(body).sort(), ['client_id', 'expires_in', 'scope'])
  })
})

describe('a refused token request reveals nothing', () => {
  // Holds R-TOKEN-8.
  test('the responses to a wrong ID and to a wrong secret are identical', async () => {
    for (const path of paths) {
      const wrongSecret = seen(await request(acme.clientId, newToken(clientSecretPrefix), path))
      const wrongIds = [
        publicId('client', newId()),
        publicId('company', acme.companyId),
        'x',
        `${acme.clientId}0`,
      ]
      assert.equal(wrongSecret.status, 401)
      for (const id of wrongIds)
        assert.deepEqual(seen(await request(id, acme.clientSecret, path)), wrongSecret)
    }
  })

  test("another client's secret is a wrong secret", async () => {
    const globex = await newCompany(service, 'Globex')
    assert.equal((await request(acme.clientId, globex.clientSecret)).status, 401)
    assert.equal((await request(globex.clientId, acme.clientSecret)).status, 401)
  })

  // Holds R-TOKEN-9.
  test('an inactive enterprise is only reported to a caller with the right secret', async () => {
    const closed = await newCompany(service, 'Closed')
    await setEnterpriseStatus(service.db, closed.enterpriseId, 'inactive')
    const wrongSecret = seen(await request(closed.clientId, 'wrong'))
    assert.deepEqual(wrongSecret, seen(await request(acme.clientId, 'wrong')))
    assert.equal((await request(closed.clientId, closed.clientSecret)).status, 403)
    await setEnterpriseStatus(service.db, closed.enterpriseId, 'active')
    assert.equal((await request(closed.clientId, closed.clientSecret)).status, 200)
  })
})

describe('credentials must match exactly', () => {
  const alterations: Record<string, (text: string) => string> = {
    'a suffix': (text) => `${text}x`,
    'a prefix': (text) => `x${text}`,
    'a trailing space': (text) => `${text} `,
    'a leading space': (text) => ` ${text}`,
    'a trailing line break': (text) => `${text}\n`,
    'a trailing NUL': (text) => `${text}\0`,
    'a NUL inside': (text) => `${text.slice(0, 20)}\0${text.slice(20)}`,
    'upper case': (text) => text.toUpperCase(),
    'lower case': (text) => text.replace(/[A-Z]/, (letter) => letter.toLowerCase()),
    'a missing last character': (text) => text.slice(0, -1),
    '200 more characters': (text) => text.padEnd(text.length + 200, text),
    '7,000 more characters': (text) => text.padEnd(7_000, 'x'),
    'full-width letters': (text) => text.replace('_', '＿'),
    'a lone surrogate': (text) => `${text}\ud800`,
  }
  for (const [what, change] of Object.entries(alterations)) {
    test(`authentication rejects ${what}`, async () => {
      // Uses its own client, because repeated failures are delayed.
      const { clientId, clientSecret } = await newCaller(service, { name: what, ...acme })
      assert.equal((await request(clientId, change(clientSecret))).status, 401)
      const id = change(clientId)
      if (id !== clientId) assert.equal((await request(id, clientSecret)).status, 401)
    })
  }
})

// Hashing that much takes 50 ms, and a rejected attempt takes a few milliseconds. The best of several tries
// distinguishes them on any machine.
test('a secret or token that is too long is never hashed', async () => {
  const huge = 'x'.repeat(2 ** 26)
  const versions = createCacheVersions(() => true)
  const bytesMax = 1_000_000
  const { bySecret } = clientVerifier(service.db, clientCache(versions, bytesMax), () => [])
  const { tokens, known } = tokenCache(liveTokens(service.db), versions, bytesMax)
  const hashMs = await bestMs(() => hashOf(huge))
  const tries = {
    'a secret': () => assert.rejects(bySecret(acme.clientId, huge), { code: 'invalid_client' }),
    'a client id': () => assert.rejects(bySecret(huge, acme.clientSecret), { code: 'invalid_client' }),
    'a token': async () => assert.equal(await tokens(huge), undefined),
    'a known token': () => assert.equal(known(huge), undefined),
  }
  for (const [what, attempt] of Object.entries(tries)) {
    const ms = await bestMs(attempt)
    assert.ok(ms < hashMs / 2, `${what}: ${ms.toFixed(1)} ms, ${hashMs.toFixed(1)} ms to hash it`)
  }
})

async function bestMs(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let n = 0; n < 5; n++) {
    const start = performance.now()
    await work()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

describe('a malformed body returns 4xx, never 5xx', () => {
  const credentials = () => `"client_id":"${acme.clientId}","client_secret":"${acme.clientSecret}"`
  const bodies: Record<string, [body: string, status: number]> = {
    'cut short': ['{"client_id":"a"', 400],
    'an array of requests': ['[{"client_id":"a","client_secret":"b"}]', 400],
    null: ['null', 400],
    'a number too large': ['1e999', 400],
    'not UTF-8': ['\ufffd\ufffd', 400],
    '1 MB': [`{"client_id":"${'a'.repeat(1024 * 1024)}"}`, 413],
    '4,000 arrays deep': ['['.repeat(4_000) + ']'.repeat(4_000), 400],
    '10,000 arrays deep': ['['.repeat(10_000) + ']'.repeat(10_000), 413],
    '1,300 objects deep, as client_id': [`{"client_id":${'{"a":'.repeat(1_300)}1${'}'.repeat(1_301)}`, 422],
    'fields from __proto__': [`{"__proto__":{"client_id":"a","client_secret":"b"}}`, 422],
    'fields from constructor.prototype': ['{"constructor":{"prototype":{"client_id":"a"}}}', 422],
    'an object as client_id': ['{"client_id":{"toString":1},"client_secret":{"$ne":null}}', 422],
    'an array of one as client_id': ['{"client_id":["a"],"client_secret":["b"]}', 422],
    'duplicate keys, the last wrong': [`{"client_id":"a","client_secret":"b","client_secret":"c"}`, 401],
  }
  for (const [what, [body, status]] of Object.entries(bodies)) {
    test(what, async () => {
      const answer = await raw(body)
      assert.equal(answer.status, status)
      const keys = Object.keys(answer.body)
      assert.deepEqual(
        keys,
        status === 422 ? ['client_id', 'client_secret'] : ['success', 'message', 'details'],
      )
      assert.equal(({} as Record<string, unknown>).client_id, undefined)
    })
  }

  // Holds R-TOKEN-11.
  test('unknown fields, duplicate keys (the last value counts) and any content type are accepted', async () => {
    assert.equal((await raw(`{"grant_type":"client_credentials",${credentials()},"x":[1]}`)).status, 200)
    assert.equal((await raw(`{"client_id":"wrong",${credentials()}}`)).status, 200)
    for (const type of ['application/json; charset=utf-8', 'application/vnd.api+json', 'text/plain']) {
      assert.equal((await raw(`{${credentials()}}`, { 'content-type': type })).status, 200, type)
    }
  })
})

describe('client secrets', () => {
  const addSecret = async (expiresAt: Date) => {
    const secret = newToken(clientSecretPrefix)
    const client_id = parseId('client', acme.clientId)!
    const row = { id: newId(), client_id, hash: hashOf(secret), expires_at: expiresAt }
    await service.db.insertInto('client_secrets').values(row).execute()
    return {
      secret,
      forget: () => service.db.deleteFrom('client_secrets').where('id', '=', row.id).execute(),
    }
  }

  test('client secrets work while two are live, so that a secret can be rotated without downtime', async () => {
    const second = await addSecret(new Date(Date.now() + 60_000))
    assert.equal((await request(acme.clientId, acme.clientSecret)).status, 200)
    assert.equal((await request(acme.clientId, second.secret)).status, 200)
    await second.forget()
  })

  test('client secrets do not work after they expire', async () => {
    const ended = await addSecret(new Date(Date.now() - 1))
    assert.equal((await request(acme.clientId, ended.secret)).status, 401)
    assert.equal((await request(acme.clientId, acme.clientSecret)).status, 200)
    await ended.forget()
  })
})

// The database is unreachable, so a query makes the call fail.
test('a malformed token is rejected without a query', async () => {
  const db = bareHandle(openPostgres({ url: 'postgres://localhost:1/none', connectionsMax: 1, as: 'app' }))
  const { authenticate } = authenticator(db, liveTokens(db))
  const token = newToken(accessTokenPrefix)
  const badChecksum = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a')
  for (const garbage of ['', 'x', badChecksum, newToken(clientSecretPrefix)]) {
    assert.equal(await authenticate(garbage), undefined)
  }
  await assert.rejects(authenticate(token))
  await db.destroy()
})

test('a flood of malformed tokens causes no query and uses no memory', async () => {
  const db = bareHandle(openPostgres({ url: 'postgres://localhost:1/none', connectionsMax: 1, as: 'app' }))
  const found = new Set<string>()
  const cache = tokenCache(
    liveTokens(db),
    createCacheVersions(() => true),
    64 * 2 ** 20,
  )
  const { authenticate, recognize } = authenticator(db, cache.tokens, cache.peek)
  const random = () => accessTokenPrefix + randomBytes(37).toString('hex').slice(0, 49)
  const flood = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const token = random()
      if ((await authenticate(token)) || recognize(token, undefined)) found.add(token)
    }
  }
  await flood(20_000)
  const full = heapMegabytes()
  await flood(100_000)
  const more = heapMegabytes() - full
  assert.ok(more < 5, `100,000 tokens took ${more.toFixed(1)} MB`)
  assert.deepEqual([found.size, cache.use().entries], [0, 0])
  await db.destroy()
})

// Anyone can compute a valid checksum, so such tokens are looked up in batches and not cached.
test('well-formed tokens that were never issued are looked up and not cached', async () => {
  const cache = tokenCache(
    liveTokens(service.db),
    createCacheVersions(() => true),
    64 * 2 ** 20,
  )
  const flood = async (count: number) => {
    for (let n = 0; n < count; n += 500) {
      const made = Array.from({ length: 500 }, () => cache.tokens(newToken(accessTokenPrefix)))
      assert.ok((await Promise.all(made)).every((token) => token === undefined))
    }
  }
  await flood(5_000)
  const full = heapMegabytes()
  await flood(20_000)
  const more = heapMegabytes() - full
  assert.ok(more < 5, `20,000 tokens took ${more.toFixed(1)} MB`)
  assert.equal(cache.use().entries, 0)
})

test('an issued token works after SIGKILL, because it was committed before the response', async () => {
  const config = await freshConfig()
  const foundation = await openFoundation(config)
  const { db } = foundation
  const { createClient } = await import('../src/clients/create.ts')
  const { createCompany, createEnterprise } = await import('../src/companies/queries.ts')
  const enterpriseId = await createEnterprise(db, 'Acme Group')
  const companyId = await createCompany(db, enterpriseId, 'Acme')
  const { clientId, clientSecret } = await createClient(db, { name: 'test', enterpriseId, companyId })
  await foundation.close()

  const first = await startProcess(config)
  const json = { client_id: clientId, client_secret: clientSecret }
  const { body } = await send(first, 'POST', '/oauth/access-token', { json })
  first.child.kill('SIGKILL')
  assert.equal(await first.ended, 'SIGKILL')

  const second = await startProcess(config)
  const headers = { authorization: `Bearer ${body.token.access_token}` }
  const answer = await send(second, 'GET', '/api/user', { headers })
  assert.equal(answer.status, 200)
  assert.equal(answer.body.client_id, clientId)
  second.child.kill('SIGTERM')
  assert.equal(await second.ended, 0)
})
