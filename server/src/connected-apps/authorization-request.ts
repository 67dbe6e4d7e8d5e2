import { z } from 'zod'
import { ApiError } from '../errors.ts'
import { parseForm } from '../oauth/form.ts'
import { documentUrlLengthMax } from './app-document.ts'
import type { App } from './apps.ts'
import { isRegistered } from './redirect-uris.ts'
import { requestedScopes } from './scopes.ts'

/** Maximum length of `state`, which is returned unchanged. */
const stateLengthMax = 2_000

const Parameters = z.object({
  client_id: z.string().max(documentUrlLengthMax),
  redirect_uri: z.string(),
  response_type: z.string().optional(),
  scope: z.string().max(1_000).optional(),
  state: z.string().max(stateLengthMax).optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
  resource: z.string().optional(),
})

export type AuthorizationRequest = {
  app: App
  redirectUri: string
  scopes: string[]
  state: string | undefined
  codeChallenge: string
}

/** The base64url of a SHA-256. */
const challengePattern = /^[\w-]{43}$/

/**
 * Validates an authorization request.
 * @param find finds the app by its `client_id`.
 * @param text the request as the page has it (`requestText`).
 * @param resource the only resource that apps get tokens for.
 * @throws {ApiError} `app_refused`. Shows the error to the person instead of redirecting to the app, because anyone can
 * register an app, and the server would then redirect to any URL (RFC 9700 §4.11.2).
 */
export async function readRequest(
  find: (clientId: string) => Promise<App | undefined>,
  resource: string,
  text: string,
): Promise<AuthorizationRequest> {
  const parsed = Parameters.safeParse(parametersIn(text))
  if (!parsed.success) throw refused(`The parameter ${parsed.error.issues[0]!.path.join('.')} is not valid.`)
  const asked = parsed.data
  const app = await find(asked.client_id)
  if (!app) throw refused('The app is not registered. Connect it again from the app.')
  if (!isRegistered(app.redirect_uris, asked.redirect_uri))
    throw refused('The redirect URI is not registered for the app.')
  if (asked.response_type !== 'code') throw refused('The parameter response_type must be code.')
  if (asked.code_challenge_method !== 'S256' || !challengePattern.test(asked.code_challenge ?? ''))
    throw refused('The app must use PKCE with code_challenge_method S256.')
  assertResource(resource, asked.resource, () => refused(`The parameter resource must be ${resource}.`))
  const scopes = requestedScopes(asked.scope)
  if (scopes.length === 0) throw refused('The app asks for no scope that apps can have.')
  const { redirect_uri: redirectUri, state, code_challenge } = asked
  return { app, redirectUri, scopes, state, codeChallenge: code_challenge! }
}

/**
 * The query of an authorization request as one word, which the portal's router leaves unchanged. For example,
 * `state=1e3` must not come back as `state=1000`.
 */
export const requestText = (query: string): string => `r.${Buffer.from(query).toString('base64url')}`

/** A repeated parameter makes a request invalid (RFC 6749 §3.1). */
function parametersIn(text: string): object {
  const query = Buffer.from(text.replace(/^r\./, ''), 'base64url').toString()
  try {
    return Object.fromEntries(parseForm(query))
  } catch (error) {
    throw error instanceof ApiError ? refused(error.extras.description ?? error.message) : error
  }
}

/** Checks a resource indicator, which may be missing and may end with a slash. */
export function assertResource(resource: string, asked: string | undefined, error: () => ApiError): void {
  if (asked !== undefined && asked.replace(/\/$/, '') !== resource) throw error()
}

const refused = (reason: string) => new ApiError('app_refused', { more: { reason } })
