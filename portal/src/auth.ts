import { passkeyClient } from '@better-auth/passkey/client'
import { inferAdditionalFields, twoFactorClient } from 'better-auth/client/plugins'
import { createAuthClient } from 'better-auth/react'
import { NetworkError } from '../../sdk/src/errors.ts'
import { Canceled, refused } from './errors.ts'
import { apiText } from './strings/api.ts'

/**
 * Sign-in and the person's own account. Imported only by lazily loaded pages, because the library is large.
 */
export const auth = createAuthClient({
  basePath: '/portal/api/auth',
  plugins: [
    twoFactorClient(),
    passkeyClient(),
    inferAdditionalFields({ user: { language: { type: 'string', required: false } } }),
  ],
  // Disabled, because the portal requests `/me` itself when it needs it.
  sessionOptions: { refetchOnWindowFocus: false },
})

type Fault = {
  message?: string | undefined
  status?: number
  code?: string | undefined
  request_id?: string
}

/** The user canceled the browser's passkey dialog. */
const canceledCodes = ['AUTH_CANCELLED', 'ERROR_CEREMONY_ABORTED', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY']

/** Error messages for users, instead of the library's. */
const messages: Record<string, string> = {
  SESSION_NOT_FRESH: apiText.notFresh,
  SESSION_EXPIRED: apiText.signedOut,
  INVALID_EMAIL_OR_PASSWORD: apiText.wrongPassword,
  INVALID_PASSWORD: apiText.wrongCurrentPassword,
  PASSWORD_TOO_SHORT: apiText.passwordTooShort,
  PASSWORD_TOO_LONG: apiText.passwordTooLong,
  INVALID_CODE: apiText.wrongCode,
  INVALID_BACKUP_CODE: apiText.wrongBackupCode,
  INVALID_TWO_FACTOR_COOKIE: apiText.stepTooLate,
  INVALID_TOKEN: apiText.linkDead,
  TOKEN_EXPIRED: apiText.linkDead,
  ACCOUNT_TEMPORARILY_LOCKED: apiText.tooManyAttempts,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: apiText.tooManyAttempts,
  AUTHENTICATION_FAILED: apiText.passkeyFailed,
  CHALLENGE_NOT_FOUND: apiText.passkeyFailed,
  FAILED_TO_VERIFY_REGISTRATION: apiText.passkeyFailed,
  PASSKEY_NOT_FOUND: apiText.passkeyUnknown,
  PREVIOUSLY_REGISTERED: apiText.passkeyKnown,
}

/**
 * Converts the library's `{data, error}` to a value or to the same error as every other call.
 * @throws {AtelierError | Canceled}
 */
export async function answerOf<Data>(
  asked: Promise<{ data: Data; error: Fault | null }>,
): Promise<NonNullable<Data>> {
  const { data, error } = await asked.catch((cause): never => {
    throw new NetworkError(apiText.unreachable, { code: 'network', cause })
  })
  if (!error) return data as NonNullable<Data>
  const { code = '', message, status = 0, request_id: requestId = null } = error
  if (canceledCodes.includes(code)) throw new Canceled()
  const told = status === 429 ? apiText.tooManyAttempts : messages[code] || message || apiText.failed
  throw refused(status, told, requestId)
}
