import type { Origin } from '../audit/event.ts'
import { ApiError } from '../errors.ts'
import { authorizationOf } from '../http/caller.ts'
import { decoded, type Form, halvesOf, malformed } from './form.ts'
import { invalidClient, type VerifiedClient, type VerifyClient } from './verify-client.ts'

export const authenticationMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const

/** The type of an assertion (RFC 7523 §2.2). */
export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/**
 * Maximum length of the header, which covers two credentials, encoded three times, and additions by
 * libraries.
 */
const basicLengthMax = 2_000

type Sent = { form: Form; rawHeaders: readonly string[]; from: Origin }

/**
 * Authenticates the client of a form, which must use exactly one method (RFC 6749 §2.3).
 * @throws {ApiError} `invalid_request`, `invalid_client`, `unauthorized_client`.
 */
export async function authenticateClient(verify: VerifyClient, sent: Sent): Promise<VerifiedClient> {
  try {
    return await proved(verify, sent)
  } catch (error) {
    throw error instanceof ApiError ? asStandard(error) : error
  }
}

function proved(verify: VerifyClient, { form, rawHeaders, from }: Sent): Promise<VerifiedClient> {
  const basic = basicOf(rawHeaders)
  const id = form.get('client_id')
  const secret = form.get('client_secret')
  const assertion = form.get('client_assertion')
  if ([basic, secret, assertion].filter((proof) => proof !== undefined).length > 1)
    throw malformed('The client uses more than one authentication method.')
  if (basic) {
    if (id !== undefined && id !== basic.id) throw malformed('The request contains two different client IDs.')
    return verify.bySecret(basic.id, basic.secret, from)
  }
  if (assertion !== undefined) {
    if (form.get('client_assertion_type') !== assertionType)
      throw invalidClient({
        reason: 'assertion_type',
        description: `The client_assertion_type must be ${assertionType}.`,
      })
    return verify.byAssertion(assertion, id, from)
  }
  if (id === undefined || secret === undefined) throw invalidClient()
  return verify.bySecret(id, secret, from)
}

/**
 * The credentials of `Authorization: Basic …`, each form-encoded (RFC 6749 §2.3.1). A bearer token does not
 * authenticate a client, because many programs still send the old token when they renew it.
 */
export function basicOf(rawHeaders: readonly string[]): { id: string; secret: string } | undefined {
  const value = authorizationOf(rawHeaders)
  if (value === undefined && hasAuthorization(rawHeaders))
    throw malformed('The Authorization header is repeated.')
  if (value === undefined || !/^basic( |$)/i.test(value)) return undefined
  const encoded = /^basic +([a-z0-9+/]+={0,2})$/i.exec(value.slice(0, basicLengthMax))?.[1] ?? ''
  const [id, secret] = halvesOf(Buffer.from(encoded, 'base64').toString(), ':').map(decoded)
  if (!id || !secret) throw invalidClient()
  return { id, secret }
}

const hasAuthorization = (rawHeaders: readonly string[]) =>
  rawHeaders.some((name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization')

function asStandard({ code, extras }: ApiError): ApiError {
  if (code === 'inactive_enterprise') return new ApiError('unauthorized_client', { reason: code })
  return new ApiError(code, extras)
}
