// Engines: postgres
// Clients that authenticate with their own key (RFC 7523), and the keys that a client can have.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { exportJWK, type JWK, UnsecuredJWT } from 'jose'
import { listSecurityEvents } from '../src/audit/queries.ts'
import { createCacheVersions } from '../src/cache/cache-versions.ts'
import { setEnterpriseStatus } from '../src/companies/queries.ts'
import { newId, parseId, publicId, type Uuid } from '../src/ids.ts'
import { clientCache } from '../src/oauth/client-cache.ts'
import { purgeEndedTokens } from '../src/oauth/purge-job.ts'
import { clientVerifier } from '../src/oauth/verify-client.ts'
import { algorithms } from '../src/secrets/signature-algorithms.ts'
import { chanceOfLonger } from './support/chance.ts'
import { type Answer, newCaller, newCompany, send, someAddress } from './support/companies.ts'
import { basic, sendForm } from './support/forms.ts'
import { assertedBy, type KeyPair, newKeys } from './support/keys.ts'
import { behindProxy, newMember } from './support/people.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService({ env: behindProxy })
const { db, url } = service
const acme = await newCompany(service, 'Acme')
const dev = await newMember(service, acme.companyId, 'developer', 'Dev')
const keys = await newKeys('ES256', { kid: 'first' })
const strangers = await newKeys('ES256', { kid: 'first' })

const setKeys = (clientId: string, ...publicKeys: JWK[]) =>
  dev.ask('PUT', `/portal/api/clients/${clientId}/key-set`, { keys: publicKeys })

async function newClient(pair: KeyPair | undefined = keys, more: object = {}) {
  const client = await newCaller(service, { name: 'test', ...acme, ...more })
  const { status, text } = await setKeys(client.clientId, pair.publicKey)
  assert.equal(status, 200, text)
  return { ...client, id: parseId('client', client.clientId) as Uuid }
}

const grant = { grant_type: 'client_credentials' }
const post = (path: string, fields: Record<string, string>, headers?: Record<string, string>) =>
  sendForm(service, path, fields, headers)
const ask = (fields: Record<string, string>, headers?: Record<string, string>) =>
  post('/oauth/token', { ...grant, ...fields }, headers)
const refused = ({ status, body }: Answer) => [status, body.error]
const invalidClient = [401, 'invalid_client']
const now = () => Math.floor(Date.now() / 1000)

