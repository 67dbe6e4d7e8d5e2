import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Layer } from '../errors.ts'
import type { Memory, QuickPost } from '../http/responses/fast-path.ts'
import { textOf } from '../http/schemas/body-text.ts'
import { callerAddress, openBodyBytesMax } from '../http/server.ts'
import type { Attempts } from './attempts.ts'
import type { Core } from './core.ts'
import { sendsForm } from './form.ts'
import { formRequest, originOf } from './form-request.ts'
import * as json from './json-dialect.ts'
import { namedClient } from './named-client.ts'
import * as rfc from './rfc-dialect.ts'
import type { TokenCache } from './token-cache.ts'

export const oauthPaths = [
  '/oauth/access-token',
  '/oauth/token',
  '/api/get-access-token',
  '/oauth/introspect',
  '/oauth/revoke',
]

/**
 * The audiences that an assertion may name (RFC 7523 §3). Libraries differ in the trailing slash.
 * @param paths other names of this server: another issuer and its token endpoint.
 */
export const tokenAudiences = (issuer: string, paths: readonly string[]): string[] =>
  ['', '/oauth/access-token', '/oauth/token', ...paths]
    .map((path) => issuer + path)
    .flatMap((name) => [name, `${name}/`])

/** A dialect without a handler is not supported. */
type Dialects = {
  layer: Layer
  inJson?(body: string, request: FastifyRequest): Promise<object>
  inForm?(core: Core, request: rfc.FormRequest): Promise<object>
}

/**
 * The token endpoints in two dialects: JSON (contract R-TOKEN-1, R-INSPECT-1) and the RFCs' forms (R-FORM-1).
 * They parse their own bodies, because a malformed body has its own response here.
 */
export function mountOauth(app: FastifyInstance, core: Core, attempts: Attempts) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: openBodyBytesMax },
      async ({ headers }: FastifyRequest, body: Buffer) => textOf(body, headers),
    )

    const post = (url: string, { layer, inJson, inForm }: Dialects) => {
      const isStandard = (request: FastifyRequest) => inForm && (!inJson || sendsForm(request))
      scope.post(url, {
        config: { layer: (request) => (isStandard(request) ? 'standard' : layer) },
        async handler(request, reply) {
          const body = typeof request.body === 'string' ? request.body : ''
          try {
            const answer = isStandard(request)
              ? await inForm!(core, formRequest(body, request))
              : await inJson!(body, request)
            request.refund?.()
            return reply.send(answer)
          } catch (error) {
            await attempts.slow(error, callerAddress(request), namedClient(request))
            throw error
          }
        },
      })
    }

    const requestToken = (body: string, request: FastifyRequest) =>
      json.requestToken(core, body, request.raw.rawHeaders, originOf(request))
    post('/oauth/access-token', { layer: 'token', inJson: requestToken, inForm: rfc.requestToken })
    post('/oauth/token', { layer: 'standard', inForm: rfc.requestToken })
    post('/api/get-access-token', { layer: 'token', inJson: requestToken })
    post('/oauth/introspect', {
      layer: 'inspection',
      inJson: (body) => json.introspect(core, body),
      inForm: rfc.introspect,
    })
    post('/oauth/revoke', {
      layer: 'inspection',
      inJson: (body, request) => json.revoke(core, body, originOf(request)),
      inForm: rfc.revoke,
    })
  })
}

/** Requests that can be answered from the cache, before the router (fast-path.ts). */
export const knownPosts = (
  core: Pick<Core, 'verify' | 'issue' | 'ofApps'>,
  known: TokenCache['known'],
): Memory['posts'] =>
  new Map<string, QuickPost>([
    ['/oauth/access-token', (body, from) => json.requestTokenKnown(core, body, from)],
    ['/oauth/introspect', (body) => json.introspectKnown(known, core.ofApps, body)],
  ])
