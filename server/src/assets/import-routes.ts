import { asCompany } from '../db/tenancy.ts'
import { countWaiting } from '../events/job-status.ts'
import { jobLocation, jobReply, showJob } from '../events/shown-job.ts'
import { assertCallable } from '../http/callable.ts'
import { endpoint } from '../http/endpoint.ts'
import { invalid } from '../http/validation.ts'
import { tagIdsNamed } from '../tags/named.ts'
import { importFields } from './body.ts'
import { assertRoom } from './files.ts'
import { askForImport, importJob } from './import-job.ts'
import { assertFolder } from './references.ts'

/** Of one company: whoever asks for more has others wait. */
const importsWaitingMax = 1_000

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
  reply: jobReply,
  location: jobLocation,
  async handle({ caller, author, body }, services) {
    const { companyId } = caller
    assertCallable(services.outbound, 'url', body.url)
    return asCompany(services.db, companyId, async (trx) => {
      if (body.folder_id) await assertFolder(trx, companyId, body.folder_id)
      await tagIdsNamed(trx, companyId, 'asset', body.tags ?? [])
      await assertRoom(trx, companyId, 1, 'file', services.storageQuotaBytes)
      if ((await countWaiting(trx, companyId, importJob)) >= importsWaitingMax)
        throw invalid('url', `There are ${importsWaitingMax} imports waiting already, which is the most.`)
      return showJob(trx, companyId, await askForImport(services, trx, caller, author, body))
    })
  },
})
