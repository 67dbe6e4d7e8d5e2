import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export async function hasLater(
  db: Db,
  name: string,
  { field, value }: { field: string; value: string },
): Promise<boolean> {
  const { rows } = await sql<{ isLater: boolean }>`
    select exists (
      select from pgboss.job_common
      where name = ${name} and state in ('created', 'retry') and start_after > now() and data ->> ${field} = ${value}
    ) as "isLater"`.execute(db)
  return rows[0]!.isLater
}
