// Engines: postgres
// Lost connections, blocked commits and an exhausted pool. A committed change is never reported as an error
// (contract R-ERR-13). Only PostgreSQL has connections that can be lost individually.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { asCompany } from '../src/db/tenancy.ts'
import { parseId } from '../src/ids.ts'
import { type Fault, startCommitProxy } from './support/commit-proxy.ts'
import { type Answer, newCompany, send } from './support/companies.ts'
import { makeAtelier, startPostgres, withoutServers } from './support/postgres-server.ts'
import { atEnd, freshConfig, startOn } from './support/service.ts'
import { until } from './support/until.ts'

if (withoutServers) test('connections that are lost at a commit', { skip: withoutServers }, () => {})
else await lostCommits()

async function lostCommits() {
  const server = await startPostgres()
  const url = await makeAtelier(server)
  const config = await freshConfig({ DATABASE_URL: url, DATABASE_POOL_MAX: '4' })
  assert.ok(config.database.kind === 'postgres')
  const proxy = await startCommitProxy(url)
  const service = await startOn({ ...config, database: { ...config.database, url: proxy.url } })
  atEnd(service.close)
  const { db } = service
  const acme = await newCompany(service, 'Acme')
  // This account can block commits.
  const admin = new pg.Client(server.url('atelier'))
  await admin.connect()
  atEnd(() => admin.end())

  let made = 0
  const post = (name: string) => acme.post('/api/folders', { name }).catch(() => undefined)
  const isThere = async (name: string) =>
    (await acme.get('/api/folders?per_page=100&sort=-created_at')).body.data.some(
      (folder: { name: string }) => folder.name === name,
    )

  /** The outcome can only be queried on a connection that is older than the transaction. */
  const openAll = () => Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.05)`.execute(db)))

  async function faultAt(fault: Fault): Promise<{ answer: Answer | undefined; isDone: boolean }> {
    const name = `folder ${++made}`
    await openAll()
    proxy.next = { fault, text: name }
    const answer = await post(name)
    assert.equal(proxy.next, undefined)
    await until('the service is back', () => acme.get('/api/folders').then(({ status }) => status === 200))
    return { answer, isDone: await isThere(name) }
  }

  test('a commit that never reached PostgreSQL is reported as an error, and nothing is changed', async () => {
    const { answer, isDone } = await faultAt('lost')
    assert.deepEqual([answer?.status, isDone], [503, false])
  })

  // Holds R-ERR-13.
  test('a commit whose response is lost is reported as success', async () => {
    const { answer, isDone } = await faultAt('unanswered')
    assert.deepEqual([answer?.status, isDone], [201, true])
  })

  // Holds R-ERR-13.
  test("a request gets no response if every connection is lost together with the commit's response", async () => {
    const { answer, isDone } = await faultAt('alone')
    assert.deepEqual([answer, isDone], [undefined, true])
  })

  test('a change without the company lock whose commit response is lost is reported as success', async () => {
    const id = (await acme.post('/api/webhooks', { url: 'https://nobody.invalid/' })).body.data.id
    await openAll()
    proxy.next = { fault: 'unanswered', text: 'webhook.ping' }
    assert.equal((await acme.post(`/api/webhooks/${id}/pings`)).status, 202)
    assert.equal(proxy.next, undefined)
    assert.equal((await acme.get(`/api/webhooks/${id}/deliveries`)).body.data.length, 1)
  })

  test('a token request with an unknown outcome gets no response', async () => {
    const json = { client_id: acme.clientId, client_secret: acme.clientSecret }
    const issue = () =>
      send(service, 'POST', '/oauth/access-token', { json }).then(
        ({ status }) => status,
        () => 'cut',
      )
    assert.equal(await issue(), 200)
    proxy.next = { fault: 'unanswered', text: `{${parseId('client', acme.clientId)}}`, isAlone: true }
    assert.equal(await issue(), 'cut')
    assert.equal(await issue(), 200)
  })

  /** Blocks every commit of a folder at its end until released. */
  async function holdCommits() {
    await admin.query(`
      create function hold() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(7); return null; end $$;
      create constraint trigger hold after insert on folders deferrable initially deferred
        for each row execute function hold();`)
    await admin.query('select pg_advisory_lock(7)')
    return async () => {
      await admin.query('select pg_advisory_unlock(7)')
      await admin.query('drop trigger hold on folders')
      await admin.query('drop function hold')
    }
  }
  const waiting = async () => {
    const { rows } = await admin.query(
      `select pid from pg_locks where locktype = 'advisory' and not granted and pid <> pg_backend_pid()`,
    )
    return rows[0]?.pid as number | undefined
  }

  test('a commit that waits for a lock when its connection is lost is reported with its outcome', async () => {
    const release = await holdCommits()
    const name = `folder ${++made}`
    await openAll()
    proxy.next = { fault: 'unwatched', text: name }
    const answered = post(name)
    await until('the commit waits', waiting)
    await release()
    assert.deepEqual([(await answered)?.status, await isThere(name)], [201, true])
  })

  test('a session terminated while its commit waits for a lock is reported as an error, and nothing is changed', async () => {
    const release = await holdCommits()
    const name = `folder ${++made}`
    const answered = post(name)
    const pid = await until('the commit waits', waiting)
    await admin.query('select pg_terminate_backend($1)', [pid])
    const answer = await answered
    await release()
    assert.deepEqual([answer?.status, await isThere(name)], [503, false])
  })

  test('a session terminated while its commit waits for a standby is reported as success', async () => {
    await admin.query(`alter system set synchronous_standby_names = 'nobody'`)
    await admin.query('select pg_reload_conf()')
    const name = `folder ${++made}`
    const answered = post(name)
    const pid = await until('the commit waits', async () => {
      const { rows } = await admin.query(`select pid from pg_stat_activity where wait_event = 'SyncRep'`)
      return rows[0]?.pid as number | undefined
    })
    await admin.query('select pg_terminate_backend($1)', [pid])
    const answer = await answered
    await admin.query('set synchronous_commit = local')
    await admin.query('alter system reset synchronous_standby_names')
    await admin.query('select pg_reload_conf()')
    assert.deepEqual([answer?.status, await isThere(name)], [201, true])
  })

  test('with an exhausted pool, no writer gets an error for a committed change', async () => {
    let isOver = false
    after(() => {
      isOver = true
    })
    const holders = Array.from({ length: 60 }, async () => {
      while (!isOver) await sql`select pg_sleep(0.05)`.execute(db).catch(() => wait(5))
    })
    const outcomes = new Map<string, number | undefined>()
    const writers = Array.from({ length: 30 }, async () => {
      while (!isOver) {
        const name = `busy ${++made}`
        outcomes.set(name, (await post(name))?.status)
      }
    })
    await until(
      'some are refused',
      () => [...outcomes.values()].filter((status) => status === 503).length > 40,
      30_000,
    )
    await until(
      'some are done',
      () => [...outcomes.values()].filter((status) => status === 201).length > 40,
      30_000,
    )
    isOver = true
    await Promise.all([...holders, ...writers])
    const there = await asCompany(db, acme.companyId, async (trx) => {
      const rows = await trx
        .selectFrom('folders')
        .select('name')
        .where('company_id', '=', acme.companyId)
        .execute()
      return new Set(rows.map(({ name }) => name))
    })
    const refused = [...outcomes].filter(([, status]) => status !== 201)
    assert.deepEqual(
      refused.filter(([name, status]) => status !== 503 || there.has(name)),
      [],
    )
    for (const [name, status] of outcomes) if (status === 201) assert.ok(there.has(name), name)
  })

  test('an unknown outcome closes only the connection of its own client', async () => {
    const name = `folder ${++made}`
    proxy.next = { fault: 'alone', text: name }
    const [answer, other] = await Promise.all([post(name), send(service, 'GET', '/healthz')])
    assert.deepEqual([answer, other.status], [undefined, 200])
  })
}
