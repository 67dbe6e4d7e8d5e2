import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { hourMs } from '../durations.ts'
import { ApiError } from '../errors.ts'
import { type Limiters, tooManyAttempts } from '../http/rate-limits/rate-limit.ts'
import { nameText } from '../http/schemas/body-fields.ts'
import { publicId } from '../ids.ts'
import { registerApp } from './apps.ts'
import { parseRedirectUri } from './redirect-uris.ts'

/** Registrations per IP address and hour. An office with many assistants shares an address. */
const registrationsPerHour = 60
const redirectUrisMax = 10
/** Characters. A longer name could look like a sentence of the consent page. */
const nameLengthMax = 60

/** Fields of RFC 7591 §2 that have an effect. Other fields are allowed and ignored. */
const Registration = z.looseObject({
  client_name: z.unknown().optional(),
  redirect_uris: z.array(z.string()).min(1).max(redirectUrisMax),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
})

/** Dynamic registration of apps (RFC 7591) by anyone. An app has no rights until a person allows it. */
export function appRegistrar(db: Db, limiters: Limiters) {
  const limiter = limiters('app-registrations', registrationsPerHour, hourMs)

  return async (body: string, address: string) => {
    const given = parsed(body)
    const verdict = await limiter.take(address)
    if (!verdict.allowed)
      throw tooManyAttempts(
        registrationsPerHour,
        hourMs,
        verdict,
        `An IP address can register ${registrationsPerHour} apps per hour.`,
      )
    const id = await registerApp(db, given.name, given.redirectUris)
    if (id === undefined) throw new ApiError('unavailable')
    return {
      client_id: publicId('app', id),
      client_id_issued_at: Math.floor(Date.now() / 1000),
      client_name: given.name,
      redirect_uris: given.redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    }
  }
}

function parsed(body: string) {
  const { success, data } = Registration.safeParse(parseJson(body))
  if (!success)
    throw refused('invalid_redirect_uri', `redirect_uris must be a list of 1 to ${redirectUrisMax} URLs.`)
  const { redirect_uris: redirectUris, grant_types, response_types } = data
  if (!redirectUris.every(parseRedirectUri))
    throw refused(
      'invalid_redirect_uri',
      'A redirect URI must be an https URL, or an http URL of localhost, without a fragment.',
    )
  if (grant_types && !grant_types.includes('authorization_code'))
    throw refused('invalid_client_metadata', 'grant_types must contain authorization_code.')
  if (response_types && !response_types.includes('code'))
    throw refused('invalid_client_metadata', 'response_types must contain code.')
  return { name: nameOf(data.client_name, redirectUris[0]!), redirectUris }
}

/** The name that people see. A missing, unreadable or long name is replaced by the host of the app. */
function nameOf(given: unknown, redirectUri: string): string {
  const { success, data } = nameText.safeParse(given)
  return success && data.length <= nameLengthMax ? data : new URL(redirectUri).hostname
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw refused('invalid_client_metadata', 'The body must be a JSON object.')
  }
}

const refused = (code: 'invalid_redirect_uri' | 'invalid_client_metadata', description: string) =>
  new ApiError(code, { description })
