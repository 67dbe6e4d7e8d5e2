// Engines: postgres
// The audit log records who was granted, denied or revoked access, when and from where. It is append-only.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { purgeAudit } from '../src/audit/purge-job.ts'
import { listSecurityEvents, type SecurityEventRow } from '../src/audit/queries.ts'
import { refusalLog, refusalsPerAddress } from '../src/audit/refusal-log.ts'
import { deleteClient } from '../src/clients/delete.ts'
import { restrictClient } from '../src/clients/restrict.ts'
import { revokeTokens } from '../src/clients/revoke-tokens.ts'
import { rotateSecret } from '../src/clients/rotate-secret.ts'
import { asCompany } from '../src/db/tenancy.ts'
import { scopes } from '../src/http/caller.ts'
import { ownLimiters } from '../src/http/rate-limits/rate-limit.ts'
import { newId, parseId, publicId, type Uuid } from '../src/ids.ts'
import { insertAccessTokens } from '../src/oauth/queries.ts'
import { clientSecretPrefix, hashOf, newToken } from '../src/secrets/tokens.ts'
import { asOwner, everyCaller, newCaller, newCompany, send, someAddress } from './support/companies.ts'
import { behindProxy, browser, newMember } from './support/people.ts'
import { startService } from './support/service.ts'
import { stillTimers } from './support/still-timers.ts'
import { provedClient } from './support/tokens.ts'
import { until } from './support/until.ts'

const service = await startService({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })
const { db } = service
const callers = await everyCaller(service, 'Acme')
const { company, full } = callers
const globex = await newCompany(service, 'Globex')
const uuidOf = (clientId: string) => parseId('client', clientId)!

/** The events of an IP address, oldest first, once there are at least `atLeast`. */
const eventsFrom = (address: string, atLeast = 1) =>
  until(`${atLeast} events from ${address}`, async () => {
    const events = await listSecurityEvents(db, { limit: 10_000 })
    const found = events.filter((event) => event.address === address).reverse()
    return found.length >= atLeast ? found : undefined
  })

const eventsOf = async (client: Uuid) => (await listSecurityEvents(db, { client, limit: 100 })).reverse()

/** An event without an ID and a time. */
const withoutIdAndTime = ({ id: _, created_at: __, ...event }: SecurityEventRow) => event

const from = (address: string, json: object) => ({ json, headers: { 'x-forwarded-for': address } })
const credentials = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => ({
  client_id: clientId,
  client_secret: clientSecret,
})
const requestOf = (answer: { headers: Headers }) => answer.headers.get('x-request-id')

