import { z } from 'zod'
import { originOf } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import { within } from '../db/deadline.ts'
import { ApiError } from '../errors.ts'
import { operatorScope } from '../http/caller.ts'
import { type Endpoint, endpoint } from '../http/endpoints/endpoint.ts'
import { pageOf } from '../http/endpoints/pagination.ts'
import { plainPage } from '../http/endpoints/plain-list.ts'
import { text } from '../http/schemas/body-fields.ts'
import { pageParameters, withPageRules } from '../http/schemas/query-parameters.ts'
import { invalid } from '../http/schemas/validation.ts'
import { parseId, publicId } from '../ids.ts'
import { countJobsOnce, type JobCount, type JobStatus, listJobs, retryDeadJobs } from '../jobs/job-status.ts'
import type { Recipient } from '../mail/mail.ts'
import { appendPersonEvent } from '../members/person-events.ts'
import { findPerson } from '../members/queries.ts'
import { roles } from '../members/roles.ts'
import { passwordLengthMax } from '../members/wire.ts'
import type { Services } from '../services.ts'
import { isOperator } from '../sign-in/session.ts'
import { Id, Time, time } from '../wire.ts'
import { assertReady } from './assert-ready.ts'
import { disksOf } from './disks.ts'
import {
  companiesPage,
  countCompanies,
  countPeople,
  type PersonRow,
  peoplePage,
} from './installation-queries.ts'
import { readyWithinMs } from './ready-within.ts'
import { version } from './version.ts'

const jobsShownMax = 100
const searchLengthMax = 100

const definition = { scope: operatorScope, group: 'Installation' } as const

const getInstallation = endpoint({
  operationId: 'getInstallation',
  ...definition,
  method: 'GET',
  path: '/installation',
  summary: 'Get the state of the installation',
  description: 'Returns the state as this server sees it. Other nodes have their own disks.',
  reply: z.object({
    data: z.object({
      version: z.string(),
      node_version: z.string(),
      started_at: Time.describe('Start of the server that answers.'),
      database: z.object({
        engine: z.enum(['postgres', 'embedded']),
        response_ms: z.int().nullable().describe('Null if the database does not respond in time.'),
      }),
      receives_changes: z
        .boolean()
        .describe('Whether notifications of other nodes arrive. Without them nothing is cached.'),
      storage: z.object({
        kind: z.enum(['disk', 's3']),
        quota_bytes: z.int().nullable().describe('Bytes of originals that each company may store.'),
        disks: z.array(z.object({ place: z.string(), bytes: z.int(), free_bytes: z.int() })),
      }),
      mail: z.object({ can_send: z.boolean().describe('Whether a mail server is configured.') }),
      jobs: z
        .array(
          z.object({
            name: z.string(),
            waiting: z.int(),
            running: z.int(),
            failed: z.int().describe('Jobs that failed on all attempts. Kept for 30 days.'),
            overdue_seconds: z.int().describe('How long the first waiting job has been due.'),
          }),
        )
        .nullable()
        .describe(
          'Background jobs by kind, without kinds that have none. Null if counting them took too long.',
        ),
    }),
  }),
  async handle(_, { db, installation, mail, storageQuotaBytes }) {
    const [response_ms, jobs] = await Promise.all([responseMs(db), countedJobs(db)])
    return {
      data: {
        version,
        node_version: process.version,
        started_at: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
        database: { engine: installation.engine, response_ms },
        receives_changes: installation.receivesChanges(),
        storage: {
          kind: installation.storage,
          quota_bytes: storageQuotaBytes ?? null,
          disks: (await disksOf(installation.directories)).map(({ place, size, free }) => ({
            place,
            bytes: size,
            free_bytes: free,
          })),
        },
        mail: { can_send: mail.canSend },
        jobs: jobs && byKind(jobs),
      },
    }
  },
})

/** The response time of the database in milliseconds. Null if it does not respond. */
async function responseMs(db: Db): Promise<number | null> {
  const began = performance.now()
  return assertReady(db).then(
    () => Math.round(performance.now() - began),
    () => null,
  )
}

/**
 * The counts of jobs. Null if counting takes too long, because the table can be large while the database
 * works normally.
 */
