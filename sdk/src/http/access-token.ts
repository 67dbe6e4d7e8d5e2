import type { GivenToken } from '../options.ts'
import { whileWanted } from './wait.ts'

/** Time before its expiry at which a token is renewed, or 10 % of its lifetime if that is shorter. */
const earlyMsMax = 60_000

export type Issued = {
  token: string
  /** Remaining lifetime in milliseconds. Infinity if unknown. */
  livesMs: number
}

/** The access token of a client. Concurrent calls that need a token share one token request. */
export type AccessToken = {
  /** @returns undefined if the tokens come from a backend. */
  get(signal?: AbortSignal): Promise<string | undefined>
  /**
   * Discards a token that was rejected with 401, unless it has been replaced.
   * @returns whether a new token can be requested.
   */
  drop(refused: string | undefined): boolean
}

export const noToken: AccessToken = { get: async () => undefined, drop: () => false }

/** @param issue requests a token. Called if there is no token or it expires soon. */
export function renewedToken(issue: () => Promise<Issued>, now = () => performance.now()): AccessToken {
  let renewal: Promise<string> | undefined
  let endsAt = Number.NEGATIVE_INFINITY
  let token: string | undefined

  async function renew() {
    // Measured from before the request, so that the response time does not extend the lifetime.
    const begun = now()
    const { token: issued, livesMs } = await issue()
    token = issued
    endsAt = begun + livesMs - Math.min(earlyMsMax, livesMs / 10)
    return issued
  }

  return {
    async get(signal) {
      if (token !== undefined && now() < endsAt) return token
      // Callers share the request, so a call that aborts must not cancel it for the other callers.
      renewal ??= renew().finally(() => {
        renewal = undefined
      })
      return whileWanted(renewal, signal)
    },
    drop(refused) {
      if (refused === token) token = undefined
      return true
    },
  }
}

/** @throws {UnusableToken} if the string cannot be a token. */
export function givenToken(given: GivenToken): AccessToken {
  if (typeof given === 'string') {
    const token = usable(given)
    return { get: async () => token, drop: () => false }
  }
  return renewedToken(async () => ({ token: got(await given()), livesMs: Number.POSITIVE_INFINITY }))
}

/** The program supplied a token that cannot be sent. A retry would not help. */
export class UnusableToken extends TypeError {}

function got(token: unknown): string {
  if (typeof token === 'string' && token !== '') return usable(token)
  throw new UnusableToken('The token function must return a non-empty string.')
}

/**
 * Trims the newline at the end of files and variables. `fetch` would report a newline inside the token as a
 * network error.
 */
function usable(given: string): string {
  const token = given.trim()
  if (/^[!-~]+$/.test(token)) return token
  throw new UnusableToken('The token must be a single line of printable ASCII characters without spaces.')
}
