import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Handle } from '../db/handle.ts'
import { ApiError } from '../errors.ts'
import type { Limiters } from '../http/rate-limits/rate-limit.ts'
import { textOf } from '../http/schemas/body-text.ts'
import { callerAddress, openBodyBytesMax } from '../http/server.ts'
import { basicOf } from '../oauth/client-authentication.ts'
import { type Form, halvesOf, malformed, parseForm, sendsForm } from '../oauth/form.ts'
import { answerForm, originOf } from '../oauth/form-request.ts'
import { revoke } from '../oauth/rfc-dialect.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { SignIn } from '../sign-in/better-auth.ts'
import { requestText } from './authorization-request.ts'
import { type ClientTokens, requestClientToken } from './client-tokens.ts'
import { mountConsent } from './consent-routes.ts'
import { appFinder } from './find-app.ts'
import { mountAppMetadata } from './metadata.ts'
import {
  authorizationPath,
  authorizationsPath,
  connectionsPath,
  consentPagePath,
  issuerPath,
  registrationPath,
  revocationPath,
  tokenPath,
} from './paths.ts'
import { appRegistrar } from './registration.ts'
import { revokeForApp } from './revocation.ts'
import { appTokens } from './token-requests.ts'

type Options = ClientTokens & {
  db: Handle
  limiters: Limiters
  publicUrl: () => string
  signIn: () => Promise<SignIn>
  resourcePath: string
  /** Undefined if apps must register. */
  outbound: Outbound | undefined
}

/**
 * Mounts the authorization server for apps of people, such as assistants: authorization code with PKCE,
 * dynamic registration and metadata documents (docs/decisions/mcp.md).
 * @returns the paths.
 */
export function mountConnectedApps(app: FastifyInstance, options: Options): string[] {
  const { db, limiters, publicUrl, issue, resourcePath } = options
  const resource = () => publicUrl() + resourcePath
  const register = appRegistrar(db, limiters)
  const requestToken = appTokens({ db, issue, resource })

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: openBodyBytesMax },
      async ({ headers }: FastifyRequest, body: Buffer) => textOf(body, headers),
    )
    const config = { layer: 'standard' } as const
    scope.post(tokenPath, { config }, async (request) => {
      const answered = asksForClient(request)
        ? await answerForm(request, options.attempts, (form) => requestClientToken(options, resource(), form))
        : await requestToken(formOf(request), originOf(request))
      request.refund?.()
      return answered
    })
    // The request is always counted. An unknown token also counts as revoked, so success does not mean that the
    // credentials were valid.
    scope.post(revocationPath, { config }, async (request) =>
      authenticatesClient(request)
        ? answerForm(request, options.attempts, (form) => revoke(options, form))
        : revokeForApp(db, formOf(request), originOf(request)),
    )
    scope.post(registrationPath, { config, onRequest: assertJson }, async (request, reply) =>
      reply.code(201).send(await register(bodyOf(request), callerAddress(request))),
    )
  })
  app.get(authorizationPath, (request, reply) =>
    reply.redirect(`${consentPagePath}?request=${requestText(halvesOf(request.url, '?')[1])}`),
  )
  mountConsent(app, {
    ...options,
    resource,
    issuer: () => publicUrl() + issuerPath,
    findApp: appFinder(options),
  })
  return [
    ...mountAppMetadata(app, publicUrl, resourcePath, options.outbound !== undefined),
    ...[authorizationPath, tokenPath, revocationPath, registrationPath],
    ...[authorizationsPath, connectionsPath, `${connectionsPath}/:id`],
  ]
}

/** Whether the grant requires client authentication, which `answerForm` expects. */
const asksForClient = (request: FastifyRequest) =>
  /(^|&)grant_type=client_credentials(&|$)/.test(bodyOf(request))

/**
 * Accepts only JSON (RFC 7591 §3.1). A page of another site could send other media types without a preflight, and
 * register apps from its visitors' IP addresses.
 */
async function assertJson({ headers }: FastifyRequest) {
  const [type] = (headers['content-type'] ?? '').split(';', 1)
  if (type?.trim().toLowerCase() === 'application/json') return
  throw new ApiError('unsupported_media_type', { description: 'The body must be application/json.' })
}

/** Apps have no credentials. A client can revoke tokens from this endpoint in the same way as its other tokens. */
const authenticatesClient = (request: FastifyRequest) =>
  basicOf(request.raw.rawHeaders) !== undefined ||
  /(^|&)(client_secret|client_assertion)=/.test(bodyOf(request))

const bodyOf = ({ body }: FastifyRequest) => (typeof body === 'string' ? body : '')

function formOf(request: FastifyRequest): Form {
  if (!sendsForm(request)) throw malformed('The body must be application/x-www-form-urlencoded.')
  return parseForm(bodyOf(request))
}
