import { z } from 'zod'
import { parseId } from '../../ids.ts'
import { jobReply, showJob } from '../../jobs/job-reply.ts'
import { endpoint } from './endpoint.ts'

export const getJob = endpoint({
  operationId: 'getJob',
  method: 'GET',
  path: '/jobs/:id',
  scope: 'assets:read',
  group: 'Jobs',
  summary: 'Get a job',
  description: 'Returns the status and result of the job. A job is deleted 1 day after it has ended.',
  params: z.object({ id: z.string().describe('ID of the job.') }),
  reply: jobReply,
  handle: ({ caller, params }, { db }) => showJob(db, caller.companyId, parseId('job', params.id)),
})
