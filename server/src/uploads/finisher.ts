import type { Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import { type Finished, finishUpload } from './finish.ts'
import type { Upload } from './queries.ts'

/**
 * Finishes uploads. Each upload is finished only once at a time, because repeated requests of a client must
 * not read its file repeatedly.
 */
export function uploadFinisher() {
  const running = new Map<Uuid, Promise<Finished>>()

  /** @throws the errors of `finishUpload`. */
  return async (services: Services, upload: Upload, requestId: string): Promise<Finished> => {
    const { id, assetId } = upload
    if (assetId) return { assetId, headers: {} }
    const known = running.get(id)
    if (known) return known
    const begun = finishUpload(services, upload, requestId).finally(() => running.delete(id))
    running.set(id, begun)
    return begun
  }
}
