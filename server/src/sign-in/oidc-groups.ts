type Claims = Record<string, unknown>

/** The names of a person's groups. `problem` says why they cannot be read. */
export type Groups = { names: readonly string[] } | { problem: string }

/**
 * The groups in the claim `name`. Undefined if there is no such claim.
 * @param name the exact name of a claim, or the path of a nested claim such as `realm_access.roles`.
 */
export function groupsIn(claims: Claims, name: string): Groups | undefined {
  if (isLeftOut(claims, name)) return { problem: `The person is in too many groups for the claim ${name}.` }
  const value = valueAt(claims, name)
  if (value === undefined || value === null) return undefined
  const names = [value].flat()
  return names.every((one) => typeof one === 'string')
    ? { names }
    : { problem: `The claim ${name} must be a list of texts.` }
}

/**
 * Whether the provider sent a reference instead of the claim (OpenID Connect Core §5.6.2). Microsoft Entra ID
 * does this for people in more than 200 groups, or sets `hasgroups`.
 */
function isLeftOut({ _claim_names: references, hasgroups }: Claims, name: string): boolean {
  if (name === 'groups' && (hasgroups === true || hasgroups === 'true')) return true
  return (
    isObject(references) && Object.keys(references).some((key) => name === key || name.startsWith(`${key}.`))
  )
}

/** Keys can contain dots, such as the ID of a client in Keycloak, so each prefix of the path is tried. */
function valueAt(value: unknown, path: string): unknown {
  if (!isObject(value)) return undefined
  if (Object.hasOwn(value, path)) return value[path]
  for (const key of Object.keys(value)) {
    const found = path.startsWith(`${key}.`) ? valueAt(value[key], path.slice(key.length + 1)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
