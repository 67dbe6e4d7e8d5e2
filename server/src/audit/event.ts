import type { CompanyId, Uuid } from '../ids.ts'

/** From where something was asked. The operator's command line and jobs have neither. */
export type Origin = { address: string; requestId?: string }

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
  'client.tokens_revoked',
  'client.deleted',
] as const

export type SecurityEventType = (typeof securityEventTypes)[number]

export type NewSecurityEvent = {
  type: SecurityEventType
  /** When not said: that of the client. */
  companyId?: CompanyId | null
  /** Also one that nobody has, when somebody tried it. */
  clientId?: Uuid | null
  from?: Origin | undefined
  /** Holds no secret, and nothing that a caller has made up. */
  data: Record<string, unknown>
}
