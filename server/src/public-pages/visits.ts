import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Limiters } from '../http/rate-limits/rate-limit.ts'
import { callerAddress } from '../http/server.ts'
import type { Gate, Visitor } from './gate.ts'

/**
 * A visitor's views of a file within this time are counted once, because a video or a resumed download is
 * requested in many ranges.
 */
const windowMs = 3_600_000

/**
 * @returns a function that tells whether a visit counts: once an hour per visitor (or IP address) and file.
 */
export function visitCounter(limiters: Limiters, kind: Gate['kind']) {
  const visits = limiters(`${kind.replace('_', '-')}-visits`, 1, windowMs)
  return async (
    request: FastifyRequest,
    { companyId, id }: Pick<Gate, 'companyId' | 'id'>,
    { email }: Visitor,
    what: readonly (string | undefined)[],
  ): Promise<boolean> => {
    const parts = [companyId, id, ...what, callerAddress(request), email]
    // Hashed, because it contains the visitor's e-mail address.
    const { allowed } = await visits.take(hash('sha256', JSON.stringify(parts), 'base64url'))
    return allowed
  }
}
