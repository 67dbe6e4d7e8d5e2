/** What went wrong, for programs: it stays the same when messages change. */
export type ErrorCode =
  | 'bad_request'
  | 'unauthenticated'
  | 'invalid_client'
  | 'forbidden'
  | 'missing_scope'
  | 'not_found'
  | 'conflict'
  | 'changed_meanwhile'
  | 'too_large'
  | 'invalid'
  | 'rate_limited'
  | 'server_error'
  | 'unavailable'
  | 'storage_full'
  | 'redirected'
  | 'unexpected'
  | 'network'
  | 'timeout'

/** Field name → what is wrong with it. */
export type Faults = Record<string, string[]>

export type ErrorDetails = {
  status?: number
  code: ErrorCode
  requestId?: string | null
  fields?: Faults
  retryAfterMs?: number
  advice?: string | undefined
  body?: unknown
  cause?: unknown
}

/** Where what answered was not Atelier. */
export const adviceOnUrl = 'Does the url of the client lead to Atelier?'

/** Whatever a call fails with, but for an `AbortSignal`, whose own reason is thrown. */
export class AtelierError extends Error {
  override name = 'AtelierError'
  /** Of the answer; 0 when there was none. */
  readonly status: number
  readonly code: ErrorCode
  /** Under this name the server's log tells more. */
  readonly requestId: string | null
  /** What is wrong with which field; empty but for a `ValidationError`. */
  readonly fields: Faults
  /** When to try again, where the server has said so; else 0. */
  readonly retryAfterMs: number
  /** The part of the message that says what a program can do; '' where nothing is known. */
  readonly advice: string
  /** Of the answer, as it came. */
  readonly body: unknown

  constructor(message: string, details: ErrorDetails) {
    const {
      status = 0,
      code,
      requestId = null,
      fields = {},
      retryAfterMs = 0,
      advice = '',
      body,
      cause,
    } = details
    super(message, { cause })
    this.status = status
    this.code = code
    this.requestId = requestId
    this.fields = fields
    this.retryAfterMs = retryAfterMs
    this.advice = advice
    this.body = body
  }
}

/** 401: the credentials are wrong, or the token is not live and could not be renewed. */
export class AuthenticationError extends AtelierError {
  override name = 'AuthenticationError'
}

/** 403: the client may not do that. */
export class PermissionError extends AtelierError {
  override name = 'PermissionError'
  /** The scope that the client lacks, where that is what it lacks. */
  readonly scope: string | null

  constructor(message: string, details: ErrorDetails & { scope?: string | null }) {
    super(message, details)
    this.scope = details.scope ?? null
  }
}

/** 404: not there, or not in the company of the client. */
export class NotFoundError extends AtelierError {
  override name = 'NotFoundError'
}

/** 409: it is used elsewhere, not empty, or its status does not allow it. `body` says where it is used. */
export class ConflictError extends AtelierError {
  override name = 'ConflictError'
}

/** 412: it was changed since it was read. */
export class ChangedError extends AtelierError {
  override name = 'ChangedError'
}

/** 422: `fields` says what is wrong with which field. */
export class ValidationError extends AtelierError {
  override name = 'ValidationError'
}

/** 429, or before it: the rate limit leaves no request, and to wait for one would take longer than `maxWaitMs`. */
export class RateLimitedError extends AtelierError {
  override name = 'RateLimitedError'
}

/** 5xx. */
export class ServerError extends AtelierError {
  override name = 'ServerError'
}

/** No answer came. What was asked may have been done. */
export class NetworkError extends AtelierError {
  override name = 'NetworkError'
}

/** No answer came in time. What was asked may have been done. */
export class TimeoutError extends AtelierError {
  override name = 'TimeoutError'
}

/** A message to a webhook that is not from Atelier, too old, or changed on its way. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
}
