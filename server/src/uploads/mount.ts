import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../http/answer.ts'
import { type Authenticate, identify, permit } from '../http/caller.ts'
import type { Services } from '../http/endpoint.ts'
import { letGo } from '../http/upload.ts'
import { whenNeeded } from '../storage/when-needed.ts'
import type { tusExchange } from './exchange.ts'
import { overrideMethod } from './method-override.ts'
import { assertTus, tusVersion } from './version.ts'

const all = '/api/uploads'
const one = '/api/uploads/:id'

export const uploadPaths = [all, one]

type Exchange = Awaited<ReturnType<typeof tusExchange>>

/**
 * Resumable uploads, as tus 1.0 has them (tus.io/protocols/resumable-upload). They are mounted by hand: their bodies
 * are bytes, and what they say they say in headers. Call it before the endpoints, whose GET would answer HEAD too.
 */
export function mountUploads(app: FastifyInstance, authenticate: Authenticate, services: Services) {
  // Reading the library takes a while: a server that nobody uploads to never does.
  const opened = whenNeeded(async () => (await import('./exchange.ts')).tusExchange(services))
  app.server.prependListener('request', overrideMethod)

  const speakTus = async (_: FastifyRequest, reply: FastifyReply) =>
    void reply.header('Tus-Resumable', tusVersion)
  async function admit(request: FastifyRequest) {
    request.principal = await identify(request.raw.rawHeaders, authenticate)
    request.caller = permit(request.principal, 'assets:write')
    assertTus(request.headers['tus-resumable'])
  }
  const answering = (work: keyof Exchange) => async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      const { status, headers }: Answer = await (await opened())[work](request)
      return reply.code(status).headers(headers).send()
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
  for (const url of uploadPaths)
    app.route({ method: 'OPTIONS', url, onRequest: speakTus, handler: answering('offer') })
  app.register(async (scope) => {
    // The bytes stay where they are until somebody wants them.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_, __, done) => done(null))
    scope.route({ method: 'POST', url: all, onRequest, handler: answering('begin') })
    scope.route({ method: 'PATCH', url: one, onRequest, handler: answering('proceed') })
  })
}
