import type { FastifyRequest } from 'fastify'

/** Whether the caller has this very answer already: `If-None-Match` names its tag, or any (RFC 9110 §13.1.2). */
export function hasAlready(request: FastifyRequest, tag: string): boolean {
  const known = request.headers['if-none-match']
  if (known === undefined) return false
  return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === tag)
}
