import type { FastifyRequest } from 'fastify'

/** Whether the caller has this very answer already: `If-None-Match` names its tag, or any (RFC 9110 §13.1.2). */
export const hasAlready = (request: FastifyRequest, tag: string): boolean =>
  names(request.headers['if-none-match'], tag)

/** Whether `If-Match` names other states than this one (RFC 9110 §13.1.1). A weak tag counts: proxies that compress write one. */
export const failsIfMatch = (request: FastifyRequest, tag: string | undefined): boolean =>
  request.headers['if-match'] !== undefined && !names(request.headers['if-match'], tag ?? '')

/** @param known what `If-None-Match` says. */
export function names(known: string | undefined, tag: string): boolean {
  if (known === undefined) return false
  if (known === tag) return true
  return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}
