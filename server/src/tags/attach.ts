import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** Puts tags on a new resource, and counts it in each. Returns their names: the resource is found by them. */
export async function attachTags(
  trx: Trx,
  companyId: CompanyId,
  noun: 'template' | 'asset',
  id: Uuid,
  tagIds: Uuid[],
): Promise<string[]> {
  if (tagIds.length === 0) return []
  await trx
    .insertInto(`${noun}_taggings`)
    .values(tagIds.map((tag_id) => ({ company_id: companyId, tag_id, id })))
    .execute()
  const count = sql.ref(`${noun}s_count`)
  const { rows } = await sql<{ name: string }>`
    update ${sql.table(`${noun}_tags`)} set ${count} = ${count} + 1
    where company_id = ${companyId} and id = any(${tagIds}::uuid[])
    returning name`.execute(trx)
  return rows.map(({ name }) => name)
}
