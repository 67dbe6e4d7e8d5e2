// Engines: postgres
// Request counts and the request log of clients, and the usage of a company.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { openFoundation } from '../src/app/foundation.ts'
import { startApp } from '../src/app.ts'
import { loggedRequestsMax, purgeRequestLog } from '../src/clients/purge-request-log.ts'
import { purgeClientRequests } from '../src/clients/purge-requests.ts'
import { requestCounts } from '../src/clients/request-counts.ts'
import {
  failuresPerMinute,
  flushMs,
  loggedPerMinute,
  refusedPerSender,
  requestLog,
} from '../src/clients/request-log.ts'
import { asCompany } from '../src/db/tenancy.ts'
import { newId, parseId, publicId } from '../src/ids.ts'
import { newCaller, newCompany } from './support/companies.ts'
import { killable } from './support/killable.ts'
import { behindProxy, newMember } from './support/people.ts'
import { startProcess } from './support/server-process.ts'
import { atEnd, freshConfig, startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, upload } from './support/uploads.ts'

const service = await startService({ env: { ...behindProxy, STORAGE_QUOTA_BYTES: '7000000' } })
const { db } = service
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const dev = await newMember(service, acme.companyId, 'developer')
const viewer = await newMember(service, acme.companyId, 'viewer')
const hourMs = 3_600_000

type Counted = { from: string; requests: number; refusals: number }
const requestsOf = async (clientId: string, period = '24h'): Promise<Counted[]> =>
  (await dev.get(`/portal/api/clients/${clientId}/requests?period=${period}`)).body.data
const sumOf = (counted: Counted[]) => [
  counted.reduce((sum, { requests }) => sum + requests, 0),
  counted.reduce((sum, { refusals }) => sum + refusals, 0),
]

test("a client's requests and errors are counted and shown per hour and per day", async () => {
  for (let n = 0; n < 5; n++) await acme.get('/api/folders')
  await acme.get(`/api/folders/${publicId('folder', newId())}`)
  await acme.post('/api/folders', {})
  await globex.get('/api/folders')
  const seen = await until('the counts', async () => {
    const counted = await requestsOf(acme.clientId)
    return sumOf(counted)[0] === 7 ? counted : undefined
  })
  assert.deepEqual(sumOf(seen), [7, 2])
  assert.equal(seen.length, 24)
  const days = await requestsOf(acme.clientId, '30d')
  assert.deepEqual([days.length, sumOf(days)], [30, [7, 2]])
  for (const [counted, step] of [
    [seen, hourMs],
    [days, 24 * hourMs],
  ] as const) {
    const starts = counted.map(({ from }) => Date.parse(from))
    for (const [at, start] of starts.entries()) {
      assert.equal(start % step, 0)
      if (at > 0) assert.equal(start - starts[at - 1]!, step)
    }
    assert.ok(Date.now() - starts.at(-1)! < step + hourMs)
  }
  const { status } = await dev.get(`/portal/api/clients/${acme.clientId}/requests?period=1y`)
  assert.equal(status, 422)
  assert.equal((await dev.get(`/portal/api/clients/${globex.clientId}/requests`)).status, 404)
})

test("counts of several processes add up, and one statement stores several companies' counts under row-level security", async () => {
  const lost = (error: unknown) => assert.fail(String(error))
  const processes = [requestCounts(db, lost), requestCounts(db, lost)]
  const callers = [acme, globex].map(({ companyId }) => ({ clientId: newId(), companyId }))
  for (const { note } of processes)
    for (const { clientId, companyId } of callers)
      for (let n = 0; n < 10; n++)
        note({ principal: { clientId, companyId, personId: null, scopes: [] }, refusal: undefined })
  await Promise.all(processes.map(({ close }) => close()))
  for (const { clientId, companyId } of callers) {
    const rows = await asCompany(db, companyId, (trx) =>
      trx.selectFrom('client_requests').selectAll().where('client_id', '=', clientId).execute(),
    )
    assert.deepEqual(
      rows.map(({ company_id, requests, refusals }) => [company_id, requests, refusals]),
      [[companyId, 20, 0]],
    )
  }
  assert.deepEqual(await db.selectFrom('client_requests').select('client_id').execute(), [])
})

