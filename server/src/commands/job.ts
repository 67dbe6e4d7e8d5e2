import { type Command, Option } from 'commander'
import type { Db } from '../db/database.ts'
import { publicId, type Uuid } from '../ids.ts'
import type { JobState, JobStatus } from '../jobs/job-status.ts'
import { idOf, wholeNumber } from './arguments.ts'
import { type Done, operates, type Settings } from './operator.ts'
import { count, table, time } from './text-output.ts'
import { UsageError } from './usage-error.ts'

const limitDefault = 100
const limitMax = 10_000
const states = ['waiting', 'running', 'done', 'dead'] satisfies JobState[]

export function addJob(program: Command, settings: Settings) {
  const job = program
    .command('job')
    .description('List background jobs and retry jobs that failed permanently.')
    .addHelpText('after', examples)
  operates(
    job
      .command('list')
      .description('List jobs, newest first.')
      .addOption(new Option('--state <state>', 'state of the jobs').choices(states).default('dead'))
      .option('--limit <number>', 'maximum number of jobs', wholeNumber('--limit', 1, limitMax), limitDefault)
      .addHelpText('after', aboutList),
    settings,
    list,
  )
  operates(
    job
      .command('retry')
      .description('Retry dead jobs, with the full number of attempts.')
      .argument('[id]', 'job ID, job_…', idOf('job'))
      .option('--all', 'all dead jobs')
      .addHelpText('after', examples),
    settings,
    retry,
  )
}

const examples = `
Examples:
  $ atelier-server job list
  $ atelier-server job retry job_…
  $ atelier-server job retry --all`

const aboutList = `
waiting  queued, or waiting for a retry
running  in progress
done     finished less than a day ago
dead     failed on all attempts; kept for 30 days

Examples:
  $ atelier-server job list
  $ atelier-server job list --state waiting --json`

type ListOptions = { state: JobState; limit: number }

async function list(db: Db, { state, limit }: ListOptions): Promise<Done> {
  const { listJobs } = await import('../jobs/job-status.ts')
  const jobs = await listJobs(db, state, limit)
  const headings = ['JOB', 'NAME', 'COMPANY', 'ATTEMPTS', 'ADDED', 'ERROR']
  const rows = jobs.map((job) => [
    publicId('job', job.id),
    job.name,
    job.companyId && publicId('company', job.companyId),
    `${job.attempts} of ${job.attemptsMax}`,
    time(job.createdAt),
    job.error,
  ])
  return { text: table(headings, rows, `There are no ${state} jobs.`), json: { jobs: jobs.map(present) } }
}

const present = (job: JobStatus) => ({
  job_id: publicId('job', job.id),
  name: job.name,
  state: job.state,
  company_id: job.companyId && publicId('company', job.companyId),
  progress: job.progress,
  attempts: job.attempts,
  attempts_max: job.attemptsMax,
  error: job.error,
  created_at: job.createdAt,
  start_after: job.startAfter,
  ended_at: job.endedAt,
})

async function retry(db: Db, id: Uuid | undefined, { all }: { all?: boolean }): Promise<Done> {
  if ((id === undefined) === (all === undefined)) throw new UsageError('Specify a job ID, or --all.')
  const { retryDeadJobs } = await import('../jobs/job-status.ts')
  const retried = await retryDeadJobs(db, id)
  if (id !== undefined && retried === 0) throw new UsageError(`There is no dead job ${publicId('job', id)}.`)
  return { text: `Enqueued ${count(retried, 'job')} again.`, json: { retried } }
}
