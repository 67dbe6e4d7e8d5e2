import type { Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import { whileLocked } from '../storage/unfinished-locks.ts'
import { deleteUpload, type Upload } from './queries.ts'

type Ended = Pick<Upload, 'companyId' | 'id'>
type Needed = Pick<Services, 'db' | 'storage'>

/**
 * Deletes an upload and its bytes, after stopping a request that is sending them. The asset of a finished
 * upload is kept.
 * @returns whether the upload existed.
 * @throws {ApiError} `locked` if that request cannot be stopped.
 */
export const endUpload = (services: Needed, upload: Ended): Promise<boolean> => end(services, upload, false)

/** Like `endUpload`, but deletes only an unfinished upload, because another request may have finished it. */
export const endUnfinished = (services: Needed, upload: Ended): Promise<boolean> =>
  end(services, upload, true)

async function end(services: Needed, { companyId, id }: Ended, isUnfinished: boolean) {
  const unfinished = await services.storage.unfinished()
  return whileLocked(unfinished.locks, unfinished.nameOf(id), async () => {
    const wasThere = await deleteUpload(services.db, companyId, id, isUnfinished)
    if (wasThere) await forgetBytes(services, id)
    return wasThere
  })
}

/** The purge later finds bytes that cannot be removed now. */
export async function forgetBytes({ storage }: Pick<Services, 'storage'>, id: Uuid): Promise<void> {
  try {
    const unfinished = await storage.unfinished()
    await unfinished.remove(unfinished.nameOf(id))
  } catch {}
}
