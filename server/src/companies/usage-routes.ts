import { z } from 'zod'
import { requestsOfClients } from '../clients/requests.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { publicId } from '../ids.ts'
import { Id } from '../wire.ts'
import { findUsage } from './usage.ts'

const Usage = z
  .object({
    storage: z.object({
      bytes: z
        .int()
        .describe('Size of all original files and their versions, in bytes. Each file is counted once.'),
      quota_bytes: z.int().nullable().describe('Storage quota, in bytes. Null if there is no quota.'),
      types: z
        .array(z.object({ type: z.string(), count: z.int(), bytes: z.int() }))
        .describe('Number and size of the current files of all assets, including the trash, by type.'),
    }),
    templates: z.int(),
    folders: z.int(),
    asset_tags: z.int(),
    template_tags: z.int(),
    requests: z
      .array(
        z.object({
          client: z.object({ id: Id('client'), name: z.string() }),
          requests: z.int(),
          refusals: z.int(),
        }),
      )
      .describe('Requests of the last 30 days, by client.'),
  })
  .meta({ id: 'CompanyUsage' })

export const getUsage = endpoint({
  operationId: 'getUsage',
  method: 'GET',
  path: '/usage',
  scope: 'company:read',
  group: 'Company',
  summary: 'Get the usage of the company',
  reply: z.object({ data: Usage }),
  async handle({ caller }, { db, storageQuotaBytes }) {
    const { companyId } = caller
    const [usage, requests] = await Promise.all([findUsage(db, companyId), requestsOfClients(db, companyId)])
    const { stored_bytes, types, ...counts } = usage
    return {
      data: {
        storage: { bytes: stored_bytes, quota_bytes: storageQuotaBytes ?? null, types },
        ...counts,
        requests: requests.map(({ id, name, requests, refusals }) => ({
          client: { id: publicId('client', id), name },
          requests,
          refusals,
        })),
      },
    }
  },
})
