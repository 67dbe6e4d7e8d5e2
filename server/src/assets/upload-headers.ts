import type { Filed } from '../http/endpoints/stored-file.ts'
import { publicId } from '../ids.ts'

/** The header with the ID of the asset that an upload duplicates. */
export const duplicateHeader = (filed: Filed | undefined): Record<string, string> =>
  filed?.duplicateOf ? { 'X-Duplicate-Of': publicId('asset', filed.duplicateOf) } : {}
