import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/database.ts'
import { minuteMs } from '../durations.ts'
import { ApiError } from '../errors.ts'
import { handleLimit } from '../folder-limits/limit.ts'
import { type EntryPoint, operatorScope, type Principal } from '../http/caller.ts'
import type { Limiters } from '../http/rate-limits/rate-limit.ts'
import { assertSameOrigin } from '../http/same-origin.ts'
import { parseId } from '../ids.ts'
import { type Membership, membershipsOf } from '../members/queries.ts'
import { scopesOfRole } from '../members/roles.ts'
import type { SignIn } from './better-auth.ts'
import { isOperator, requirePerson } from './session.ts'

const requestsPerMinute = 600

type Options = { db: Db; limiters: Limiters; publicUrl: () => string; signIn: () => Promise<SignIn> }

/** The entry point for people, who have a session (docs/decisions/portal.md). */
export function portalEntryPoint({ db, limiters, publicUrl, signIn }: Options): EntryPoint {
  const limiter = limiters('portal', requestsPerMinute, minuteMs)
  return {
    prefix: '/portal/api',
    async identify(request): Promise<Principal> {
      assertSameOrigin(request, publicUrl())
      const { id, sessionId } = await requirePerson(await signIn(), request)
      if (!(await limiter.take(sessionId)).allowed)
        throw new ApiError('too_many_attempts', { headers: { 'Retry-After': '5' } })
      request.refund?.()
      const [memberships, operates] = await Promise.all([membershipsOf(db, id), isOperator(db, id)])
      const membership = chosenOf(memberships, request)
      // If the person is not a member, the error is about the company, not about a missing scope.
      const scopes = scopesOfRole[membership?.role ?? 'owner']
      return {
        clientId: null,
        personId: id,
        companyId: membership?.company_id ?? null,
        scopes: operates ? [...scopes, operatorScope] : scopes,
        folderLimit: membership && handleLimit(membership),
      }
    },
  }
}

/**
 * The company that the header names, or the only company. Companies of an inactive enterprise are closed to
 * everyone.
 */
function chosenOf(memberships: Membership[], { headers }: FastifyRequest): Membership | undefined {
  const open = memberships.filter(({ enterprise_status }) => enterprise_status === 'active')
  const asked = headers['atelier-company']
  if (asked === undefined) return open.length === 1 ? open[0] : undefined
  const id = parseId('company', String(asked))
  return open.find(({ company_id }) => company_id === id)
}
