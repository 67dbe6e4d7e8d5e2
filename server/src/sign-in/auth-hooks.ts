import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { quotedName } from '../http/schemas/body-fields.ts'

/** The sign-in library's paths that the portal does not use. Closing them reduces the attack surface. */
export const closedPaths = [
  '/account-info',
  '/change-email',
  '/delete-user',
  '/delete-user/callback',
  '/get-access-token',
  '/refresh-token',
  // Replaced by our own job (password-reset-job.ts).
  '/request-password-reset',
  '/send-verification-email',
  '/sign-up/email',
  '/two-factor/send-otp',
  '/two-factor/verify-otp',
  '/unlink-account',
  '/update-session',
  '/verify-email',
  '/verify-password',
]

/**
 * Adding a sign-in method requires a recent sign-in, because a person who finds an open session must not be
 * able to take over the account.
 */
const newWaysIn = new Set([
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/link-social',
])
const recentMs = 30 * 60_000

/** @throws {APIError} `SESSION_NOT_FRESH`. */
export const assertRecent = createAuthMiddleware(async (context) => {
  if (!newWaysIn.has(context.path)) return
  const found = await getSessionFromCtx(context)
  if (!found || Date.now() - found.session.createdAt.getTime() < recentMs) return
  throw new APIError('FORBIDDEN', {
    code: 'SESSION_NOT_FRESH',
    message: 'This action requires a recent sign-in.',
  })
})

/** The library creates accounts only for single sign-on. `false` refuses the account. */
export const assertExpected =
  (isExpected: (email: string) => Promise<boolean>) =>
  async ({ email, emailVerified }: { email: string; emailVerified: boolean }) =>
    emailVerified === true && (await isExpected(email)) ? undefined : false

/** Validates the name, because the library would accept any name and store an image. */
export async function assertNamed(change: { name?: unknown; image?: unknown }) {
  if (change.image) throw new APIError('BAD_REQUEST', { message: 'Profile pictures are not supported.' })
  if (change.name === undefined) return
  const { error, data: name } = quotedName.safeParse(change.name)
  if (error) throw new APIError('BAD_REQUEST', { message: `The name field ${error.issues[0]!.message}` })
  return { data: { name } }
}

type Verified = { verification: { authenticationInfo: { userVerified: boolean } } }

/**
 * Requires user verification, because a passkey replaces both factors, so a stolen passkey must not be
 * enough.
 */
export async function assertVerified({ verification }: Verified): Promise<void> {
  if (verification.authenticationInfo.userVerified) return
  throw new APIError('UNAUTHORIZED', {
    message: 'The device must verify your identity, for example with a PIN or a fingerprint.',
  })
}

/**
 * The provider's tokens are not stored, because they could be used to request more, and the person is already
 * identified.
 */
export const withoutTokens = async () => ({
  data: {
    accessToken: null,
    refreshToken: null,
    idToken: null,
    accessTokenExpiresAt: null,
    refreshTokenExpiresAt: null,
  },
})