const countedJobs = (db: Db): Promise<JobCount[] | null> =>
  within(countJobsOnce(db), readyWithinMs, new Error('Counting jobs takes too long.')).catch(() => null)

/** Returns only kinds with jobs that wait, run or have failed. */
function byKind(counts: JobCount[]) {
  const kinds = Map.groupBy(
    counts.filter(({ state }) => state !== 'done'),
    ({ name }) => name,
  )
  return [...kinds].sort().map(([name, ofKind]) => {
    const of = (state: JobCount['state']) => ofKind.find((one) => one.state === state)
    return {
      name,
      waiting: of('waiting')?.jobs ?? 0,
      running: of('running')?.jobs ?? 0,
      failed: of('dead')?.jobs ?? 0,
      overdue_seconds: Math.round(of('waiting')?.overdueSeconds ?? 0),
    }
  })
}

const FailedJob = z.object({
  id: Id('job'),
  type: z.string(),
  company_id: Id('company').nullable(),
  attempts: z.int(),
  error: z.string().nullable().describe('Error of the last attempt.'),
  created_at: Time,
  failed_at: Time.nullable(),
})

const listFailedJobs = endpoint({
  operationId: 'listFailedJobs',
  ...definition,
  method: 'GET',
  path: '/installation/failed-jobs',
  summary: 'List the jobs that failed',
  description: `Returns the newest ${jobsShownMax} jobs that failed on all attempts.`,
  reply: z.object({ data: z.array(FailedJob) }),
  handle: async (_, { db }) => ({ data: (await listJobs(db, 'dead', jobsShownMax)).map(presentJob) }),
})

const presentJob = (job: JobStatus): z.input<typeof FailedJob> => ({
  id: publicId('job', job.id),
  type: job.type,
  company_id: job.companyId && publicId('company', job.companyId),
  attempts: job.attempts,
  error: job.error,
  created_at: job.createdAt.toISOString(),
  failed_at: job.endedAt?.toISOString() ?? null,
})

const retryJobs = endpoint({
  operationId: 'retryJobs',
  ...definition,
  method: 'POST',
  path: '/installation/job-retries',
  summary: 'Retry jobs that failed',
  description: 'Retries the job in `id`, or all jobs that failed, with all their attempts.',
  body: z.strictObject({ id: z.string().optional().describe('ID of a job. Without it, all are retried.') }),
  reply: z.object({ data: z.object({ retried: z.int().describe('Number of jobs.') }) }),
  async handle({ body }, { db }) {
    const id = body.id === undefined ? undefined : parseId('job', body.id)
    if (body.id !== undefined && id === undefined) throw new ApiError('not_found')
    const retried = await retryDeadJobs(db, id)
    if (id !== undefined && retried === 0) throw new ApiError('not_found')
    return { data: { retried } }
  },
})

const StoredCompany = z.object({
  id: Id('company'),
  name: z.string(),
  enterprise: z.object({ id: Id('enterprise'), name: z.string() }),
  stored_bytes: z.int().describe('Bytes of originals.'),
  members_count: z.int(),
  clients_count: z.int(),
})

const listCompanies = endpoint({
  operationId: 'listCompanies',
  ...definition,
  method: 'GET',
  path: '/installation/companies',
  summary: 'List companies by what they store',
  description: 'Returns a page of all companies, largest storage first.',
  query: withPageRules(z.object(pageParameters)),
  reply: pageOf(StoredCompany),
  handle: (input, services) =>
    plainPage(input, services, {
      binding: ['/installation/companies'],
      read: (range) => companiesPage(services.db, range),
      total: () => countCompanies(services.db),
      present: ({ id, enterprise_id, enterprise_name, sort_value: _, ...row }) => ({
        ...row,
        id: publicId('company', id),
        enterprise: { id: publicId('enterprise', enterprise_id), name: enterprise_name },
      }),
    }),
})

const InstallationPerson = z.object({
  id: Id('person'),
  name: z.string(),
  email: z.string(),
  is_operator: z.boolean(),
  two_factor_enabled: z.boolean(),
  companies: z.array(z.object({ id: Id('company'), name: z.string(), role: z.enum(roles) })),
  created_at: Time,
})

