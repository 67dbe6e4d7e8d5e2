// Engines: postgres
// Reads from a streaming replica are never older than a change that the reader can know.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { postgresPool } from '../src/db/postgres.ts'
import { type Caller, newCompany } from './support/companies.ts'
import { makeAtelier, type PostgresServer, startPostgres, withoutServers } from './support/postgres-server.ts'
import { startProcess } from './support/server-process.ts'
import { engine, freshConfig, startNode, startService } from './support/service.ts'
import { until } from './support/until.ts'

const skip = engine !== 'postgres' ? 'replicas need PostgreSQL' : withoutServers
/** Maximum time until every other node knows of a change. */
const notifiedMsMax = 1_000
/**
 * Maximum response time. A hanging replica delays a request by at most a second, and the rest allows for a
 * slow machine.
 */
const answerMsMax = 4_000

type Metrics = { primary: number; replica: number; isUsed: boolean; lagSeconds: number | undefined }

async function metricsOf({ url }: { url: string }, name: string): Promise<Metrics> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const numberOf = (series: string) => {
    const line = text.split('\n').find((line) => line.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length))
  }
  return {
    primary: numberOf('atelier_database_reads_total{place="primary"}')!,
    replica: numberOf(`atelier_database_reads_total{place="${name}"}`)!,
    isUsed: numberOf(`atelier_database_replica_used{replica="${name}"}`) === 1,
    lagSeconds: numberOf(`atelier_database_replica_lag_seconds{replica="${name}"}`),
  }
}

const nameOf = ({ port }: PostgresServer) => `127.0.0.1:${port}`

async function namesOf(
  { url }: { url: string },
  { token }: Caller,
  path = '/api/tags?per_page=100&sort=-created_at',
) {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  return (JSON.parse(text).data as { name: string }[]).map(({ name }) => name)
}

let made = 0
async function makeTag(caller: Caller) {
  const name = `Tag ${made++}`
  const answer = await caller.post('/api/tags', { name })
  assert.equal(answer.status, 201, answer.text)
  return { name, id: answer.body.data.id as string }
}