describe('a client assertion', () => {
  for (const alg of algorithms) {
    test(`a client assertion signed with ${alg} gets a token`, async () => {
      const pair = await newKeys(alg)
      const { clientId } = await newClient(pair)
      const answer = await ask(await assertedBy(pair, clientId, url))
      assert.equal(answer.status, 200, answer.text)
      const headers = { authorization: `Bearer ${answer.body.access_token}` }
      assert.equal((await send(service, 'GET', '/api/user', { headers })).body.client_id, clientId)
    })
  }

  test('a client assertion can have the issuer or either URL of the token endpoint as its audience', async () => {
    const { clientId } = await newClient()
    const names = [url, `${url}/oauth/access-token`, `${url}/oauth/token`]
    for (const audience of [...names, ...names.map((name) => `${name}/`), [url], names])
      assert.equal((await ask(await assertedBy(keys, clientId, audience))).status, 200)
    for (const audience of [
      'https://elsewhere.example',
      [url, 'https://elsewhere.example'],
      ['https://elsewhere.example', url],
      `${url}//`,
      `${url}/api`,
      `${url}/oauth/introspect`,
      [],
      '',
    ])
      assert.deepEqual(refused(await ask(await assertedBy(keys, clientId, audience))), invalidClient)
  })

  test('a client assertion also authenticates introspection and revocation', async () => {
    const { clientId, token, get } = await newClient()
    const introspected = await post('/oauth/introspect', {
      token,
      ...(await assertedBy(keys, clientId, url)),
    })
    assert.equal(introspected.body.active, true)
    const revoked = await post('/oauth/revoke', { token, ...(await assertedBy(keys, clientId, url)) })
    assert.equal(revoked.status, 200)
    assert.equal((await get('/api/user')).status, 401)
  })

  test('a client assertion works once: of ten concurrent requests, one gets a token', async () => {
    const { clientId } = await newClient()
    const fields = await assertedBy(keys, clientId, url)
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(fields)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.deepEqual(refused(await ask(fields)), invalidClient)
    const other = await post('/oauth/revoke', { token: 'x', ...fields })
    assert.deepEqual(refused(other), invalidClient)
  })

  test('a client assertion can have the same jti as an assertion of another client', async () => {
    const [one, other] = [await newClient(), await newClient()]
    for (const { clientId } of [one, other]) {
      const fields = await assertedBy(keys, clientId, url, { claims: { jti: 'same' } })
      assert.equal((await ask(fields)).status, 200)
    }
  })

  test("a client assertion can come with its client's client_id or without one", async () => {
    const { clientId } = await newClient()
    const fields = () => assertedBy(keys, clientId, url)
    assert.equal((await ask({ client_id: clientId, ...(await fields()) })).status, 200)
    assert.deepEqual(refused(await ask({ client_id: acme.clientId, ...(await fields()) })), invalidClient)
    assert.deepEqual(
      refused(await ask({ ...(await fields()), client_assertion_type: 'urn:x' })),
      invalidClient,
    )
  })

  // Holds R-FORM-9.
  test('a client assertion needs neither jti nor iat, and without jti it can be used again until it expires', async () => {
    const { clientId } = await newClient()
    const claims = { iat: undefined, jti: undefined, exp: now() + 3_500 }
    const fields = await assertedBy(keys, clientId, url, { claims })
    for (const status of [200, 200]) assert.equal((await ask(fields)).status, status)
    const withJti = await assertedBy(keys, clientId, url, { claims: { iat: undefined } })
    for (const status of [200, 401]) assert.equal((await ask(withJti)).status, status)
  })

  const wrong: Record<string, (id: string) => Promise<Record<string, string>>> = {
    'signed with a key of another client': (id) => assertedBy(strangers, id, url),
    'with an unknown kid': (id) => assertedBy(keys, id, url, { header: { kid: 'second' } }),
    'without exp': (id) => assertedBy(keys, id, url, { claims: { exp: undefined } }),
    'without iat, but with an exp more than an hour ahead': (id) =>
      assertedBy(keys, id, url, { claims: { iat: undefined, exp: now() + 3_700 } }),
    'with a jti that is not a string': (id) => assertedBy(keys, id, url, { claims: { jti: 1 } }),
    'with an iat that is not a number': (id) => assertedBy(keys, id, url, { claims: { iat: 'now' } }),
    'with an empty jti': (id) => assertedBy(keys, id, url, { claims: { jti: '' } }),
    'that has expired': (id) => assertedBy(keys, id, url, { claims: { exp: now() - 31 } }),
    'issued more than an hour ago, whatever its exp': (id) =>
      assertedBy(keys, id, url, { claims: { iat: now() - 3_640, exp: now() + 600 } }),
    'issued in the future': (id) => assertedBy(keys, id, url, { claims: { iat: now() + 60 } }),
    'that is not valid yet': (id) => assertedBy(keys, id, url, { claims: { nbf: now() + 60 } }),
    'with another issuer': (id) => assertedBy(keys, id, url, { claims: { iss: acme.clientId } }),
    'for nobody': (id) => assertedBy(keys, id, url, { claims: { aud: undefined } }),
    'without a signature': async (id) => ({
      ...(await assertedBy(keys, id, url)),
      client_assertion: new UnsecuredJWT({
        iss: id,
        sub: id,
        aud: url,
        jti: 'x',
        exp: now() + 60,
        iat: now(),
      }).encode(),
    }),
    'with a truncated signature': async (id) => {
      const { client_assertion, ...rest } = await assertedBy(keys, id, url)
      return { ...rest, client_assertion: client_assertion.slice(0, -2) }
    },
    'that is not a JWT': async (id) => ({ ...(await assertedBy(keys, id, url)), client_assertion: 'x' }),
    'that is too long': (id) => assertedBy(keys, id, url, { claims: { x: 'x'.repeat(5_000) } }),
  }
  for (const [what, made] of Object.entries(wrong)) {
    test(`${what} is rejected`, async () => {
      const { clientId } = await newClient()
      assert.deepEqual(refused(await ask(await made(clientId))), invalidClient)
      assert.equal((await ask(await assertedBy(keys, clientId, url))).status, 200)
    })
  }

  test('a client assertion signed with a public key as an HMAC secret is rejected', async () => {
    const { clientId } = await newClient()
    const secret = new TextEncoder().encode(JSON.stringify(keys.publicKey))
    const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
    ])
    const forged = { alg: 'HS256', privateKey: key, publicKey: {} }
    assert.deepEqual(refused(await ask(await assertedBy(forged, clientId, url))), invalidClient)
  })

  test('a client assertion with a valid signature and invalid claims gets a specific error, which it does not get with another key', async () => {
    const { clientId } = await newClient()
    const expired = { claims: { exp: now() - 60 } }
    const expiredAnswer = await ask(await assertedBy(keys, clientId, url, expired))
    assert.equal(expiredAnswer.body.error_description, 'The assertion has expired.')
    const stranger = await ask(await assertedBy(strangers, clientId, url, expired))
    const nobody = await ask(await assertedBy(keys, publicId('client', newId()), url, expired))
    assert.equal(stranger.text, nobody.text)
    assert.equal(stranger.text, (await ask({ client_id: clientId, client_secret: 'wrong' })).text)
  })
})

