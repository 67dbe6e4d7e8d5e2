import { z } from 'zod'
import { change } from '../events/append.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { listUpTo } from '../http/schemas/body-fields.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type IdKind, parseId } from '../ids.ts'
import { jobLocation, jobReply, showJob } from '../jobs/job-reply.ts'
import { countOpen } from '../jobs/job-status.ts'
import { emptyTrashJob } from '../jobs/large-change-types.ts'
import type { Emptying } from './empty-job.ts'
import { type Chosen, trashTypes } from './purge.ts'

const idsMax = 500
const idLengthMax = 100
/** Maximum number of jobs per company, including running ones. */
const pendingMax = 100

const kinds: Record<Chosen['type'], IdKind> = {
  asset: 'asset',
  template: 'template',
  folder: 'folder',
  asset_tag: 'assetTag',
  template_tag: 'templateTag',
}

export const createTrashPurge = endpoint({
  operationId: 'createTrashPurge',
  method: 'POST',
  path: '/trash-purges',
  scope: 'assets:write',
  alsoNeeds: ['templates:write'],
  group: 'Company',
  summary: 'Permanently delete resources in the trash',
  description:
    'Returns 202 with a job that deletes them. Without a `type`, everything in the trash is deleted; without `ids`, ' +
    'all resources of the type. A folder in `ids` is deleted with the assets and subfolders that were moved to the ' +
    'trash together with it; with `type: folder` and no `ids`, assets stay in the trash. Assets that a brand kit or a template uses are kept. What is moved to the trash after the ' +
    'request is kept too.',
  body: z
    .strictObject({
      type: z.enum(trashTypes).optional(),
      ids: listUpTo(
        idsMax,
        `must not contain more than ${idsMax} ids.`,
        z
          .array(z.string('must contain ids.').max(idLengthMax), 'must be a list.')
          .min(1, 'must contain an id.'),
      )
        .optional()
        .describe(
          `IDs of resources of the type, up to ${idsMax}. IDs that are not in the trash are ignored.`,
        ),
    })
    .refine(({ type, ids }) => ids === undefined || type !== undefined, {
      path: ['type'],
      error: 'is required with ids.',
      when: () => true,
    }),
  status: 202,
  reply: jobReply,
  location: jobLocation,
  async handle({ caller: { companyId }, author, body: { type, ids } }, { db, queue }) {
    const known = type && ids?.map((id) => parseId(kinds[type], id)).filter((id) => id !== undefined)
    const { actor, requestId } = author
    const emptying: Emptying = {
      companyId,
      author: { actor, ...(requestId !== undefined && { requestId }) },
      before: new Date().toISOString(),
      ...(type && { chosen: { type, ids: known } }),
    }
    return change(db, author, async (trx) => {
      if ((await countOpen(trx, companyId, emptyTrashJob)) >= pendingMax)
        throw invalid('type', `The limit of ${pendingMax} pending deletions is reached.`)
      const id = await queue.add(trx, emptyTrashJob, emptying)
      return { result: await showJob(trx, companyId, id ?? undefined), events: [] }
    })
  },
})