test('requests of clients without a company and of people are not counted', async () => {
  const homeless = await newCaller(service, {
    name: 'none',
    enterpriseId: acme.enterpriseId,
    companyId: null,
  })
  await homeless.get('/api/folders')
  await dev.get('/portal/api/folders')
  const counts = requestCounts(db, (error) => assert.fail(String(error)))
  counts.note({
    principal: { clientId: newId(), companyId: null, personId: null, scopes: [] },
    refusal: undefined,
  })
  counts.note({ principal: undefined, refusal: 'unauthenticated' })
  await counts.close()
})

test('pending counts and log entries are stored when the server closes', async () => {
  const config = await freshConfig()
  const foundation = await openFoundation(config)
  const app = await startApp(config, foundation, pino({ level: 'silent' }))
  const initech = await newCompany({ ...foundation, ...app }, 'Initech')
  await initech.get('/api/folders')
  await app.close()
  const again = await openFoundation(config)
  const rows = await asCompany(again.db, initech.companyId, (trx) =>
    trx.selectFrom('client_requests').select(['requests', 'refusals']).execute(),
  )
  const logged = await asCompany(again.db, initech.companyId, (trx) =>
    trx.selectFrom('request_log').select(['method', 'route', 'status']).execute(),
  )
  await again.close()
  assert.deepEqual(rows, [{ requests: 1, refusals: 0 }])
  assert.deepEqual(logged, [{ method: 'GET', route: '/api/folders', status: 200 }])
})

test('counts are kept for 35 days', async () => {
  const client_id = newId()
  const company_id = acme.companyId
  const ages = [1, 34, 36, 400]
  await asCompany(db, company_id, async (trx) => {
    for (const days of ages)
      await sql`
        insert into client_requests (company_id, client_id, hour, requests, refusals)
        values (${company_id}, ${client_id}, ${new Date(Date.now() - days * 24 * hourMs)}, ${days}, 0)`.execute(
        trx,
      )
  })
  await purgeClientRequests.run({}, { db, job: { signal: new AbortController().signal } } as never)
  const left = await asCompany(db, company_id, (trx) =>
    trx
      .selectFrom('client_requests')
      .select('requests')
      .where('client_id', '=', client_id)
      .orderBy('requests')
      .execute(),
  )
  assert.deepEqual(
    left.map(({ requests }) => requests),
    [1, 34],
  )
})

test("every member sees the company's usage, and no other company's", async () => {
  const add = async (to: typeof acme) =>
    (await upload(service, to, { bytes: await picture(), name: 'a.png' })).body.data
  const [image, other] = [await add(acme), await add(acme)]
  await add(globex)
  await acme.post('/api/folders', { name: 'Campaigns' })
  await acme.post('/api/tags', { name: 'autumn' })
  await acme.post('/api/asset-tags', { name: 'winter' })
  await acme.delete(`/api/assets/${image.id}`)
  const { status, body } = await viewer.get('/portal/api/usage')
  assert.equal(status, 200)
  const { requests, ...rest } = body.data
  assert.deepEqual(rest, {
    storage: {
      bytes: image.size + other.size,
      quota_bytes: 7_000_000,
      types: [{ type: 'image', count: 2, bytes: image.size + other.size }],
    },
    templates: 0,
    folders: 1,
    // Colors are also stored as tags.
    asset_tags: (await acme.get('/api/asset-tags?with_total=true')).body.meta.total,
    template_tags: 1,
  })
  assert.deepEqual(requests[0].client, { id: acme.clientId, name: 'test' })
  assert.ok(requests[0].requests >= 7)
  assert.ok(!JSON.stringify(requests).includes(globex.clientId))
})

// biome-ignore lint/suspicious/noExplicitAny: tests read the body without declaring its type.
type Logged = any
const logOf = async (query = '', at = dev): Promise<Logged[]> =>
  (await at.get(`/portal/api/requests?per_page=100${query}`)).body.data

