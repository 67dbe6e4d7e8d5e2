import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'

export function versionsOf(trx: Trx, companyId: CompanyId, id: Uuid, before: number, limit: number) {
  return trx
    .selectFrom('template_versions as v')
    .leftJoin('people as p', 'p.id', 'v.created_by')
    .selectAll('v')
    .select('p.name as created_by_name')
    .where('v.company_id', '=', companyId)
    .where('v.template_id', '=', id)
    .where('v.version', '<', before)
    .orderBy('v.version', 'desc')
    .limit(limit)
    .execute()
}

export type VersionRow = Awaited<ReturnType<typeof versionsOf>>[number]
