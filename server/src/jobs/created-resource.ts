import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Trx } from '../db/tenancy.ts'
import type { Uuid } from '../ids.ts'

/**
 * What a job has made, kept with its data: noted in the transaction that makes it, and looked for there under the
 * company's lock, it is made once however often the job runs. Its output is no place for that: each attempt
 * writes over it.
 */

type Named = { name: string; id: Uuid }

/** @throws when there is no such job any more: what it would make, nobody waits for. */
export async function madeBy(db: Db, { name, id }: Named): Promise<Uuid | undefined> {
  const { rows } = await sql<{ made: Uuid | null }>`
    select data ->> 'made' as made from pgboss.job_common where name = ${name} and id = ${id}`.execute(db)
  if (!rows[0]) throw new Error('The job does not exist any more.')
  return rows[0].made ?? undefined
}

export async function noteMade(trx: Trx, { name, id }: Named, made: Uuid): Promise<void> {
  await sql`
    update pgboss.job_common set data = data || jsonb_build_object('made', ${made}::text)
    where name = ${name} and id = ${id}`.execute(trx)
}
