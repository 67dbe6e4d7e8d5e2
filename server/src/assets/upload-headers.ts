import { publicId } from '../ids.ts'
import type { StoredUpload } from './upload.ts'

/** Says of which asset an upload is a duplicate. */
export const duplicateHeader = ({ duplicateOf }: StoredUpload): Record<string, string> =>
  duplicateOf ? { 'X-Duplicate-Of': publicId('asset', duplicateOf) } : {}
