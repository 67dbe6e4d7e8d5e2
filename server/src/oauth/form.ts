import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

/** Maximum number of parameters. No OAuth request has more. */
const parametersMax = 50

export type Form = ReadonlyMap<string, string>

/** Whether the request body is a form. Such requests are answered as the OAuth RFCs require. */
export function sendsForm({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>): boolean {
  const [type] = (headers['content-type'] ?? '').split(';', 1)
  // `curl -d '{…}'` sends JSON with the media type of a form, which has always been accepted. No form starts
  // with a brace.
  const isJson = typeof body === 'string' && /^\s*\{/.test(body)
  return type?.trim().toLowerCase() === 'application/x-www-form-urlencoded' && !isJson
}

/**
 * Parses `application/x-www-form-urlencoded` by RFC 6749 §3.2 and appendix B, where a parameter without a
 * value counts as missing.
 * @throws {ApiError} `invalid_request` for a repeated parameter, and for malformed encoding.
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

export function halvesOf(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Decodes form encoding. Undefined when malformed. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** @param description a string without the characters that RFC 6749 §5.2 excludes: quotes and backslashes. */
export const malformed = (description: string) => new ApiError('invalid_request', { description })
