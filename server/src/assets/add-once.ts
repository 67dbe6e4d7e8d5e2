import type { Trx } from '../db/tenancy.ts'
import { type Author, change, type NewEvent } from '../events/append.ts'
import type { EndpointInput } from '../http/endpoints/endpoint.ts'
import type { Filed } from '../http/endpoints/filed.ts'
import type { Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import { addUpload, type UploadFields } from './add-upload.ts'
import type { StoredUpload } from './upload.ts'

/** Whose file it is that has come by itself, and how it is known that it was made an asset before. */
type Arrived = {
  author: Author
  /** In whose name. */
  personId: Uuid | null
  body: UploadFields
  /** Which asset it is already: whoever was taken for dead may have been faster. */
  find(trx: Trx): Promise<Uuid | undefined>
  /** Writes down which it is, in the commit that makes it. */
  note(trx: Trx, assetId: Uuid, now: Date): Promise<void>
}

/** What a file became; not filed where the asset was there already. */
type Added = { id: Uuid; filed?: Filed | undefined }

/** Makes one asset of a file, however often and by how many it is tried at once. */
export const addOnce = (services: Services, arrived: Arrived, upload: StoredUpload): Promise<Added> =>
  change(services.db, arrived.author, async (trx) => {
    const { author, personId, body, find, note } = arrived
    const { companyId } = author
    const known = await find(trx)
    if (known) return { result: { id: known }, events: [] }
    const now = new Date()
    const events: NewEvent[] = []
    const caller = { personId }
    const added = await addUpload({ trx, companyId, caller, body, now, services, events }, upload)
    await note(trx, added.id, now)
    const created = { type: 'asset.created', resourceType: 'asset', resourceId: added.id }
    return { result: added, events: [created, ...events] }
  })

/** Does what a file needs, and then cleans up after it as its end demands: outside of a request nobody else does. */
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
    // What can't be removed now, the sweeps find later.
    for (const settle of settled) await settle(failure, added?.filed).catch(() => {})
  }
}
