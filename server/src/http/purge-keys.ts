import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { asCompany } from '../db/tenancy.ts'
import type { Job } from '../events/job.ts'
import type { CompanyId } from '../ids.ts'
import { keyLifetimeHours } from './idempotency.ts'

/** What one statement deletes: it must not hold up the company's requests. */
const keysPerBatch = 1_000

/** Deletes the idempotency keys that may be used anew. They are walled in: company by company. */
export const purgeIdempotencyKeys: Job = {
  name: 'idempotency_key.purge',
  attemptsMax: 5,
  timeoutSeconds: 1_800,
  concurrency: 1,
  everySeconds: 3_600,
  async run(_, { db, job }) {
    const companies = await db.selectFrom('companies').select('id').orderBy('id').execute()
    for (const { id } of companies) {
      while (!job.signal.aborted && (await purgeBatch(db, id)) === keysPerBatch);
      if (job.signal.aborted) return
    }
  },
}

function purgeBatch(db: Db, companyId: CompanyId): Promise<number> {
  return asCompany(db, companyId, async (trx) => {
    const { numAffectedRows } = await sql`
      delete from idempotency_keys
      where company_id = ${companyId} and (client_id, key) in (
        select client_id, key from idempotency_keys
        where company_id = ${companyId} and created_at < now() - make_interval(hours => ${keyLifetimeHours})
        order by created_at limit ${keysPerBatch}
      )`.execute(trx)
    return Number(numAffectedRows ?? 0)
  })
}
