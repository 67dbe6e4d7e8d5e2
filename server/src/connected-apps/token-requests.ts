import { hash } from 'node:crypto'
import type { Origin } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import { hourMs } from '../durations.ts'
import { ApiError } from '../errors.ts'
import type { Core } from '../oauth/core.ts'
import { type Form, malformed } from '../oauth/form.ts'
import { assertGranted } from '../oauth/scopes.ts'
import type { VerifiedClient } from '../oauth/verify-client.ts'
import { constantTimeEqual } from '../secrets/constant-time-equal.ts'
import { findApp } from './apps.ts'
import { assertResource } from './authorization-request.ts'
import { endFamily, findGrant, type Grant, type GrantKind, useGrant } from './grants.ts'

/** Lifetime of a token. Short, because an app renews its token without asking the person. */
const accessTokenSeconds = hourMs / 1000
/** Format of a PKCE verifier (RFC 7636 §4.1). */
const verifierPattern = /^[\w.~-]{43,128}$/

type Options = Pick<Core, 'issue'> & { db: Db; resource: () => string }

/** The token endpoint for apps (RFC 6749 §4.1.3 and §6). Apps have no secret: PKCE and rotation protect grants. */
export function appTokens({ db, issue, resource }: Options) {
  return async (form: Form, from: Origin) => {
    const kind = kindOf(form)
    assertResource(resource(), form.get('resource'), () => new ApiError('invalid_target'))
    const app = await findApp(db, required(form, 'client_id'))
    if (!app) throw new ApiError('invalid_client', { description: 'The app is not registered.' })
    const grant = await findGrant(db, kind, required(form, kind))
    if (!grant || grant.app_id !== app.id || !isProved(kind, grant, form)) throw new ApiError('invalid_grant')
    if (grant.used_at) return reused(db, grant)
    const scopes = scopesOf(grant, form.get('scope'))
    // The token is issued first, so that the app can try again with the same grant after a failure.
    const { accessToken } = await issue(
      await connectionOf(db, kind, required(form, kind), grant),
      from,
      () => ({
        scopes,
        lifetimeSeconds: accessTokenSeconds,
      }),
    )
    const refreshToken = await useGrant(db, grant)
    if (refreshToken === undefined) return reused(db, grant)
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: accessTokenSeconds,
      refresh_token: refreshToken,
      scope: scopes.join(' '),
    }
  }
}

function kindOf(form: Form): GrantKind {
  const grantType = required(form, 'grant_type')
  if (grantType === 'authorization_code') return 'code'
  if (grantType === 'refresh_token') return 'refresh_token'
  const description = 'The grant type must be authorization_code or refresh_token.'
  throw new ApiError('unsupported_grant_type', { description })
}

function required(form: Form, name: string): string {
  const value = form.get(name)
  if (value === undefined) throw malformed(`The parameter ${name} is missing.`)
  return value
}

/** A code also requires its redirect URI and the verifier of its challenge (RFC 7636 §4.6). */
function isProved(kind: GrantKind, grant: Grant, form: Form): boolean {
  if (kind === 'refresh_token') return true
  const verifier = required(form, 'code_verifier')
  if (!verifierPattern.test(verifier) || grant.redirect_uri !== required(form, 'redirect_uri')) return false
  return constantTimeEqual(hash('sha256', verifier, 'base64url'), grant.code_challenge!)
}

/** The scopes of the grant that the connection still has, limited to the requested scopes. */
function scopesOf({ scopes, client_scopes }: Grant, asked: string | undefined): string[] {
  const granted = scopes.filter((scope) => client_scopes.includes(scope))
  if (granted.length === 0) throw new ApiError('invalid_grant')
  const wanted = asked?.split(' ')
  if (wanted) assertGranted(wanted, scopes)
  return wanted ? granted.filter((scope) => wanted.includes(scope)) : granted
}

/** @throws {ApiError} `invalid_grant`. */
async function reused(db: Db, grant: Grant): Promise<never> {
  await endFamily(db, grant, 'grant_reused')
  throw new ApiError('invalid_grant')
}

async function connectionOf(db: Db, kind: GrantKind, text: string, grant: Grant): Promise<VerifiedClient> {
  return {
    id: grant.client_id,
    companyId: grant.company_id,
    scopes: grant.client_scopes,
    tokenLifetimeSeconds: accessTokenSeconds,
    updatedAt: grant.client_updated_at,
    secretHash: null,
    async again() {
      const found = await findGrant(db, kind, text)
      if (!found || found.used_at) throw new ApiError('invalid_grant')
      return connectionOf(db, kind, text, found)
    },
  }
}
