import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import { asCompany } from '../../src/db/tenancy.ts'
import { type CompanyId, newId, type Uuid } from '../../src/ids.ts'

/** The row of a finished render of a company's first template. Its files do not exist. */
export function addRender(db: Db, companyId: CompanyId): Promise<Uuid> {
  return asCompany(db, companyId, async (trx) => {
    const id = newId()
    await sql`
      insert into renders (company_id, id, template_id, template_version, key, engine, status, format, width, height,
        page_count, file_key, thumbnail_key, request)
      select company_id, ${id}, id, version, 'key', 'engine', 'done', 'png', width, height, 1,
        company_id || '/render.png', company_id || '/render.webp', '{"variables": {}}'
      from templates where company_id = ${companyId} order by id limit 1`.execute(trx)
    return id
  })
}
