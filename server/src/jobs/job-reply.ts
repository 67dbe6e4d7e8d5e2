import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { ApiError, errorTable } from '../errors.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { Id, Time } from '../wire.ts'
import { findJob, type JobStatus } from './job-status.ts'
import { emptyTrashJob, largeChangeJob, largeChangeTypes } from './large-change-types.ts'

/** All other kinds are internal. */
const shownKinds = ['asset.import', largeChangeJob, emptyTrashJob] as const

const shownTypes = ['asset.import', ...largeChangeTypes, emptyTrashJob] as const
type ShownType = (typeof shownTypes)[number]

export const Job = z
  .object({
    id: Id('job'),
    type: z.enum(shownTypes),
    status: z.enum(['waiting', 'running', 'done', 'failed']),
    progress: z.number().min(0).max(1).describe('Estimated progress, 0 to 1.'),
    error: z.string().nullable().describe('Reason for the failure. Null unless the job failed.'),
    asset_id: Id('asset')
      .nullable()
      .describe('ID of the asset that an import created. Null until the job is done.'),
    created_at: Time,
    ended_at: Time.nullable(),
  })
  .meta({ id: 'Job', description: 'Work that continues in the background after the response.' })

export const jobReply = z.object({ data: Job })

type JobReply = z.input<typeof jobReply>
export type ShownJob = JobReply['data']

export const jobLocation = (answer: object) => `/api/jobs/${(answer as JobReply).data.id}`

/** @throws {ApiError} `not_found` */
export async function showJob(db: Db, companyId: CompanyId, id: Uuid | undefined): Promise<JobReply> {
  const job = id && (await findJob(db, companyId, shownKinds, id))
  if (!job) throw new ApiError('not_found')
  return { data: present(job) }
}

function present({ id, type, state, progress, outcome, createdAt, endedAt }: JobStatus): z.input<typeof Job> {
  const fault = state === 'dead' ? errorTable.server_error.message : (outcome.fault ?? null)
  const status = fault !== null ? 'failed' : (state as Exclude<typeof state, 'dead'>)
  return {
    id: publicId('job', id),
    type: type as ShownType,
    status,
    progress,
    // Only operators see the error of the last attempt.
    error: fault,
    asset_id: outcome.id === undefined ? null : publicId('asset', outcome.id),
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  }
}
