import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Author } from '../events/append.ts'
import { answerOf, sendAnswer } from './answer.ts'
import { type Authenticate, type Caller, identify, permit } from './caller.ts'
import type { Endpoint, EndpointInput, Services } from './endpoint.ts'
import { ApiError } from './errors.ts'
import { fingerprint, idempotencyKey, idempotently } from './idempotency.ts'
import { ifMatchOf } from './revision.ts'
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
        const input = inputOf(endpoint, request)
        const work = async (db: Services['db']) =>
          answerOf(endpoint, await endpoint.handle(input, { ...services, db }))
        const key =
          endpoint.method === 'POST' ? idempotencyKey(request.headers['idempotency-key']) : undefined
        if (key === undefined) return sendAnswer(request, reply, await work(services.db))
        const asked = fingerprint(request.method, request.url, JSON.stringify(request.body ?? null))
        const { replayed, ...answer } = await idempotently(services.db, input.caller, key, asked, work)
        if (replayed) reply.header('Idempotent-Replayed', 'true')
        return sendAnswer(request, reply, answer)
      },
    })
  }
}

function inputOf(endpoint: Endpoint, request: FastifyRequest): EndpointInput {
  const caller = request.caller!
  return {
    caller,
    author: authorOf(caller, request.id),
    params: endpoint.params ? validate(endpoint.params, request.params) : {},
    query: endpoint.query ? validate(endpoint.query, request.query) : {},
    body: endpoint.body ? validate(endpoint.body, bodyOf(request)) : {},
    ifMatch: ifMatchOf(request.headers['if-match']),
    asked: request.query as Record<string, unknown>,
    // Not as it was sent: a path may be spelled with escapes or come with a host before it.
    url: `/api${endpoint.path}`,
  }
}

const authorOf = ({ companyId, clientId }: Caller, requestId: string): Author => ({
  companyId,
  actor: { type: 'client', id: clientId },
  requestId,
})

/** No body at all is one with every field missing. */
function bodyOf({ body }: FastifyRequest): object {
  if (body === undefined) return {}
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ApiError('not_json')
  return body
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