describe('an assertion does not bypass', () => {
  test("an assertion does not bypass the client's allowed IP addresses, and is not used up by the attempt", async () => {
    const { clientId } = await newClient(keys, { allowedAddresses: ['192.0.2.7'] })
    const fields = await assertedBy(keys, clientId, url)
    assert.deepEqual(refused(await ask(fields, { 'x-forwarded-for': '198.51.100.7' })), invalidClient)
    assert.equal((await ask(fields, { 'x-forwarded-for': '192.0.2.7' })).status, 200)
  })

  test('an assertion does not bypass the status of the enterprise', async () => {
    const closed = await newCompany(service, 'Closed')
    const owner = await newMember(service, closed.companyId, 'owner', 'Owner')
    await owner.ask('PUT', `/portal/api/clients/${closed.clientId}/key-set`, { keys: [keys.publicKey] })
    await setEnterpriseStatus(db, closed.enterpriseId, 'inactive')
    const answer = await ask(await assertedBy(keys, closed.clientId, url))
    assert.deepEqual(refused(answer), [400, 'unauthorized_client'])
  })

  test('an assertion does not bypass the limit of attempts: failures are delayed', async () => {
    const { clientId } = await newClient()
    const fail = async () => ask(await assertedBy(strangers, clientId, url))
    for (let n = 0; n < 10; n++) await fail()
    const start = performance.now()
    await fail()
    assert.ok(performance.now() - start > 480)
  })
})

