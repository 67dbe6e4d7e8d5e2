import { AsyncLocalStorage } from 'node:async_hooks'
import type { BetterAuthRateLimitStorage } from '@better-auth/core'
import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { genericOAuth, twoFactor } from 'better-auth/plugins'
import { z } from 'zod'
import { peopleKey } from '../cache/cache-versions.ts'
import type { Handle } from '../db/handle.ts'
import { daySeconds } from '../durations.ts'
import { newId, type Uuid } from '../ids.ts'
import { type Language, languages } from '../languages.ts'
import type { Recipient } from '../mail/mail.ts'
import { passwordLengthMin } from '../members/wire.ts'
import type { PurposeKeys } from '../secrets/secret-key.ts'
import { auditSignIns } from './audit-sign-ins.ts'
import {
  assertExpected,
  assertNamed,
  assertRecent,
  assertVerified,
  closedPaths,
  withoutTokens,
} from './auth-hooks.ts'
import { signInSecrets } from './auth-secrets.ts'
import { newBackupCodes } from './backup-codes.ts'
import { type GroupSignIn, groupSignIn } from './group-sign-in.ts'
import { invalidateVerifications } from './invalidate-verifications.ts'
import { discoveryUrl, type OpenProvider, type Warn } from './oidc-discovery.ts'
import { identityOf } from './oidc-identity.ts'
import { authPath } from './paths.ts'
import { signInRates } from './rate-limits.ts'
import { reSignCookies } from './re-sign-cookies.ts'
import { addressHeader, originOf } from './request-origin.ts'
import { secondStep } from './second-factor-step.ts'
import { singleUseCodes } from './single-use-codes.ts'
import { databaseErrorPlugin, surfaceDatabaseErrors } from './surface-database-errors.ts'
import { verifyEmail } from './verify-email.ts'

const sessionSeconds = 14 * daySeconds

export type SignInOptions = {
  db: Handle
  publicUrl: string
  /** Signs cookies and encrypts second factors. */
  secrets: PurposeKeys
  singleSignOn: OpenProvider | undefined
  counts: BetterAuthRateLimitStorage
  warn: Warn
}

export type SignIn = ReturnType<typeof openSignIn>

/**
 * Opens sign-in with `better-auth`, which uses the server's tables and names. Accounts are created by the
 * setup, by invitations and by single sign-on; there is no sign-up.
 */
