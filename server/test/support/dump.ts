import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'

/**
 * Dumps every row of every table, including the tables of the queue. Runs as the owner, who bypasses
 * row-level security if the engine allows it; otherwise, company by company.
 */
export function dumpDatabase(db: Db): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await sql`set local role none`.execute(trx)
    await sql`select set_config('app.security_log', 'whole', true)`.execute(trx)
    const tables = await sql<{ schema: string; name: string }>`
      select table_schema as schema, table_name as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(
      trx,
    )
    const companies = await trx.selectFrom('companies').select('id').execute()
    const rows = new Set<string>()
    for (const { id } of companies) {
      await sql`select set_config('app.company_id', ${id}, true)`.execute(trx)
      for (const { schema, name } of tables.rows) {
        const shown = schema === 'public' ? name : `${schema}.${name}`
        // Bytes as hex and as text.
        for (const output of ['hex', 'escape']) {
          await sql`select set_config('bytea_output', ${output}, true)`.execute(trx)
          const found = await sql<{
            row: string
          }>`select t::text as row from ${sql.id(schema, name)} t`.execute(trx)
          for (const { row } of found.rows) rows.add(`\n${shown}: ${row}`)
        }
      }
    }
    return [...rows].join('')
  })
}
