import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Origin } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import type { Layer } from '../http/errors.ts'
import { callerAddress } from '../http/server.ts'
import type { Attempts } from './attempts.ts'
import type { IssueToken } from './issue.ts'
import { clientIdIn, introspect, requestToken, revoke } from './json-dialect.ts'
import type { LiveTokens } from './live-tokens.ts'

/** Room for two credentials and whatever a library adds. */
const bodyBytesMax = 64 * 1024

export const oauthPaths = [
  '/oauth/access-token',
  '/api/get-access-token',
  '/oauth/introspect',
  '/oauth/revoke',
]

/** The token endpoints (specification §4.1–4.3). They read their own bodies: here a broken one has an answer of its own. */
export function mountOauth(
  app: FastifyInstance,
  db: Db,
  tokens: LiveTokens,
  issue: IssueToken,
  attempts: Attempts,
) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: bodyBytesMax },
      async (_: FastifyRequest, body: string) => body,
    )

    const post = (
      url: string,
      layer: Layer,
      answer: (body: string, request: FastifyRequest) => Promise<object>,
    ) =>
      scope.post(url, {
        config: { layer },
        async handler(request) {
          const body = typeof request.body === 'string' ? request.body : ''
          try {
            return await answer(body, request)
          } catch (error) {
            await attempts.slow(error, callerAddress(request), clientIdIn(body))
            throw error
          }
        },
      })

    const token = (body: string, request: FastifyRequest) =>
      requestToken(issue, tokens, body, request.raw.rawHeaders, originOf(request))
    post('/oauth/access-token', 'token', token)
    post('/api/get-access-token', 'token', token)
    post('/oauth/introspect', 'inspection', (body) => introspect(tokens, body))
    post('/oauth/revoke', 'inspection', (body, request) => revoke(db, body, originOf(request)))
  })
}

const originOf = (request: FastifyRequest): Origin => ({
  address: callerAddress(request),
  requestId: request.id,
  ip: request.ip,
})
