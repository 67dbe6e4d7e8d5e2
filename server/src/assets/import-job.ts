import { rm } from 'node:fs/promises'
import type { z } from 'zod'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { type Author, change, type NewEvent } from '../events/append.ts'
import type { Job } from '../events/job.ts'
import type { ShownKind } from '../events/shown-job.ts'
import type { EndpointInput, Services } from '../http/endpoint.ts'
import { ApiError } from '../http/errors.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import type { SecretBox } from '../storage/secret-box.ts'
import { addUpload } from './add-upload.ts'
import type { importFields } from './body.ts'
import { fetchFile, fetchSecondsMax, SourceError } from './import-source.ts'
import { type StoredUpload, storeUpload } from './upload.ts'

export const importJob: ShownKind = 'asset.import'

/** For reading the file through and storing it, once it is here. */
const keepSecondsMax = 300

type Asked = z.output<typeof importFields>

/** The asset's id is chosen when it is asked for: however often the job runs, it makes that one. */
type Data = {
  companyId: CompanyId
  assetId: Uuid
  /** In whose name. */
  personId: Uuid | null
  author: Author
  /** What was asked: the URL may be a signed one, and what is said of an asset is its company's alone. */
  sealed: string
}

/** @returns the id of the job that imports it. */
export async function askForImport(
  { queue, secrets }: Services,
  trx: Trx,
  { companyId, personId }: EndpointInput['caller'],
  author: Author,
  asked: Asked,
): Promise<Uuid> {
  const assetId = newId()
  const sealed = secrets.seal(JSON.stringify(asked), placeOf(assetId)).toString('base64')
  const data: Data = { companyId, assetId, personId, author, sealed }
  return (await queue.add(trx, importJob, data))!
}

const placeOf = (assetId: Uuid) => `${importJob} ${assetId}`

/** Fetches a file and makes the asset of it that was asked for, in the name of whoever asked. */
export const importAsset: Job<Data> = {
  name: importJob,
  // Over some ten minutes.
  attemptsMax: 8,
  timeoutSeconds: fetchSecondsMax + keepSecondsMax,
  concurrency: 4,
  concurrencyPerCompany: 2,
  async run(data, context) {
    const { companyId, assetId } = data
    if (await asCompany(context.db, companyId, (trx) => isThere(trx, companyId, assetId)))
      return { id: assetId }
    const settled: EndpointInput['settled'] = []
    let failure: unknown
    try {
      const { url, ...fields } = opened(data, context.secrets)
      const file = await fetchFile(url, context)
      settled.push(() => rm(file.path, { force: true }))
      const upload = await storeUpload(file, 'file', companyId, context, settled)
      await addOnce(data, fields, context, upload)
      return { id: assetId }
    } catch (error) {
      failure = error
      return { fault: refusalOf(error, context.job.isLastAttempt) }
    } finally {
      // What can't be removed now, the sweeps find later.
      for (const settle of settled) await settle(failure).catch(() => {})
    }
  },
}

function opened({ assetId, sealed }: Data, secrets: SecretBox): Asked {
  const asked: Asked = JSON.parse(secrets.open(Buffer.from(sealed, 'base64'), placeOf(assetId)))
  return { ...asked, expires_at: asked.expires_at && new Date(asked.expires_at) }
}

const addOnce = (
  { companyId, assetId, personId, author }: Data,
  body: Omit<Asked, 'url'>,
  services: Services,
  upload: StoredUpload,
) =>
  change(services.db, author, async (trx) => {
    // A run that was taken for dead may have been faster.
    if (await isThere(trx, companyId, assetId)) return { result: undefined, events: [] }
    const events: NewEvent[] = []
    const caller = { personId }
    await addUpload({ trx, companyId, caller, body, now: new Date(), services, events, id: assetId }, upload)
    const created = { type: 'asset.created', resourceType: 'asset', resourceId: assetId }
    return { result: undefined, events: [created, ...events] }
  })

async function isThere(trx: Trx, companyId: CompanyId, id: Uuid): Promise<boolean> {
  const query = trx.selectFrom('assets').select('id').where('company_id', '=', companyId).where('id', '=', id)
  return (await query.executeTakeFirst()) !== undefined
}

/** What its client is told of a file that is not kept. @throws what trying again may mend, and what is our fault. */
function refusalOf(error: unknown, isLastAttempt: boolean): string {
  if (error instanceof SourceError && (isLastAttempt || !error.mayPass)) return error.message
  if (error instanceof ApiError && error.extras.faults)
    return Object.values(error.extras.faults).flat().join(' ')
  throw error
}