export function openSignIn({ db, publicUrl, secrets, singleSignOn, counts, warn }: SignInOptions) {
  const { texts, numbered, unnumbered } = signInSecrets(secrets)
  const anew = reSignCookies(texts)
  const log = auditSignIns(db)
  const groups = groupSignIn(db, singleSignOn?.groups, warn)
  const links = new AsyncLocalStorage<{ made?: PasswordLink }>()
  const { handler, api, $context } = betterAuth({
    appName: 'Atelier',
    baseURL: publicUrl,
    basePath: authPath,
    secret: unnumbered,
    secrets: numbered,
    trustedOrigins: [new URL(publicUrl).origin],
    database: { db, type: 'postgres' },
    // The library throws unexpected errors. Its own page handles only a provider's response with an unknown
    // state.
    onAPIError: { throw: true, errorURL: `${publicUrl}/sign-in` },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: 'atelier',
      useSecureCookies: publicUrl.startsWith('https:'),
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    rateLimit: { enabled: true, customStorage: counts, ...signInRates },
    disabledPaths: closedPaths,
    hooks: { before: assertRecent },
    user: {
      modelName: 'people',
      fields: { emailVerified: 'email_verified', ...times },
      additionalFields: { language: { type: 'string', required: false, validator: { input: language } } },
      validateUserInfo: groups.assertReadable,
    },
    session: {
      modelName: 'sessions',
      fields: {
        ...ofPerson,
        ...times,
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
      expiresIn: sessionSeconds,
      updateAge: daySeconds,
      // Actions that require the password ask for it.
      freshAge: 0,
    },
    account: {
      modelName: 'sign_in_methods',
      // A provider's e-mail address is linked to an account only if the account's e-mail address is verified
      // (docs/decisions/portal.md).
      accountLinking: { requireLocalEmailVerified: true },
      fields: {
        ...ofPerson,
        ...times,
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { ...times, expiresAt: 'expires_at' },
      storeIdentifier: 'hashed',
    },
    databaseHooks: {
      session: { create: { before: groups.apply }, delete: { after: log.sessionEnded } },
      account: {
        create: { before: withoutTokens },
        update: { before: withoutTokens, after: log.methodChanged },
      },
      user: {
        create: { before: assertExpected(groups.isExpected) },
        // Invalidates before the response, as companies do (db/tenancy.ts), because the library's
        // transactions do not invalidate the server's caches.
        update: { before: assertNamed, after: async () => db.cacheVersions.invalidate(peopleKey) },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLengthMin,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, url }) => {
        const { name, email } = user
        links.getStore()!.made = { name, email, language: languageOf(user), url }
      },
      onPasswordReset: ({ user }, request) => verifyEmail(db, user.id as Uuid, originOf(request)),
    },
    plugins: [
      twoFactor({
        // Disabled, because an attacker could use it to lock the owner out, from anywhere. attempt-limits.ts
        // limits codes instead.
        accountLockout: { enabled: false },
        backupCodeOptions: { customBackupCodesGenerate: newBackupCodes },
        schema: {
          user: { fields: twoFactorField },
          twoFactor: { modelName: 'two_factors', fields: secondFactorFields },
        },
      }),
      passkey({
        schema: { passkey: { modelName: 'passkeys', fields: passkeyFields } },
        authenticatorSelection: { userVerification: 'required' },
        authentication: { afterVerification: assertVerified },
      }),
      ...(singleSignOn ? [genericOAuth({ config: [providerOf(singleSignOn, groups)] })] : []),
      databaseErrorPlugin,
      secondStep,
      singleUseCodes(db),
      invalidateVerifications(db),
      log.plugin,
    ],
  })
  const { signInEmail } = api
  const getSession = (asked: { headers: Headers }) => api.getSession({ headers: anew(asked.headers) })
  const secondStepOf = (asked: { headers: Headers }) => api.secondStepOf({ headers: anew(asked.headers) })
  const answer = (request: Request) =>
    groups.within(() => handler(new Request(request, { headers: anew(request.headers) })))

  /** @returns undefined if no account has the e-mail address. */
  async function passwordLink(email: string): Promise<PasswordLink | undefined> {
    const asked: { made?: PasswordLink } = {}
    const body = { email, redirectTo: '/reset-password' }
    await links.run(asked, () => api.requestPasswordReset({ body }))
    return asked.made
  }

  /** Whether the text is the password of the person. Undefined for an account without a password. */
  async function hasPassword(personId: Uuid, password: string): Promise<boolean | undefined> {
    const { internalAdapter, password: hashes } = await $context
    const method = await internalAdapter.findCredentialAccount(personId)
    return method?.password ? hashes.verify({ hash: method.password, password }) : undefined
  }

  return surfaceDatabaseErrors({
    ...{ handler: answer, getSession, secondStepOf, signInEmail },
    ...{ passwordLink, hasPassword },
  })
}

/** A link that lets a person choose a new password, once, within an hour. */
type PasswordLink = Recipient & { name: string; url: string }

/** The library's type of a user omits the additional fields, which it validated when they were stored. */
const languageOf = (user: object) => ('language' in user ? (user.language as Language | null) : null)

const language = z
  .enum(languages, `The language field must be of ${languages.join(', ')}, or null.`)
  .nullable()

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }
const ofPerson = { userId: 'person_id' }
const twoFactorField = { twoFactorEnabled: 'two_factor_enabled' }
const secondFactorFields = {
  ...ofPerson,
  backupCodes: 'backup_codes',
  failedVerificationCount: 'failed_verification_count',
  lockedUntil: 'locked_until',
}
const passkeyFields = {
  ...ofPerson,
  publicKey: 'public_key',
  credentialID: 'credential_id',
  deviceType: 'device_type',
  backedUp: 'backed_up',
  createdAt: 'created_at',
}

/**
 * Single sign-on creates an account only for a person who is invited or in a group with a role. Only an invitation or
 * such a group makes them a member.
 */
function providerOf(provider: OpenProvider, groups: GroupSignIn) {
  const { issuer, clientId, clientSecret, scopes } = provider
  return {
    providerId: 'sso',
    discoveryUrl: discoveryUrl(issuer),
    clientId,
    clientSecret,
    scopes,
    pkce: true,
    requireIdTokenVerification: true,
    async getUserInfo(tokens: Parameters<typeof identityOf>[1]) {
      const identity = await identityOf(provider, tokens)
      if (identity) await groups.note(identity.groups)
      return identity
    },
  }
}
