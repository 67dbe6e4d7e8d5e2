import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type PlainRange, pastOf } from '../http/endpoints/plain-list.ts'
import type { CompanyId, Uuid } from '../ids.ts'

export type EnterpriseRow = {
  id: Uuid
  name: string
  status: 'active' | 'inactive'
  companies: { id: CompanyId; name: string }[]
  clients_count: number
  created_at: Date
  updated_at: Date
}

/** For operators only. Oldest first. */
export async function enterprisesPage(db: Db, range: PlainRange) {
  const { limit, offset, from, backwards } = range
  const past = pastOf(range, 'up')
  const { rows } = await sql<EnterpriseRow>`
    ${enterpriseRows(from ? sql`e.id ${past} ${from.id}::uuid` : sql`true`)}
    order by e.id ${sql.raw(backwards ? 'desc' : 'asc')} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function findEnterpriseRow(db: Db, id: Uuid): Promise<EnterpriseRow | undefined> {
  const { rows } = await enterpriseRows(sql`e.id = ${id}`).execute(db)
  return rows[0]
}

const enterpriseRows = (condition: RawBuilder<unknown>) => sql<EnterpriseRow>`
  select e.id, e.name, e.status, e.created_at, e.updated_at,
    (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id), '[]')
     from companies c where c.enterprise_id = e.id) as companies,
    (select count(*) from clients c where c.enterprise_id = e.id) as clients_count
  from enterprises e where ${condition}`

export async function countEnterprises(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('enterprises')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
