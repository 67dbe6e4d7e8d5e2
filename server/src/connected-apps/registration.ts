import type { Db } from '../db/database.ts'
import { hourMs } from '../durations.ts'
import { ApiError } from '../errors.ts'
import { type Limiters, tooManyAttempts } from '../http/rate-limits/rate-limit.ts'
import { publicId } from '../ids.ts'
import { networkKey } from '../ip-addresses.ts'
import { invalidMetadata, type MetadataFault, readMetadata } from './app-metadata.ts'
import { registerApp } from './apps.ts'

/** Registrations per hour. Many assistants in one office can share an IP address. */
const registrationsPerHour = { ofAddress: 60, ofNetwork: 240 }
const redirectUrisMax = 10

/** Dynamic registration of apps (RFC 7591) by anyone. An app has no rights until a person allows it. */
export function appRegistrar(db: Db, limiters: Limiters) {
  const { ofAddress, ofNetwork } = registrationsPerHour
  const addresses = limiters('app-registrations', ofAddress, hourMs)
  const networks = limiters('app-registrations-of-network', ofNetwork, hourMs)

  async function count(address: string) {
    const verdict = await addresses.take(address)
    if (!verdict.allowed)
      throw tooManyAttempts(
        ofAddress,
        hourMs,
        verdict,
        `An IP address can register ${ofAddress} apps per hour.`,
      )
    const ofAll = await networks.take(networkKey(address))
    if (!ofAll.allowed)
      throw tooManyAttempts(ofNetwork, hourMs, ofAll, `A network can register ${ofNetwork} apps per hour.`)
  }

  return async (body: string, address: string) => {
    const given = readMetadata(parseJson(body), redirectUrisMax)
    if ('code' in given) throw refused(given)
    await count(address)
    const id = await registerApp(db, given)
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