describe('with a replica', { skip }, async () => {
  if (skip) return
  const primary = await startPostgres()
  const url = await makeAtelier(primary)
  const standby = await startPostgres({ copyOf: primary })
  const lines: { level: number; replica?: string; reason?: string }[] = []
  // Runs without a cache, so that every read queries the database.
  const env = {
    DATABASE_URL: url,
    DATABASE_REPLICA_URLS: standby.url('atelier', 'atelier'),
    CACHE_BYTES_MAX: '0',
  }
  const service = await startService({ env, log: (line) => lines.push(JSON.parse(line)) })
  const acme = await newCompany(service, 'Acme')
  const globex = await newCompany(service, 'Globex')
  await makeTag(globex)
  const other = await startNode(service)

  const metrics = (node = service) => metricsOf(node, nameOf(standby))
  const reasons = () => lines.filter(({ replica }) => replica).map(({ reason }) => reason ?? 'read')
  const pause = () => standby.ask('select pg_wal_replay_pause()')
  const resume = () => standby.ask('select pg_wal_replay_resume()')
  /** Waits until the request is read from the replica. */
  const readsFromReplica = (ask: () => Promise<unknown>, node = service) =>
    until('reading from the replica', async () => {
      const before = await metrics(node)
      await ask()
      return (await metrics(node)).replica > before.replica
    })

  test('lists and single resources are read from the replica, with the same responses', async () => {
    const { id, name } = await makeTag(acme)
    await readsFromReplica(() => namesOf(service, acme))
    assert.ok((await namesOf(service, acme)).includes(name))
    await readsFromReplica(() => acme.get(`/api/tags/${id}`))
    assert.equal((await acme.get(`/api/tags/${id}`)).body.data.name, name)
    const { isUsed, lagSeconds } = await metrics()
    assert.ok(isUsed && lagSeconds! < 5)
  })

  test('a client sees its own change immediately, for any lag of the replica', async () => {
    await readsFromReplica(() => namesOf(service, acme))
    await pause()
    const before = await metrics()
    for (let at = 0; at < 10; at++) {
      const { id, name } = await makeTag(acme)
      assert.ok((await namesOf(service, acme)).includes(name))
      assert.equal((await acme.get(`/api/tags/${id}`)).status, 200)
      assert.equal((await acme.delete(`/api/tags/${id}`)).status, 204)
      assert.ok(!(await namesOf(service, acme)).includes(name))
      assert.equal((await acme.get(`/api/tags/${id}`)).status, 404)
    }
    const after = await metrics()
    assert.deepEqual([after.replica, after.primary], [before.replica, before.primary + 40])
    await resume()
    await readsFromReplica(() => namesOf(service, acme))
  })

  test('other companies are still read from the lagging replica', async () => {
    await readsFromReplica(() => namesOf(service, globex))
    await pause()
    await makeTag(acme)
    const before = await metrics()
    await namesOf(service, globex)
    assert.equal((await metrics()).replica, before.replica + 1)
    await resume()
  })

  test('every acknowledged change is visible while the replica repeatedly lags', async () => {
    let isStumbling = true
    const stumbling = (async () => {
      while (isStumbling) {
        await pause()
        await resume()
      }
    })()
    const before = await metrics()
    await Promise.all(
      [acme, globex].map(async (caller) => {
        for (let at = 0; at < 60; at++) {
          const { name } = await makeTag(caller)
          for (let again = 0; again < 3; again++)
            assert.ok((await namesOf(service, caller)).includes(name), `${name} is there`)
        }
      }),
    )
    isStumbling = false
    await stumbling
    await readsFromReplica(() => namesOf(service, acme))
    assert.ok((await metrics()).replica > before.replica)
  })

  test('another node sees a change within a second, for any lag of the replica', async () => {
    for (let round = 0; round < 5; round++) {
      await resume()
      await readsFromReplica(() => namesOf(other, acme), other)
      await pause()
      const { name } = await makeTag(acme)
      await until('it is there', async () => (await namesOf(other, acme)).includes(name), notifiedMsMax)
    }
    await resume()
  })

  test('the trash, and resources without events, are read from the primary', async () => {
    await readsFromReplica(() => namesOf(service, acme))
    for (const path of [
      '/api/assets?only_trashed=true',
      '/api/templates?with_trashed=1',
      '/api/webhooks',
      '/api/changes',
    ]) {
      const before = await metrics()
      const { status, text } = await acme.get(path)
      assert.equal(status, 200, text)
      assert.equal((await metrics()).replica, before.replica, path)
    }
  })

  test('a revoked token is rejected at the next request', async () => {
    const ended = await newCompany(service, 'Initech')
    await readsFromReplica(() => namesOf(service, ended))
    await pause()
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ token: ended.token })
    assert.equal((await fetch(`${service.url}/oauth/revoke`, { method: 'POST', headers, body })).status, 200)
    assert.equal((await ended.get('/api/tags')).status, 401)
    await resume()
  })

  test('a replica is read with the restricted role, which sees no rows without a company and cannot write', async () => {
    const pool = postgresPool({
      url: env.DATABASE_REPLICA_URLS,
      connectionsMax: 1,
      as: 'replica',
      role: 'atelier_app_atelier',
    })
    try {
      const { rows } = await pool.query(
        'select current_user as role, pg_is_in_recovery() as standby, (select count(*) from template_tags) as tags',
      )
      assert.deepEqual(rows, [{ role: 'atelier_app_atelier', standby: true, tags: 0 }])
      const one = 'with tenant as materialized (select set_config($1, $2, true)::uuid as id)'
      const counted = await pool.query(
        `${one} select count(*) as own, count(distinct t.company_id) as companies from tenant cross join lateral
         (select * from template_tags r where r.company_id = tenant.id offset 0) t`,
        ['app.company_id', acme.companyId],
      )
      assert.equal(counted.rows[0].companies, 1)
      await assert.rejects(pool.query('delete from template_tags'), { code: '25006' })
    } finally {
      await pool.end()
    }
  })

  test('a replica that lags for longer is skipped, logged once, and used again afterwards', async () => {
    await readsFromReplica(() => namesOf(service, acme))
    await pause()
    lines.length = 0
    await until('the replica is skipped', async () => {
      await makeTag(acme)
      return reasons().length > 0
    })
    assert.equal((await metrics()).isUsed, false)
    await makeTag(acme)
    await resume()
    await readsFromReplica(() => namesOf(service, acme))
    assert.deepEqual(reasons(), ['it lags behind', 'read'])
  })

  test('no request fails when the replica dies, and the replica is used again once it is back', async () => {
    await readsFromReplica(() => namesOf(service, acme))
    lines.length = 0
    await standby.kill()
    for (let at = 0; at < 40; at++) await Promise.all([namesOf(service, acme), namesOf(service, globex)])
    await until('the replica is skipped', () => reasons().length > 0)
    assert.equal((await metrics()).isUsed, false)
    await standby.start()
    await readsFromReplica(() => namesOf(service, acme))
    assert.equal(reasons().at(-1), 'read')
  })

  test('no request fails or waits long when the replica hangs', async () => {
    await readsFromReplica(() => namesOf(service, acme))
    lines.length = 0
    standby.freeze()
    try {
      for (let at = 0; at < 5; at++) {
        const began = performance.now()
        await Promise.all(Array.from({ length: 30 }, () => namesOf(service, acme)))
        assert.ok(performance.now() - began < answerMsMax)
      }
      await until('the replica is skipped', () => reasons().length > 0)
      const before = await metrics()
      await namesOf(service, acme)
      assert.equal((await metrics()).replica, before.replica)
    } finally {
      standby.thaw()
    }
    await readsFromReplica(() => namesOf(service, acme))
  })

  test('while the subscription is lost, reads go to the primary', async () => {
    await readsFromReplica(() => namesOf(service, acme))
    await primary.ask(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'atelier-listener'",
    )
    await until('the lost subscription is noticed', () => !service.notifications.isListening())
    const before = await metrics()
    await namesOf(service, acme)
    assert.equal((await metrics()).replica, before.replica)
    await until('it listens again', () => service.notifications.isListening())
    await readsFromReplica(() => namesOf(service, acme))
  })

  test('a restarted replica is not used before it has reported its position', async () => {
    await standby.ask("alter system set recovery_min_apply_delay = '1h'")
    await readsFromReplica(() => namesOf(service, acme))
    const { name } = await makeTag(acme)
    await readsFromReplica(() => namesOf(service, acme))
    // The replica restarts at the position of its last write to disk and stays there.
    await standby.kill()
    await standby.start()
    try {
      assert.ok((await namesOf(service, acme)).includes(name))
    } finally {
      await standby.ask('alter system reset recovery_min_apply_delay')
      await standby.kill()
      await standby.start()
    }
    await readsFromReplica(() => namesOf(service, acme))
  })

  test('the age of a cached response counts from the time when the replica had the state', async () => {
    const node = await startService({ env: { ...env, CACHE_BYTES_MAX: '10000000' } })
    const { name } = await makeTag(globex)
    let at = 0
    // A query whose response is not in the cache.
    await readsFromReplica(
      () => namesOf(node, globex, `/api/tags?created_since=${new Date(at++).toISOString()}`),
      node,
    )
    await pause()
    await makeTag(acme)
    // A change without notification.
    const silently = `update template_tags set name = 'Silent' where name = '${name}'`
    await primary.ask(silently, 'atelier')
    await until('the replica is far behind', async () => (await metrics(node)).lagSeconds! > 4)
    const readAt = performance.now()
    await namesOf(node, globex)
    await until('it is read again', async () => (await namesOf(node, globex)).includes('Silent'))
    assert.ok(performance.now() - readAt < 3_000)
    await resume()
  })

  test('several workers report the replica like one process', async () => {
    const { DATABASE_REPLICA_URLS } = env
    const workers = await startProcess(await freshConfig(env), { DATABASE_REPLICA_URLS }, '--workers', '2')
    const readers = () => workers.log.filter(({ message }) => message === 'reading from the replica')
    await until('both read it', () => readers().length === 2)
    const { isUsed, lagSeconds } = await metricsOf(workers, nameOf(standby))
    assert.ok(isUsed && lagSeconds! < 5)
  })

  for (const [what, start] of [
    ['a server that is not a standby', async () => primary],
    ['the standby of another server', strangersStandby],
    ['the standby of a former primary', async () => formerStandby(primary)],
  ] as const)
    test(`${what} is not used`, async () => {
      const wrong = await start()
      const said: string[] = []
      const replicaUrl = wrong.url('atelier', 'atelier')
      const node = await startService({
        env: { ...env, DATABASE_REPLICA_URLS: replicaUrl },
        log: (line) => said.push(line),
      })
      await until('the replica is skipped', () =>
        said.some((line) => line.includes('not reading from the replica')),
      )
      for (let at = 0; at < 5; at++) await namesOf(node, acme)
      const { replica, isUsed } = await metricsOf(node, nameOf(wrong))
      assert.deepEqual([replica, isUsed], [0, false])
    })
})

async function strangersStandby() {
  const stranger = await startPostgres()
  await makeAtelier(stranger)
  await stranger.ask('create role atelier_app_atelier; grant atelier_app_atelier to atelier')
  await goAhead(stranger)
  return startPostgres({ copyOf: stranger })
}

/** This server has all tables, but its timeline branches off from the timeline of the primary. */
async function formerStandby(primary: PostgresServer) {
  const promoted = await startPostgres({ copyOf: primary })
  await promoted.ask('select pg_promote()')
  await goAhead(promoted)
  return startPostgres({ copyOf: promoted })
}

/**
 * Advances the server's log beyond the logs of all other servers here. If only the position counted, the
 * server would be used.
 */
async function goAhead(server: PostgresServer) {
  for (let at = 0; at < 8; at++) {
    await server.ask("select pg_logical_emit_message(false, 'test', 'ahead')")
    await server.ask('select pg_switch_wal()')
  }
}
