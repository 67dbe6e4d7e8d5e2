import { after } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Database, Db } from '../../src/db/database.ts'
import { type CompanyId, newId, publicId } from '../../src/ids.ts'
import { type Job, openQueue } from '../../src/jobs/queue.ts'

/** A job with one short attempt, for all fields that a test does not set. */
export const job = (fields: Partial<Job> & Pick<Job, 'name' | 'run'>): Job => ({
  attemptsMax: 1,
  timeoutSeconds: 30,
  concurrency: 1,
  ...fields,
})

export const endless = job({ name: 'test.endless', attemptsMax: 2, timeoutSeconds: 600, run: async () => {} })

/** A finished import as its client sees it. Returns the job's ID. */
export async function doneImport(db: Db, companyId: CompanyId): Promise<string> {
  const id = newId()
  const [data, output] = [{ companyId }, { id: newId() }].map((value) => JSON.stringify(value))
  await sql`
    insert into pgboss.job_common (id, name, data, state, completed_on, output, policy)
    values (${id}, 'asset.import', ${data}::jsonb, 'completed', now(), ${output}::jsonb, 'short')`.execute(db)
  return publicId('job', id)
}

/** A running queue with these jobs, as in `serve`. */
export async function workingQueue(
  { db, notifications }: Database,
  jobs: Job[],
  log?: (line: object) => void,
  options: Parameters<typeof openQueue>[3] = {},
) {
  const opened = await openQueue(db, notifications, jobs, {
    superviseSeconds: 1,
    firstRetrySeconds: 1,
    ...options,
  })
  const logger = log
    ? pino({ level: 'debug', base: null }, { write: (line) => log(JSON.parse(line)) })
    : pino({ level: 'silent' })
  opened.work({ db } as never, logger)
  let closing: Promise<void> | undefined
  const close = (drainMs = 5_000) => (closing ??= opened.close(drainMs))
  after(() => close())
  return { queue: opened.queue, close }
}
