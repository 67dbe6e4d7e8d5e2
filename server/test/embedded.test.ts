// Engines: embedded
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, Kysely, sql } from 'kysely'
import { type Embedded, openEmbedded } from '../src/db/embedded.ts'
import { held } from './support/held.ts'

let folder: string
let engine: Embedded
let db: Kysely<never>

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-embedded-'))
  engine = await openEmbedded(join(folder, 'db'))
  db = new Kysely({ dialect: engine.dialect })
  await sql`create table notes (id int primary key, text text not null)`.execute(db)
})

after(async () => {
  await engine.close()
  await rm(folder, { recursive: true })
})

test('only the owner can access the data directory', async () => {
  assert.equal((await stat(join(folder, 'db'))).mode & 0o777, 0o700)
  assert.equal((await stat(join(folder, 'db', 'data'))).mode & 0o777, 0o700)
})

test('a commit is synced to disk before it is acknowledged, and a read syncs nothing', async () => {
  const insert = async (id: number) => {
    await sql`insert into notes values (${id}, 'kept')`.execute(db)
    return engine.syncs()
  }
  let syncs = await engine.syncs()
  for (let id = 1; id <= 5; id++) {
    const now = await insert(id)
    assert.equal(now, syncs + 1)
    syncs = now
  }
  await db.transaction().execute(async (trx) => {
    await sql`insert into notes values (6, 'kept')`.execute(trx)
    await sql`insert into notes values (7, 'kept')`.execute(trx)
  })
  assert.equal(await engine.syncs(), syncs + 1)
  await sql`select count(*) from notes`.execute(db)
  assert.equal(await engine.syncs(), syncs + 1)
})

test("PostgreSQL's durability settings are all enabled", async () => {
  const { rows } = await sql`
    select name, setting from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'wal_sync_method') order by name
  `.execute(db)
  assert.deepEqual(rows, [
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'synchronous_commit', setting: 'on' },
    { name: 'wal_sync_method', setting: 'fsync' },
  ])
})

// If transactions were nested, one company's setting would apply to another company's query.
test('concurrent transactions run one after the other, each with its own settings', async () => {
  const log: string[] = []
  const work = (company: string) =>
    db.transaction().execute(async (trx) => {
      await sql`select set_config('app.company_id', ${company}, true)`.execute(trx)
      for (let step = 0; step < 5; step++) {
        const { rows } = await sql<{ seen: string }>`
          select current_setting('app.company_id', true) as seen
        `.execute(trx)
        log.push(`${company} sees ${rows[0]?.seen}`)
      }
    })
  const companies = ['acme', 'globex', 'initech']
  await Promise.all(companies.map(work))
  assert.deepEqual(
    log,
    companies.flatMap((company) => Array(5).fill(`${company} sees ${company}`)),
  )
})

test('a query outside the transaction waits for it, even on a second Kysely instance', async () => {
  const other = new Kysely<never>({ dialect: engine.dialect })
  const log: string[] = []
  const opened = Promise.withResolvers<void>()
  const transaction = db.transaction().execute(async (trx) => {
    await sql`select set_config('app.company_id', 'acme', true)`.execute(trx)
    opened.resolve()
    await sleep(50)
    log.push('commit')
  })
  await opened.promise
  const outside = [db, other].map(async (kysely) => {
    const { rows } = await sql<{ seen: string | null }>`
      select nullif(current_setting('app.company_id', true), '') as seen
    `.execute(kysely)
    log.push(`outside sees ${rows[0]?.seen}`)
  })
  await Promise.all([transaction, ...outside])
  assert.deepEqual(log, ['commit', 'outside sees null', 'outside sees null'])
  await other.destroy()
  await sql`select 1`.execute(db)
})

test('a caller can stop waiting for the connection, and the next caller is served', async () => {
  const gate = held()
  const opened = Promise.withResolvers<void>()
  const holder = db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx)
    opened.resolve()
    await gate.promise
  })
  await opened.promise
  const signal = AbortSignal.timeout(20)
  await assert.rejects(db.executeQuery(CompiledQuery.raw('select 1'), { signal }), { name: 'TimeoutError' })
  const patient = sql`select 2 as two`.execute(db)
  gate.resolve()
  await holder
  assert.deepEqual((await patient).rows, [{ two: 2 }])
})

