import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Trx } from '../db/tenancy.ts'
import type { Uuid } from '../ids.ts'

/**
 * The resource that a job has created, stored with its data. The resource is recorded in the transaction that creates
 * it and looked up under the company's lock, so that it is created once even if the job runs several times. The job's
 * output is not suitable, because each attempt overwrites it.
 */

type Named = { name: string; id: Uuid }

/** @throws if the job no longer exists, because its result is then no longer needed. */
export async function madeBy(db: Db, { name, id }: Named): Promise<Uuid | undefined> {
  const { rows } = await sql<{ made: Uuid | null }>`
    select data ->> 'made' as made from pgboss.job_common where name = ${name} and id = ${id}`.execute(db)
  if (!rows[0]) throw new Error('The job no longer exists.')
  return rows[0].made ?? undefined
}

export async function noteMade(trx: Trx, { name, id }: Named, made: Uuid): Promise<void> {
  await sql`
    update pgboss.job_common set data = data || jsonb_build_object('made', ${made}::text)
    where name = ${name} and id = ${id}`.execute(trx)
}
