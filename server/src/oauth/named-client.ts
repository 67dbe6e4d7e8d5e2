import type { FastifyRequest } from 'fastify'
import { credentialLengthMax } from '../secrets/tokens.ts'
import { subjectOf } from './assertion.ts'
import { basicOf } from './client-authentication.ts'
import { type Form, parseForm, sendsForm } from './form.ts'
import { clientIdIn } from './json-dialect.ts'

/** The client that a request claims to come from, unverified: failures are counted and logged by it. */
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

function idIn(form: Form, rawHeaders: readonly string[]): string | undefined {
  const assertion = form.get('client_assertion')
  const id = basicOf(rawHeaders)?.id ?? form.get('client_id')
  return id ?? (assertion === undefined ? undefined : subjectOf(assertion))
}
