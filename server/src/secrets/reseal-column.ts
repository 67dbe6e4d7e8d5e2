import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { asCompany } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { SecretBox } from './secret-box.ts'

export type SealedColumn = {
  table: 'render_links' | 'shares' | 'webhook_secrets'
  column: string
  /** The column with the ID of the resource that has the secret. */
  owner: string
  /** A condition on rows whose secret is still used. Other rows are not reported. Defaults to all rows. */
  isUsed?: RawBuilder<unknown>
  /** The context that a secret is encrypted for. */
  placeOf(companyId: CompanyId, id: Uuid): string
}

export type UnreadableSecret = { companyId: CompanyId; id: Uuid; ownerId: Uuid }

export type Resealed = { resealed: number; unreadable: UnreadableSecret[] }

/**
 * Encrypts all secrets of a column that are not encrypted with the first key again. Skips secrets that no key decrypts,
 * and returns those that are still used.
 */
export async function resealColumn(db: Db, box: SecretBox, sealed: SealedColumn): Promise<Resealed> {
  const all: Resealed = { resealed: 0, unreadable: [] }
  for (const { id } of await db.selectFrom('companies').select('id').orderBy('id').execute()) {
    const { resealed, unreadable } = await resealOfCompany(db, id, box, sealed)
    all.resealed += resealed
    all.unreadable.push(...unreadable)
  }
  return all
}

function resealOfCompany(db: Db, companyId: CompanyId, box: SecretBox, sealed: SealedColumn) {
  const [table, column] = [sql.table(sealed.table), sql.ref(sealed.column)]
  return asCompany(db, companyId, async (trx) => {
    const { rows } = await sql<{ id: Uuid; ownerId: Uuid; secret: Buffer; isUsed: boolean }>`
      select id, ${sql.ref(sealed.owner)} as "ownerId", ${column} as secret,
        (${sealed.isUsed ?? sql`true`}) as "isUsed"
      from ${table} where company_id = ${companyId} and ${column} is not null order by id`.execute(trx)
    const found: Resealed = { resealed: 0, unreadable: [] }
    for (const { id, ownerId, secret, isUsed } of rows) {
      const place = sealed.placeOf(companyId, id)
      if (!box.canOpen(secret, place)) {
        if (isUsed) found.unreadable.push({ companyId, id, ownerId })
        continue
      }
      const anew = box.reseal(secret, place)
      if (anew === undefined) continue
      await sql`update ${table} set ${column} = ${anew} where company_id = ${companyId} and id = ${id}`.execute(
        trx,
      )
      found.resealed++
    }
    return found
  })
}
