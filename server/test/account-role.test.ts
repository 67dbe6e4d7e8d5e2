// Engines: embedded, postgres
// Since PostgreSQL 16, an account that creates a role cannot switch to it without a grant. The embedded
// engine has that rule, even when the other tests run on an older server.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Kysely, sql } from 'kysely'
import { openEmbedded } from '../src/db/embedded.ts'
import { migrate, migrations } from '../src/db/migrate.ts'
import { sharedRole } from '../src/db/roles.ts'

test('an account with CREATEROLE but without SUPERUSER can migrate and switch to the restricted role', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'atelier-test-'))
  const engine = await openEmbedded(directory)
  const db = new Kysely<unknown>({ dialect: engine.dialect })
  try {
    await sql`create role account login createrole nosuperuser`.execute(db)
    await sql`grant all on schema public to account`.execute(db)
    await sql`grant create on database postgres to account`.execute(db)
    await sql`set session authorization account`.execute(db)
    assert.deepEqual(await migrate(db, sharedRole), Object.keys(migrations))
    await sql`set role atelier_app`.execute(db)
    const { rows } = await sql`select current_user as role, session_user as account`.execute(db)
    assert.deepEqual(rows, [{ role: 'atelier_app', account: 'account' }])
  } finally {
    await db.destroy()
    await engine.close()
    await rm(directory, { recursive: true, force: true })
  }
})
