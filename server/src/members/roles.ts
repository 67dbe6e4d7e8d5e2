import type { FolderLimit } from '../db/handle.ts'
import type { Role } from '../db/schema.ts'
import { type AccessScope, readScopes, scopes } from '../http/caller.ts'

const seen = [...readScopes, 'renders:read', 'company:read'] as const satisfies readonly AccessScope[]
const library = [
  'templates:write',
  'assets:write',
  'brandkit:write',
  'renders:write',
  'shares:write',
] as const
const integrations = ['webhooks:write', 'renders:write', 'clients:read', 'clients:write'] as const
const company = ['members:write', 'audit:read', 'company:write'] as const

/** See docs/decisions/portal.md. */
export const scopesOfRole: Record<Role, readonly AccessScope[]> = {
  viewer: seen,
  editor: [...seen, ...library],
  developer: [...seen, ...integrations],
  admin: [...scopes, 'company:read', 'clients:read', 'clients:write', ...company],
  owner: [...scopes, 'company:read', 'clients:read', 'clients:write', ...company],
}

export const roles = Object.keys(scopesOfRole) as Role[]

/**
 * The scopes of a role of which a member with a limit can use an endpoint (http/endpoints/folder-limits.ts). The
 * portal hides everything else.
 */
export function scopesWithin(role: Role, limit: FolderLimit | undefined): readonly AccessScope[] {
  if (!limit) return scopesOfRole[role]
  const read: readonly AccessScope[] = [...readScopes, 'company:read']
  const isUsable = (scope: AccessScope) =>
    scope === 'assets:write' || (limit.read === null ? scope.endsWith(':read') : read.includes(scope))
  return scopesOfRole[role].filter(isUsable)
}
