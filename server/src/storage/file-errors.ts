import { ApiError } from '../errors.ts'

/** Error codes for a lack of space: on the file system, or in its quota. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT'])
/** Error codes for a missing file. The last code is for circular links. */
const absentCodes = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

/** The error for a failed write: 507 for a full disk, otherwise unchanged. */
export function writeFault(error: unknown): unknown {
  return fullCodes.has(codeOf(error)) ? new ApiError('storage_full', { cause: error }) : error
}

/** Whether an error means that the file does not exist. */
export const isAbsent = (error: unknown): boolean => absentCodes.has(codeOf(error))

/** Like `isAbsent`, for any kind of storage, when a file that was found is opened. */
export const isFileGone = (error: unknown): boolean => isAbsent(error) || codeOf(error) === 'not_found'

function codeOf(error: unknown) {
  return (error as { code?: string } | undefined)?.code ?? ''
}

/** Thrown if the storage settings are wrong. The server does not start. */
export class StorageRefusedError extends Error {
  override name = 'StorageRefusedError'
}