// Holds R-FORM-9.
test('the logs record why an assertion was rejected, for the company of its client', async () => {
  const client = await newClient()
  const used = await assertedBy(keys, client.clientId, url)
  await ask(used)
  const tries: Record<string, Record<string, string>> = {
    assertion_replayed: used,
    assertion_signature: await assertedBy(strangers, client.clientId, url),
    assertion_expired: await assertedBy(keys, client.clientId, url, { claims: { exp: now() - 60 } }),
    assertion_aud: await assertedBy(keys, client.clientId, 'https://elsewhere.example'),
    assertion_iss: await assertedBy(keys, client.clientId, url, { claims: { iss: 'x' } }),
    assertion_sub: await assertedBy(keys, client.clientId, url, { claims: { sub: undefined } }),
    assertion_exp: await assertedBy(keys, client.clientId, url, { claims: { exp: undefined } }),
    assertion_iat: await assertedBy(keys, client.clientId, url, { claims: { iat: now() + 600 } }),
    assertion_nbf: await assertedBy(keys, client.clientId, url, { claims: { nbf: now() + 600 } }),
    assertion_jti: await assertedBy(keys, client.clientId, url, { claims: { jti: '' } }),
    assertion_type: { ...(await assertedBy(keys, client.clientId, url)), client_assertion_type: 'x' },
    assertion_malformed: {
      client_id: client.clientId,
      ...(await assertedBy(keys, 'x', url)),
      client_assertion: 'x',
    },
  }
  for (const [reason, fields] of Object.entries(tries)) {
    const address = someAddress()
    await ask(fields, { 'x-forwarded-for': address })
    const event = await until(reason, async () => {
      const events = await listSecurityEvents(db, { client: client.id, type: 'token.refused', limit: 100 })
      return events.find((event) => event.address === address)
    })
    assert.deepEqual([event.data.reason, event.company_id], [reason, acme.companyId])
  }
  // The request log has ten entries a minute for one client and IP address.
  const logged = await until('the entries are in the request log', async () => {
    const { body } = await dev.get(`/portal/api/requests?per_page=100&client=${client.clientId}`)
    const errors = body.data.filter(({ error }: { error: object | null }) => error)
    return errors.length >= 10 && errors
  })
  for (const { error } of logged) {
    const [, claim] = /^assertion_(aud|iss|sub|exp|iat|nbf|jti)$/.exec(error.code) ?? []
    assert.match(
      error.message,
      new RegExp(claim ? `^The ${claim} claim of the client assertion ` : 'assertion'),
    )
  }
})

