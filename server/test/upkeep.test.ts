// The embedded engine stays small and starts fast however much is changed. A server's PostgreSQL sees to itself.
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
    // Otherwise the counts are a second late.
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

  test('what changes often does not grow', async () => {
    await sql`insert into enterprises (id, name) select gen_random_uuid(), 'n' from generate_series(1, 1000)`.execute(
      db,
    )
    await updates(5_000)
    await keepUp(db, log)
    const { size } = await stateOf()
    for (let turn = 0; turn < 5; turn++) {
      await updates(4_000)
      await keepUp(db, log)
    }
    const { size: grown } = await stateOf()
    assert.ok(grown < size * 1.5, `${size} → ${grown} bytes`)
    assert.ok(lines.some(({ message, table }) => message === 'vacuumed' && table === 'public.enterprises'))
  })

  test('the log is cut when it has grown', async () => {
    while ((await stateOf()).log < 33 * 1024 * 1024)
      await sql`update enterprises set name = 'n' || repeat(md5(random()::text), 30)`.execute(db)
    await keepUp(db, log)
    assert.ok((await stateOf()).log < 1024 * 1024)
    assert.ok(lines.some(({ message }) => message === 'checkpoint written'))
  })

  test('nothing is done while nothing changes', async () => {
    for (let turn = 0; turn < 20; turn++) await keepUp(db, log)
    lines.length = 0
    await keepUp(db, log)
    assert.deepEqual(lines, [])
  })
} else {
  test('on a server the app gets no right to maintain tables', async () => {
    const { rows } = await sql`select pg_has_role('atelier_app', 'pg_checkpoint', 'member') as may`.execute(
      db,
    )
    assert.deepEqual(rows, [{ may: false }])
  })
}
