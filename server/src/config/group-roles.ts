import { z } from 'zod'
import { type CompanyId, parseId } from '../ids.ts'

/** The roles that a group can give. Owners are only made in the portal. */
export const groupRoleNames = ['admin', 'developer', 'editor', 'viewer'] as const

export type GroupRole = { group: string; companyId: CompanyId; role: (typeof groupRoleNames)[number] }

const groupRolesMax = 1_000
const groupLengthMax = 500

const shape = 'a JSON list such as `[{"group":"designers","company":"cmp_…","role":"editor"}]`'

/** A list of JSON objects. The first error is reported with the number of its entry. */
export const groupRoles = z.string().transform((text, context): GroupRole[] => {
  try {
    return readGroupRoles(text)
  } catch (error) {
    context.addIssue(`${shape}${error instanceof EntryError ? `: ${error.message}` : ''}`)
    return z.NEVER
  }
})

class EntryError extends Error {}

const Entry = z.strictObject({ group: z.string(), company: z.string(), role: z.string() })

/** @throws {SyntaxError | EntryError} */
function readGroupRoles(text: string): GroupRole[] {
  const list: unknown = JSON.parse(text)
  if (!Array.isArray(list)) throw new EntryError('it is not a list')
  if (list.length === 0) throw new EntryError('it is empty')
  if (list.length > groupRolesMax) throw new EntryError(`it has more than ${groupRolesMax} entries`)
  const places = new Map<string, number>()
  return list.map((value: unknown, index) => {
    const entry = readEntry(value, `entry ${index + 1}`)
    const key = JSON.stringify([entry.companyId, entry.group])
    const earlier = places.get(key)
    if (earlier !== undefined)
      throw new EntryError(`entry ${index + 1} has the same group and company as entry ${earlier}`)
    places.set(key, index + 1)
    return entry
  })
}

function readEntry(value: unknown, place: string): GroupRole {
  const { data } = Entry.safeParse(value)
  if (!data) throw new EntryError(`${place} must have exactly the texts group, company and role`)
  const { group } = data
  if (group.trim() === '' || group.length > groupLengthMax)
    throw new EntryError(`the group of ${place} must have 1 to ${groupLengthMax} characters`)
  const companyId = parseId('company', data.company)
  if (companyId === undefined) throw new EntryError(`the company of ${place} must be a company ID (cmp_…)`)
  const role = groupRoleNames.find((name) => name === data.role)
  if (!role) throw new EntryError(`the role of ${place} must be one of ${groupRoleNames.join(', ')}`)
  return { group, companyId, role }
}
