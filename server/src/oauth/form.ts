import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

/** A form with more of them is no request of OAuth. */
const parametersMax = 50

/** What a request says, by name. */
export type Form = ReadonlyMap<string, string>

/** Whether a request is to be answered as the RFCs say: its body is a form. */
export function sendsForm({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>): boolean {
  const [type] = (headers['content-type'] ?? '').split(';', 1)
  // `curl -d '{…}'` calls its JSON a form, and has always been understood. No form begins like that.
  const isJson = typeof body === 'string' && /^\s*\{/.test(body)
  return type?.trim().toLowerCase() === 'application/x-www-form-urlencoded' && !isJson
}

/**
 * Reads `application/x-www-form-urlencoded` as RFC 6749 §3.2 and appendix B say: a parameter without a value is none.
 * @throws {ApiError} `invalid_request` for one that comes twice, and for what is not encoded rightly.
 */
export function parseForm(body: string): Form {
  const form = new Map<string, string>()
  const pairs = body.split('&', parametersMax + 1)
  if (pairs.length > parametersMax) throw malformed('There are too many parameters.')
  for (const pair of pairs) {
    const [name, value] = halvesOf(pair, '=').map(decoded)
    if (name === undefined || value === undefined) throw malformed('The body is not correctly encoded.')
    if (value === '') continue
    if (form.has(name)) throw malformed('A parameter is repeated.')
    form.set(name, value)
  }
  return form
}

/** What is before the first separator, and what is behind it. */
export function halvesOf(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** What was encoded for a form, or undefined when it was not. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** @param description has none of the characters that RFC 6749 §5.2 leaves out: no quotes, no backslash. */
export const malformed = (description: string) => new ApiError('invalid_request', { description })
