import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { change } from '../events/append.ts'
import type { CompanyId } from '../ids.ts'
import { companyJob } from '../jobs/company-job.ts'
import type { Services } from '../services.ts'
import { deletableRenders, deleteRenders } from './delete.ts'

const hourSeconds = 3_600
/** Number of renders per commit, because other changes of the company wait for a commit. */
const rendersPerCommit = 500

/** Deletes expired renders, with rows first and their files after the commit. */
export const purgeRenders = companyJob({
  name: 'render.purge',
  attemptsMax: 3,
  timeoutSeconds: hourSeconds,
  everySeconds: hourSeconds,
  steps: purgeSteps,
})

async function* purgeSteps({ db, storage }: Services, companyId: CompanyId) {
  const author = { companyId, actor: { type: 'system' as const } }
  for (let purged = 1; purged > 0; ) {
    const { count, keys } = await change(db, author, async (trx) => {
      const ids = await expired(trx, companyId)
      return { result: { count: ids.length, keys: await deleteRenders(trx, companyId, ids, 0) }, events: [] }
    })
    await storage.remove(keys)
    purged = count
    if (purged > 0) yield
  }
}

async function expired(trx: Trx, companyId: CompanyId) {
  const { rows } = await deletableRenders(sql`
    select id, company_id from renders where company_id = ${companyId} and expires_at < now()
    order by expires_at limit ${rendersPerCommit}`).execute(trx)
  return rows.map(({ id }) => id)
}
