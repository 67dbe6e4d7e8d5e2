import { rm } from 'node:fs/promises'
import type { z } from 'zod'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { Author } from '../events/append.ts'
import type { EndpointInput } from '../http/endpoints/endpoint.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { madeBy, noteMade } from '../jobs/created-resource.ts'
import type { Job, JobContext } from '../jobs/job.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { Services } from '../services.ts'
import { addOnce, settling } from './add-once.ts'
import type { importFields } from './body.ts'
import { roomOf } from './files.ts'
import { fetchFile, fetchSecondsMax, SourceError } from './import-source.ts'
import { storeUpload } from './upload.ts'

export const importJob = 'asset.import'

/** Time to check and store the file after it was fetched. */
const keepSecondsMax = 300

type Asked = z.output<typeof importFields>

type Data = {
  companyId: CompanyId
  personId: Uuid | null
  author: Author
  /** The encrypted request. Its URL can be signed, and the asset's metadata belongs only to the company. */
  sealed: string
}

/** @returns the ID of the import job. */
export async function askForImport(
  { queue, secrets }: Services,
  trx: Trx,
  { companyId, personId }: EndpointInput['caller'],
  author: Author,
  asked: Asked,
): Promise<Uuid> {
  const sealed = secrets.seal(JSON.stringify(asked), placeOf(companyId)).toString('base64')
  const data: Data = { companyId, personId, author, sealed }
  return (await queue.add(trx, importJob, data))!
}

const placeOf = (companyId: CompanyId) => `${importJob} ${companyId}`

/** Fetches a file and creates the asset, for the person or client that requested it. */
export const importAsset: Job<Data> = {
  name: importJob,
  // The attempts are spread over about ten minutes.
  attemptsMax: 8,
  timeoutSeconds: fetchSecondsMax + keepSecondsMax,
  // Imports mostly wait for other servers, and decoders have separate slots.
  concurrency: 16,
  async run(data, context) {
    const { db, job } = context
    const made = await madeBy(db, { name: importJob, id: job.id })
    if (made) return { id: made }
    try {
      const { id } = await settling((settled) => importOnce(data, context, settled))
      return { id }
    } catch (error) {
      return { fault: refusalOf(error, job.isLastAttempt) }
    }
  },
}

async function importOnce(data: Data, context: JobContext, settled: EndpointInput['settled']) {
  const { companyId, personId, author } = data
  const { db, storageQuotaBytes } = context
  const job = { name: importJob, id: context.job.id }
  const { url, ...body } = opened(data, context.secrets)
  const room = await asCompany(db, companyId, (trx) => roomOf(trx, companyId, 'file', storageQuotaBytes))
  const file = await fetchFile(url, companyId, context, room)
  settled.push(() => rm(file.path, { force: true }))
  const upload = await storeUpload(file.named(body.filename), 'file', companyId, context, settled)
  const find = (trx: Trx) => madeBy(trx, job)
  const note = (trx: Trx, assetId: Uuid) => noteMade(trx, job, assetId)
  return addOnce(context, { author, personId, body, find, note }, upload)
}

function opened({ companyId, sealed }: Data, secrets: SecretBox): Asked {
  const asked: Asked = JSON.parse(secrets.open(Buffer.from(sealed, 'base64'), placeOf(companyId)))
  const { available_from, expires_at } = asked
  return {
    ...asked,
    available_from: available_from && new Date(available_from),
    expires_at: expires_at && new Date(expires_at),
  }
}

/**
 * Returns the message for a file that cannot be imported.
 * @throws errors that a retry may fix, and internal errors.
 */
function refusalOf(error: unknown, isLastAttempt: boolean): string {
  if (error instanceof SourceError && (isLastAttempt || !error.mayPass)) return error.message
  if (error instanceof ApiError && error.extras.faults)
    return Object.values(error.extras.faults).flat().join(' ')
  throw error
}