describe('the log records, with company, client, address and request ID,', () => {
  test('the log records an issued token and its revocation', async () => {
    const address = someAddress()
    const issued = await send(service, 'POST', '/oauth/access-token', from(address, credentials(full)))
    const { access_token: token } = issued.body.token
    const revoked = await send(service, 'POST', '/oauth/revoke', from(address, { token }))
    assert.equal(revoked.status, 200)
    const who = { company_id: company.companyId, client_id: uuidOf(full.clientId), person_id: null, address }
    const publicPart = hashOf(token).toString('hex').slice(0, 12)
    const [first, second] = await eventsFrom(address, 2)
    assert.deepEqual(
      [first, second].map((event) => withoutIdAndTime(event!)),
      [
        {
          ...who,
          type: 'token.issued',
          request_id: requestOf(issued),
          data: { token: publicPart, scopes },
        },
        { ...who, type: 'token.revoked', request_id: requestOf(revoked), data: { token: publicPart } },
      ],
    )
    assert.ok(Math.abs(first!.created_at.getTime() - Date.now()) < 60_000)
  })

  test("the log records a wrong secret, for the client's company", async () => {
    const address = someAddress()
    const wrong = { ...credentials(full), client_secret: newToken(clientSecretPrefix) }
    const answer = await send(service, 'POST', '/api/get-access-token', from(address, wrong))
    assert.equal(answer.status, 401)
    assert.deepEqual((await eventsFrom(address)).map(withoutIdAndTime), [
      {
        company_id: company.companyId,
        client_id: uuidOf(full.clientId),
        person_id: null,
        type: 'token.refused',
        address,
        request_id: requestOf(answer),
        data: { reason: 'invalid_client', method: 'POST', route: '/api/get-access-token' },
      },
    ])
  })

  test('the log records an unknown client ID, for no company', async () => {
    const address = someAddress()
    const id = newId()
    const nobody = { client_id: publicId('client', id), client_secret: newToken(clientSecretPrefix) }
    await send(service, 'POST', '/oauth/access-token', from(address, nobody))
    const [event] = await eventsFrom(address)
    assert.deepEqual([event!.type, event!.company_id, event!.client_id], ['token.refused', null, id])
  })

  test('the log records a token refused to a client of an inactive enterprise, and a token that is not live', async () => {
    const address = someAddress()
    await send(service, 'POST', '/oauth/access-token', from(address, credentials(callers.inactive)))
    await eventsFrom(address)
    await send(service, 'POST', '/oauth/revoke', from(address, { token: 'nonsense' }))
    const events = await eventsFrom(address, 2)
    assert.deepEqual(
      events.map(({ type, data, client_id }) => [type, data.reason, client_id]),
      [
        ['token.refused', 'inactive_enterprise', uuidOf(callers.inactive.clientId)],
        ['token.refused', 'token_invalid', null],
      ],
    )
  })

  test('the log records a request without the required scope, by route and not by URL', async () => {
    const address = someAddress()
    const path = `/api/assets/${publicId('asset', newId())}?note=private`
    const answer = await callers.restricted.get(path, { 'x-forwarded-for': address })
    assert.equal(answer.status, 403)
    assert.deepEqual((await eventsFrom(address)).map(withoutIdAndTime), [
      {
        company_id: company.companyId,
        client_id: uuidOf(callers.restricted.clientId),
        person_id: null,
        type: 'access.denied',
        address,
        request_id: requestOf(answer),
        data: { reason: 'missing_scope', method: 'GET', route: '/api/assets/:id' },
      },
    ])
  })

  test('the log records every change of a client and its actor, even for a client without a company', async () => {
    for (const companyId of [company.companyId, null]) {
      const client = await newCaller(service, { ...company, companyId, name: 'Website' })
      const id = uuidOf(client.clientId)
      const operator = { actor: { type: 'operator' as const }, id, companyId }
      await restrictClient(db, operator, ['profile:read'])
      await rotateSecret(db, operator, 60)
      await revokeTokens(db, operator)
      await deleteClient(db, operator)
      const events = await eventsOf(id)
      assert.deepEqual(
        events.map(({ type }) => type),
        [
          'client.created',
          'token.issued',
          'client.updated',
          'client.secret_rotated',
          'client.tokens_revoked',
          'client.deleted',
        ],
      )
      for (const event of events) assert.equal(event.company_id, companyId)
      for (const { type, data, address } of events.filter(({ type }) => type.startsWith('client.'))) {
        assert.deepEqual([data.actor, address], [{ type: 'operator' }, null], type)
      }
    }
  })
})

test('a token and its log entry are committed together or not at all', async () => {
  const clientId = uuidOf(full.clientId)
  const dates = { issuedAt: new Date(), expiresAt: new Date(Date.now() + 60_000) }
  const client = await provedClient(db, clientId)
  const tokens = ['one', 'two', 'three'].map((name) => ({ hash: hashOf(name), ...client, ...dates }))
  const before = (await eventsOf(clientId)).length
  // The third token already exists, so the statement fails after the first two.
  await insertAccessTokens(db, [tokens[2]!])
  await assert.rejects(insertAccessTokens(db, tokens), { code: '23505' })
  assert.equal((await eventsOf(clientId)).length, before + 1)
  const hashes = tokens.map(({ hash }) => hash)
  const kept = await db.selectFrom('access_tokens').select('hash').where('hash', 'in', hashes).execute()
  assert.equal(kept.length, 1)
  await insertAccessTokens(db, tokens.slice(0, 2))
  assert.equal((await eventsOf(clientId)).length, before + 3)
})

test('50 concurrent revocations of a token are logged once', async () => {
  const { token, clientId } = await newCaller(service, { ...company, name: 'often' })
  const address = someAddress()
  const revoke = () => send(service, 'POST', '/oauth/revoke', from(address, { token }))
  await Promise.all(Array.from({ length: 50 }, revoke))
  const types = (await eventsOf(uuidOf(clientId))).map(({ type }) => type)
  assert.equal(types.filter((type) => type === 'token.revoked').length, 1)
})

