import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { genericOAuth, twoFactor } from 'better-auth/plugins'
import type { Db } from '../db/database.ts'
import { newId, type Uuid } from '../ids.ts'
import { assertInvited, assertNamed, assertRecent, assertVerified, closedPaths, noteChange } from './hooks.ts'
import { originOf, peopleLog } from './log.ts'
import type { Mail } from './mail.ts'
import { proveAddress } from './prove-address.ts'
import { addressHeader } from './sign-in-headers.ts'
import { signInRates } from './sign-in-rates.ts'
import { passwordLengthMin } from './wire.ts'

export const authPath = '/portal/api/auth'

const daySeconds = 86_400
const sessionSeconds = 14 * daySeconds

export type SingleSignOn = { name: string; issuer: string; clientId: string; clientSecret: string }

export type SignInOptions = {
  db: Db
  publicUrl: string
  /** Signs cookies and encrypts second factors. */
  secret: Buffer
  mail: Mail
  singleSignOn: SingleSignOn | undefined
}

export type SignIn = ReturnType<typeof openSignIn>

/**
 * How people get in: `better-auth` on our tables, under our names. Accounts are made by the setup, by invitations and
 * by single sign-on; nobody signs up.
 */
export function openSignIn({ db, publicUrl, secret, mail, singleSignOn }: SignInOptions) {
  return betterAuth({
    appName: 'Atelier',
    baseURL: publicUrl,
    basePath: authPath,
    secret: secret.toString('base64'),
    trustedOrigins: [new URL(publicUrl).origin],
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: 'atelier',
      useSecureCookies: publicUrl.startsWith('https:'),
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    rateLimit: { enabled: true, ...signInRates },
    disabledPaths: closedPaths,
    hooks: { before: assertRecent, after: noteChange(db) },
    user: { modelName: 'people', fields: { emailVerified: 'email_verified', ...times } },
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
      // What needs the password asks for it.
      freshAge: 0,
    },
    account: {
      modelName: 'sign_in_methods',
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
    verification: { modelName: 'verifications', fields: { ...times, expiresAt: 'expires_at' } },
    databaseHooks: {
      ...peopleLog(db),
      user: { create: { before: assertInvited(db) }, update: { before: assertNamed } },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLengthMin,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, url }) => mail.resetPassword(user, url),
      onPasswordReset: ({ user }, request) => proveAddress(db, user.id as Uuid, originOf(request)),
    },
    plugins: [
      twoFactor({
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
      ...(singleSignOn ? [genericOAuth({ config: [providerOf(singleSignOn)] })] : []),
    ],
  })
}

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

/** Whoever signs in so makes no account unless they are invited, and is made a member by nothing but the invitation. */
function providerOf({ issuer, clientId, clientSecret }: SingleSignOn) {
  return {
    providerId: 'sso',
    discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    scopes: ['openid', 'profile', 'email'],
    pkce: true,
  }
}
