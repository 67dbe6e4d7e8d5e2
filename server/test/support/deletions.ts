import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import { asOwner } from './companies.ts'

/**
 * Counts the rows of these tables that each commit deletes, including rows that PostgreSQL deletes along with
 * others.
 */
export async function noteDeletions(db: Db, tables: readonly string[]) {
  await asOwner(db, sql`create table noted_deletions (commit text, name text, rows integer)`)
  await asOwner(
    db,
    sql`
      create function note_deletion() returns trigger security definer language plpgsql as $$ begin
        insert into noted_deletions select pg_current_xact_id()::text, tg_table_name, count(*) from gone;
        return null;
      end $$`,
  )
  for (const table of tables)
    await asOwner(
      db,
      sql`
        create trigger note_deletion after delete on ${sql.table(table)} referencing old table as gone
        for each statement execute function note_deletion()`,
    )
  return {
    /** The rows that were deleted since the last call: of each table, and by the commit that deleted the most. */
    async take() {
      const rows = await asOwner(
        db,
        sql<{ commit: string; name: string; rows: number }>`delete from noted_deletions returning *`,
      )
      const sumBy = (key: 'commit' | 'name') =>
        Object.fromEntries(
          [...Map.groupBy(rows, (row) => row[key])].map(([name, some]) => [
            name,
            some.reduce((sum, row) => sum + row.rows, 0),
          ]),
        )
      return { rows: sumBy('name'), most: Math.max(0, ...Object.values(sumBy('commit'))) }
    },
  }
}
