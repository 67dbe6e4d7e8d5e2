import type { Job } from './api.gen.ts'

/**
 * An access token, or a function that returns one. The function is called again when a token is rejected.
 */
export type GivenToken = string | (() => string | Promise<string>)

/**
 * A backend of your own that identifies users by cookie and forwards their requests to Atelier. For web pages, which
 * must not hold a client secret or a token.
 */
export type Backend = {
  /** Path that the backend forwards to Atelier's `/api`, such as `/atelier`. */
  path: string
  /** Headers that are sent with every request. */
  headers?: Record<string, string> | undefined
}

export type ClientCredentials = {
  clientId: string
  clientSecret: string
  /** Scopes of the tokens, as a list or separated by spaces. Default: all scopes of the client. */
  scope?: string | readonly string[] | undefined
  /** Lifetime of the tokens, in seconds. The maximum, which is also the default, is the client's lifetime setting. */
  expiresIn?: number | undefined
}

export type Credentials = ClientCredentials | { token: GivenToken } | { backend: Backend }

/** Timeouts and retries. Every call can override them. */
export type Limits = {
  /**
   * Timeout of one attempt, until the complete response has arrived, in milliseconds. Default: 60,000. 0 or Infinity
   * disables it. Uploads have no timeout by default: the server aborts stalled uploads.
   */
  timeoutMs?: number | undefined
  /** Maximum number of retries after the first attempt. Default: 4. */
  maxRetries?: number | undefined
  /**
   * Maximum total time that one call waits for the rate limit and between retries, in milliseconds. Default:
   * 120,000.
   */
  maxWaitMs?: number | undefined
}

/** A change of more than 500 rows returns when its visible part is done, and a job completes the change. */
export type LargeChanges = {
  /** Called with the job that completes the change. `atelier.jobs.finished(job.id)` waits for it. */
  onJob?: ((job: Job) => void) | undefined
}

/** The response to a successful call, without its body. */
export type ApiResponse = {
  method: string
  /** Path without the query, such as `/api/assets`. */
  path: string
  /** HTTP status code, 200 to 299. */
  status: number
  headers: Headers
  /** `X-Request-Id` of the response. The server's log contains the details under this ID. */
  requestId: string | null
}

/** Observes responses. */
export type Responses = {
  /** Called with each successful response, before its call returns. */
  onResponse?: ((response: ApiResponse) => void) | undefined
}

export type AtelierOptions = Credentials &
  Limits &
  Responses &
  LargeChanges & {
    /** Base URL of Atelier or of your backend, such as `https://atelier.example`. */
    url: string | URL
    /** Replacement for the global `fetch`. */
    fetch?: typeof fetch | undefined
  }

export type CallOptions = Limits &
  Responses & {
    /** Aborts the call, which then rejects with the signal's reason. */
    signal?: AbortSignal | undefined
    /** Replacement for the `fetch` of the client in this call. */
    fetch?: typeof fetch | undefined
    /**
     * Preferred languages of the texts in the response, as in `Accept-Language`: `de-AT` or `de, fr;q=0.5`. Default:
     * the original texts, which a program can change and write back.
     */
    language?: string | undefined
  }

export type CreateOptions = CallOptions &
  LargeChanges & {
    /** Idempotency key. Retries with the same key within 24 hours return the original response. Default: a random key. */
    idempotencyKey?: string | undefined
  }

export type ChangeOptions = CallOptions &
  LargeChanges & {
    /**
     * Expected state: an ETag or a resource as it was returned. Throws `ChangedError` if the resource has
     * changed.
     */
    ifMatch?: string | object | undefined
  }

/** Limits with the defaults applied. */
export type LimitsInForce = { [Name in keyof Limits]-?: number }

export const timeoutMsDefault = 60_000
export const maxRetriesDefault = 4
/** Default maximum wait: two rate limit windows of the server. */
export const maxWaitMsDefault = 120_000
