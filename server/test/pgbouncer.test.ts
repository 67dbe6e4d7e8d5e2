// Engines: postgres
// Runs: first
// The service behind PgBouncer in transaction mode, where nothing can depend on the session.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../src/db/database.ts'
import { runCommand } from './support/commands.ts'
import { newCompany } from './support/companies.ts'
import { startPgbouncer, withoutPgbouncer } from './support/pgbouncer.ts'
import { makeAtelier, startPostgres } from './support/postgres-server.ts'
import { engine, freshConfig, type Service, startNode, startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, upload } from './support/uploads.ts'

const skip = engine !== 'postgres' ? 'poolers need PostgreSQL' : withoutPgbouncer
/** Maximum time until every other node knows of a change. */
const notifiedMsMax = 1_000
/** Maximum time until a hanging pooler is detected, which takes 40 seconds. */
const silenceMsMax = 50_000

async function prepare() {
  const server = await startPostgres({ set: ['timezone=Europe/Berlin'] })
  const directUrl = await makeAtelier(server)
  const migrated = await openDatabase({ kind: 'postgres', url: directUrl, connectionsMax: 1 })
  await migrated.close()
  await server.ask('alter role atelier_app_atelier login')
  const pooler = await startPgbouncer(server)
  const env = {
    DATABASE_URL: pooler.url('atelier', 'atelier_app_atelier'),
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_POOL_MAX: '20',
  }
  return { server, pooler, env }
}

const command = async (args: string[], env: Record<string, string>) => {
  const { dataDirectory } = await freshConfig(env)
  return runCommand({ DATA_DIR: dataDirectory, ...env }, args)
}

const hits = async ({ url }: Service) =>
  Number(
    /^atelier_cache_hits_total\{cache="pages"\} (\d+)/m.exec(
      await (await fetch(`${url}/metrics`)).text(),
    )?.[1],
  )

