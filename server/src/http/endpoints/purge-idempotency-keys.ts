import { sql } from 'kysely'
import { purgeJobByCompany } from '../../jobs/purge-job.ts'
import { keyLifetimeHours } from './idempotency.ts'

const rowsPerBatch = 1_000

export const purgeIdempotencyKeys = purgeJobByCompany({
  name: 'idempotency_key.purge',
  timeoutSeconds: 1_800,
  everySeconds: 3_600,
  rowsPerBatch,
  async purge(trx, companyId) {
    const { numAffectedRows } = await sql`
      delete from idempotency_keys
      where company_id = ${companyId} and (client_id, key) in (
        select client_id, key from idempotency_keys
        where company_id = ${companyId} and created_at < now() - make_interval(hours => ${keyLifetimeHours})
        order by created_at limit ${rowsPerBatch}
      )`.execute(trx)
    return Number(numAffectedRows ?? 0)
  },
})
