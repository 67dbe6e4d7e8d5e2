import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { placeholder, statement } from '../db/statement.ts'
import { asCompanyRead, tenant } from '../db/tenancy.ts'
import type { CompanyId } from '../ids.ts'

type Usage = {
  stored_bytes: number
  types: { type: string; count: number; bytes: number }[]
  templates: number
  folders: number
  asset_tags: number
  template_tags: number
}

const count = (table: string) =>
  sql`(select count(*) from ${sql.table(table)} t where t.company_id = ${tenant} and t.deleted_at is null)`

const usage = statement<{ rows: Usage[] }>(() =>
  asCompanyRead(
    placeholder('company'),
    sql<Usage>`
      select c.stored_bytes, ${count('templates')} as templates, ${count('folders')} as folders,
        ${count('asset_tags')} as asset_tags, ${count('template_tags')} as template_tags,
        array(
          select json_build_object('type', a.type, 'count', count(*), 'bytes', sum(a.size))
          from assets a where a.company_id = ${tenant} group by a.type order by sum(a.size) desc, a.type
        ) as types
      from companies c where c.id = ${tenant}`,
  ),
)

/**
 * The stored resources of a company. Trashed items count towards storage, but not towards the numbers of
 * items.
 */
export async function findUsage(db: Db, companyId: CompanyId): Promise<Usage> {
  const [answer] = await usage(db, { company: companyId })
  return answer!.rows[0]!
}