describe('behind PgBouncer', { skip }, async () => {
  if (skip) return
  const prepared = await prepare()
  const { server, env } = prepared
  let { pooler } = prepared

  test('the service does not start if the account lacks its settings and lists the statements to run', async () => {
    const { code, err } = await command(['company', 'list'], env)
    assert.equal(code, 2, err)
    const statements = [...err.matchAll(/^ {2}(alter role .+);$/gm)].map(([, statement]) => statement!)
    assert.deepEqual(
      statements.map((statement) => statement.split(' set ')[1]!.split(' ')[0]),
      ['timezone', 'jit', 'statement_timeout'],
    )
    for (const statement of statements) await server.ask(statement)
    pooler = await startPgbouncer(server)
    env.DATABASE_URL = pooler.url('atelier', 'atelier_app_atelier')
    const fixed = await command(['company', 'list'], env)
    assert.equal(fixed.code, 0, fixed.err)
  })

  test('the service does not start without the direct URL and names the variable', async () => {
    const { code, err } = await command(['migrate'], { DATABASE_URL: pooler.url('atelier', 'atelier') })
    assert.deepEqual([code, err.includes('Set DATABASE_DIRECT_URL')], [1, true], err)
    assert.equal(err.trim().split('\n').length, 1, err)
  })

  test('the service does not start as the owner of the tables', async () => {
    const { code, err } = await command(['company', 'list'], {
      ...env,
      DATABASE_URL: pooler.url('atelier', 'atelier'),
    })
    assert.equal(code, 2, err)
    assert.match(err, /must not run as "atelier"/)
  })

  describe('a service of two nodes', async () => {
    let service: Service
    let other: Service
    let acme: Awaited<ReturnType<typeof newCompany>>

    test('a service of two nodes starts behind a pooler', async () => {
      service = await startService({ env })
      other = await startNode(service)
      acme = await newCompany(service, 'Acme')
      const { rows } = await sql<{ role: string }>`select current_user as role`.execute(service.db)
      assert.deepEqual(rows, [{ role: 'atelier_app_atelier' }])
    })

    test('creates, updates, lists, shows and deletes under concurrent requests', async () => {
      const named = Array.from({ length: 60 }, (_, at) => `Tag ${at}`)
      const made = await Promise.all(named.map((name) => acme.post('/api/tags', { name })))
      assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201]))
      const shown = await Promise.all(
        made.map(({ body }) => acme.get(`/api/tags/${body.data.id}`).then((one) => one.body.data.name)),
      )
      assert.deepEqual(shown.toSorted(), named.toSorted())
      // Enough rounds for the driver to name the statement.
      for (let round = 0; round < 8; round++)
        await Promise.all(
          ['name', '-name', 'created_at', '-created_at'].map(async (sort) => {
            const path = `/api/tags?per_page=100&sort=${sort}&updated_since=2020-01-0${round + 1}T00:00:00Z`
            const { status, body, text } = await acme.get(path)
            assert.equal(status, 200, text)
            assert.deepEqual(body.data.map(({ name }: { name: string }) => name).toSorted(), named.toSorted())
          }),
        )
      const first = `/api/tags/${made[0]!.body.data.id}`
      assert.equal((await acme.patch(first, { name: 'Renamed' })).body.data.name, 'Renamed')
      assert.equal((await acme.delete(first)).status, 204)
      assert.equal((await acme.get(first)).status, 404)
    })

    test("a service of two nodes behind a pooler returns no company another company's rows", async () => {
      const globex = await newCompany(service, 'Globex')
      await globex.post('/api/tags', { name: 'Of Globex' })
      await Promise.all(
        Array.from({ length: 40 }, async (_, at) => {
          const caller = at % 2 === 0 ? acme : globex
          const { body } = await caller.get(
            `/api/tags?per_page=100&updated_since=2021-01-01T00:00:${10 + at}Z`,
          )
          const isOfGlobex = body.data.some(({ name }: { name: string }) => name === 'Of Globex')
          assert.equal(isOfGlobex, caller === globex)
        }),
      )
    })

    test('a service of two nodes behind a pooler accepts an upload and renders it in the background', async () => {
      const { status, body, text } = await upload(service, acme, { bytes: await picture({ width: 900 }) })
      assert.equal(status, 201, text)
      const asset = await until('it has renditions', async () => {
        const { data } = (await acme.get(`/api/assets/${body.data.id}`)).body
        return data.status === 'ready' && data.thumbnail_url && data
      })
      assert.equal((await fetch(asset.thumbnail_url)).status, 200)
    })

    test("a service of two nodes behind a pooler notifies each node of the other's changes", async () => {
      const { body } = await acme.get('/api/changes?since=latest')
      const headers = { authorization: `Bearer ${acme.token}` }
      const names = async () => {
        const answer = await fetch(`${other.url}/api/folders?per_page=100`, { headers })
        const { data } = (await answer.json()) as { data: { name: string }[] }
        return data.map(({ name }) => name)
      }
      for (let round = 0; round < 5; round++) {
        await names()
        assert.equal((await acme.post('/api/folders', { name: `Folder ${round}` })).status, 201)
        await until('it is there', async () => (await names()).includes(`Folder ${round}`), notifiedMsMax)
      }
      assert.ok(service.notifications.isListening() && other.notifications.isListening())
      const before = await hits(other)
      await names()
      await names()
      assert.ok((await hits(other)) > before, 'pages come from the cache')
      const { data } = (await acme.get(`/api/changes?since=${body.meta.next}`)).body
      assert.equal(data.filter(({ type }: { type: string }) => type === 'folder.created').length, 5)
    })

    test('a service of two nodes behind a pooler prepares no named statements and leaves nothing in a session', async () => {
      const client = `select count(*)::int as names from pg_prepared_statements`
      for (let at = 0; at < 20; at++) {
        const { rows } = await sql<{ names: number; company: string | null }>`
          select (${sql.raw(client)}) as names, current_setting('app.company_id', true) as company`.execute(
          service.db,
        )
        assert.deepEqual([rows[0]!.names, rows[0]!.company || null], [0, null])
      }
      const { rows } = await sql<{ locks: number }>`
        select count(*)::int as locks from pg_locks where locktype = 'advisory'`.execute(service.db)
      assert.equal(rows[0]!.locks, 0)
    })
  })

  test('a hanging pooler blocks no request for long and is used again once it responds', async () => {
    const own = await startPgbouncer(server)
    const node = await startService({
      env: { ...env, DATABASE_URL: own.url('atelier', 'atelier_app_atelier') },
    })
    const caller = await newCompany(node, 'Hooli')
    // Opens connections before the failure, so that existing connections break too.
    const reads = () =>
      Promise.all(Array.from({ length: 30 }, (_, at) => caller.get(`/api/tags?per_page=${at + 1}`)))
    await reads()
    own.freeze()
    try {
      const began = performance.now()
      const { status } = await caller.post('/api/tags', { name: 'Hung' })
      assert.equal(status, 503)
      assert.ok(performance.now() - began < silenceMsMax)
    } finally {
      own.thaw()
    }
    await until(
      'the pooler works again',
      async () => (await caller.post('/api/tags', { name: 'Thawed' })).status === 201,
    )
  })

  test('if the direct URL leads to a pooler, nothing is cached, and the log names the setting to change', async () => {
    const withoutListen = await startPgbouncer(server, [
      'ignore_startup_parameters = options,statement_timeout',
    ])
    const lines: string[] = []
    const node = await startService({
      env: { ...env, DATABASE_DIRECT_URL: withoutListen.url('atelier', 'atelier') },
      log: (line) => lines.push(line),
    })
    assert.equal(node.notifications.isListening(), false)
    const hints = lines.filter((line) => line.includes('set DATABASE_DIRECT_URL'))
    assert.equal(hints.length, 1, lines.join(''))
    const caller = await newCompany(node, 'Initech')
    for (let at = 0; at < 5; at++) await caller.get('/api/tags')
    assert.equal(await hits(node), 0)
  })
})
