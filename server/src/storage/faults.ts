import { ApiError } from '../errors.ts'

/** No room left: on the file system, or within the quota that it gives us. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT'])
/** The last one is of links that lead round in a circle. */
const absentCodes = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

/** What to throw for a failed write of a file: 507 for a full disk, and everything else as it was. */
export function writeFault(error: unknown): unknown {
  return fullCodes.has(codeOf(error)) ? new ApiError('storage_full', { cause: error }) : error
}

/** Whether an error says that there is no such file. */
export const isAbsent = (error: unknown): boolean => absentCodes.has(codeOf(error))

/** The same of a store of either kind, when a file that was found is opened. */
export const isFileGone = (error: unknown): boolean => isAbsent(error) || codeOf(error) === 'not_found'

function codeOf(error: unknown) {
  return (error as { code?: string } | undefined)?.code ?? ''
}

/** The settings of the store are wrong: no server starts on them. */
export class StorageRefusedError extends Error {
  override name = 'StorageRefusedError'
}
