import type { Filed } from '../http/endpoints/filed.ts'
import { publicId } from '../ids.ts'

/** Says of which asset an upload is a duplicate. */
export const duplicateHeader = (filed: Filed | undefined): Record<string, string> =>
  filed?.duplicateOf ? { 'X-Duplicate-Of': publicId('asset', filed.duplicateOf) } : {}
