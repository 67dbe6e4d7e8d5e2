import {
  AtelierError,
  AuthenticationError,
  adviceOnUrl,
  ChangedError,
  ConflictError,
  type ErrorCode,
  type ErrorDetails,
  type Faults,
  NotFoundError,
  PermissionError,
  RateLimitedError,
  ServerError,
  ValidationError,
} from '../errors.ts'
import type { Request } from './request.ts'

const codes: Record<number, ErrorCode> = {
  400: 'bad_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  412: 'changed_meanwhile',
  413: 'too_large',
  422: 'invalid',
  429: 'rate_limited',
  500: 'server_error',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
  507: 'storage_full',
}

/**
 * Returns the error for a response other than 2xx. Its message contains the request, the response and advice.
 * @param token the token that was sent.
 */
export function refusal(
  { method, path }: Pick<Request, 'method' | 'path'>,
  response: Response,
  text: string,
  token?: string,
): AtelierError {
  const { status, headers } = response
  const body = parsed(text)
  const requestId = headers.get('x-request-id')
  const about = { method, path, status, headers, body, hasToken: token !== undefined }
  const advice = adviceOn(about)
  const message = [
    `${method} ${path} returned ${status || 'a redirect'}: ${said(about)}`,
    advice,
    requestId && `(${requestId})`,
  ]
  const code = codeOf(about)
  const fields = status === 422 ? faultsIn(body) : {}
  const details = { status, code, requestId, body, fields, advice, retryAfterMs: retryAfterOf(headers) }
  return errorOf(about, message.filter(Boolean).join(' '), details)
}

type About = {
  method: string
  path: string
  status: number
  headers: Headers
  body: unknown
  hasToken: boolean
}

function errorOf(about: About, message: string, details: ErrorDetails): AtelierError {
  switch (about.status) {
    case 401:
      return new AuthenticationError(message, details)
    case 403:
      return new PermissionError(message, { ...details, scope: scopeIn(about.headers) })
    case 404:
      return new NotFoundError(message, details)
    case 409:
      return new ConflictError(message, details)
    case 412:
      return new ChangedError(message, details)
    case 422:
      return new ValidationError(message, details)
    case 429:
      return new RateLimitedError(message, details)
    default:
      if (about.status >= 500) return new ServerError(message, details)
      return new AtelierError(message, details)
  }
}

function codeOf({ path, status, headers }: About): ErrorCode {
  if (status === 401 && isTokenPath(path)) return 'invalid_client'
  if (status === 403 && scopeIn(headers)) return 'missing_scope'
  if (isRedirect(status)) return 'redirected'
  return codes[status] ?? (status >= 500 ? 'server_error' : 'unexpected')
}

/** Whether a response is a redirect, which browsers report as status 0. */
const isRedirect = (status: number) => status === 0 || (status >= 300 && status < 400)

const isTokenPath = (path: string) => path.startsWith('/oauth/')

function said({ status, headers, body }: About): string {
  if (isRedirect(status)) return `The redirect leads to ${headers.get('location') ?? 'another URL'}.`
  const { message } = Object(body) as { message?: unknown }
  const { scope } = Object(Object(body).details) as { scope?: unknown }
  if (typeof message === 'string' && typeof scope === 'string') return `${message} It is ${scope}.`
  if (typeof message === 'string' && message !== '') return message
  const faults = Object.entries(faultsIn(body)).map(([name, texts]) => `${name}: ${texts.join(' ')}`)
  return faults.join(' ') || 'The response contains no reason.'
}

function adviceOn(about: About): string | undefined {
  const { path, status, headers, body, hasToken } = about
  if (isRedirect(status)) return 'Set the url option to that URL.'
  if (status === 401 && isTokenPath(path))
    return 'Check clientId and clientSecret, and whether the secret was rotated.'
  if (status === 401 && !hasToken) return 'The user is not signed in at the backend.'
  if (status === 401)
    return 'The token is unknown, expired or revoked. Use client credentials, or a function that returns a new token.'
  const scope = scopeIn(headers)
  if (scope) return `Grant the client the scope ${scope} in the portal, then get a new token.`
  if (status === 404 && !Object(body).message) return adviceOnUrl
  if (status === 412 && !path.startsWith('/api/uploads'))
    return 'The resource was changed since it was read. Get it again and repeat the change.'
  if (status === 413) return 'The request is larger than the server accepts.'
  if (status === 507) return 'The server is out of disk space. Contact its operator.'
  return undefined
}

/** Missing scope in a 403 response (RFC 6750 §3). */
const scopeIn = (headers: Headers): string | null =>
  /scope="([^"]*)"/.exec(headers.get('www-authenticate') ?? '')?.[1] ?? null

/** Error messages in the body of a 422 response (contract R-VALID-1). */
function faultsIn(body: unknown): Faults {
  const entries = Object.entries(Object(body)).filter(([, texts]) => Array.isArray(texts))
  return Object.fromEntries(entries) as Faults
}

/** Milliseconds until a retry. `Retry-After` is in seconds or a date (RFC 9110 §10.2.3). */
function retryAfterOf(headers: Headers): number {
  const text = headers.get('retry-after')
  if (text === null) return 0
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? 0 : Math.max(ms, 0)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text === '' ? null : text
  }
}
