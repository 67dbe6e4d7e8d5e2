import type { Db } from '../db/database.ts'
import { inTransaction, touch } from '../db/tenancy.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'

/** Creates an enterprise, the account that owns companies. It is active or inactive. */
export async function createEnterprise(db: Db, name: string): Promise<Uuid> {
  const id = newId()
  await db.insertInto('enterprises').values({ id, name }).execute()
  return id
}

export function findEnterprise(db: Db, id: Uuid) {
  return db.selectFrom('enterprises').select(['id', 'name', 'status']).where('id', '=', id).executeTakeFirst()
}

/** For operators only. */
export function listEnterprises(db: Db) {
  return db
    .selectFrom('enterprises as e')
    .select(({ fn, selectFrom }) => [
      'e.id',
      'e.name',
      'e.status',
      selectFrom('companies')
        .whereRef('enterprise_id', '=', 'e.id')
        .select(fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('companies'),
      selectFrom('clients')
        .whereRef('enterprise_id', '=', 'e.id')
        .where('app_id', 'is', null)
        .select(fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('clients'),
      'e.created_at',
    ])
    .orderBy('e.id')
    .execute()
}

/**
 * Sets the status of an enterprise. While an enterprise is inactive, its clients are rejected: token requests
 * with 403, live tokens with 401.
 */
export function setEnterpriseStatus(db: Db, id: Uuid, status: 'active' | 'inactive'): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    touch(trx, id)
    const { numUpdatedRows } = await trx
      .updateTable('enterprises')
      .set({ status, updated_at: new Date() })
      .where('id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
}

export async function createCompany(
  db: Db,
  enterpriseId: Uuid,
  name: string,
  id = newId(),
): Promise<CompanyId> {
  await db.insertInto('companies').values({ id, enterprise_id: enterpriseId, name }).execute()
  return id
}

export function findCompany(db: Db, id: CompanyId) {
  return db
    .selectFrom('companies')
    .select(['id', 'name', 'enterprise_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export function listCompanies(db: Db) {
  return db
    .selectFrom('companies as c')
    .innerJoin('enterprises as e', 'e.id', 'c.enterprise_id')
    .select([
      'c.id',
      'c.name',
      'c.created_at',
      'e.id as enterprise_id',
      'e.name as enterprise_name',
      'e.status',
    ])
    .orderBy('c.id')
    .execute()
}
