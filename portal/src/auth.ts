import { passkeyClient } from '@better-auth/passkey/client'
import { twoFactorClient } from 'better-auth/client/plugins'
import { createAuthClient } from 'better-auth/react'
import { NetworkError } from '../../sdk/src/errors.ts'
import { Cancelled, refused } from './refusals.ts'
import { apiText } from './strings/api.ts'

/** Signing in, and what a person does with their own account. Only pages that load later import it: it is large. */
export const auth = createAuthClient({
  basePath: '/portal/api/auth',
  plugins: [twoFactorClient(), passkeyClient()],
  // The portal asks `/me`, when it needs to.
  sessionOptions: { refetchOnWindowFocus: false },
})

type Fault = {
  message?: string | undefined
  status?: number
  code?: string | undefined
  request_id?: string
}

/** The browser asked for a passkey, and the person closed the question. */
const cancelledCodes = ['AUTH_CANCELLED', 'ERROR_CEREMONY_ABORTED', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY']

/** What people should read instead of what the library says. */
const messages: Record<string, string> = { SESSION_NOT_FRESH: apiText.notFresh }

/**
 * The library answers `{data, error}`: this makes of it a value, or the error of every other call.
 * @throws {AtelierError | Cancelled}
 */
export async function answerOf<Data>(
  asked: Promise<{ data: Data; error: Fault | null }>,
): Promise<NonNullable<Data>> {
  const { data, error } = await asked.catch((cause): never => {
    throw new NetworkError(apiText.unreachable, { code: 'network', cause })
  })
  if (!error) return data as NonNullable<Data>
  const { code = '', message, status = 0, request_id: requestId = null } = error
  if (cancelledCodes.includes(code)) throw new Cancelled()
  throw refused(status, messages[code] || message || apiText.failed, requestId)
}
