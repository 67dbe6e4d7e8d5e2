import type { Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import { whileLocked } from '../storage/unfinished-locks.ts'
import { deleteUpload, type Upload } from './queries.ts'

type Ended = Pick<Upload, 'companyId' | 'id'>
type Needed = Pick<Services, 'db' | 'storage'>

/**
 * Ends an upload, whatever is there of it; whoever sends it is stopped first. The asset that it became stays.
 * @returns whether it was there.
 * @throws {ApiError} `locked` when whoever sends it can't be stopped.
 */
export const endUpload = (services: Needed, upload: Ended): Promise<boolean> => end(services, upload, false)

/** The same, where it has become no asset: another request may have finished what one was refused. */
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

/** What can't be removed now is found by the purge. */
export async function forgetBytes({ storage }: Pick<Services, 'storage'>, id: Uuid): Promise<void> {
  try {
    const unfinished = await storage.unfinished()
    await unfinished.remove(unfinished.nameOf(id))
  } catch {}
}