test('the request log has each request of a client, and no requests of other companies', async () => {
  const caller = await newCaller(service, {
    name: 'Logged',
    enterpriseId: acme.enterpriseId,
    companyId: acme.companyId,
    scopes: ['assets:read', 'assets:write'],
  })
  await caller.get('/api/folders?search=a-secret-value')
  const missing = await caller.get(`/api/folders/${publicId('folder', newId())}`)
  await caller.get('/api/templates')
  await caller.post('/api/folders', {})
  await globex.get('/api/folders')
  const client = `&client=${caller.clientId}`
  const seen = await until('the entries', async () => {
    const found = await logOf(client)
    return found.length === 4 ? found : undefined
  })
  assert.deepEqual(
    seen.map(({ method, route, status, error }) => [method, route, status, error?.code ?? null]),
    [
      ['POST', '/api/folders', 422, 'invalid'],
      ['GET', '/api/templates', 403, 'missing_scope'],
      ['GET', '/api/folders/:id', 404, 'not_found'],
      ['GET', '/api/folders', 200, null],
    ],
  )
  assert.equal(seen[1].error.message, 'Token does not have the required scope.')
  assert.equal(seen[2].request_id, missing.headers.get('x-request-id'))
  for (const one of seen) {
    assert.deepEqual(one.client, { id: caller.clientId, name: 'Logged' })
    assert.ok(Number.isInteger(one.duration_ms) && one.duration_ms < 60_000)
    assert.ok(Math.abs(Date.parse(one.created_at) - Date.now()) < 60_000)
  }
  assert.ok(!JSON.stringify(seen).includes('a-secret-value'))
  const statusesOf = async (query: string) => (await logOf(client + query)).map(({ status }) => status)
  assert.deepEqual(await statusesOf('&status=4xx'), [422, 403, 404])
  assert.deepEqual(await statusesOf('&status=failed'), [422, 403, 404])
  assert.deepEqual(await statusesOf('&status=2xx'), [200])
  assert.deepEqual(await statusesOf('&status=5xx'), [])
  assert.deepEqual(await statusesOf('&route=/api/folders'), [422, 200])
  assert.deepEqual(await statusesOf('&route=/api/folders&method=GET'), [200])
  assert.deepEqual(await statusesOf(`&until=${new Date(Date.now() - 600_000).toISOString()}`), [])
  assert.deepEqual(
    await statusesOf(`&since=${new Date(Date.now() - 600_000).toISOString()}`),
    [422, 403, 404, 200],
  )
  const [sinceThen, later] = [-600_000, 600_000].map((ms) => new Date(Date.now() + ms).toISOString())
  for (const name of ['created_since', 'updated_since']) {
    assert.equal((await statusesOf(`&${name}=${sinceThen}`)).length, 4, name)
    assert.equal((await statusesOf(`&${name}=${later}`)).length, 0, name)
  }
  const first = (await dev.get(`/portal/api/requests?per_page=3${client}`)).body
  const second = (await dev.get(`/portal/api/requests?per_page=3${client}&cursor=${first.meta.next_cursor}`))
    .body
  assert.deepEqual([...first.data, ...second.data], seen)
  const gus = await newMember(service, globex.companyId, 'developer')
  assert.deepEqual(await logOf(client, gus), [])
  assert.ok((await logOf('', gus)).every(({ client }) => client.id === globex.clientId))
  assert.equal((await viewer.get('/portal/api/requests')).status, 403)
})

test('a token request with a wrong secret is logged under the client ID in the request', async () => {
  const send = (clientId: string) =>
    acme.post('/oauth/access-token', { client_id: clientId, client_secret: 'wrong' })
  await send(publicId('client', newId()))
  await send(acme.clientId)
  const [refused] = await until('the refusal', async () => {
    const found = await logOf(`&client=${acme.clientId}&route=/oauth/access-token`)
    return found.length > 0 ? found : undefined
  })
  assert.deepEqual([refused.status, refused.error.code], [401, 'invalid_client'])
})

test('a flood of token requests from one address, or with one client ID, does not hide other requests', async () => {
  const hooli = await newCompany(service, 'Hooli')
  const log = requestLog(db, (error) => assert.fail(String(error)))
  const refuse = (clientId: string, address: string) => {
    const route = '/oauth/access-token'
    const summary = {
      id: `req_${newId()}`,
      method: 'POST',
      route,
      status: 401,
      elapsedMs: 1,
      principal: undefined,
    }
    log.noteRefused(parseId('client', clientId)!, address, summary, 'invalid_client')
  }
  for (let n = 0; n < 2_000; n++) refuse(publicId('client', newId()), '192.0.2.1')
  for (let n = 0; n < 100; n++) refuse(acme.clientId, `192.0.2.${n + 2}`)
  refuse(hooli.clientId, '198.51.100.1')
  await log.close()
  const countOf = async ({ companyId }: typeof acme) =>
    asCompany(db, companyId, async (trx) => {
      const rows = await trx
        .selectFrom('request_log')
        .select('id')
        .where('error', '=', 'invalid_client')
        .execute()
      return rows.length
    })
  assert.equal(await countOf(hooli), 1)
  // One of the requests is from the previous test.
  assert.equal(await countOf(acme), refusedPerSender + 1)
})

