import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'

/** As the owner, who sees what is behind the walls where the engine lets it, and else company by company. */
export function dumpDatabase(db: Db): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await sql`set local role none`.execute(trx)
    await sql`select set_config('app.security_log', 'whole', true)`.execute(trx)
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(trx)
    const companies = await trx.selectFrom('companies').select('id').execute()
    const rows = new Set<string>()
    for (const { id } of companies) {
      await sql`select set_config('app.company_id', ${id}, true)`.execute(trx)
      for (const { name } of tables.rows) {
        // Bytes once as hex and once as the characters that they may be.
        for (const output of ['hex', 'escape']) {
          await sql`select set_config('bytea_output', ${output}, true)`.execute(trx)
          const found = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(
            trx,
          )
          for (const { row } of found.rows) rows.add(`\n${name}: ${row}`)
        }
      }
    }
    return [...rows].join('')
  })
}
