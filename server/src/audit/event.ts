import type { Actor } from '../events/append.ts'
import type { EndpointInput } from '../http/endpoints/endpoint.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** From where something was asked. The operator's command line and jobs have neither. */
export type Origin = {
  address: string
  requestId?: string
  /** The whole address, for who may call from some alone. It is not kept. */
  ip?: string
}

/** From where a change was asked, for its entry. */
export const originOf = ({ address, author }: Pick<EndpointInput, 'address' | 'author'>): Origin => ({
  address,
  ...(author.requestId !== undefined && { requestId: author.requestId }),
})

/** The person, where a person did it. */
export const personOf = ({ type, id }: Actor): Uuid | null => (type === 'person' && id ? id : null)

/** What the log tells of. A new kind is one more name here. */
export const securityEventTypes = [
  'token.issued',
  'token.refused',
  'token.revoked',
  'access.denied',
  'refusals.omitted',
  'client.created',
  'client.updated',
  'client.secret_rotated',
  'client.keys_changed',
  'client.tokens_revoked',
  'client.deleted',
  'person.signed_in',
  'person.sign_in_refused',
  'person.signed_out',
  'person.sessions_ended',
  'person.password_changed',
  'person.second_factor_dropped',
  'person.passkey_added',
  'person.passkey_removed',
  'member.invited',
  'member.invitation_canceled',
  'member.invitation_undelivered',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'company.created',
  'company.updated',
  'enterprise.created',
  'enterprise.updated',
] as const

export type SecurityEventType = (typeof securityEventTypes)[number]

export type NewSecurityEvent = {
  type: SecurityEventType
  /** When not said: that of the client. */
  companyId?: CompanyId | null
  /** Also one that nobody has, when somebody tried it. */
  clientId?: Uuid | null
  /** Who did it. */
  personId?: Uuid | null
  from?: Origin | undefined
  /** Holds no secret, and nothing that a caller has made up. */
  data: Record<string, unknown>
}
