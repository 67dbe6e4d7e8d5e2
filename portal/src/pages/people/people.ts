import { useQueryClient } from '@tanstack/react-query'
import { listQuery } from '../../lists.ts'
import type { Company, CurrentCompany, FolderLimit } from '../../session.ts'

export type Role = Company['role']

/** The last role can only be granted and revoked by owners. */
export const roles: Role[] = ['viewer', 'editor', 'developer', 'admin', 'owner']

/** The roles that the user can grant. */
export const rolesFor = ({ role }: Company) => roles.filter((one) => one !== 'owner' || role === 'owner')

/** Owners and admins can change every limit, so they cannot have one. */
export const canBeLimited = (role: Role) => role !== 'owner' && role !== 'admin'

export type Limits = { read_limit: FolderLimit; write_limit: FolderLimit }

export const isLimited = ({ read_limit, write_limit }: Limits) => read_limit !== null || write_limit !== null

export type Member = {
  id: string
  name: string
  email: string
  role: Role
  read_limit: FolderLimit
  write_limit: FolderLimit
  /** `groups` if groups of the identity provider set the role. */
  source: 'manual' | 'groups'
  two_factor_enabled: boolean
  joined_at: string
  /** The last day of use. Null without an active session. */
  last_seen_at: string | null
}

export type Invitation = {
  id: string
  email: string
  role: Role
  read_limit: FolderLimit
  write_limit: FolderLimit
  inviter: { id: string; name: string }
  link: string
  expires_at: string
  created_at: string
}

/** `url` is set if no e-mail was sent. */
export type SentInvitation = Invitation & { mailed: boolean; url: string | null }

const type = 'member'
const invitationType = 'invitation'

export const membersQuery = (company: CurrentCompany) => listQuery<Member>(company, type, '/members')

export const invitationsQuery = (company: CurrentCompany) =>
  listQuery<Invitation>(company, invitationType, '/invitations')

export function usePeopleChanges({ id, api }: CurrentCompany) {
  const queryClient = useQueryClient()
  const changed = async <Answer>(answer: Answer) => {
    const asked = [type, invitationType]
    await Promise.all(asked.map((one) => queryClient.invalidateQueries({ queryKey: [id, one] })))
    return answer
  }
  return {
    change: (member: string, body: { role?: Role } & Partial<Limits>) =>
      api.patch<{ data: Member }>(`/members/${member}`, body).then(changed),
    remove: (member: string) => api.delete(`/members/${member}`).then(changed),
    invite: (body: { email: string; role: Role } & Limits) =>
      api.post<{ data: SentInvitation }>('/invitations', body).then(changed),
    takeBack: (invitation: string) => api.delete(`/invitations/${invitation}`).then(changed),
  }
}