test('a company sees only its own entries, and no tenant sees entries without a company', async () => {
  const companiesSeenBy = (companyId: string) =>
    asCompany(db, companyId, async (trx) => {
      const rows = await trx.selectFrom('security_events').select('company_id').distinct().execute()
      return rows.map(({ company_id }) => company_id)
    })
  assert.deepEqual(await companiesSeenBy(company.companyId), [company.companyId])
  assert.deepEqual(await companiesSeenBy(globex.companyId), [globex.companyId])
  assert.deepEqual(await db.selectFrom('security_events').select('id').execute(), [])
})

test("the app's role cannot change or delete entries, even with access to the whole log", async () => {
  for (const statement of [sql`update security_events set data = '{}'`, sql`delete from security_events`]) {
    const tried = db.transaction().execute(async (trx) => {
      await sql`select set_config('app.security_log', 'whole', true)`.execute(trx)
      await statement.execute(trx)
    })
    await assert.rejects(tried, { code: '42501' })
  }
})

test('a flood from one IP address is logged as a few entries and one with the number omitted', async () => {
  const address = someAddress()
  const flood = refusalsPerAddress + 30
  const timers = stillTimers()
  try {
    const log = refusalLog(db, ownLimiters, (error) => assert.fail(String(error)))
    const refusal = { type: 'token.refused' as const, from: { address, requestId: 'req_flood' }, data: {} }
    for (let n = 0; n < flood; n++) log.note(refusal)
    timers.tick(60_000)
    await log.close()
  } finally {
    timers.reset()
  }
  const events = await eventsFrom(address)
  assert.equal(events.filter(({ type }) => type === 'token.refused').length, refusalsPerAddress)
  const [omitted, ...more] = events.filter(({ type }) => type === 'refusals.omitted')
  assert.deepEqual([omitted!.data, more], [{ more: 30 }, []])
})

test('a flood from 10,000 IP addresses is bounded too', async () => {
  const log = refusalLog(db, ownLimiters, (error) => assert.fail(String(error)))
  const before = await listSecurityEvents(db, { type: 'access.denied', limit: 10_000 })
  for (let n = 0; n < 10_000; n++) {
    const address = `100.64.${n >> 8}.${n & 255}`
    log.note({ type: 'access.denied', from: { address, requestId: 'req_flood' }, data: {} })
  }
  await log.close()
  const after = await listSecurityEvents(db, { type: 'access.denied', limit: 10_000 })
  assert.equal(after.length - before.length, 1_000)
  const [omitted] = await listSecurityEvents(db, { type: 'refusals.omitted', limit: 1 })
  assert.deepEqual([omitted!.address, omitted!.data], [null, { more: 9_000 }])
})

test('the responses to a flood over HTTP are unchanged', async () => {
  const address = someAddress()
  const ask = () => callers.restricted.get('/api/assets', { 'x-forwarded-for': address })
  const answers = await Promise.all(Array.from({ length: refusalsPerAddress + 10 }, ask))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([403]))
  assert.equal((await eventsFrom(address, refusalsPerAddress)).length, refusalsPerAddress)
})

test('if the log cannot be written, rejections are unchanged and the server log reports the loss', async () => {
  const lines: { events?: number }[] = []
  const broken = await startService({ log: (line) => lines.push(JSON.parse(line)) })
  const other = await everyCaller(broken, 'Initech')
  const lost = () => lines.filter(({ events }) => events === 1).length
  await asOwner(broken.db, sql`alter table security_events rename to elsewhere`)
  assert.equal((await other.restricted.get('/api/assets')).status, 403)
  await until('the loss in the log', () => lost() === 1)
  const guess = async (email: string) => (await browser(broken).signIn(email, 'a wrong horse battery')).status
  assert.deepEqual([await guess('owner@initech.example'), await guess('nobody@initech.example')], [401, 401])
  await until('the loss of a sign-in', () => lost() === 2)
})

