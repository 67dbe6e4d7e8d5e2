import type { Handle } from '../db/handle.ts'
import type { IssueToken } from './issue.ts'
import type { LiveTokens } from './live-tokens.ts'
import type { VerifyClient } from './verify-client.ts'

export type Core = {
  db: Handle
  tokens: LiveTokens
  verify: VerifyClient
  issue: IssueToken
  /** The issuer of tokens (RFC 8414 §2). */
  issuer(): string
  ofApps: AppTokenClaims
}

/** The resource that the tokens of connected apps are for (RFC 7662 §2.2, RFC 8707 §2). */
export type AppTokenClaims = () => { aud: string }
