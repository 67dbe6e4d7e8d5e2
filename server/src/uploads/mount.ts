import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type EntryPoint, permit } from '../http/caller.ts'
import { letGo } from '../http/connections/request-body-timeout.ts'
import type { Answer } from '../http/responses/response.ts'
import { lazy } from '../lazy.ts'
import type { Services } from '../services.ts'
import type { tusExchange } from './exchange.ts'
import { overrideMethod } from './method-override.ts'
import { assertTus, tusVersion } from './version.ts'

export const uploadPaths = ({ prefix }: EntryPoint) => [`${prefix}/uploads`, `${prefix}/uploads/:id`]

type Exchange = Awaited<ReturnType<typeof tusExchange>>

/**
 * Resumable uploads, as tus 1.0 has them (tus.io/protocols/resumable-upload). They are mounted by hand: their bodies
 * are bytes, and what they say they say in headers. Call it before the endpoints, whose GET would answer HEAD too.
 */
export function mountUploads(app: FastifyInstance, entryPoint: EntryPoint, services: Services) {
  const [all, one] = uploadPaths(entryPoint) as [string, string]
  // Reading the library takes a while: a server that nobody uploads to never does.
  const opened = lazy(async () => (await import('./exchange.ts')).tusExchange(services))
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
  // DELETE is an endpoint as any other, but for this.
  app.addHook('onRequest', async ({ method, routeOptions }, reply) => {
    if (method === 'DELETE' && routeOptions.url === one) reply.header('Tus-Resumable', tusVersion)
  })
  app.route({ method: 'HEAD', url: one, onRequest, handler: answering('look') })
  for (const url of [all, one])
    app.route({ method: 'OPTIONS', url, onRequest: speakTus, handler: answering('offer') })
  app.register(async (scope) => {
    // The bytes stay where they are until somebody wants them.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_, __, done) => done(null))
    scope.route({ method: 'POST', url: all, onRequest, handler: answering('begin') })
    scope.route({ method: 'PATCH', url: one, onRequest, handler: answering('proceed') })
  })
}

/** Addresses are kept as clients know them: whoever came by the other entry point goes on there. */
const behind = ({ prefix }: EntryPoint, headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace(/^\/api(?=\/)/, prefix)]),
  )
