import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { asCompanyWriting } from '../db/tenancy.ts'
import type { FoundPage } from './find-page.ts'

/** Counts a visit. Emits no event, because a page that is opened often must not empty the caches. */
export async function countVisit(db: Db, { companyId, id }: FoundPage, kind: 'view' | 'download') {
  const column = sql.ref(kind === 'view' ? 'views_count' : 'downloads_count')
  await asCompanyWriting(db, companyId, (trx) =>
    sql`update brand_pages set ${column} = ${column} + 1 where company_id = ${companyId} and id = ${id}`.execute(
      trx,
    ),
  )
}
