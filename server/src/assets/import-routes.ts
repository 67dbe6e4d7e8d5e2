import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { asCompany } from '../db/tenancy.ts'
import { countWaiting, findJob, type JobStatus } from '../events/job-status.ts'
import { assertCallable } from '../http/callable.ts'
import { endpoint } from '../http/endpoint.ts'
import { ApiError, errorTable } from '../http/errors.ts'
import { invalid } from '../http/validation.ts'
import { Id, Time } from '../http/wire.ts'
import { type CompanyId, parseId, publicId, type Uuid } from '../ids.ts'
import { tagIdsNamed } from '../tags/named.ts'
import { importFields } from './body.ts'
import { assertRoom } from './files.ts'
import { askForImport, importJob } from './import-job.ts'
import { assertFolder } from './references.ts'

/** Of one company: whoever asks for more has others wait. */
const importsWaitingMax = 1_000

/** The kinds that clients are given. All others are the server's own business. */
const shownJobs = [importJob] as const

const Job = z
  .object({
    id: Id('job'),
    type: z.enum(shownJobs),
    status: z.enum(['waiting', 'running', 'done', 'failed']),
    progress: z.number().min(0).max(1).describe('As far as it is known.'),
    error: z.string().nullable().describe('Why it failed.'),
    asset_id: Id('asset').nullable().describe('The asset that it made, once it is done.'),
    created_at: Time,
    ended_at: Time.nullable(),
  })
  .meta({ id: 'Job', description: 'Work that goes on after its request was answered.' })

const reply = z.object({ data: Job })

export const importFromUrl = endpoint({
  method: 'POST',
  path: '/assets',
  scope: 'assets:write',
  group: 'Assets',
  summary: 'Import an asset.',
  description:
    'As JSON with a `url`, it has the server fetch the file: 202 and a job, which says when the asset is there. It ' +
    'is tried again for some minutes while the source cannot be reached or is busy.',
  body: importFields,
  status: 202,
  reply,
  location: (answer) => `/api/jobs/${(answer as { data: { id: string } }).data.id}`,
  async handle({ caller, author, body }, services) {
    const { companyId } = caller
    assertCallable(services.outbound, 'url', body.url)
    return asCompany(services.db, companyId, async (trx) => {
      if (body.folder_id) await assertFolder(trx, companyId, body.folder_id)
      await tagIdsNamed(trx, companyId, 'asset', body.tags ?? [])
      await assertRoom(trx, companyId, 1, 'file', services.storageQuotaBytes)
      if ((await countWaiting(trx, companyId, importJob)) >= importsWaitingMax)
        throw invalid('url', `There are ${importsWaitingMax} imports waiting already, which is the most.`)
      return show(trx, companyId, await askForImport(services, trx, caller, author, body))
    })
  },
})

export const getJob = endpoint({
  method: 'GET',
  path: '/jobs/:id',
  scope: 'assets:read',
  group: 'Jobs',
  summary: 'Get one job.',
  description: 'For a day after it is done.',
  params: z.object({ id: z.string().describe('Id of the job.') }),
  reply,
  handle: ({ caller, params }, { db }) => show(db, caller.companyId, parseId('job', params.id)),
})

async function show(db: Db, companyId: CompanyId, id: Uuid | undefined): Promise<z.input<typeof reply>> {
  const job = id && (await findJob(db, companyId, shownJobs, id))
  if (!job) throw new ApiError('not_found')
  return { data: present(job) }
}

function present({ id, name, state, progress, outcome, createdAt, endedAt }: JobStatus): z.input<typeof Job> {
  const fault = state === 'dead' ? errorTable.server_error.message : (outcome.fault ?? null)
  const status = fault !== null ? 'failed' : (state as Exclude<typeof state, 'dead'>)
  return {
    id: publicId('job', id),
    type: name as (typeof shownJobs)[number],
    status,
    progress,
    // What the last attempt failed of is the operator's to see.
    error: fault,
    asset_id: outcome.id === undefined ? null : publicId('asset', outcome.id),
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  }
}
