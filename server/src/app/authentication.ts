import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { claimsOfApps } from '../connected-apps/metadata.ts'
import { issuerPath, tokenPath } from '../connected-apps/paths.ts'
import type { Database } from '../db/database.ts'
import type { Limiters } from '../http/rate-limits/rate-limit.ts'
import { mcpPath } from '../mcp/mount.ts'
import { authenticator } from '../oauth/authenticate.ts'
import { tokenIssuer } from '../oauth/issue.ts'
import { surplusWatch } from '../oauth/live-token-limit.ts'
import { tokenAudiences } from '../oauth/routes.ts'
import { tokenQuota } from '../oauth/token-quota.ts'
import { clientVerifier } from '../oauth/verify-client.ts'
import type { Caches } from './caches.ts'

/** Opens the issue, lookup and revocation of tokens. */
export function openAuthentication(
  config: Config,
  { db, background }: Database,
  { tokens, clients }: Caches,
  limiters: Limiters,
  issuer: () => string,
  logger: Logger,
) {
  const surplus = surplusWatch(background, config.liveTokensMax, (err) =>
    logger.warn({ err }, 'revoking the oldest tokens of a client failed'),
  )
  return {
    ...authenticator(db, tokens.tokens, tokens.peek),
    verify: clientVerifier(db, clients, () => tokenAudiences(issuer(), [issuerPath, tokenPath])),
    issue: tokenIssuer(db, config.tokenLifetimeSeconds, {
      quota: tokenQuota(limiters, config.tokensPerMinute),
      onIssued: surplus.issued,
    }),
    ofApps: claimsOfApps(issuer, mcpPath),
    close: surplus.close,
  }
}

export type Authentication = ReturnType<typeof openAuthentication>
