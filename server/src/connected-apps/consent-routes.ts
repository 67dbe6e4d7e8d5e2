import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Origin } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import { minuteMs } from '../durations.ts'
import { ApiError } from '../errors.ts'
import { type Limiters, tooManyAttempts } from '../http/rate-limits/rate-limit.ts'
import { assertSameOrigin } from '../http/same-origin.ts'
import { validate } from '../http/schemas/validation.ts'
import { callerAddress, openBodyBytesMax } from '../http/server.ts'
import { parseId, publicId } from '../ids.ts'
import { disconnect } from '../members/app-connections.ts'
import type { SignIn } from '../sign-in/better-auth.ts'
import { requirePerson } from '../sign-in/session.ts'
import { allow } from './allow.ts'
import { type AuthorizationRequest, readRequest } from './authorization-request.ts'
import { type Connection, listConnections } from './connections.ts'
import type { FindApp } from './find-app.ts'
import { authorizationsPath, connectionsPath } from './paths.ts'
import { withParameters } from './redirect-uris.ts'

type Options = {
  db: Db
  limiters: Limiters
  publicUrl: () => string
  signIn: () => Promise<SignIn>
  resource: () => string
  issuer: () => string
  findApp: FindApp
}

/** Maximum number of approvals by a person per minute. Each adds an entry to the audit log. */
const allowancesPerMinute = 120

type Asked = { Querystring: { request?: unknown } }

const Allowance = z.strictObject({
  request: z.string(),
  company_id: z.string(),
  scopes: z.array(z.string()).max(100),
})

/**
 * Mounts the API of the consent page and of the list of connected apps in a person's account. Both require
 * the person's session, and changes must come from the portal's own pages.
 */
export function mountConsent(app: FastifyInstance, options: Options): void {
  const { db, limiters, publicUrl, signIn, resource, issuer, findApp } = options
  const limiter = limiters('app-authorizations', allowancesPerMinute, minuteMs)
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('Cache-Control', 'no-store')
    assertSameOrigin(request, publicUrl())
  }
  const personOf = async (request: FastifyRequest) => {
    const person = await requirePerson(await signIn(), request)
    request.refund?.()
    return person
  }
  const finderFor = (personId: string) => (clientId: string) => findApp(clientId, personId)
  const answerTo = ({ redirectUri, state }: AuthorizationRequest, answer: Record<string, string>) =>
    withParameters(redirectUri, { ...answer, state, iss: issuer() })

  app.get<Asked>(authorizationsPath, { onRequest }, async (request) => {
    const { id: personId } = await personOf(request)
    const asked = await readRequest(finderFor(personId), resource(), String(request.query.request))
    const { name, document_url } = asked.app
    return {
      data: {
        app: { name, document_host: hostOf(document_url), redirect_host: new URL(asked.redirectUri).host },
        scopes: asked.scopes,
        denied_url: answerTo(asked, { error: 'access_denied' }),
      },
    }
  })

  app.post(authorizationsPath, { onRequest, bodyLimit: openBodyBytesMax }, async (request, reply) => {
    const { id: personId } = await personOf(request)
    const verdict = await limiter.take(personId)
    if (!verdict.allowed) throw tooManyAttempts(allowancesPerMinute, minuteMs, verdict)
    const { company_id, scopes, ...given } = validate(Allowance, request.body ?? {})
    const asked = await readRequest(finderFor(personId), resource(), given.request)
    const companyId = parseId('company', company_id)
    if (companyId === undefined) throw new ApiError('company_not_found')
    const chosen = asked.scopes.filter((scope) => scopes.includes(scope))
    const from = originOf(request)
    const code = await allow(db, { ...asked, scopes: chosen, companyId, personId, from })
    return reply.code(201).send({ data: { redirect_url: answerTo(asked, { code }) } })
  })

  app.get(connectionsPath, { onRequest }, async (request) => {
    const { id } = await personOf(request)
    return { data: (await listConnections(db, id)).map(presentConnection) }
  })

  type ById = { Params: { id: string } }
  app.delete<ById>(`${connectionsPath}/:id`, { onRequest }, async (request, reply) => {
    const { id: personId } = await personOf(request)
    const id = parseId('client', request.params.id)
    const ending = { actor: { type: 'person', id: personId } as const, from: originOf(request) }
    if (id === undefined || (await disconnect(db, { id, owner: personId }, ending)) === 0)
      throw new ApiError('not_found')
    return reply.code(204).send()
  })
}

/** The host of a metadata document, the only part of an app's identity that the app cannot choose freely. */
const hostOf = (documentUrl: string | null) => documentUrl && new URL(documentUrl).host

const presentConnection = (connection: Connection) => ({
  id: publicId('client', connection.id),
  name: connection.name,
  document_host: hostOf(connection.document_url),
  redirect_host: [...new Set(connection.redirect_uris.map((uri) => new URL(uri).host))].join(', '),
  company: { id: publicId('company', connection.company_id), name: connection.company_name },
  scopes: connection.scopes,
  created_at: connection.created_at.toISOString(),
  last_used_at: connection.last_used_at?.toISOString() ?? null,
})

const originOf = (request: FastifyRequest): Origin => ({
  address: callerAddress(request),
  requestId: request.id,
})
