import type { Actor } from '../events/append.ts'
import type { EndpointInput } from '../http/endpoints/endpoint.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/**
 * Where a request came from. The operator's command line and jobs have neither an IP address nor a request.
 */
export type Origin = {
  address: string
  requestId?: string
  /** The full IP address, to compare with a client's allowed addresses. Not stored. */
  ip?: string
}

export const originOf = ({ address, author }: Pick<EndpointInput, 'address' | 'author'>): Origin => ({
  address,
  ...(author.requestId !== undefined && { requestId: author.requestId }),
})

/** The person, if a person made the change. */
export const personOf = ({ type, id }: Actor): Uuid | null => (type === 'person' && id ? id : null)

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
  'app.connected',
  'app.disconnected',
  'person.signed_in',
  'person.sign_in_refused',
  'person.signed_out',
  'person.sessions_ended',
  'person.password_changed',
  'person.password_link_created',
  'person.second_factor_dropped',
  'person.passkey_added',
  'person.passkey_removed',
  'member.invited',
  'member.invitation_canceled',
  'member.invitation_undelivered',
  'member.joined',
  'member.role_changed',
  'member.limit_changed',
  'member.removed',
  'share.created',
  'share.updated',
  'share.password_changed',
  'share.url_rotated',
  'share.revoked',
  'share.deleted',
  'brand_page.created',
  'brand_page.updated',
  'brand_page.password_changed',
  'brand_page.published',
  'brand_page.unpublished',
  'brand_page.deleted',
  'company.created',
  'company.updated',
  'enterprise.created',
  'enterprise.updated',
] as const

export type SecurityEventType = (typeof securityEventTypes)[number]

export type NewSecurityEvent = {
  type: SecurityEventType
  /** Defaults to the client's company. */
  companyId?: CompanyId | null
  /** The ID may not exist, if a caller made it up. */
  clientId?: Uuid | null
  personId?: Uuid | null
  from?: Origin | undefined
  /** Contains no secret, and no free text from a caller. */
  data: Record<string, unknown>
}