test('rolling back to a savepoint keeps the changes before it', async () => {
  const trx = await db.startTransaction().execute()
  await sql`insert into notes values (20, 'before')`.execute(trx)
  const point = await trx.savepoint('point').execute()
  await assert.rejects(sql`insert into notes values (20, 'twice')`.execute(point), { code: '23505' })
  await point.rollbackToSavepoint('point').execute()
  await trx.commit().execute()
  const { rows } = await sql`select text from notes where id = 20`.execute(db)
  assert.deepEqual(rows, [{ text: 'before' }])
})

test("an error has PostgreSQL's message and fields", async () => {
  await sql`insert into notes values (30, 'first')`.execute(db)
  await assert.rejects(sql`insert into notes values (30, 'second')`.execute(db), {
    code: '23505',
    message: 'duplicate key value violates unique constraint "notes_pkey"',
    detail: 'Key (id)=(30) already exists.',
    table: 'notes',
    constraint: 'notes_pkey',
  })
  await assert.rejects(sql`insert into notes values (31, null)`.execute(db), {
    code: '23502',
    column: 'text',
  })
  await assert.rejects(sql`selec`.execute(db), { code: '42601' })
})

test('a statement with infinite recursion fails without affecting the next statement', async () => {
  await sql`
    create function forever(i int) returns int language plpgsql as $$ begin return forever(i + 1); end $$
  `.execute(db)
  await assert.rejects(sql`select forever(1)`.execute(db), { code: '54001' })
  assert.deepEqual((await sql`select 1 as one`.execute(db)).rows, [{ one: 1 }])
})

test('values are converted as with a PostgreSQL server', async () => {
  const id = '01890000-0000-7000-8000-000000000000'
  const at = new Date('2026-01-02T03:04:05.678Z')
  const { rows } = await sql`
    select ${1}::int8 as whole, ${'1.25'}::numeric as decimal, ${at}::timestamptz as at, ${id}::uuid as id,
      ${{ deep: [1, null] }}::jsonb as json, ${Buffer.from([0, 255])}::bytea as bytes, ${null}::text as nothing,
      ${['a', 'b,"c\\', '']}::text[] as texts, ${[id]}::uuid[] as ids, ${true}::bool as yes, ${'é€😀'}::text as text
  `.execute(db)
  assert.deepEqual(rows, [
    {
      whole: 1,
      decimal: 1.25,
      at,
      id,
      json: { deep: [1, null] },
      bytes: Buffer.from([0, 255]),
      nothing: null,
      texts: ['a', 'b,"c\\', ''],
      ids: [id],
      yes: true,
      text: 'é€😀',
    },
  ])
})

test('a value of many megabytes is read back unchanged', async () => {
  const long = 'x'.repeat(20_000_000)
  const { rows } = await sql<{ text: string }>`select ${long}::text as text`.execute(db)
  assert.equal(rows[0]?.text, long)
})

test('a released connection leaves neither a transaction nor a role for the next user', async () => {
  await sql`create role lesser`.execute(db)
  await sql`grant select, insert on notes to lesser`.execute(db)
  await sql`set role lesser`.execute(db)
  const driver = engine.dialect.createDriver()
  await driver.init()
  const lost = await driver.acquireConnection()
  await driver.beginTransaction(lost, {})
  const insert = CompiledQuery.raw('insert into notes values ($1, $2)', [40, 'not committed'])
  await lost.executeQuery(insert)
  lost.executeQuery = () => Promise.reject(new Error('lost'))
  await assert.rejects(driver.rollbackTransaction(lost))
  await driver.releaseConnection(lost)

  await db.executeQuery(insert)
  const { rows } = await sql`select current_user as role, count(*) as found from notes where id = 40`.execute(
    db,
  )
  assert.deepEqual(rows, [{ role: 'lesser', found: 1 }])
  await sql`reset role`.execute(db)
})