test('a filter with a character that the database cannot store is invalid', async () => {
  assert.equal((await dev.get('/portal/api/requests?route=%00')).status, 422)
})

test('at most a fixed number of requests per minute is logged, and failures have a separate limit', async () => {
  const companyId = (await newCompany(service, 'Flood')).companyId
  const log = requestLog(db, (error) => assert.fail(String(error)))
  const principal = { clientId: newId(), companyId, personId: null, scopes: [] }
  for (let n = 0; n < loggedPerMinute + 500; n++)
    for (const status of [200, 500])
      log.note({ id: `req_${newId()}`, method: 'GET', route: '/api/assets', status, elapsedMs: n, principal })
  log.note({
    ...{ id: `req_${newId()}`, method: 'GET', route: '/api/assets', status: 200, elapsedMs: 1 },
    principal: { ...principal, companyId: acme.companyId },
  })
  await log.close()
  const rows = await asCompany(db, companyId, (trx) =>
    trx.selectFrom('request_log').select('status').where('client_id', '=', principal.clientId).execute(),
  )
  const countOf = (wanted: number) => rows.filter(({ status }) => status === wanted).length
  assert.deepEqual([countOf(200), countOf(500)], [loggedPerMinute, failuresPerMinute])
  const others = await asCompany(db, acme.companyId, (trx) =>
    trx.selectFrom('request_log').select('status').where('client_id', '=', principal.clientId).execute(),
  )
  assert.equal(others.length, 1, "another company's request is logged during the flood")
})

test('the log keeps requests for 30 days, up to a maximum number per company', async () => {
  const fill = async (companyId: string, count: number, minutesApart: number) =>
    asCompany(db, companyId, (trx) =>
      sql`
        insert into request_log (company_id, id, client_id, request_id, status, duration_ms, method)
        select ${companyId}::uuid, i.id, i.id, i.id, 200, 1, 'GET' from generate_series(1, ${count}::integer) n,
          lateral (select (lpad(to_hex(
            (extract(epoch from now() - make_interval(mins => (n - 1) * ${minutesApart}::integer)) * 1000)::bigint
          ), 12, '0') || '70008001' || lpad(to_hex(n), 12, '0'))::uuid as id) i`.execute(trx),
    )
  const agesOf = async (companyId: string) =>
    (
      await asCompany(db, companyId, (trx) =>
        sql<{ count: number; oldest: number }>`
          select count(*)::integer as count, extract(day from now() - uuid_time(min(id::text)::uuid))::integer as oldest
          from request_log`.execute(trx),
      )
    ).rows[0]!
  const [old, busy] = [await newCompany(service, 'Old'), await newCompany(service, 'Busy')]
  // One request every ten days, and many more within a day than are kept.
  await fill(old.companyId, 5, 14_400)
  await fill(busy.companyId, loggedRequestsMax + 7_000, 0)
  await purgeRequestLog.run({}, { db, job: { signal: new AbortController().signal } } as never)
  assert.deepEqual(await agesOf(old.companyId), { count: 3, oldest: 20 })
  assert.equal((await agesOf(busy.companyId)).count, loggedRequestsMax)
})

test('a killed process loses at most the last two seconds of the request log', async () => {
  const { config, companyId, as } = await killable()
  const { url, child, ended } = await startProcess(config)
  const answered: { id: string; at: number }[] = []
  // Time for the statement that is running.
  const writeMsMax = 1_000
  const promisedMs = flushMs + writeMsMax
  await until('some requests are older than the promised loss', async () => {
    const { status, headers } = await as(url)('GET', '/api/folders')
    assert.equal(status, 200)
    answered.push({ id: headers.get('x-request-id')!, at: performance.now() })
    return answered[2] && performance.now() - answered[2].at > promisedMs
  })
  child.kill('SIGKILL')
  const killedAt = performance.now()
  await ended
  const { db, close } = await openFoundation(config)
  atEnd(close)
  const rows = await asCompany(db, companyId, (trx) =>
    trx.selectFrom('request_log').select('request_id').where('company_id', '=', companyId).execute(),
  )
  const kept = new Set(rows.map(({ request_id }) => `req_${request_id}`))
  const due = answered.filter(({ at }) => killedAt - at > promisedMs)
  assert.ok(due.length >= 3)
  assert.deepEqual(
    due.filter(({ id }) => !kept.has(id)),
    [],
  )
})
