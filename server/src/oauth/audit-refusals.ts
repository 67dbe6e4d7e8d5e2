import type { FastifyRequest } from 'fastify'
import type { SecurityEventType } from '../audit/event.ts'
import type { RefusalLog } from '../audit/refusal-log.ts'
import type { ErrorCode } from '../errors.ts'
import { routeOf } from '../http/known-paths.ts'
import { callerAddress } from '../http/server.ts'
import { namedClientId } from './named-client.ts'

const told: { [Code in ErrorCode]?: SecurityEventType } = {
  invalid_client: 'token.refused',
  inactive_enterprise: 'token.refused',
  unauthorized_client: 'token.refused',
  invalid_scope: 'token.refused',
  stale_token: 'token.refused',
  token_invalid: 'token.refused',
  token_not_found: 'token.refused',
  missing_scope: 'access.denied',
}

/**
 * Logs a rejected request after its response. Only a well-formed client ID is stored from the request,
 * because a caller who confuses two fields may have sent a secret instead.
 */
export function noteRefusal(log: RefusalLog, request: FastifyRequest) {
  const { refusal } = request
  const type = refusal && told[refusal]
  if (!type) return
  const reason = request.refusalReason ?? refusal
  const { principal } = request
  log.note({
    type,
    companyId: principal?.companyId ?? null,
    clientId: principal?.clientId ?? namedClientId(request) ?? null,
    personId: principal && !principal.clientId ? principal.personId : null,
    from: { address: callerAddress(request), requestId: request.id },
    data: { reason, method: request.method, route: routeOf(request) },
  })
}
