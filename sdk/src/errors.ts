import type { Render } from './api.gen.ts'

/** Stable error code for programs. Messages can change, but codes do not. */
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
  | 'render_failed'
  | 'redirected'
  | 'unexpected'
  | 'network'
  | 'timeout'

/** Maps each invalid field to a list of error messages. */
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

/** Advice for a response that does not come from Atelier. */
export const adviceOnUrl = 'Check that the url option is the URL of an Atelier server.'

/** Base class of all errors of a call. An aborted call throws the reason of its `AbortSignal` instead. */
export class AtelierError extends Error {
  override name = 'AtelierError'
  /** HTTP status code. 0 if there was no response. */
  readonly status: number
  readonly code: ErrorCode
  /** `X-Request-Id` of the response. The server's log has the details under this ID. */
  readonly requestId: string | null
  /** Error messages by field. Empty unless this is a `ValidationError`. */
  readonly fields: Faults
  /** Milliseconds to wait before a retry, as requested by the server. 0 if the server sent no `Retry-After`. */
  readonly retryAfterMs: number
  /** Part of the message that says what to do. Empty if there is no advice. */
  readonly advice: string
  /** Response body: parsed JSON, or the text if it is not JSON. */
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

/** 401: the credentials are wrong, or the token is invalid and could not be renewed. */
export class AuthenticationError extends AtelierError {
  override name = 'AuthenticationError'
}

/** 403: the client is not allowed to do this. */
export class PermissionError extends AtelierError {
  override name = 'PermissionError'
  /** Missing scope, or null if the error has another reason. */
  readonly scope: string | null

  constructor(message: string, details: ErrorDetails & { scope?: string | null }) {
    super(message, details)
    this.scope = details.scope ?? null
  }
}

/** 404: the resource does not exist in the client's company. */
export class NotFoundError extends AtelierError {
  override name = 'NotFoundError'
}

/** 409: the resource is in use or not empty, or its status does not allow this. `body` contains the usages, if any. */
export class ConflictError extends AtelierError {
  override name = 'ConflictError'
}

/** 412: the resource has changed since it was read. */
export class ChangedError extends AtelierError {
  override name = 'ChangedError'
}

/** 422: a parameter or field is invalid. `fields` contains the error messages by field. */
export class ValidationError extends AtelierError {
  override name = 'ValidationError'

  /** Error messages by variable key, from the `variables.…` fields of a render, a check or a row. */
  get variables(): Faults {
    const prefix = 'variables.'
    const named = Object.entries(this.fields).filter(([field]) => field.startsWith(prefix))
    return Object.fromEntries(named.map(([field, texts]) => [field.slice(prefix.length), texts]))
  }
}

/** The server accepted a render but could not create its file. `render.failure` is the reason. */
export class RenderFailedError extends AtelierError {
  override name = 'RenderFailedError'
  readonly render: Render

  constructor(render: Render) {
    super(`The render ${render.id} failed: ${render.failure}`, { code: 'render_failed', body: render })
    this.render = render
  }
}

/**
 * The rate limit was exceeded: the server returned 429, or waiting for the next window would take longer than
 * `maxWaitMs`.
 */
export class RateLimitedError extends AtelierError {
  override name = 'RateLimitedError'
}

/** 5xx: the server failed. */
export class ServerError extends AtelierError {
  override name = 'ServerError'
}

/** There was no response. The server may have processed the request. */
export class NetworkError extends AtelierError {
  override name = 'NetworkError'
}

/** There was no response within `timeoutMs`. The server may have processed the request. */
export class TimeoutError extends AtelierError {
  override name = 'TimeoutError'
}

/** A webhook message is not from Atelier, too old, or was modified in transit. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
}
