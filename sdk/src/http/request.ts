import type { Query } from './query.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Request = {
  method: Method
  /** From the root of the service, such as `/api/assets`. */
  path: string
  query?: Query | undefined
  headers?: Record<string, string> | undefined
  /** Sent as JSON. */
  json?: unknown
  /** Sent as it is; it must bear being sent twice. */
  body?: Blob | FormData | Uint8Array<ArrayBuffer> | undefined
  /** What the answer is read as; JSON when not given. A stream is left to whoever asked. */
  read?: 'json' | 'text' | 'bytes' | 'stream' | undefined
  /** Whether it may be sent again when its answer was lost; by its method when not given. */
  isRepeatable?: boolean | undefined
  /** Whether this refusal, after a lost answer, says that it has been done; of DELETE, a 404 when not given. */
  isDone?: ((error: unknown) => boolean) | undefined
  /** Milliseconds; 0: none. Overrides that of the client. */
  timeoutMs?: number | undefined
}

export type Answer = {
  status: number
  headers: Headers
  body: unknown
}

/**
 * Whether sending it twice does no more than sending it once: under an `Idempotency-Key` it does not. What names a state
 * without one is left out: after the first has changed it, the second would be refused.
 */
export function isRepeatable({ headers = {}, isRepeatable }: Request): boolean {
  return isRepeatable ?? (headers['idempotency-key'] !== undefined || headers['if-match'] === undefined)
}

/** One part of a path. @throws {TypeError} for an empty one, which would lead to the list, and for the way up. */
export function segment(id: string): string {
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id))
    throw new TypeError('The id must be a text that is not empty, and no path.')
  return encodeURIComponent(id)
}
