import { hash } from 'node:crypto'
import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Authenticate, identify, permit } from './caller.ts'
import type { Endpoint, Services } from './endpoint.ts'
import { ApiError } from './errors.ts'
import { hasAlready } from './etag.ts'
import { validate } from './validation.ts'

/** Mounts every endpoint below `/api`. The refusals come in the order of contract C13; the 429 came before. */
export function mountEndpoints(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  authenticate: Authenticate,
  services: Services,
) {
  for (const endpoint of endpoints) {
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      async onRequest(request) {
        request.principal = await identify(request.raw.rawHeaders, authenticate)
        request.caller = permit(request.principal, endpoint.scope)
      },
      async handler(request, reply) {
        const answer = await endpoint.handle(
          {
            caller: request.caller!,
            params: endpoint.params ? validate(endpoint.params, request.params) : {},
            query: endpoint.query ? validate(endpoint.query, request.query) : {},
            asked: request.query as Record<string, unknown>,
            // Not as it was sent: a path may be spelled with escapes or come with a host before it.
            url: `/api${endpoint.path}`,
          },
          services,
        )
        return sendTagged(request, reply, JSON.stringify(answer))
      },
    })
  }
}

/** Strong: the tag is the hash of the very bytes. Who has them already gets none (RFC 9110 §13.1.2). */
function sendTagged(request: FastifyRequest, reply: FastifyReply, body: string) {
  const tag = `"${hash('sha1', body, 'base64url')}"`
  reply.header('ETag', tag).header('Cache-Control', 'private, no-cache').header('Vary', 'Authorization')
  if (hasAlready(request, tag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/** Every method that Node can read, but CONNECT: that asks for a tunnel and is never a request to us. */
const everyMethod = METHODS.filter((method) => method !== 'CONNECT')
const standardMethods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const

/** Answers 405 with `Allow` wherever the path exists and the method does not (contract C20). Call it last. */
export function refuseOtherMethods(app: FastifyInstance, paths: Iterable<string>) {
  for (const method of everyMethod) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  for (const url of paths) {
    const allowed: string[] = standardMethods.filter((method) => app.hasRoute({ method, url }))
    app.route({
      method: everyMethod.filter((method) => !allowed.includes(method)),
      url,
      config: { layer: 'api' },
      // Before any body is read: whatever it is, the answer is the same.
      async onRequest() {
        throw new ApiError('method_not_allowed', { headers: { Allow: allowed.join(', ') } })
      },
      handler: async () => {},
    })
  }
}
