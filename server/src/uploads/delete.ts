import type { Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import { whileLocked } from '../storage/unfinished-locks.ts'
import { deleteUpload, type Upload } from './queries.ts'

type Ended = Pick<Upload, 'companyId' | 'id'>
type Needed = Pick<Services, 'db' | 'storage'>

/**
 * Deletes an upload with its bytes, after stopping a running request that sends them. The asset of a finished
 * upload is kept.
 * @returns whether it existed.
 * @throws {ApiError} `locked` when the running request cannot be stopped.
 */
export const endUpload = (services: Needed, upload: Ended): Promise<boolean> => end(services, upload, false)

/**
 * Like `endUpload`, but only deletes an unfinished upload: another request may have finished it meanwhile.
 */
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