const listPeople = endpoint({
  operationId: 'listPeople',
  ...definition,
  method: 'GET',
  path: '/installation/people',
  summary: 'List people of all companies',
  description: 'Returns a page of people, newest first.',
  query: withPageRules(
    z.object({
      ...pageParameters,
      search: text(searchLengthMax).optional().describe('Part of a name or an e-mail address.'),
    }),
  ),
  reply: pageOf(InstallationPerson),
  handle(input, services) {
    const search = input.query.search?.trim() || undefined
    return plainPage(input, services, {
      binding: ['/installation/people', search],
      read: (range) => peoplePage(services.db, range, search),
      total: () => countPeople(services.db, search),
      present: presentPerson,
    })
  },
})

const presentPerson = ({ id, companies, created_at, ...row }: PersonRow) => ({
  ...row,
  id: publicId('person', id),
  companies: companies.map((company) => ({ ...company, id: publicId('company', company.id) })),
  created_at: time(created_at.toISOString()),
})

const createPasswordLink = endpoint({
  operationId: 'createPasswordLink',
  ...definition,
  method: 'POST',
  path: '/installation/people/:id/password-links',
  summary: 'Create a link for a new password',
  description:
    'Returns a link with which the person chooses a new password. It works once, within an hour. A second factor is still asked for. The person is told by e-mail if a mail server is configured, and the audit log records it. For another operator, only the command line creates a link.',
  params: z.object({ id: z.string().describe('ID of the person.') }),
  body: z.strictObject({ password: text(passwordLengthMax).describe('Password of the operator who asks.') }),
  status: 201,
  reply: z.object({
    data: z.object({
      email: z.string(),
      url: z.string().describe('Shown only once.'),
      mailed: z.boolean().describe('Whether the person was told by e-mail. The e-mail has no link.'),
    }),
  }),
  async handle({ params, body, caller, address, author }, { db, assertPassword, passwordLink, mail }) {
    const from = originOf({ address, author })
    const operator = await findPerson(db, caller.personId!)
    if (!operator) throw new ApiError('not_found')
    await assertPassword(operator, body.password, from)
    const id = parseId('person', params.id)
    const person = id && (await findPerson(db, id))
    if (!person) throw new ApiError('not_found')
    if (person.id !== operator.id && (await isOperator(db, person.id)))
      throw invalid('id', 'The person is an operator. Use atelier-server person password-link.')
    const link = await passwordLink(person.email)
    if (!link) throw new ApiError('not_found')
    const data = { actor: { ...author.actor, type: 'operator' } }
    await appendPersonEvent(db, person.id, 'person.password_link_created', from, data)
    return { data: { email: link.email, url: link.url, mailed: await wasTold(mail, link) } }
  },
})

/**
 * Whether the person was notified by e-mail. A link is needed most while the mail server is unavailable, so
 * the link does not depend on the e-mail.
 */
async function wasTold(mail: Services['mail'], person: Recipient & { name: string }): Promise<boolean> {
  if (!mail.canSend) return false
  return mail.passwordLinkCreated(person).then(
    () => true,
    () => false,
  )
}

const testMail = endpoint({
  operationId: 'testMail',
  ...definition,
  method: 'POST',
  path: '/installation/mail-tests',
  summary: 'Send a test e-mail to yourself',
  description: 'Returns when the mail server has accepted the e-mail.',
  body: z.strictObject({}),
  reply: z.object({ data: z.object({ email: z.string() }) }),
  async handle({ caller }, { db, mail }) {
    if (!mail.canSend)
      throw invalid('mail', 'No mail server is configured. Set SMTP_URL and restart the server.')
    const person = await findPerson(db, caller.personId!)
    if (!person) throw new ApiError('not_found')
    await mail.test(person).catch((error) => {
      const { code = 'unknown error', responseCode } = error as { code?: string; responseCode?: number }
      const answer = responseCode ? ` It answered ${responseCode}.` : ''
      throw invalid('mail', `The mail server did not accept the e-mail: ${code}.${answer}`)
    })
    return { data: { email: person.email } }
  },
})

export const installationEndpoints: readonly Endpoint[] = [
  getInstallation,
  listFailedJobs,
  retryJobs,
  listCompanies,
  listPeople,
  createPasswordLink,
  testMail,
]
