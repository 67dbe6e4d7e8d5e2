import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { type CompanyId, parseId, type Uuid } from '../ids.ts'

/** Finds the company's members by ID or e-mail address. Names that no member has are omitted. */
export async function membersNamed(
  trx: Trx,
  companyId: CompanyId,
  names: readonly string[],
): Promise<Map<string, Uuid>> {
  if (names.length === 0) return new Map()
  const asked = [...new Set(names)].map((name) => ({ name, id: parseId('person', name) ?? null }))
  const { rows } = await sql<{ name: string; id: Uuid }>`
    select asked.name, p.id
    from json_to_recordset(${JSON.stringify(asked)}::json) asked (name text, id uuid)
    join people p on p.id = asked.id or asked.id is null and lower(p.email) = lower(asked.name)
    join memberships m on m.company_id = ${companyId} and m.person_id = p.id`.execute(trx)
  return new Map(rows.map(({ name, id }) => [name, id]))
}
