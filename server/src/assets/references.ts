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
