import type { FastifyRequest } from 'fastify'
import { compressedTag, encodings } from './compression.ts'

/** Whether `If-None-Match` matches the ETag (RFC 9110 §13.1.2). */
export const hasAlready = (request: FastifyRequest, tag: string): boolean =>
  names(request.headers['if-none-match'], tag)

/**
 * Whether `If-Match` does not match this state (RFC 9110 §13.1.1). Weak tags count, because compressing
 * proxies write them.
 */
export const failsIfMatch = (request: FastifyRequest, tag: string | undefined): boolean =>
  request.headers['if-match'] !== undefined && !names(request.headers['if-match'], tag ?? '')

/** @param known the value of `If-None-Match` or `If-Match`. */
export const names = (known: string | undefined, tag: string): boolean => namedTag(known, tag) !== undefined

/**
 * The ETag in the header that represents the same state: this ETag, or the ETag of the compressed body. A 304
 * repeats it, so that caches find their stored response (RFC 9110 §15.4.5).
 * @param known the value of `If-None-Match` or `If-Match`.
 * @param sent the ETag of the response, if its body is compressed.
 */
export function namedTag(known: string | undefined, tag: string, sent = tag): string | undefined {
  if (known === undefined) return undefined
  if (known === sent || known.trim() === '*') return sent
  const same = [tag, ...encodings.map((encoding) => compressedTag(tag, encoding))]
  for (const one of known.split(',')) {
    const strong = one.trim().replace(/^W\//, '')
    if (same.includes(strong)) return strong
  }
  return undefined
}
