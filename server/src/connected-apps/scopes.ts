import type { Role } from '../db/schema.ts'
import type { ClientScope } from '../http/caller.ts'
import { scopesOfRole } from '../members/roles.ts'

/** The scopes that the tools at `/mcp` use. An app can be granted no other scopes. */
export const appScopes = [
  'templates:read',
  'assets:read',
  'brandkit:read',
  'renders:read',
  'renders:write',
  'assets:write',
] as const satisfies readonly ClientScope[]

const scopesDefault: readonly string[] = appScopes.filter((scope) => scope.endsWith(':read'))

/** The scopes of a request. Ignores scopes that no app can have (RFC 6749 §3.3). */
export function requestedScopes(scope: string | undefined): string[] {
  const asked = scope === undefined ? scopesDefault : scope.split(' ')
  return appScopes.filter((one) => asked.includes(one))
}

export const grantable = (scopes: readonly string[], role: Role): string[] =>
  scopes.filter((scope) => (scopesOfRole[role] as readonly string[]).includes(scope))
