import { publicId, type Uuid } from '../ids.ts'

/** A folder limit on the wire. Null means no limit. */
export const presentLimit = (folders: readonly Uuid[] | null) =>
  folders && { folder_ids: folders.map((id) => publicId('folder', id)) }

/** The columns of a limit. */
export type LimitColumns = { read_folder_ids: Uuid[] | null; write_folder_ids: Uuid[] | null }

export const presentLimits = ({ read_folder_ids, write_folder_ids }: LimitColumns) => ({
  read_limit: presentLimit(read_folder_ids),
  write_limit: presentLimit(write_folder_ids),
})
