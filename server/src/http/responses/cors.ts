import type { FastifyReply, FastifyRequest } from 'fastify'
import { routeOf } from '../known-paths.ts'
import { listingsOf } from '../schemas/origins.ts'

/**
 * CORS for pages of other origins (Fetch Standard, "CORS protocol"; contract R-CORS-1 to R-CORS-5). Any page
 * can read responses that need no token. Pages of origins that a client lists can call the API, `/mcp` and
 * the token endpoints. No response allows credentials, so cookies are never used.
 */

export type FindOrigin = (listings: string[]) => Promise<boolean>

const openPath = /^\/(openapi\.json$|openapi\.json\?|\.well-known\/|docs([/?]|$)|files\/)/
const clientPath = /^\/(api|mcp|oauth)([/?]|$)/

/** Time for which a preflight is cached. It is Chromium's maximum. */
const preflightSeconds = 7_200

/** Headers that programs send. Browsers need no permission for other headers. */
const requestHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
  'Prefer',
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-HTTP-Method-Override',
  'X-Requested-With',
].join(', ')

const exposedHeaders = [
  'Allow',
  'Content-Disposition',
  'Deprecation',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'Mcp-Session-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Asset',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Offset',
  'WWW-Authenticate',
  'X-Api-Version',
  'X-Duplicate-Of',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
].join(', ')

const openExposed =
  'Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag, X-Removed-Metadata, X-Request-Id'

/** Whether the request is a preflight, which has no token and needs no other processing. */
export const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined

export const answersCrossOrigin = (path: string): boolean => openPath.test(path) || clientPath.test(path)

/** Whether `tellOrigins` applies. Most requests come from programs and name no origin. */
export const mayBeCrossOrigin = ({ headers }: FastifyRequest, path: string): boolean =>
  headers.origin === undefined ? openPath.test(path) : answersCrossOrigin(path)

/**
 * Sets the headers that tell browsers which pages can read the response.
 * @param path the path of the route, or of the URL if there is no route.
 */
export async function tellOrigins(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  findOrigin: FindOrigin,
): Promise<void> {
  const { origin } = request.headers
  if (openPath.test(path)) {
    reply.header('Access-Control-Allow-Origin', '*').header('Access-Control-Expose-Headers', openExposed)
    return
  }
  if (origin === undefined || !clientPath.test(path)) return
  reply.header('Vary', 'Origin')
  if (!(await findOrigin(listingsOf(origin)))) return
  reply.header('Access-Control-Allow-Origin', origin).header('Access-Control-Expose-Headers', exposedHeaders)
}

/**
 * The token decides in the end, because another client may list the origin, but not this client.
 */
export function withdrawOrigin(request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers
  const { allowedOrigins } = request.principal ?? {}
  // Matched by the route, because a path can contain escapes.
  if (origin === undefined || !clientPath.test(routeOf(request) ?? request.url)) return
  const vary = String(reply.getHeader('vary') ?? '')
  if (!/\borigin\b/i.test(vary)) reply.header('Vary', vary === '' ? 'Origin' : `${vary}, Origin`)
  if (allowedOrigins === undefined || listingsOf(origin).some((one) => allowedOrigins.includes(one))) return
  reply.removeHeader('Access-Control-Allow-Origin')
  reply.removeHeader('Access-Control-Expose-Headers')
}

/** @param methods the methods of the path. Empty if the path does not exist. */
export function answerPreflight(reply: FastifyReply, methods: readonly string[]) {
  if (reply.hasHeader('Access-Control-Allow-Origin')) {
    const isOpen = reply.getHeader('Access-Control-Allow-Origin') === '*'
    reply
      .header('Access-Control-Allow-Methods', methods.join(', '))
      .header('Access-Control-Allow-Headers', isOpen ? 'If-None-Match, If-Range, Range' : requestHeaders)
      .header('Access-Control-Max-Age', String(preflightSeconds))
    reply.removeHeader('Access-Control-Expose-Headers')
  }
  return reply.code(204).send()
}
