import type { FastifyRequest } from 'fastify'

/** Whether `If-None-Match` matches the ETag (RFC 9110 §13.1.2). */
export const hasAlready = (request: FastifyRequest, tag: string): boolean =>
  names(request.headers['if-none-match'], tag)

/**
 * Whether `If-Match` does not match this state (RFC 9110 §13.1.1). Weak tags count, because proxies that
 * compress write them.
 */
export const failsIfMatch = (request: FastifyRequest, tag: string | undefined): boolean =>
  request.headers['if-match'] !== undefined && !names(request.headers['if-match'], tag ?? '')

/** @param known the value of `If-None-Match`. */
export function names(known: string | undefined, tag: string): boolean {
  if (known === undefined) return false
  if (known === tag) return true
  return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}