describe('the keys of a client', () => {
  test('the keys of a client are returned without private or unknown members, and changes are logged', async () => {
    const { clientId, id } = await newClient()
    const set = await setKeys(clientId, {
      ...keys.publicKey,
      use: 'sig',
      key_ops: ['verify'],
      x5t: 'abc',
      alg: 'ES256',
    })
    const { kty, crv, x, y } = keys.publicKey
    assert.deepEqual(set.body.data.jwks, { keys: [{ kid: 'first', kty, crv, alg: 'ES256', x, y }] })
    const shown = await dev.get(`/portal/api/clients/${clientId}`)
    assert.deepEqual(shown.body.data, set.body.data)
    const [event] = await listSecurityEvents(db, { client: id, limit: 1 })
    assert.deepEqual([event!.type, event!.person_id], ['client.keys_changed', dev.personId])
    assert.match(JSON.stringify(event!.data.keys), /^\["[\w-]{43}"\]$/)
  })

  test('the keys of a client can be rotated, and both keys work during the rotation', async () => {
    const fresh = await newKeys('EdDSA', { kid: 'second' })
    const { clientId } = await newClient()
    const proves = async (pair: KeyPair) => (await ask(await assertedBy(pair, clientId, url))).status
    await setKeys(clientId, keys.publicKey, fresh.publicKey)
    assert.deepEqual([await proves(keys), await proves(fresh)], [200, 200])
    await setKeys(clientId, fresh.publicKey)
    assert.deepEqual([await proves(keys), await proves(fresh)], [401, 200])
  })

  test('the keys of a client are tried in turn if neither key has a kid', async () => {
    const pairs = await Promise.all([newKeys('ES256'), newKeys('ES256'), newKeys('ES256')])
    const { clientId } = await newClient()
    await setKeys(clientId, ...pairs.map(({ publicKey }) => publicKey))
    for (const pair of pairs) assert.equal((await ask(await assertedBy(pair, clientId, url))).status, 200)
  })

  test('the keys of a client do not affect its secret, and its tokens stay valid when the keys are removed', async () => {
    const client = await newClient()
    assert.equal((await ask({}, basic(client))).status, 200)
    const { access_token } = (await ask(await assertedBy(keys, client.clientId, url))).body
    assert.equal((await dev.delete(`/portal/api/clients/${client.clientId}/key-set`)).status, 204)
    assert.equal((await dev.get(`/portal/api/clients/${client.clientId}`)).body.data.jwks, null)
    assert.deepEqual(refused(await ask(await assertedBy(keys, client.clientId, url))), invalidClient)
    const headers = { authorization: `Bearer ${access_token}` }
    assert.equal((await send(service, 'GET', '/api/user', { headers })).status, 200)
    assert.equal((await ask({}, basic(client))).status, 200)
  })

  test('the keys of a client verify only assertions signed with the algorithm in their `alg`', async () => {
    const rsa = await newKeys('RS256', { alg: 'RS256' })
    const { clientId } = await newClient(rsa)
    const otherwise = { ...rsa, alg: 'PS256', privateKey: await asPss(rsa.privateKey) }
    assert.deepEqual(refused(await ask(await assertedBy(otherwise, clientId, url))), invalidClient)
    assert.equal((await ask(await assertedBy(rsa, clientId, url))).status, 200)
  })

  test('Ed25519 keys accept both names of the algorithm', async () => {
    for (const [alg, named] of [
      ['EdDSA', 'Ed25519'],
      ['Ed25519', 'EdDSA'],
    ] as const) {
      const pair = await newKeys(alg, { alg: named })
      const { clientId } = await newClient(pair)
      assert.equal((await ask(await assertedBy(pair, clientId, url))).status, 200)
    }
  })

  test('the keys of a client can only be set by members who can manage clients', async () => {
    const { clientId } = await newClient()
    const viewer = await newMember(service, acme.companyId, 'viewer', 'Viewer')
    const path = `/portal/api/clients/${clientId}/key-set`
    assert.equal((await viewer.ask('PUT', path, { keys: [keys.publicKey] })).status, 403)
    assert.equal((await viewer.delete(path)).status, 403)
    assert.equal((await acme.delete(`/api/clients/${clientId}/key-set`)).status, 404)
  })

  const asPss = async (key: CryptoKey) =>
    crypto.subtle.importKey(
      'pkcs8',
      await crypto.subtle.exportKey('pkcs8', key),
      { name: 'RSA-PSS', hash: 'SHA-256' },
      false,
      ['sign'],
    )
})

