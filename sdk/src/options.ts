/** A token that somebody else gets: as it is, or a function that is asked for one, and again when one was refused. */
export type GivenToken = string | (() => string | Promise<string>)

/**
 * A backend of the app's own: it knows by its cookie who asks, and passes on to Atelier what they may ask. For pages, which
 * should hold neither a secret nor a token.
 */
export type Backend = {
  /** Where it answers what Atelier has at `/api`: `/atelier`. */
  path: string
  /** Go along with each request. */
  headers?: Record<string, string> | undefined
}

export type Credentials =
  | { clientId: string; clientSecret: string }
  | { token: GivenToken }
  | { backend: Backend }

/** How long a call tries. Each call may say otherwise. */
export type Limits = {
  /**
   * Until an attempt has its whole answer; 60,000 when not given, 0 or Infinity: for ever. Uploads have none: the server
   * ends what stands still.
   */
  timeoutMs?: number | undefined
  /** Attempts after the first one; 4 when not given. */
  maxRetries?: number | undefined
  /** Spent waiting in one call, for the rate limit and between attempts; 120,000 when not given. */
  maxWaitMs?: number | undefined
}

export type AtelierOptions = Credentials &
  Limits & {
    /** Where Atelier is, or the backend: `https://atelier.example`. */
    url: string | URL
    /** What sends requests, in place of the global `fetch`. */
    fetch?: typeof fetch | undefined
  }

export type CallOptions = Limits & {
  /** Ends the call: it is rejected with the signal's reason. */
  signal?: AbortSignal | undefined
  /** What sends the requests of this call, in place of the client's. */
  fetch?: typeof fetch | undefined
}

export type CreateOptions = CallOptions & {
  /** Names this request: sent again within 24 hours, it is answered again and not done again. Random when not given. */
  idempotencyKey?: string | undefined
}

export type ChangeOptions = CallOptions & {
  /** A resource as it was got, or its ETag: somebody's change in between makes this one a `ChangedError`. */
  ifMatch?: string | object | undefined
}

/** With what holds where nothing was given. */
export type LimitsInForce = { [Name in keyof Limits]-?: number }

export const timeoutMsDefault = 60_000
export const maxRetriesDefault = 4
/** Two windows of the server's rate limit. */
export const maxWaitMsDefault = 120_000
