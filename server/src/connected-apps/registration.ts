import type { Db } from '../db/database.ts'
import { hourMs } from '../durations.ts'
import { ApiError } from '../errors.ts'
import { type Limiters, tooManyAttempts } from '../http/rate-limits/rate-limit.ts'
import { publicId } from '../ids.ts'
import { invalidMetadata, type MetadataFault, readMetadata } from './app-metadata.ts'
import { registerApp } from './apps.ts'

/** Registrations per IP address and hour. An office with many assistants shares an address. */
const registrationsPerHour = 60
const redirectUrisMax = 10

/** Dynamic registration of apps (RFC 7591) by anyone. An app has no rights until a person allows it. */
export function appRegistrar(db: Db, limiters: Limiters) {
  const limiter = limiters('app-registrations', registrationsPerHour, hourMs)

  return async (body: string, address: string) => {
    const given = readMetadata(parseJson(body), redirectUrisMax)
    if ('code' in given) throw refused(given)
    const verdict = await limiter.take(address)
    if (!verdict.allowed)
      throw tooManyAttempts(
        registrationsPerHour,
        hourMs,
        verdict,
        `An IP address can register ${registrationsPerHour} apps per hour.`,
      )
    const id = await registerApp(db, given)
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

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw refused(invalidMetadata('The body must be a JSON object.'))
  }
}

const refused = ({ code, description }: MetadataFault) => new ApiError(code, { description })
