import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type EntryPoint, permit } from '../http/caller.ts'
import { letGo } from '../http/connections/request-body-timeout.ts'
import type { Answer } from '../http/responses/response.ts'
import { lazy } from '../lazy.ts'
import type { Services } from '../services.ts'
import { overrideMethod } from './method-override.ts'
import type { tusExchange } from './tus-requests.ts'
import { assertTus, tusVersion } from './version.ts'

export const uploadPaths = ({ prefix }: EntryPoint) => [`${prefix}/uploads`, `${prefix}/uploads/:id`]

type Exchange = Awaited<ReturnType<typeof tusExchange>>

/**
 * Resumable uploads by tus 1.0 (tus.io/protocols/resumable-upload). Mounted by hand, because their bodies are
 * bytes and their parameters are headers. Call this before mounting the endpoints, whose GET would also
 * answer HEAD.
 */
export function mountUploads(app: FastifyInstance, entryPoint: EntryPoint, services: Services) {
  const [all, one] = uploadPaths(entryPoint) as [string, string]
  // Loaded on first use.
  const opened = lazy(async () => (await import('./tus-requests.ts')).tusExchange(services))
  app.server.prependListener('request', overrideMethod)

  const speakTus = async (_: FastifyRequest, reply: FastifyReply) =>
    void reply.header('Tus-Resumable', tusVersion)
  async function admit(request: FastifyRequest) {
    request.principal = await entryPoint.identify(request)
    request.caller = permit(request.principal, 'assets:write', entryPoint)
    assertTus(request.headers['tus-resumable'])
  }
  const answering = (work: keyof Exchange) => async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const { status, headers }: Answer = await (await opened())[work](request)
      return reply.code(status).headers(behind(entryPoint, headers)).send()
    } finally {
      letGo(request)
    }
  }

  const onRequest = [speakTus, admit]
  // Without this header, DELETE is an ordinary endpoint.
  app.addHook('onRequest', async ({ method, routeOptions }, reply) => {
    if (method === 'DELETE' && routeOptions.url === one) reply.header('Tus-Resumable', tusVersion)
  })
  app.route({ method: 'HEAD', url: one, onRequest, handler: answering('look') })
  for (const url of [all, one])
    app.route({ method: 'OPTIONS', url, onRequest: speakTus, handler: answering('offer') })
  app.register(async (scope) => {
    // The bytes stay unread until a handler reads them.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_, __, done) => done(null))
    scope.route({ method: 'POST', url: all, onRequest, handler: answering('begin') })
    scope.route({ method: 'PATCH', url: one, onRequest, handler: answering('proceed') })
  })
}

/**
 * The URL with the caller's prefix. URLs are stored with the prefix that clients use, so that an upload
 * started through another entry point continues there.
 */
const behind = ({ prefix }: EntryPoint, headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace(/^\/api(?=\/)/, prefix)]),
  )
