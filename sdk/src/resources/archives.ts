import type { Api } from '../http/api.ts'
import type { BodyOf } from '../http/operations.ts'
import { type Creating, creating, type Resource, resource } from './resource.ts'

const path = '/api/archives'

/** The assets of an archive (exactly one of `asset_ids`, `folder_id` and `filter`), and the format of its files. */
export type ArchiveRequest = BodyOf<'POST /api/archives'>

/**
 * Zip archives of assets. `url` of an archive streams the zip, without credentials: `fetch(archive.url)`.
 * `Report.txt` in the zip lists files that were deleted in the meantime. Archives are deleted a day after they were
 * created.
 */
export function archives(
  api: Api,
): Pick<Resource<typeof path>, 'list' | 'get' | 'delete'> & Creating<typeof path> {
  const { list, get, delete: remove } = resource(api, path)
  return { list, get, delete: remove, ...creating(api, path) }
}
