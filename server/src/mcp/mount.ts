import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import type { EntryPoint } from '../http/caller.ts'
import { countOnce } from '../http/rate-limits/count-once.ts'
import { listingsOf } from '../http/schemas/origins.ts'
import { lazy } from '../lazy.ts'
import { withinTools } from './within-tools.ts'

export const mcpPath = '/mcp'

/** Maximum size of a request. Arguments of a tool are a few words. */
const bodyBytesMax = 64 * 1024
/** Headers of the connection, which `fetch` sets itself. */
const hopHeaders = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding', 'upgrade']

/**
 * Tools for AI assistants at `/mcp`, by the Model Context Protocol's streamable HTTP. Callers authenticate
 * with a bearer token, as at `/api`, and the challenge names the metadata that tells an assistant how to get
 * a token.
 */
export function mountMcp(app: FastifyInstance, entryPoint: EntryPoint, publicUrl: () => string) {
  // Loaded on first use.
  const opened = lazy(async () => (await import('./tools.ts')).openTools(app, publicUrl))

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: bodyBytesMax },
      async (_: FastifyRequest, body: string) => body,
    )
    scope.route({ method: ['GET', 'POST', 'DELETE'], url: mcpPath, onRequest: admit, handler })
  })

  /**
   * Pages of other origins are rejected, as the protocol requires against DNS rebinding. A client can list
   * the origins of its own pages.
   */
  async function admit(request: FastifyRequest, reply: FastifyReply) {
    const { origin } = request.headers
    const isForeign = origin !== undefined && origin !== new URL(publicUrl()).origin
    // Without this header, no client lists the origin (http/responses/cors.ts).
    if (isForeign && !reply.hasHeader('Access-Control-Allow-Origin')) throw new ApiError('origin_not_allowed')
    request.principal = await entryPoint.identify(request)
    const { allowedOrigins = [] } = request.principal
    if (isForeign && !listingsOf(origin).some((one) => allowedOrigins.includes(one)))
      throw new ApiError('origin_not_allowed')
  }

  async function handler(request: FastifyRequest, reply: FastifyReply) {
    const tools = await opened()
    // A tool's API requests are counted, except the first, which is this request.
    const { status, headers, body } = await withinTools(() =>
      countOnce(() => tools(request.principal!, asked(request))),
    )
    reply.code(status).headers(Object.fromEntries(headers)).header('Cache-Control', 'no-store')
    return reply.send(body ? Readable.fromWeb(body) : undefined)
  }

  function asked({ method, headers, body, ip }: FastifyRequest) {
    const kept = Object.entries(headers).filter(([name]) => !hopHeaders.includes(name))
    const request = new Request(publicUrl() + mcpPath, {
      method,
      headers: kept.map(([name, value]): [string, string] => [name, String(value)]),
      ...(typeof body === 'string' && { body }),
    })
    return { request, address: ip, authorization: headers.authorization! }
  }
}
