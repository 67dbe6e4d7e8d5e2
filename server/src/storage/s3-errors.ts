import { ApiError } from '../errors.ts'
import { isAbsent, StorageRefusedError } from './file-errors.ts'

type SdkError = { name?: string; code?: string; message?: string; $metadata?: { httpStatusCode?: number } }

/** Request timeout and throttling: the two 4xx that a retry can fix. */
const passing = new Set([408, 429])

/** Whether the object does not exist. A missing bucket is a different error. */
export function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as SdkError
  return $metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket'
}

/** A handler for `catch` that converts a missing object to undefined. */
export function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** Whether the account, the bucket or the URL is wrong, so that a retry would not help. */
export function isRefusal(error: unknown): boolean {
  const { name, $metadata } = error as SdkError
  const status = $metadata?.httpStatusCode ?? 0
  return (status >= 400 && status < 500 && !passing.has(status)) || name === 'CredentialsProviderError'
}

/**
 * The error for a failed request: 503, or 507 if the store is full. The SDK's error is dropped, because it
 * contains the request, and some S3 responses repeat the access key and the signed text, which logs must not
 * contain.
 */
export function s3Fault(error: unknown): unknown {
  if (error instanceof ApiError || isAbsent(error)) return error
  if (isMissing(error)) return new ApiError('not_found')
  const { httpStatusCode } = (error as SdkError).$metadata ?? {}
  const cause = new Error(`The object store failed: ${nameOf(error)}`)
  return new ApiError(httpStatusCode === 507 ? 'storage_full' : 'unavailable', { cause })
}

/** The error for the operator who starts the server. */
export function refusedBy(error: unknown): StorageRefusedError {
  return new StorageRefusedError(
    `The object store rejects S3_BUCKET: ${nameOf(error)}. Check the variables S3_*.`,
  )
}

export function nameOf(error: unknown): string {
  const { name, code, $metadata } = error as SdkError
  const status = $metadata?.httpStatusCode
  return `${code ?? name ?? 'unknown fault'}${status === undefined ? '' : ` (${status})`}`
}
