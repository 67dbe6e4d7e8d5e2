import type { Db } from '../db/handle.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { handleLimit } from './limit.ts'

/** A handle with the limit of a member, for jobs that send a member what the member can read. */
export async function memberHandle(db: Db, companyId: CompanyId, personId: Uuid): Promise<Db> {
  const membership = await db
    .selectFrom('memberships')
    .select(['read_folder_ids', 'write_folder_ids'])
    .where('company_id', '=', companyId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  const limit = membership && handleLimit(membership)
  if (!limit) return db
  if (db.isTransaction) throw new Error('A limit applies to a whole transaction.')
  return db.limitedTo(limit)
}
