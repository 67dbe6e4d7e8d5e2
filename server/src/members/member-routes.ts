import { z } from 'zod'
import { ApiError } from '../errors.ts'
import { assertFolders, folderLimit, limitChange } from '../folder-limits/limit.ts'
import { presentLimits } from '../folder-limits/present-limit.ts'
import { limitFields } from '../folder-limits/resource.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { pageOf } from '../http/endpoints/pagination.ts'
import { plainPage } from '../http/endpoints/plain-list.ts'
import { pageParameters, withPageRules } from '../http/schemas/query-parameters.ts'
import { parseId, publicId, type Uuid } from '../ids.ts'
import { Id, Time } from '../wire.ts'
import {
  changeMember as changeOne,
  countMembers,
  type Member as MemberRow,
  memberChange,
  listMembers as membersPage,
  removeMember as takeOut,
} from './members.ts'
import { RoleName } from './wire.ts'

const Member = z.object({
  id: Id('person'),
  name: z.string(),
  email: z.string(),
  role: RoleName,
  ...limitFields('the member'),
  source: z
    .enum(['manual', 'groups'])
    .describe(
      '`groups` if the membership comes from groups of the identity provider, which set the role again at each single sign-on.',
    ),
  two_factor_enabled: z.boolean(),
  joined_at: Time,
  last_seen_at: Time.nullable().describe(
    'Day of the last activity. Null if the member has no active session.',
  ),
})

const params = z.object({ id: z.string().describe('ID of the person.') })

export const listMembers = endpoint({
  operationId: 'listMembers',
  method: 'GET',
  path: '/members',
  scope: 'company:read',
  group: 'People',
  summary: "List the company's members",
  query: withPageRules(z.object(pageParameters)),
  reply: pageOf(Member),
  async handle(input, services) {
    const { companyId } = input.caller
    return plainPage(input, services, {
      binding: [companyId, '/members'],
      read: (range) => membersPage(services.db, companyId, range),
      total: () => countMembers(services.db, companyId),
      present: presentMember,
    })
  },
})

export const changeMember = endpoint({
  operationId: 'updateMember',
  method: 'PATCH',
  path: '/members/:id',
  scope: 'members:write',
  group: 'People',
  summary: 'Change the role or the limits of a member',
  description:
    'Only an owner can grant or remove the role of owner. A company keeps at least one owner. Limits apply ' +
    'immediately, also to connected apps of the member. Owners and admins cannot have a limit.',
  params,
  body: z.strictObject({
    role: RoleName.optional(),
    read_limit: folderLimit.optional(),
    write_limit: folderLimit.optional(),
  }),
  conflict: 'needs_owner',
  reply: z.object({ data: Member }),
  async handle({ params, body, ...input }, services) {
    const id = idOf(params.id)
    await assertFolders(services.db, input.caller.companyId, body)
    const changes = { role: body.role, ...limitChange(body) }
    const member = await changeOne(services.db, memberChange(input), id, changes)
    return { data: presentMember(member) }
  },
})

export const removeMember = endpoint({
  operationId: 'removeMember',
  method: 'DELETE',
  path: '/members/:id',
  scope: 'members:write',
  group: 'People',
  summary: 'Remove a member from the company',
  description:
    'Only an owner can remove an owner. A company keeps at least one owner. Everything that the member created is kept.',
  params,
  conflict: 'needs_owner',
  async handle({ params, ...input }, { db }) {
    await takeOut(db, memberChange(input), idOf(params.id))
    return undefined
  },
})

function idOf(publicId: string): Uuid {
  const id = parseId('person', publicId)
  if (id === undefined) throw new ApiError('not_found')
  return id
}

function presentMember(row: MemberRow): z.input<typeof Member> {
  return {
    id: publicId('person', row.id),
    name: row.name,
    email: row.email,
    role: row.role,
    ...presentLimits(row),
    source: row.source,
    two_factor_enabled: row.two_factor_enabled,
    joined_at: row.joined_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  }
}
