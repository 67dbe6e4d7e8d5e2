import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalLog } from '../audit/refusal-log.ts'
import type { SingleSignOnConfig } from '../config.ts'
import { goingOn } from '../db/commit-outcome.ts'
import { ApiError } from '../errors.ts'
import { handleLimit } from '../folder-limits/limit.ts'
import { presentLimits } from '../folder-limits/present-limit.ts'
import { assertSameOrigin } from '../http/same-origin.ts'
import { validate } from '../http/schemas/validation.ts'
import { callerAddress, openBodyBytesMax } from '../http/server.ts'
import { publicId } from '../ids.ts'
import { Acceptance, acceptInvitation, findInvitation } from '../members/accept-invitation.ts'
import type { InvitationLinks } from '../members/invitation-links.ts'
import { hasPeople, membershipsOf } from '../members/queries.ts'
import { scopesWithin } from '../members/roles.ts'
import type { Services } from '../services.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import { mountAuth } from './auth-routes.ts'
import type { SignIn } from './better-auth.ts'
import { askForPassword } from './password-reset-job.ts'
import { findPerson, headersOf, isOperator, requirePerson } from './session.ts'
import { Setup, setUp } from './setup.ts'

type Options = {
  services: Pick<Services, 'db' | 'queue' | 'secrets' | 'mail'>
  guesses: AttemptLimits
  refusals: RefusalLog
  publicUrl: () => string
  signIn: () => Promise<SignIn>
  setupKey: Buffer
  invitations: InvitationLinks
  singleSignOn: SingleSignOnConfig | undefined
}

/**
 * Mounts endpoints for people outside any company: signing in, and their own account. They are mounted by
 * hand, like `/oauth`.
 */
export function mountSignIn(app: FastifyInstance, options: Options): void {
  const { services, guesses, refusals, publicUrl, signIn, setupKey, invitations, singleSignOn } = options
  const { db, mail } = services
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('Cache-Control', 'no-store')
    assertSameOrigin(request, publicUrl())
  }

  const askForLink = mail.canSend ? (email: string) => askForPassword(services, email) : undefined
  mountAuth(app, { refusals, guesses, publicUrl, signIn, onRequest, askForPassword: askForLink })

  app.get('/portal/api/doors', { onRequest }, async () => ({
    data: {
      needs_setup: !(await hasPeople(db)),
      can_mail: mail.canSend,
      sso: singleSignOn ? [{ id: 'sso', name: singleSignOn.name }] : [],
    },
  }))

  let isSetUp = false
  /** This is checked before the body is read, because the content does not matter after the setup. */
  const assertNotSetUp = async () => {
    isSetUp ||= await hasPeople(db)
    if (isSetUp) throw new ApiError('not_found')
  }

  const toSetUp = { onRequest: [onRequest, assertNotSetUp], bodyLimit: openBodyBytesMax }
  app.post('/portal/api/setup', toSetUp, async (request, reply) => {
    const given = validate(Setup, request.body ?? {})
    await setUp(db, setupKey, given)
    return enter(signIn, request, reply, given)
  })

  app.get('/portal/api/me', { onRequest }, async (request) => {
    const { id, name, email, language, twoFactorEnabled } = await requirePerson(await signIn(), request)
    request.refund?.()
    const [memberships, operator] = await Promise.all([membershipsOf(db, id), isOperator(db, id)])
    return {
      data: {
        id: publicId('person', id),
        name,
        email,
        language,
        is_operator: operator,
        two_factor_enabled: twoFactorEnabled,
        companies: memberships.map(({ role, ...row }) => ({
          id: publicId('company', row.company_id),
          name: row.company_name,
          enterprise: {
            id: publicId('enterprise', row.enterprise_id),
            name: row.enterprise_name,
            status: row.enterprise_status,
          },
          role,
          scopes: scopesWithin(role, handleLimit(row)),
          ...presentLimits(row),
        })),
      },
    }
  })

  type ById = { Params: { id: string } }
  const named = async ({ id: code }: ById['Params']) => {
    const invitationId = invitations.idIn(code)
    const invitation = invitationId && (await findInvitation(db, invitationId))
    if (!invitation) throw new ApiError('not_found')
    return invitation
  }

  app.get<ById>('/portal/api/invitations/:id', { onRequest }, async ({ params }) => {
    const { email, role, company_name, inviter_name, has_account, expires_at } = await named(params)
    return {
      data: {
        email,
        role,
        company: { name: company_name },
        inviter: { name: inviter_name },
        has_account,
        expires_at: expires_at.toISOString(),
      },
    }
  })

  /** The invitation is also checked before the body is read. */
  const assertInvited = async ({ params }: FastifyRequest) => void (await named(params as ById['Params']))

  const toAccept = { onRequest: [onRequest, assertInvited], bodyLimit: openBodyBytesMax }
  app.post<ById>('/portal/api/invitations/:id/acceptance', toAccept, async (request, reply) => {
    const invitation = await named(request.params)
    const person = await findPerson(await signIn(), request)
    const given = person ? undefined : validate(Acceptance, request.body ?? {})
    const from = { address: callerAddress(request), requestId: request.id }
    await acceptInvitation(db, invitation, person ?? given!, from)
    if (!given) return reply.code(201).send({ data: { email: invitation.email } })
    return enter(signIn, request, reply, { email: invitation.email, password: given.password })
  })
}

/**
 * Signs in a person whose account was just created. If this fails, the account still exists, and the person
 * can sign in.
 */
async function enter(
  signIn: () => Promise<SignIn>,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password }: { email: string; password: string },
) {
  const asked = { body: { email, password }, headers: headersOf(request), returnHeaders: true as const }
  try {
    const { headers } = await goingOn(async () => (await signIn()).signInEmail(asked))
    for (const cookie of headers.getSetCookie()) reply.header('set-cookie', cookie)
  } catch (err) {
    request.log.warn({ err, request_id: request.id }, 'signing in a newly created account failed')
  }
  return reply.code(201).send({ data: { email } })
}
