import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { asCompany } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { SecretBox } from './secret-box.ts'

/** A column of a tenant table with encrypted secrets. */
export type SealedColumn = {
  table: 'render_links' | 'shares' | 'webhook_secrets'
  column: string
  /** The place that a secret is encrypted for. */
  placeOf(companyId: CompanyId, id: Uuid): string
}

/** Encrypts all secrets of a column again that are not encrypted with the first key. @returns their number. */
export async function resealColumn(db: Db, box: SecretBox, sealed: SealedColumn): Promise<number> {
  let resealed = 0
  for (const { id } of await db.selectFrom('companies').select('id').orderBy('id').execute())
    resealed += await resealOfCompany(db, id, box, sealed)
  return resealed
}

function resealOfCompany(db: Db, companyId: CompanyId, box: SecretBox, sealed: SealedColumn) {
  const [table, column] = [sql.table(sealed.table), sql.ref(sealed.column)]
  return asCompany(db, companyId, async (trx) => {
    const { rows } = await sql<{ id: Uuid; secret: Buffer }>`
      select id, ${column} as secret from ${table}
      where company_id = ${companyId} and ${column} is not null`.execute(trx)
    let resealed = 0
    for (const { id, secret } of rows) {
      const anew = box.reseal(secret, sealed.placeOf(companyId, id))
      if (anew === undefined) continue
      await sql`update ${table} set ${column} = ${anew} where company_id = ${companyId} and id = ${id}`.execute(
        trx,
      )
      resealed++
    }
    return resealed
  })
}
