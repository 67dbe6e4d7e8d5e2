import type { Trx } from '../db/tenancy.ts'
import { type Author, change, type NewEvent } from '../events/append.ts'
import type { EndpointInput } from '../http/endpoints/endpoint.ts'
import type { Filed } from '../http/endpoints/stored-file.ts'
import type { Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import { addUpload, type Uploader, type UploadFields } from './add-upload.ts'
import type { StoredUpload } from './upload.ts'

/** A file that arrived outside a request, and a lookup of the asset that was already created from it. */
type Arrived = {
  author: Author
  personId: Uuid | null
  body: UploadFields
  uploader?: Uploader
  /**
   * The asset, if an earlier run created it. A process that was considered dead may still have finished.
   */
  find(trx: Trx): Promise<Uuid | undefined>
  note(trx: Trx, assetId: Uuid, now: Date): Promise<void>
}

/** `filed` is undefined if the asset already existed. */
type Added = { id: Uuid; filed?: Filed | undefined }

/** Creates one asset from a file, even with concurrent attempts. */
export const addOnce = (services: Services, arrived: Arrived, upload: StoredUpload): Promise<Added> =>
  change(services.db, arrived.author, async (trx) => {
    const { author, personId, body, uploader, find, note } = arrived
    const { companyId } = author
    const known = await find(trx)
    if (known) return { result: { id: known }, events: [] }
    const now = new Date()
    const events: NewEvent[] = []
    const caller = { personId }
    const added = await addUpload({ trx, companyId, caller, body, now, services, events, uploader }, upload)
    await note(trx, added.id, now)
    const created = { type: 'asset.created', resourceType: 'asset', resourceId: added.id }
    return { result: added, events: [created, ...events] }
  })

/** Runs the work, then the cleanup for its outcome. Outside a request, no caller runs this cleanup. */
export async function settling(work: (settled: EndpointInput['settled']) => Promise<Added>): Promise<Added> {
  const settled: EndpointInput['settled'] = []
  let failure: unknown
  let added: Added | undefined
  try {
    added = await work(settled)
    return added
  } catch (error) {
    failure = error
    throw error
  } finally {
    // Files that cannot be deleted now are found by the sweep jobs.
    for (const settle of settled) await settle(failure, added?.filed).catch(() => {})
  }
}
