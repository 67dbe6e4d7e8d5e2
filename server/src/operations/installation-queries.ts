import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Role } from '../db/schema.ts'
import { type PlainRange, pastOf } from '../http/endpoints/plain-list.ts'
import type { CompanyId, Uuid } from '../ids.ts'

export type CompanyRow = {
  id: CompanyId
  name: string
  enterprise_id: Uuid
  enterprise_name: string
  stored_bytes: number
  members_count: number
  clients_count: number
}

/** For operators only. Largest storage first. */
export async function companiesPage(
  db: Db,
  range: PlainRange,
): Promise<(CompanyRow & { sort_value: string })[]> {
  const { limit, offset, from, backwards } = range
  const way = sql.raw(backwards ? 'asc' : 'desc')
  const past = pastOf(range, 'down')
  const { rows } = await sql<CompanyRow & { sort_value: string }>`
    select c.id, c.name, c.enterprise_id, e.name as enterprise_name, c.stored_bytes, c.stored_bytes::text as sort_value,
      (select count(*) from memberships m where m.company_id = c.id) as members_count,
      (select count(*) from clients k where k.company_id = c.id) as clients_count
    from companies c join enterprises e on e.id = c.enterprise_id
    where ${from ? sql`(c.stored_bytes, c.id) ${past} (${from.value}::bigint, ${from.id}::uuid)` : sql`true`}
    order by c.stored_bytes ${way}, c.id ${way} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export const countCompanies = (db: Db): Promise<number> => countRows(db, 'companies')

export type PersonRow = {
  id: Uuid
  name: string
  email: string
  is_operator: boolean
  two_factor_enabled: boolean
  created_at: Date
  companies: { id: CompanyId; name: string; role: Role }[]
}

/**
 * Newest first.
 * @param search a part of a name or an e-mail address.
 */
export async function peoplePage(
  db: Db,
  range: PlainRange,
  search: string | undefined,
): Promise<PersonRow[]> {
  const { limit, offset, from, backwards } = range
  const past = pastOf(range, 'down')
  const { rows } = await sql<PersonRow>`
    select p.id, p.name, p.email, p.is_operator, p.two_factor_enabled, p.created_at,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'role', m.role) order by c.name, c.id), '[]')
       from memberships m join companies c on c.id = m.company_id where m.person_id = p.id) as companies
    from people p
    where ${matches(search)} and ${from ? sql`p.id ${past} ${from.id}::uuid` : sql`true`}
    order by p.id ${sql.raw(backwards ? 'asc' : 'desc')} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countPeople(db: Db, search: string | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from people p where ${matches(search)}`.execute(db)
  return rows[0]!.count
}

const matches = (search: string | undefined) =>
  search === undefined
    ? sql`true`
    : sql`(position(lower(${search}) in lower(p.name)) > 0 or position(lower(${search}) in lower(p.email)) > 0)`

async function countRows(db: Db, table: 'companies'): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
