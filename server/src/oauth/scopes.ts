import { ApiError } from '../errors.ts'

/** Maximum number of characters of refused scopes that a message quotes. */
const scopesShownMax = 200

/** RFC 6749 §3.3. Only such a scope can be in `error_description` (§5.2). */
const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/**
 * Rejects scopes that were not granted, and names them.
 * @throws {ApiError} `invalid_scope`.
 */
export function assertGranted(wanted: readonly string[], granted: readonly string[]): void {
  const refused = wanted.filter((scope) => !granted.includes(scope))
  if (refused.length === 0) return
  throw new ApiError('invalid_scope', { description: faultOf([...new Set(refused)]) })
}

function faultOf(refused: string[]): string {
  if (!refused.every((scope) => scopePattern.test(scope)))
    return 'The parameter scope must be scopes with one space between them.'
  const named = shownScopes(refused)
  return refused.length === 1
    ? `The scope ${named} is unknown or was not granted.`
    : `The scopes ${named} are unknown or were not granted.`
}

export const shownScopes = (scopes: readonly string[]) => scopes.join(' ').slice(0, scopesShownMax)
