// Engines: postgres
// Cached responses equal fresh responses after changes on this node, on another node, and without
// notification.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { ageMsMax } from '../src/cache/cache-versions.ts'
import { updateClient } from '../src/clients/update.ts'
import { setEnterpriseStatus } from '../src/companies/queries.ts'
import { asCompany } from '../src/db/tenancy.ts'
import { scopes } from '../src/http/caller.ts'
import { parseId } from '../src/ids.ts'
import { accessTokenPrefix, hashOf, newToken } from '../src/secrets/tokens.ts'
import { type Caller, newCaller, newCompany, type TestCompany } from './support/companies.ts'
import { samplesOf } from './support/metrics.ts'
import { newMember } from './support/people.ts'
import { engine, type Service, startNode, startService } from './support/service.ts'
import { storeTokens } from './support/tokens.ts'
import { until } from './support/until.ts'

const service = await startService({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
const acme = await newCompany(service, 'Acme')
const withoutNodes = engine !== 'postgres' && 'several nodes need PostgreSQL'
/** Maximum time until every other node knows of a change. */
const notifiedMsMax = 1_000

const as = async ({ url }: { url: string }, { token }: Caller, path: string, headers = {}) => {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}`, ...headers } })
  return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() }
}
const names = async (node: { url: string }, caller: Caller, path = '/api/tags?per_page=100') =>
  JSON.parse((await as(node, caller, path)).text).data.map(({ name }: { name: string }) => name)
const anotherClient = ({ enterpriseId, companyId, ownerId }: TestCompany) =>
  newCaller(service, { name: 'another', enterpriseId, companyId, ownerId, scopes })
const uuidOf = ({ clientId }: Caller) => parseId('client', clientId)!

type CacheMetrics = Record<
  'hits_total' | 'misses_total' | 'hit_age_seconds_total' | 'bytes' | 'entries',
  number
>

/** The metrics of a cache, without the common prefix of their names. */
async function cacheMetrics(
  { url }: { url: string },
  cache: 'pages' | 'tokens' | 'clients',
): Promise<CacheMetrics> {
  const ofCache = (await samplesOf(url)).filter(({ labels }) => labels.cache === cache)
  return Object.fromEntries(
    ofCache.map(({ name, value }) => [name.replace('atelier_cache_', ''), value]),
  ) as CacheMetrics
}

const hits = async (node: Service, cache: 'pages' | 'tokens') => (await cacheMetrics(node, cache)).hits_total

const endings = [
  ['a token that was revoked', revoke],
  ['a client that was restricted', restrict],
  ['an enterprise that was deactivated', deactivate],
] as const

describe('on the node that made the change,', () => {
  test('a repeated page is served from memory, with the same bytes and ETag', async () => {
    const path = '/api/templates?per_page=20&sort=name'
    const first = await as(service, acme, path)
    await until('it is in memory', async () => {
      const before = await hits(service, 'pages')
      await as(service, acme, path)
      return (await hits(service, 'pages')) > before
    })
    const before = await hits(service, 'pages')
    const again = await as(service, acme, path)
    assert.deepEqual(again, first)
    assert.equal((await as(service, acme, path, { 'if-none-match': first.etag! })).status, 304)
    assert.equal((await hits(service, 'pages')) - before, 2)
    assert.ok((await hits(service, 'tokens')) > 0)
  })

  test('50 concurrent requests for a changed page cause one read', async () => {
    const path = '/api/tags?per_page=3'
    await as(service, acme, path)
    await acme.post('/api/tags', { name: 'For fifty' })
    const before = await cacheMetrics(service, 'pages')
    const answers = await Promise.all(Array.from({ length: 50 }, () => as(service, acme, path)))
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    const { misses_total, hits_total } = await cacheMetrics(service, 'pages')
    assert.deepEqual([misses_total - before.misses_total, hits_total - before.hits_total], [1, 49])
  })

  test('a client without the scope does not get a page that another request is reading', async () => {
    const restricted = await newCaller(service, { name: 'r', ...acme, scopes: ['profile:read'] })
    const path = '/api/tags?per_page=4'
    const asked = [acme, restricted, acme, restricted].map((caller) => as(service, caller, path))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    assert.deepEqual(statuses, [200, 403, 200, 403])
  })

  test('the first page requested after a change contains it, even under concurrent reads', async () => {
    let isAsking = true
    const asking = Array.from({ length: 8 }, async () => {
      while (isAsking) await names(service, acme)
    })
    for (let at = 0; at < 60; at++) {
      const { status } = await acme.post('/api/tags', { name: `Tag ${at}` })
      assert.equal(status, 201)
      assert.ok((await names(service, acme)).includes(`Tag ${at}`), `Tag ${at}`)
    }
    isAsking = false
    await Promise.all(asking)
  })

  test('a change with an Idempotency-Key is visible immediately', async () => {
    await names(service, acme)
    await acme.post('/api/tags', { name: 'Keyed' }, { 'idempotency-key': 'cached' })
    assert.ok((await names(service, acme)).includes('Keyed'))
  })

  test('a page is never served to another company', async () => {
    const globex = await newCompany(service, 'Globex')
    await globex.post('/api/tags', { name: 'Of Globex' })
    for (let round = 0; round < 3; round++) {
      assert.deepEqual(await names(service, globex), ['Of Globex'])
      assert.ok(!(await names(service, acme)).includes('Of Globex'))
    }
  })

  test('a client without the scope does not get a cached page', async () => {
    const restricted = await newCaller(service, {
      name: 'restricted',
      enterpriseId: acme.enterpriseId,
      companyId: acme.companyId,
      ownerId: acme.ownerId,
      scopes: ['profile:read'],
    })
    await names(service, acme)
    assert.equal((await as(service, restricted, '/api/tags?per_page=100')).status, 403)
  })

  for (const [what, end] of endings)
    test(`${what} is denied at the next request, even if the notification is lost`, {
      skip: withoutNodes,
    }, async () => {
      const company = await newCompany(service, `Untold${Math.random()}`)
      const client = await anotherClient(company)
      assert.equal((await as(service, client, '/api/tags')).status, 200)
      await asOwner(telling.map((trigger) => `alter table ${trigger[0]} disable trigger ${trigger[1]}`))
      const refused = await end(client, company)
      assert.equal((await as(service, client, '/api/tags')).status, refused)
      await asOwner(telling.map((trigger) => `alter table ${trigger[0]} enable trigger ${trigger[1]}`))
    })

  test("a person's new name is in the next page, even if the notification is lost", {
    skip: withoutNodes,
  }, async () => {
    const member = await newMember(service, acme.companyId, 'editor', 'Name 0')
    const client = await newCaller(service, { name: 'theirs', ...acme, ownerId: member.personId, scopes })
    await newTemplate(client)
    await asOwner(['alter table people disable trigger people_changed'])
    for (let at = 1; at <= 20; at++) {
      assert.match((await as(service, client, pathOfNames)).text, new RegExp(`"Name ${at - 1}"`))
      const { status } = await member.post('/portal/api/auth/update-user', { name: `Name ${at}` })
      assert.equal(status, 200)
      assert.match((await as(service, client, pathOfNames)).text, new RegExp(`"Name ${at}"`))
    }
    await asOwner(['alter table people enable trigger people_changed'])
  })

  for (const [what, end] of endings)
    test(`${what} is denied at the next request, even under concurrent requests`, async () => {
      for (let round = 0; round < 5; round++) {
        const company = await newCompany(service, `Ended${Math.random()}`)
        const client = await anotherClient(company)
        let isAsking = true
        const asking = Array.from({ length: 4 }, async () => {
          while (isAsking) await as(service, client, '/api/tags')
        })
        assert.equal((await as(service, client, '/api/tags')).status, 200)
        const refused = await end(client, company)
        assert.equal((await as(service, client, '/api/tags')).status, refused)
        isAsking = false
        await Promise.all(asking)
      }
    })
})

/** The path of a page that shows who created each template. */
const pathOfNames = '/api/templates?per_page=100'

async function newTemplate({ token }: Caller) {
  const body = new FormData()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  body.set('document', new Blob([svg]), 'a.svg')
  body.set('name', 'Named')
  const headers = { authorization: `Bearer ${token}` }
  const { status } = await fetch(`${service.url}/api/templates`, { method: 'POST', body, headers })
  assert.equal(status, 201)
}

const telling = [
  ['access_tokens', 'tokens_ended_by_update'],
  ['clients', 'access_changed'],
  ['enterprises', 'access_changed'],
]

async function asOwner(statements: string[]) {
  const client = new pg.Client((service.config.database as { url: string }).url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

async function revoke({ token }: Caller): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ token })
  const { status } = await fetch(`${service.url}/oauth/revoke`, { method: 'POST', headers, body })
  assert.equal(status, 200)
  return 401
}

async function restrict(client: Caller, { companyId }: TestCompany): Promise<number> {
  const change = { actor: { type: 'operator' as const }, id: uuidOf(client), companyId }
  await updateClient(service.db, change, { scopes: ['profile:read'] })
  return 403
}

async function unlink(client: Caller): Promise<number> {
  await service.db.updateTable('clients').set({ company_id: null }).where('id', '=', uuidOf(client)).execute()
  return 404
}

async function deactivate(_: Caller, { enterpriseId }: TestCompany): Promise<number> {
  await setEnterpriseStatus(service.db, enterpriseId, 'inactive')
  return 401
}

describe('cache metrics of pages and tokens', () => {
  test('cache metrics of pages and tokens count misses', async () => {
    const company = await newCompany(service, 'Missed')
    const [pages, tokens] = [await cacheMetrics(service, 'pages'), await cacheMetrics(service, 'tokens')]
    for (let at = 0; at < 3; at++) await as(service, company, '/api/tags')
    await as(service, company, '/api/tags?per_page=7')
    assert.equal((await cacheMetrics(service, 'pages')).misses_total - pages.misses_total, 2)
    assert.equal((await cacheMetrics(service, 'tokens')).misses_total - tokens.misses_total, 1)
  })

  test('cache metrics of pages and tokens add up the age of hits', async () => {
    const company = await newCompany(service, 'Aged')
    await as(service, company, '/api/tags')
    const before = [await cacheMetrics(service, 'pages'), await cacheMetrics(service, 'tokens')]
    await wait(300)
    for (let at = 0; at < 2; at++) await as(service, company, '/api/tags')
    const after = [await cacheMetrics(service, 'pages'), await cacheMetrics(service, 'tokens')]
    for (const [at, { hit_age_seconds_total: seconds }] of after.entries()) {
      const age = seconds - before[at]!.hit_age_seconds_total
      assert.ok(age >= 0.6 && age < (2 * ageMsMax) / 1_000, `${age} s`)
    }
  })

  test('cache metrics of pages and tokens report the number of entries and their size', async () => {
    const company = await newCompany(service, 'Weighed')
    for (let at = 0; at < 20; at++) await company.post('/api/tags', { name: `Tag ${at}` })
    const [pages, tokens] = [await cacheMetrics(service, 'pages'), await cacheMetrics(service, 'tokens')]
    const client = await anotherClient(company)
    const { text } = await as(service, client, '/api/tags', { 'accept-encoding': 'identity' })
    const after = [await cacheMetrics(service, 'pages'), await cacheMetrics(service, 'tokens')]
    assert.deepEqual([after[0]!.entries - pages.entries, after[1]!.entries - tokens.entries], [1, 1])
    const page = after[0]!.bytes - pages.bytes
    assert.ok(page > text.length && page < text.length + 3_000, `${page} for ${text.length}`)
    const token = after[1]!.bytes - tokens.bytes
    assert.ok(token > 500 && token < 5_000, `${token} bytes`)
  })

  test('cache metrics of pages and tokens drop to zero when the entries have expired', async () => {
    const caches = ['pages', 'tokens', 'clients'] as const
    const company = await newCompany(service, 'Rested')
    const entries = () =>
      Promise.all(caches.map(async (cache) => (await cacheMetrics(service, cache)).entries))
    await wait(ageMsMax)
    await company.post('/oauth/access-token', {
      client_id: company.clientId,
      client_secret: company.clientSecret,
    })
    await as(service, company, '/api/tags')
    service.forget()
    assert.deepEqual(await entries(), [1, 1, 1])
    await wait(ageMsMax)
    assert.deepEqual(await entries(), [1, 1, 1])
    service.forget()
    assert.deepEqual(await entries(), [0, 0, 0])
    assert.equal((await cacheMetrics(service, 'pages')).bytes, 0)
  })

  test('cache metrics of pages and tokens count a cached token once per request', async () => {
    const company = await newCompany(service, 'Counted')
    await as(service, company, '/api/user')
    const before = await cacheMetrics(service, 'tokens')
    // A miss, a hit, and a request without the scope.
    for (let at = 0; at < 10; at++) await as(service, company, '/api/user')
    assert.equal((await cacheMetrics(service, 'tokens')).hits_total - before.hits_total, 10)
    for (let at = 0; at < 10; at++) await as(service, company, '/api/tags')
    assert.equal((await cacheMetrics(service, 'tokens')).hits_total - before.hits_total, 20)
  })
})

describe('on another node,', { skip: withoutNodes }, async () => {
  if (withoutNodes) return
  const other = await startNode(service)

  test('a change is visible within a second', async () => {
    for (let at = 0; at < 10; at++) {
      await names(other, acme)
      await acme.post('/api/tags', { name: `There ${at}` })
      await until('it is seen', async () => (await names(other, acme)).includes(`There ${at}`), notifiedMsMax)
    }
  })

  for (const [what, end] of [
    ...endings,
    ['a client that was unlinked from its company', unlink],
    ['a token that was revoked directly in the database', endInDatabase],
    ['a client that was deleted directly in the database', deleteInDatabase],
  ] as const)
    test(`${what} is denied within a second`, async () => {
      const company = await newCompany(service, `Elsewhere${Math.random()}`)
      const client = await anotherClient(company)
      const before = await hits(other, 'tokens')
      for (let round = 0; round < 3; round++) assert.equal((await as(other, client, '/api/tags')).status, 200)
      assert.equal((await hits(other, 'tokens')) - before, 2)
      const refused = await end(client, company)
      const isRefused = async () => (await as(other, client, '/api/tags')).status === refused
      await until('it is refused', isRefused, notifiedMsMax)
    })

  const endListeners = () =>
    asOwner([
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'atelier-listener' and datname = current_database()`,
    ])

  async function endInDatabase(client: Caller): Promise<number> {
    const ended = sql`update access_tokens set revoked_at = now() where client_id = ${uuidOf(client)}`
    await ended.execute(service.db)
    return 401
  }

  async function deleteInDatabase(client: Caller): Promise<number> {
    await sql`delete from clients where id = ${uuidOf(client)}`.execute(service.db)
    return 401
  }

  test('the p99 of 200 revocations is under a second', async (t) => {
    const company = await newCompany(service, 'Often')
    const notifiedMs: number[] = []
    for (let at = 0; at < 200; at++) {
      const token = newToken(accessTokenPrefix)
      const dates = { issuedAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) }
      await storeTokens(service.db, uuidOf(company), [{ hash: hashOf(token), ...dates }])
      const client = { ...company, token }
      for (let round = 0; round < 2; round++) assert.equal((await as(other, client, '/api/tags')).status, 200)
      await revoke(client)
      const revoked = performance.now()
      while ((await as(other, client, '/api/tags')).status !== 401)
        assert.ok(performance.now() - revoked < ageMsMax + notifiedMsMax)
      notifiedMs.push(performance.now() - revoked)
      assert.ok(notifiedMs.filter((ms) => ms >= notifiedMsMax).length <= 2, 'more than two of 200 were late')
    }
    const p99 = notifiedMs.sort((one, another) => one - another)[197]!
    t.diagnostic(`p99: ${p99.toFixed(1)} ms`)
    assert.ok(p99 < notifiedMsMax, `${p99} ms`)
  })

  test('a token revoked while the subscription is lost is denied at the next request', async () => {
    for (let round = 0; round < 2; round++) {
      const client = await anotherClient(acme)
      for (let at = 0; at < 2; at++) assert.equal((await as(other, client, '/api/tags')).status, 200)
      await endListeners()
      await until('the lost subscription is noticed', () => !other.notifications.isListening())
      await revoke(client)
      assert.equal((await as(other, client, '/api/tags')).status, 401)
      await until('it listens again', () => other.notifications.isListening())
      assert.equal((await as(other, client, '/api/tags')).status, 401)
    }
  })

  // The subscription works, but no trigger notifies of the first node's changes.
  test('changes of tokens, clients and enterprises without a notification take effect within the maximum age', async () => {
    const cases = await Promise.all(
      [...endings, ['a client that was unlinked from its company', unlink] as const].map(
        async ([what, end]) => {
          const company = await newCompany(service, `Silent${Math.random()}`)
          return { what, end, company, client: await anotherClient(company) }
        },
      ),
    )
    for (const { client } of cases) assert.equal((await as(other, client, '/api/tags')).status, 200)
    await asOwner(telling.map((trigger) => `alter table ${trigger[0]} disable trigger ${trigger[1]}`))
    const since = performance.now()
    for (const { what, end, client, company } of cases) {
      const refused = await end(client, company)
      const isRefused = async () => (await as(other, client, '/api/tags')).status === refused
      await until(what, isRefused, since + ageMsMax + notifiedMsMax - performance.now())
    }
    assert.ok(performance.now() - since > notifiedMsMax, 'the node was notified of the changes')
    await asOwner(telling.map((trigger) => `alter table ${trigger[0]} enable trigger ${trigger[1]}`))
  })

  test("a person's new name is in pages within a second", async () => {
    await newTemplate(acme)
    assert.match((await as(other, acme, pathOfNames)).text, /Acme Owner/)
    await sql`update people set name = 'Ann Other' where id = ${acme.ownerId}`.execute(service.db)
    const isNew = async () => (await as(other, acme, pathOfNames)).text.includes('Ann Other')
    await until('the name is there', isNew, notifiedMsMax)
  })

  test('on another node, while its subscription is lost, nothing is served from memory', async () => {
    for (let round = 0; round < 5; round++) {
      await names(other, acme)
      await endListeners()
      await until('the lost subscription is noticed', () => !other.notifications.isListening())
      for (let at = 0; at < 5; at++) {
        await acme.post('/api/tags', { name: `Unsubscribed ${round} ${at}` })
        assert.ok((await names(other, acme)).includes(`Unsubscribed ${round} ${at}`))
      }
      await until('it listens again', () => other.notifications.isListening())
      assert.ok((await names(other, acme)).includes(`Unsubscribed ${round} 4`))
    }
  })

  test('a change without a notification is visible within the maximum age', async () => {
    await acme.post('/api/tags', { name: 'CacheMetrics' })
    await until('it is seen', async () => (await names(other, acme)).includes('CacheMetrics'))
    await asCompany(service.db, acme.companyId, (trx) =>
      sql`update template_tags set name = 'Untold' where name = 'CacheMetrics'`.execute(trx),
    )
    const isSeen = async () => (await names(other, acme)).includes('Untold')
    await until('it is seen', isSeen, ageMsMax + notifiedMsMax)
  })
})
