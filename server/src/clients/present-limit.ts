import { publicId, type Uuid } from '../ids.ts'

/** A folder limit on the wire. Null means no limit. */
export const presentLimit = (folders: readonly Uuid[] | null) =>
  folders && { folder_ids: folders.map((id) => publicId('folder', id)) }
