import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what another site makes a browser send: a cookie comes along with it. Browsers say where a
 * request comes from in `Sec-Fetch-Site`; older ones say at least its `Origin`. Whoever says neither is refused too.
 * @throws {ApiError} `cross_site`.
 */
export function assertSameOrigin({ method, headers }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site']
  if (reads.has(method)) {
    // A page may be linked to; what it then asks for comes from itself.
    if (site === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate') throw new ApiError('cross_site')
    return
  }
  const isOwn = site === undefined ? headers.origin === new URL(publicUrl).origin : site === 'same-origin'
  if (!isOwn) throw new ApiError('cross_site')
}
