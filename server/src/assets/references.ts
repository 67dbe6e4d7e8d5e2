import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { invalid } from '../http/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** Refuses a folder that is not there, or lies in the trash. */
export async function assertFolder(trx: Trx, companyId: CompanyId, id: Uuid) {
  const folder = await trx
    .selectFrom('folders')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!folder) throw invalid('folder_id', 'The selected folder id is invalid.')
}

/** The ids of live asset tags by their ids or slugs. @throws {ApiError} `invalid` on `tags` for one that is not there. */
export async function tagIdsOf(trx: Trx, companyId: CompanyId, named: readonly string[]): Promise<Uuid[]> {
  if (named.length === 0) return []
  const { rows } = await sql<{ id: Uuid | null }>`
    select distinct t.id from unnest(${[...named]}::text[]) asked(tag)
    left join asset_tags t on t.company_id = ${companyId} and t.deleted_at is null
      and (t.slug = asked.tag or t.id::text = asked.tag)`.execute(trx)
  if (rows.some(({ id }) => id === null)) throw invalid('tags', 'The selected tags is invalid.')
  return rows.map(({ id }) => id!)
}
