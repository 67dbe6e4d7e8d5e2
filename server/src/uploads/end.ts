import type { Services } from '../http/endpoint.ts'
import type { Uuid } from '../ids.ts'
import { deleteUpload, type Upload } from './queries.ts'

/**
 * Ends an upload, whatever is there of it. The asset that it became stays.
 * @returns whether it was there.
 */
export async function endUpload(
  services: Pick<Services, 'db' | 'storage'>,
  { companyId, id }: Pick<Upload, 'companyId' | 'id'>,
): Promise<boolean> {
  const wasThere = await deleteUpload(services.db, companyId, id)
  await forgetBytes(services, id)
  return wasThere
}

/** What can't be removed now is found by the purge. */
export async function forgetBytes({ storage }: Pick<Services, 'storage'>, id: Uuid): Promise<void> {
  const unfinished = await storage.unfinished()
  await unfinished.remove(unfinished.nameOf(id)).catch(() => {})
}
