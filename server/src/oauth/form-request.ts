import type { FastifyRequest } from 'fastify'
import type { Origin } from '../audit/event.ts'
import { callerAddress } from '../http/server.ts'
import type { Attempts } from './attempts.ts'
import { malformed, parseForm, sendsForm } from './form.ts'
import { namedClient } from './named-client.ts'
import type { FormRequest } from './rfc-dialect.ts'

/** Answers a form of a client. Failures are delayed like those at the other endpoints. */
export async function answerForm<T>(
  request: FastifyRequest,
  attempts: Attempts,
  answer: (form: FormRequest) => Promise<T>,
): Promise<T> {
  try {
    return await answer(formRequest(typeof request.body === 'string' ? request.body : '', request))
  } catch (error) {
    await attempts.slow(error, callerAddress(request), namedClient(request))
    throw error
  }
}

/** Parameters that must not be in URLs, because proxies log URLs (RFC 6749 §2.3.1). */
const secretParameters = ['client_secret', 'client_assertion', 'token', 'access_token']

export function formRequest(body: string, request: FastifyRequest): FormRequest {
  if (!sendsForm(request)) throw malformed('The body must be application/x-www-form-urlencoded.')
  if (secretParameters.some((name) => Object.hasOwn(request.query as object, name)))
    throw malformed('Secrets and tokens belong in the body, never in the URL.')
  return { form: parseForm(body), rawHeaders: request.raw.rawHeaders, from: originOf(request) }
}

export const originOf = (request: FastifyRequest): Origin => ({
  address: callerAddress(request),
  requestId: request.id,
  ip: request.ip,
})
