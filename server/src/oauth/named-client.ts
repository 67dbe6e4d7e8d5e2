import type { FastifyRequest } from 'fastify'
import { parseId, type Uuid } from '../ids.ts'
import { credentialLengthMax } from '../secrets/tokens.ts'
import { claimedClient } from './assertion.ts'
import { basicOf } from './client-authentication.ts'
import { type Form, parseForm, sendsForm } from './form.ts'
import { clientIdIn } from './json-dialect.ts'

/**
 * The unverified client of a request. Failures are counted and logged under this
 * client.
 */
export function namedClient(request: FastifyRequest): string | undefined {
  const { body, raw } = request
  if (typeof body !== 'string') return undefined
  if (!sendsForm(request)) return clientIdIn(body)
  try {
    return idIn(parseForm(body), raw.rawHeaders)?.slice(0, credentialLengthMax)
  } catch {
    return undefined
  }
}

/** The client ID in a request, if it is well-formed. */
export function namedClientId(request: FastifyRequest): Uuid | undefined {
  const named = namedClient(request)
  return named === undefined ? undefined : parseId('client', named)
}

function idIn(form: Form, rawHeaders: readonly string[]): string | undefined {
  const assertion = form.get('client_assertion')
  const id = basicOf(rawHeaders)?.id ?? form.get('client_id')
  return id ?? (assertion === undefined ? undefined : claimedClient(assertion))
}
