import { AsyncLocalStorage } from 'node:async_hooks'
import { APIError } from 'better-auth/api'
import type { SingleSignOnConfig } from '../config.ts'
import type { Db } from '../db/database.ts'
import { isInvited } from '../members/accept-invitation.ts'
import { applyGroupRoles, type GroupRoles } from '../members/group-memberships.ts'
import { hasAccess } from '../members/has-access.ts'
import { endSessionsWithoutAccess } from './end-sessions-without-access.ts'
import type { Warn } from './oidc-discovery.ts'
import type { Groups } from './oidc-groups.ts'
import { type Asked, originOf } from './request-origin.ts'
import { rolesOfGroups } from './roles-of-groups.ts'

type Found = { wanted: GroupRoles; about: string } | { problem: string }

export type GroupSignIn = ReturnType<typeof groupSignIn>

/**
 * Applies the groups of a person to their memberships at each single sign-on, before the session exists, so that no
 * session starts with outdated access (docs/decisions/single-sign-on.md). Without configuration, does nothing.
 */
export function groupSignIn(db: Db, groups: SingleSignOnConfig['groups'], warn: Warn) {
  /** What the provider said during the current request. Undefined for every other sign-in. */
  const calls = new AsyncLocalStorage<{ found?: Found }>()
  const wantedNow = (): Found | undefined => calls.getStore()?.found

  return {
    within: <T>(work: () => T): T => calls.run({}, work),

    async note(given: Groups | undefined): Promise<void> {
      if (!groups) return
      const names = given && 'names' in given ? given.names : []
      const about = given
        ? `None of the person's ${names.length} groups has a role.`
        : `There is no claim ${groups.claim}.`
      calls.getStore()!.found =
        given && 'problem' in given
          ? given
          : { wanted: await rolesOfGroups(db, groups.roles, names, warn), about }
    },

    /** Runs before anything is written. Unreadable groups are not the same as no groups. */
    async assertReadable() {
      const found = wantedNow()
      if (!found || !('problem' in found)) return
      warn('single sign-on was refused: the groups of the person cannot be read', new Error(found.problem))
      return { error: 'groups_unreadable', errorDescription: 'The groups of the person cannot be read.' }
    },

    async isExpected(email: string): Promise<boolean> {
      const found = wantedNow()
      return (found && 'wanted' in found && found.wanted.size > 0) || isInvited(db, email)
    },

    /** @throws {APIError} `no_access` for a person without any company, whose sessions it has ended. */
    async apply({ userId: personId }: { userId: string }, call: Asked | null): Promise<void> {
      const found = wantedNow()
      if (!found || !('wanted' in found)) return
      const from = originOf(call)
      await applyGroupRoles(db, personId, found.wanted, from)
      if (await hasAccess(db, personId)) return
      await endSessionsWithoutAccess(db, personId, from)
      warn('single sign-on was refused: the person has no access to any company', new Error(found.about))
      throw new APIError('FORBIDDEN', { code: 'no_access', message: 'You have no access to any company.' })
    },
  }
}
