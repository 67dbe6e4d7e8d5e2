import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects requests that another site makes a browser send with the user's cookie. Browsers send the source in
 * `Sec-Fetch-Site`; older browsers at least send `Origin`. Requests without either header are rejected too.
 * @throws {ApiError} `cross_site`.
 */
export function assertSameOrigin({ method, headers }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site']
  if (reads.has(method)) {
    // Links to a page are allowed. The page's own requests are same-origin.
    if (site === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate') throw new ApiError('cross_site')
    return
  }
  const isOwn = site === undefined ? headers.origin === new URL(publicUrl).origin : site === 'same-origin'
  if (!isOwn) throw new ApiError('cross_site')
}
