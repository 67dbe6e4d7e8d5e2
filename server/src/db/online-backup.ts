import { sql } from 'kysely'
import type { Db } from './database.ts'

/**
 * Copies the embedded database while it runs, as `pg_basebackup` does. PostgreSQL marks the start, `copy`
 * reads the files in any state, and the returned text is stored with them as `backup_label`. The log written
 * during the copy makes the copy consistent at its first start.
 */
export async function whileBackedUp(db: Db, copy: () => Promise<void>): Promise<string> {
  await asOwner(db, () => sql`select pg_backup_start('atelier', true)`)
  try {
    await copy()
  } catch (error) {
    await stop(db).catch(() => {})
    throw error
  }
  return stop(db)
}

async function stop(db: Db): Promise<string> {
  const [stopped] = await asOwner(
    db,
    () => sql<{ labelfile: string }>`select labelfile from pg_backup_stop(false)`,
  )
  return stopped!.labelfile
}

/** The app's role lacks the privilege to run this statement, so the engine's owner runs it. */
function asOwner<Row>(db: Db, statement: () => ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return db.connection().execute(async (one) => {
    await sql`set role none`.execute(one)
    try {
      return (await statement().execute(one)).rows
    } finally {
      await sql`set role atelier_app`.execute(one)
    }
  })
}
