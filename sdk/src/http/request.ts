import type { OwnBytes } from './own-bytes.ts'
import type { Query } from './query.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Request = {
  method: Method
  /** Path from the root of the server, such as `/api/assets`. For a signed URL, the URL without its query. */
  path: string
  /** Whether this is a signed URL of a file, which needs no token and does not count against the rate limit. */
  isPublic?: boolean | undefined
  query?: Query | undefined
  headers?: Record<string, string> | undefined
  /** Request body, sent as JSON. */
  json?: unknown
  /** Request body, sent unchanged. It must be reusable for retries. */
  body?: Blob | FormData | OwnBytes | undefined
  /** How to read the response. Default: JSON. A stream is read by the caller. */
  read?: 'json' | 'text' | 'bytes' | 'stream' | undefined
  /** Whether the request can be retried after a lost response. Default: see `isRepeatable` below. */
  isRepeatable?: boolean | undefined
  /** Whether an error after a lost response means that the request succeeded. Default: a 404 for DELETE. */
  isDone?: ((error: unknown) => boolean) | undefined
  /** Timeout in milliseconds. 0 disables it. Overrides the timeout of the client. */
  timeoutMs?: number | undefined
}

export type Answer = {
  status: number
  headers: Headers
  body: unknown
}

/**
 * Whether this is a path of the API without a query, such as `/api/assets`. With two slashes, the token would go to
 * another server.
 */
export const isApiPath = (path: string): boolean => /^\/(?!\/)[^?#]*$/.test(path)

/**
 * Whether a retry is safe. A request with `If-Match` but without an `Idempotency-Key` is not safe, because if
 * the first attempt changed the resource, the retry would fail with 412.
 */
export function isRepeatable({ headers = {}, isRepeatable }: Request): boolean {
  return isRepeatable ?? (headers['idempotency-key'] !== undefined || headers['if-match'] === undefined)
}

/**
 * Encodes a path segment.
 * @throws {TypeError} for an empty segment, which would address the list, and for `.` and `..`.
 */
export function segment(id: string): string {
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id))
    throw new TypeError('The ID must be a non-empty string other than . and ..')
  return encodeURIComponent(id)
}
