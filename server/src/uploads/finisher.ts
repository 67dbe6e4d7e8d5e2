import type { Services } from '../http/endpoint.ts'
import type { Uuid } from '../ids.ts'
import { type Finished, finishUpload, isUnread } from './finish.ts'
import type { Upload } from './queries.ts'

/** A decoder may have had no time for a file that it reads well on another day, or never. */
const readAttemptsMax = 3
/** Past it the oldest are forgotten: they may be tried as often again. */
const rememberedMax = 1_000

/** Finishes uploads, one at a time each: a client that asks again and again must not have its file read as often. */
export function uploadFinisher(services: Services) {
  const running = new Map<Uuid, Promise<Finished>>()
  const unread = new Map<Uuid, number>()

  async function finish(upload: Upload, requestId: string): Promise<Finished> {
    const attempt = (unread.get(upload.id) ?? 0) + 1
    unread.delete(upload.id)
    try {
      return await finishUpload(services, upload, requestId, attempt >= readAttemptsMax)
    } catch (error) {
      if (isUnread(error) && attempt < readAttemptsMax) remember(upload.id, attempt)
      throw error
    }
  }

  function remember(id: Uuid, attempt: number) {
    unread.set(id, attempt)
    if (unread.size > rememberedMax) unread.delete(unread.keys().next().value!)
  }

  /** @throws what `finishUpload` throws. */
  return async (upload: Upload, requestId: string): Promise<Finished> => {
    const { id, assetId } = upload
    if (assetId) return { assetId, headers: {} }
    const known = running.get(id)
    if (known) return known
    const begun = finish(upload, requestId).finally(() => running.delete(id))
    running.set(id, begun)
    return begun
  }
}
