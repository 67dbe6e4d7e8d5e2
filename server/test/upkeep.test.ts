// Engines: embedded, postgres
// Maintenance keeps the embedded engine small and fast to start. A PostgreSQL server maintains itself.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../src/db/database.ts'
import { keepUp } from '../src/db/upkeep.ts'
import { engine, freshConfig } from './support/service.ts'

const config = await freshConfig()
const { db, close } = await openDatabase(config.database)
after(close)

const lines: Record<string, unknown>[] = []
const note = (line: object, message: string) => void lines.push({ ...line, message })
const log = { debug: note, warn: note } as never

if (engine === 'embedded') {
  const updates = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1_000)
      await sql`update enterprises set name = 'n' || md5(name) where name like 'n%'`.execute(db)
    // Flushes the statistics, which would otherwise be a second old.
    await sql`select pg_stat_force_next_flush()`.execute(db)
  }
  const stateOf = async () => {
    const { rows } = await sql<{ size: number; log: number }>`
      select pg_total_relation_size('enterprises') as size,
        pg_wal_lsn_diff(pg_current_wal_lsn(), (select redo_lsn from pg_control_checkpoint())) as log`.execute(
      db,
    )
    return rows[0]!
  }

  const keepUpAll = async () => {
    while (await keepUp(db, log));
  }

  test('a frequently updated table does not grow', async () => {
    await sql`insert into enterprises (id, name) select gen_random_uuid(), 'n' from generate_series(1, 1000)`.execute(
      db,
    )
    await updates(5_000)
    await keepUpAll()
    const { size } = await stateOf()
    for (let turn = 0; turn < 5; turn++) {
      await updates(4_000)
      await keepUpAll()
    }
    const { size: grown } = await stateOf()
    assert.ok(grown < size * 1.5, `${size} → ${grown} bytes`)
    assert.ok(lines.some(({ message, table }) => message === 'vacuumed' && table === 'public.enterprises'))
  })

  test('the log is truncated when it has grown', async () => {
    const grown = 33 * 1024 * 1024
    while ((await stateOf()).log < grown)
      await sql`update enterprises set name = 'n' || repeat(md5(random()::text), 30)`.execute(db)
    await keepUpAll()
    // Vacuums after the checkpoint also write to the log.
    const { log: left } = await stateOf()
    assert.ok(left < grown / 4, `${left} bytes`)
    assert.ok(lines.some(({ message }) => message === 'checkpoint written'))
  })

  // Requests wait for each step, which is one statement and handles few dead rows at a time.
  test('maintenance does one thing at a time and vacuums a large table in small portions', async () => {
    await sql`insert into enterprises (id, name) select gen_random_uuid(), 'n' || n from generate_series(1, 120000) n`.execute(
      db,
    )
    await keepUpAll()
    lines.length = 0
    for (let turn = 0; turn < 6; turn++) {
      await sql`update enterprises set name = name || 'x' where id in (select id from enterprises limit 6000)`.execute(
        db,
      )
      await sql`select pg_stat_force_next_flush()`.execute(db)
      const before = lines.length
      await keepUp(db, log)
      assert.ok(lines.length <= before + 1, 'one thing at a time')
    }
    const vacuums = lines.filter(({ message }) => message === 'vacuumed')
    assert.ok(vacuums.length > 0)
    // The threshold (10 % of the live rows plus 1,000) is higher than this.
    for (const { dead_rows } of vacuums) assert.ok(Number(dead_rows) <= 12_000, `${dead_rows} dead rows`)
    assert.ok(lines.some(({ message, table }) => message === 'analyzed' && table === 'public.enterprises'))
    const { rows } = await sql<{ bounds: number }>`
      select array_length(histogram_bounds::text::text[], 1) as bounds from pg_stats
      where tablename = 'enterprises' and attname = 'id'`.execute(db)
    assert.ok(rows[0]!.bounds <= 26, `${rows[0]!.bounds} bounds: a small sample`)
  })

  test('without changes there is no maintenance', async () => {
    await keepUpAll()
    lines.length = 0
    assert.equal(await keepUp(db, log), false)
    assert.deepEqual(lines, [])
  })
} else {
  test('on a PostgreSQL server, the app has no privilege to maintain tables', async () => {
    const { rows } = await sql`select pg_has_role('atelier_app', 'pg_checkpoint', 'member') as may`.execute(
      db,
    )
    assert.deepEqual(rows, [{ may: false }])
  })
}
