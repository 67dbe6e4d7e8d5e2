import type { Db } from '../db/database.ts'
import { asCompany, type Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { SecretBox } from '../secrets/secret-box.ts'

/** The place that a secret is encrypted for: it cannot be decrypted elsewhere. */
export const placeOf = (companyId: CompanyId, linkId: Uuid) => `render_links ${companyId} ${linkId}`

/** Encrypts all link secrets again that are not encrypted with the first key. @returns their number. */
export async function resealLinkSecrets(db: Db, box: SecretBox): Promise<number> {
  let resealed = 0
  for (const { id } of await db.selectFrom('companies').select('id').orderBy('id').execute())
    resealed += await asCompany(db, id, (trx) => resealOf(trx, id, box))
  return resealed
}

async function resealOf(trx: Trx, companyId: CompanyId, box: SecretBox): Promise<number> {
  const rows = await trx
    .selectFrom('render_links')
    .select(['id', 'secret'])
    .where('company_id', '=', companyId)
    .execute()
  let resealed = 0
  for (const { id, secret } of rows) {
    const anew = box.reseal(secret, placeOf(companyId, id))
    if (anew === undefined) continue
    await trx
      .updateTable('render_links')
      .set({ secret: anew })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    resealed++
  }
  return resealed
}
