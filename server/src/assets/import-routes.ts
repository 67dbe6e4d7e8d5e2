import { change } from '../events/append.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { assertCallableUrl } from '../http/schemas/assert-callable-url.ts'
import { invalid } from '../http/schemas/validation.ts'
import { jobLocation, jobReply, showJob } from '../jobs/job-reply.ts'
import { countOpen } from '../jobs/job-status.ts'
import { newValues } from '../property-values/given-values.ts'
import { tagIdsNamed } from '../tags/tag-list.ts'
import { importFields } from './body.ts'
import { assertRoom } from './files.ts'
import { askForImport, importJob } from './import-job.ts'
import { assertFolder } from './references.ts'

/** Maximum number of open imports per company, including running ones. */
const importsOpenMax = 1_000

/**
 * Has a separate path, even though `POST /assets` could accept the same JSON. Clients generated from the OpenAPI
 * document choose one type of body per operation, and could then upload no file.
 */
export const importFromUrl = endpoint({
  operationId: 'importAsset',
  method: 'POST',
  path: '/asset-imports',
  scope: 'assets:write',
  group: 'Assets',
  summary: 'Import an asset',
  description:
    'Downloads the file from a `url` and creates an asset. Returns 202 with a job, whose `asset_id` is the new ' +
    'asset when the job is done. Failed downloads are retried for several minutes. ' +
    `A company can have up to ${importsOpenMax.toLocaleString('en')} pending imports.`,
  body: importFields,
  status: 202,
  reply: jobReply,
  location: jobLocation,
  async handle({ caller, author, body }, services) {
    const { companyId } = caller
    assertCallableUrl(services.outbound, 'url', body.url)
    // Holds the company's lock, so that concurrent requests are counted one after the other.
    return change(services.db, author, async (trx) => {
      if (body.folder_id) await assertFolder(trx, companyId, body.folder_id)
      await tagIdsNamed(trx, companyId, 'asset', body.tags ?? [])
      await newValues(trx, companyId, 'asset', body.properties)
      await assertRoom(trx, companyId, 1, 'file', services.storageQuotaBytes)
      if ((await countOpen(trx, companyId, importJob)) >= importsOpenMax)
        throw invalid('url', `The limit of ${importsOpenMax} pending imports is reached.`)
      const id = await askForImport(services, trx, caller, author, body)
      return { result: await showJob(trx, companyId, id), events: [] }
    })
  },
})