test('no token is issued or revoked if the log cannot be written', async () => {
  const broken = await startService()
  const { token, ...client } = await newCompany(broken, 'Hooli')
  await asOwner(broken.db, sql`alter table security_events rename to elsewhere`)
  const ask = (path: string, json: object) => send(broken, 'POST', path, { json })
  assert.equal((await ask('/oauth/access-token', credentials(client))).status, 500)
  assert.equal((await ask('/oauth/revoke', { token })).status, 500)
  const tokens = await broken.db.selectFrom('access_tokens').select(['hash', 'revoked_at']).execute()
  assert.deepEqual(tokens, [{ hash: hashOf(token), revoked_at: null }])
})

test('no client, secret or role changes if the log cannot be written', async () => {
  const broken = await startService({ env: behindProxy })
  const { companyId, clientId } = await newCompany(broken, 'Hooli')
  const admin = await newMember(broken, companyId, 'owner')
  const viewer = await newMember(broken, companyId, 'viewer')
  const { db } = broken
  const kept = async () => [
    await db.selectFrom('clients').selectAll().orderBy('id').execute(),
    await db.selectFrom('client_secrets').selectAll().orderBy('id').execute(),
    await db.selectFrom('memberships').selectAll().orderBy('person_id').execute(),
  ]
  const before = await kept()
  await asOwner(db, sql`alter table security_events rename to elsewhere`)
  const changes = [
    admin.post('/portal/api/clients', { name: 'Another' }),
    admin.patch(`/portal/api/clients/${clientId}`, { name: 'Renamed' }),
    admin.post(`/portal/api/clients/${clientId}/secret-rotations`, {}),
    admin.patch(`/portal/api/members/${viewer.id}`, { role: 'admin' }),
    admin.delete(`/portal/api/members/${viewer.id}`),
  ]
  for (const { status } of await Promise.all(changes)) assert.equal(status, 500)
  assert.deepEqual(await kept(), before)
})

test("entries contain no secret, no token, and no caller's value in place of an ID", async () => {
  const address = someAddress()
  const [secret, token] = [newToken(clientSecretPrefix), full.token]
  await send(
    service,
    'POST',
    '/oauth/access-token',
    from(address, { client_id: secret, client_secret: token }),
  )
  await send(service, 'POST', '/oauth/access-token', from(address, credentials(full)))
  await send(service, 'POST', '/oauth/introspect', from(address, { token: `${token}x` }))
  await eventsFrom(address, 3)
  const text = JSON.stringify(await listSecurityEvents(db, { limit: 10_000 }))
  for (const canary of [secret, token, full.clientSecret, hashOf(token).toString('hex')])
    assert.ok(!text.includes(canary.slice(0, 24)), 'the log contains a secret')
})

test('entries are deleted after the configured days, and never before a month', async () => {
  const day = 86_400_000
  const ages = [400, 366, 364, 31, 29, 1]
  const ids = ages.map((days) => newId(new Date(Date.now() - days * day)))
  for (const id of ids)
    await sql`insert into security_events (id, type, data) values (${id}, 'access.denied', '{}')`.execute(db)
  const left = async () => {
    const events = await listSecurityEvents(db, { limit: 10_000 })
    return ages.filter((_, at) => events.some(({ id }) => id === ids[at]))
  }
  const job = { signal: new AbortController().signal }
  const purge = (auditDays: number) => purgeAudit.run({}, { db, auditDays, job } as never)
  await purge(365)
  assert.deepEqual(await left(), [364, 31, 29, 1])
  await purge(0)
  assert.deepEqual(await left(), [29, 1])
})

test('entries are listed newest first, filtered by company, client, type and time, with a limit', async () => {
  const all = await listSecurityEvents(db, { limit: 10_000 })
  assert.deepEqual(
    all.map(({ id }) => id),
    all
      .map(({ id }) => id)
      .sort()
      .reverse(),
  )
  const filter = { company: company.companyId, client: uuidOf(full.clientId), type: 'token.issued' as const }
  const since = all[all.length - 5]!.created_at
  const wanted = all.filter(
    (event) =>
      event.company_id === filter.company &&
      event.client_id === filter.client &&
      event.type === filter.type &&
      event.created_at >= since,
  )
  assert.deepEqual(await listSecurityEvents(db, { ...filter, since, limit: 10_000 }), wanted)
  assert.deepEqual(await listSecurityEvents(db, { limit: 3 }), all.slice(0, 3))
})
