import { z } from 'zod'
import { ApiError } from '../errors.ts'
import { assertFolders, folderLimit, foldersOf } from '../folder-limits/limit.ts'
import { presentLimits } from '../folder-limits/present-limit.ts'
import { limitFields } from '../folder-limits/resource.ts'
import { type EndpointInput, endpoint } from '../http/endpoints/endpoint.ts'
import { pageOf } from '../http/endpoints/pagination.ts'
import { plainPage } from '../http/endpoints/plain-list.ts'
import { pageParameters, withPageRules } from '../http/schemas/query-parameters.ts'
import { parseId, publicId } from '../ids.ts'
import type { Services } from '../services.ts'
import { Creator, Id, Time } from '../wire.ts'
import {
  cancelInvitation,
  countInvitations,
  findInvited,
  listInvitations as invitationsPage,
  invite,
  sentOf,
} from './invitations.ts'
import { memberChange, roleOf } from './members.ts'
import { Email, RoleName, Sent } from './wire.ts'

const Invitation = z.object({
  id: Id('invitation'),
  email: z.string(),
  role: RoleName,
  ...limitFields('the person'),
  inviter: Creator,
  link: z.string().describe('URL at which the invited person accepts the invitation. Confidential.'),
  expires_at: Time.describe('When the link expires.'),
  created_at: Time,
})

export const listInvitations = endpoint({
  operationId: 'listInvitations',
  method: 'GET',
  path: '/invitations',
  // `company:read` is not enough, because a caller could accept the invitation with the link.
  scope: 'members:write',
  group: 'People',
  summary: 'List pending invitations',
  description:
    'Returns the invitations that have not been accepted. Invitations of owners are returned only to owners.',
  query: withPageRules(z.object(pageParameters)),
  reply: pageOf(Invitation),
  async handle(input, services) {
    const { companyId } = input.caller
    const asOwner = await isOwner(input, services)
    return plainPage(input, services, {
      binding: [companyId, '/invitations', asOwner],
      read: (range) => invitationsPage(services.db, companyId, asOwner, range),
      total: () => countInvitations(services.db, companyId, asOwner),
      present: (row) => presentInvitation(row, services),
    })
  },
})

export const createInvitation = endpoint({
  operationId: 'createInvitation',
  method: 'POST',
  path: '/invitations',
  scope: 'members:write',
  group: 'People',
  summary: 'Create an invitation',
  description:
    'Replaces an earlier invitation of the same e-mail address. Only an owner can invite owners. The person joins ' +
    'with the limits of the invitation.',
  body: z.strictObject({
    email: Email,
    role: RoleName,
    read_limit: folderLimit.default(null),
    write_limit: folderLimit.default(null),
  }),
  status: 201,
  reply: z.object({ data: Invitation.extend(Sent) }),
  async handle({ body, ...input }, services) {
    await assertFolders(services.db, input.caller.companyId, body)
    const invited = {
      email: body.email,
      role: body.role,
      read_folder_ids: foldersOf(body.read_limit),
      write_folder_ids: foldersOf(body.write_limit),
    }
    return invite(services, memberChange(input), invited, async (trx, id) => {
      const row = await findInvited(trx, input.caller.companyId, id)
      return { data: { ...presentInvitation(row!, services), ...sentOf(services, id) } }
    })
  },
})

export const deleteInvitation = endpoint({
  operationId: 'deleteInvitation',
  method: 'DELETE',
  path: '/invitations/:id',
  scope: 'members:write',
  group: 'People',
  summary: 'Revoke an invitation',
  params: z.object({ id: z.string().describe('ID of the invitation.') }),
  async handle({ params, ...input }, services) {
    const id = parseId('invitation', params.id)
    const asOwner = await isOwner(input, services)
    if (id === undefined || !(await cancelInvitation(services.db, memberChange(input), id, asOwner)))
      throw new ApiError('not_found')
    return undefined
  },
})

const isOwner = async ({ caller }: Pick<EndpointInput, 'caller'>, { db }: Services) =>
  (await roleOf(db, { companyId: caller.companyId, personId: caller.personId! })) === 'owner'

function presentInvitation(
  row: Omit<NonNullable<Awaited<ReturnType<typeof findInvited>>>, 'company_name' | 'inviter_language'>,
  { invitationUrl }: Services,
): z.input<typeof Invitation> {
  return {
    id: publicId('invitation', row.id),
    email: row.email,
    role: row.role,
    ...presentLimits(row),
    inviter: { id: publicId('person', row.inviter_id), name: row.inviter_name },
    link: invitationUrl(row.id),
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
  }
}
