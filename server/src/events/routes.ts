import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import { parseId } from '../ids.ts'
import { jobReply, showJob } from './shown-job.ts'

export const getJob = endpoint({
  method: 'GET',
  path: '/jobs/:id',
  scope: 'assets:read',
  group: 'Jobs',
  summary: 'Get one job.',
  description: 'For a day after it is done.',
  params: z.object({ id: z.string().describe('Id of the job.') }),
  reply: jobReply,
  handle: ({ caller, params }, { db }) => showJob(db, caller.companyId, parseId('job', params.id)),
})