test('the server handles other requests while a slow query runs', async () => {
  const server = createServer((_request, response) => response.end('alive')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const slow = { running: true, query: sql`select count(*) from generate_series(1, 3000000)`.execute(db) }
  slow.query.finally(() => {
    slow.running = false
  })
  let answers = 0
  while (slow.running) {
    assert.equal(await (await fetch(url)).text(), 'alive')
    answers++
  }
  await slow.query
  server.close()
  server.closeAllConnections()
  assert.ok(answers > 20, `${answers} answers while the query ran`)
})

test('a second opener in the same process is rejected', async () => {
  await assert.rejects(openEmbedded(join(folder, 'db')), {
    name: 'DataInUseError',
    message: `The data in ${join(folder, 'db')} is in use by process ${process.pid}. Stop it first.`,
  })
})

// The path is shared by the following tests, because creating a database takes seconds.
const contested = () => join(folder, 'contested')

test('a killed first start does not prevent the next start', async () => {
  const writer = startWriter(contested())
  await writer.until(() => existsSync(join(contested(), 'data.new', 'base')))
  await writer.kill()
  const reopened = await openEmbedded(contested())
  const again = new Kysely<never>({ dialect: reopened.dialect })
  assert.deepEqual((await sql`select 1 as one`.execute(again)).rows, [{ one: 1 }])
  await reopened.close()
})

test('a running process locks its directory, and after SIGKILL every acknowledged row is there', async () => {
  for (const round of [1, 2]) {
    const writer = startWriter(contested())
    const { acknowledged } = writer
    await writer.until(() => acknowledged.length >= 200)
    await assert.rejects(openEmbedded(contested()), {
      name: 'DataInUseError',
      message: `The data in ${contested()} is in use by process ${writer.pid}. Stop it first.`,
    })
    await writer.kill()

    const reopened = await openEmbedded(contested())
    const again = new Kysely<{ kept: { n: number } }>({ dialect: reopened.dialect })
    const rows = await again.selectFrom('kept').select('n').execute()
    await reopened.close()
    const found = new Set(rows.map((row) => row.n))
    assert.deepEqual(
      acknowledged.filter((n) => !found.has(n)),
      [],
      `lost in round ${round}`,
    )
  }
})

test('if two processes start at the same time, exactly one gets the directory', async () => {
  const writers = [startWriter(contested()), startWriter(contested())]
  const refused = await Promise.race(writers.map(async (writer) => ({ writer, code: await writer.exited })))
  const winner = writers.find((writer) => writer !== refused.writer)!
  assert.equal(refused.code, 2)
  await winner.until(() => winner.acknowledged.length > 0)
  await winner.kill()
})

test('a stopped engine fails waiting and later statements with the reason, and its data can be opened again', async () => {
  const ended = await openEmbedded(contested())
  const orphan = new Kysely<never>({ dialect: ended.dialect })
  const why = { message: /^The embedded database has stopped: / }
  await sql`create table if not exists lines (text text)`.execute(orphan)
  const copy = sql`copy lines from stdin`.execute(orphan) // This makes PGlite exit.
  const waiter = sql`select 1`.execute(orphan)
  await Promise.all([assert.rejects(copy, why), assert.rejects(waiter, why)])
  await assert.rejects(sql`select 1`.execute(orphan), why)
  await ended.close()
  await (await openEmbedded(contested())).close()
})

test("an engine that does not start reports PostgreSQL's own error", async () => {
  const directory = join(folder, 'older')
  await (await openEmbedded(directory)).close()
  await writeFile(join(directory, 'data', 'PG_VERSION'), '17\n')
  await assert.rejects(
    openEmbedded(directory),
    /was initialized by PostgreSQL version 17, which is not compatible/,
  )
})

const writerProgram = `
  import { openEmbedded } from ${JSON.stringify(import.meta.resolve('../src/db/embedded.ts'))}
  import { Kysely, sql } from ${JSON.stringify(import.meta.resolve('kysely'))}
  const engine = await openEmbedded(process.argv[2]).catch((error) => {
    if (error.name !== 'DataInUseError') throw error
    process.exit(2)
  })
  const db = new Kysely({ dialect: engine.dialect })
  await sql\`create table if not exists kept (n int generated always as identity)\`.execute(db)
  for (;;) {
    const { rows } = await sql\`insert into kept default values returning n\`.execute(db)
    console.log(rows[0].n)
  }`

/** A separate process that inserts rows and prints each number once it is acknowledged. */
function startWriter(directory: string) {
  const program = join(folder, 'writer.mjs')
  writeFileSync(program, writerProgram)
  const child = spawn(process.execPath, [program, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const acknowledged: number[] = []
  createInterface(child.stdout).on('line', (line) => acknowledged.push(Number(line)))
  return {
    pid: child.pid,
    exited,
    acknowledged,
    async until(reached: () => boolean) {
      while (!reached()) {
        assert.equal(child.exitCode, null, 'the writer ended by itself')
        await sleep(5)
      }
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
