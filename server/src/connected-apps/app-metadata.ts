import { z } from 'zod'
import { nameText } from '../http/schemas/body-fields.ts'
import { parseRedirectUri } from './redirect-uris.ts'

/** Maximum length of a name. A longer name could look like part of the consent page's text. */
const nameLengthMax = 60

/** Fields of RFC 7591 §2 that have an effect. Other fields are allowed and ignored. */
const Metadata = z.looseObject({
  client_name: z.unknown().optional(),
  redirect_uris: z.array(z.string()).min(1),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
})

export type AppMetadata = { name: string; redirectUris: string[] }

/** An error code of RFC 7591 §3.2.2, and its description. */
export type MetadataFault = {
  code: 'invalid_redirect_uri' | 'invalid_client_metadata'
  description: string
}

/** @param host the name of an app whose own name cannot be used. Defaults to the host of the first redirect URI. */
export function readMetadata(
  metadata: unknown,
  redirectUrisMax: number,
  host?: string,
): AppMetadata | MetadataFault {
  const { success, data } = Metadata.safeParse(metadata)
  if (!success || data.redirect_uris.length > redirectUrisMax)
    return invalidUri(`redirect_uris must be a list of 1 to ${redirectUrisMax} URLs.`)
  const { redirect_uris: redirectUris, grant_types, response_types } = data
  if (!redirectUris.every(parseRedirectUri))
    return invalidUri('A redirect URI must be an https URL, or an http URL of localhost, without a fragment.')
  if (grant_types && !grant_types.includes('authorization_code'))
    return invalidMetadata('grant_types must contain authorization_code.')
  if (response_types && !response_types.includes('code'))
    return invalidMetadata('response_types must contain code.')
  return { name: nameOf(data.client_name, host ?? new URL(redirectUris[0]!).hostname), redirectUris }
}

/** The name that people see. A missing, unreadable or long name is replaced by the host of the app. */
function nameOf(given: unknown, host: string): string {
  const { success, data } = nameText.safeParse(given)
  return success && data.length <= nameLengthMax ? data : host
}

const invalidUri = (description: string): MetadataFault => ({ code: 'invalid_redirect_uri', description })
export const invalidMetadata = (description: string): MetadataFault => ({
  code: 'invalid_client_metadata',
  description,
})
