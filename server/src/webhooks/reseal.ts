import type { Db } from '../db/database.ts'
import { asCompany, type Trx } from '../db/tenancy.ts'
import type { CompanyId } from '../ids.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { placeOf } from './secrets.ts'

/** Encrypts all webhook secrets again that are not encrypted with the first key. @returns their number. */
export async function resealSecrets(db: Db, box: SecretBox): Promise<number> {
  let resealed = 0
  for (const { id } of await db.selectFrom('companies').select('id').orderBy('id').execute())
    resealed += await asCompany(db, id as CompanyId, (trx) => resealOf(trx, id as CompanyId, box))
  return resealed
}

async function resealOf(trx: Trx, companyId: CompanyId, box: SecretBox): Promise<number> {
  const rows = await trx
    .selectFrom('webhook_secrets')
    .select(['id', 'sealed'])
    .where('company_id', '=', companyId)
    .execute()
  let resealed = 0
  for (const { id, sealed } of rows) {
    const anew = box.reseal(sealed, placeOf(companyId, id))
    if (anew === undefined) continue
    await trx
      .updateTable('webhook_secrets')
      .set({ sealed: anew })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    resealed++
  }
  return resealed
}