describe('a key set is rejected', async () => {
  const { clientId } = await newCaller(service, { name: 'test', ...acme })
  const { d } = await crypto.subtle.exportKey('jwk', keys.privateKey)
  const { kty, n, e } = (await newKeys('RS256')).publicKey
  const small = await newRsa(1024)
  const large = await newRsa(5120)
  const point = Buffer.from(keys.publicKey.x!, 'base64url')
  point[0]! ^= 1

  const sets: Record<string, [set: unknown, field: string]> = {
    'with a private key': [{ keys: [{ ...keys.publicKey, d }] }, 'keys.0'],
    'with a member of a private RSA key': [{ keys: [keys.publicKey, { kty, n, e, qi: 'AQAB' }] }, 'keys.1'],
    'with a secret': [{ keys: [{ kty: 'oct', k: 'c2VjcmV0' }] }, 'keys.0'],
    'with an RSA key that is too short': [{ keys: [small] }, 'keys.0'],
    'with an RSA key that is too long': [{ keys: [large] }, 'keys.0'],
    'with an exponent of one': [{ keys: [{ kty, n, e: 'AQ' }] }, 'keys.0'],
    'with a point that is not on its curve': [
      { keys: [{ ...keys.publicKey, x: point.toString('base64url') }] },
      'keys.0',
    ],
    'with a curve that has no signatures': [
      { keys: [{ kty: 'OKP', crv: 'X25519', x: 'A'.repeat(43) }] },
      'keys.0',
    ],
    'with an incomplete key': [{ keys: [{ kty, e }] }, 'keys.0'],
    'with a key for encryption': [{ keys: [{ ...keys.publicKey, use: 'enc' }] }, 'keys.0.use'],
    'with a key that may only sign': [{ keys: [{ ...keys.publicKey, key_ops: ['sign'] }] }, 'keys.0.key_ops'],
    'with an HMAC algorithm': [{ keys: [{ ...keys.publicKey, alg: 'HS256' }] }, 'keys.0.alg'],
    'with an algorithm for another key type': [{ keys: [{ ...keys.publicKey, alg: 'RS256' }] }, 'keys.0'],
    'with two keys with the same kid': [{ keys: [keys.publicKey, strangers.publicKey] }, 'keys'],
    'with a kid that is too long': [{ keys: [{ ...keys.publicKey, kid: 'x'.repeat(201) }] }, 'keys.0.kid'],
    'with eleven keys': [
      { keys: Array.from({ length: 11 }, (_, n) => ({ ...keys.publicKey, kid: `${n}` })) },
      'keys',
    ],
    'without a key': [{ keys: [] }, 'keys'],
    'that is a single key': [keys.publicKey, 'keys'],
    'with values that are not keys': [{ keys: ['x'] }, 'keys.0'],
  }
  for (const [what, [set, field]] of Object.entries(sets)) {
    test(what, async () => {
      const answer = await dev.ask('PUT', `/portal/api/clients/${clientId}/key-set`, set)
      assert.equal(answer.status, 422, answer.text)
      assert.ok(field in answer.body, answer.text)
      assert.equal((await dev.get(`/portal/api/clients/${clientId}`)).body.data.jwks, null)
    })
  }

  async function newRsa(modulusLength: number): Promise<JWK> {
    const algorithm = {
      name: 'RSASSA-PKCS1-v1_5',
      hash: 'SHA-256',
      modulusLength,
      publicExponent: new Uint8Array([1, 0, 1]),
    }
    const { publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
    return exportJWK(publicKey)
  }
})

test('stored assertions are purged once they have expired, and not before', async () => {
  const { clientId, id } = await newClient()
  await ask(await assertedBy(keys, clientId, url))
  const ended = { client_id: id, hash: Buffer.from('ended'), expires_at: new Date(Date.now() - 1) }
  await db.insertInto('client_assertions').values(ended).execute()
  await purgeEndedTokens.run({}, { db } as never)
  const kept = await db.selectFrom('client_assertions').selectAll().where('client_id', '=', id).execute()
  assert.equal(kept.length, 1)
  const aheadSeconds = (kept[0]!.expires_at.getTime() - Date.now()) / 1000
  assert.ok(aheadSeconds > 80 && aheadSeconds < 92, `${aheadSeconds}`)
})

const samples = 1_200
const warmups = 300

test('response times do not reveal whether a client ID exists', async () => {
  const { byAssertion } = clientVerifier(
    db,
    clientCache(
      createCacheVersions(() => true),
      2 ** 20,
    ),
    () => [url],
  )
  const ids = { known: (await newClient()).clientId, unknown: publicId('client', newId()) }
  const tries = {
    known: (await assertedBy(strangers, ids.known, url)).client_assertion,
    unknown: (await assertedBy(strangers, ids.unknown, url)).client_assertion,
  }
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let n = -warmups; n < samples; n++) {
    const order = ['known', 'unknown'] as const
    for (const which of n % 2 === 0 ? order : order.toReversed()) {
      const start = process.hrtime.bigint()
      await assert.rejects(byAssertion(tries[which], undefined), { code: 'invalid_client' })
      if (n >= 0) times[which].push(Number(process.hrtime.bigint() - start))
    }
  }
  const chance = chanceOfLonger(times.known, times.unknown)
  assert.ok(Math.abs(chance - 0.5) < 0.07, `a known ID is slower with probability ${chance.toFixed(3)}`)
})
