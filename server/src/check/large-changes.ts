import { sql } from 'kysely'
import { asCompany } from '../db/tenancy.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { retryDeadJobs } from '../jobs/job-status.ts'
import { largeChangeJob } from '../jobs/large-change-types.ts'
import type { Checking, Problem } from './context.ts'

type Stuck = { id: Uuid; type: string; isDead: boolean }

/**
 * Large changes that no job will finish, because their job failed permanently or was deleted after a month.
 * Until they finish, their folders and tags cannot be changed, and the company is neither exported nor
 * purged.
 */
export async function* checkLargeChanges(
  checking: Checking,
  companyId: CompanyId,
  name: string,
): AsyncGenerator<Problem> {
  const { db, options } = checking
  const { rows } = await asCompany(db, companyId, (trx) =>
    sql<Stuck>`
      select c.id, c.type, j.id is not null as "isDead" from large_changes c
      left join pgboss.job_common j on j.name = ${largeChangeJob} and j.id = c.id
      where c.company_id = ${companyId} and (j.id is null or j.state > 'active') order by c.id`.execute(trx),
  )
  for (const stuck of rows) {
    if (options.fix) await resume(checking, companyId, stuck)
    yield {
      check: 'jobs',
      companyId,
      text: `In ${name} a large change (${stuck.type}) is not finished, and its job ${publicId('job', stuck.id)} ${stuck.isDead ? 'is dead' : 'does not exist'}.`,
      advice: options.fix
        ? 'The server finishes it. Check again afterwards.'
        : '`atelier-server check --fix` has it finished.',
      isFixed: options.fix,
    }
  }
}

async function resume({ db, queue }: Checking, companyId: CompanyId, { id, type, isDead }: Stuck) {
  if (isDead) {
    await retryDeadJobs(db, id)
    return
  }
  const opened = await queue()
  await asCompany(db, companyId, async (trx) => {
    const jobId = await opened.add(trx, largeChangeJob, { companyId, type })
    await sql`update large_changes set id = ${jobId} where company_id = ${companyId} and id = ${id}`.execute(
      trx,
    )
  })
}
