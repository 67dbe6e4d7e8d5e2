import type { GivenToken } from '../options.ts'
import { whileWanted } from './wait.ts'

/** A token is renewed so long before its end, or a tenth of its life if that is shorter. */
const earlyMsMax = 60_000

export type Issued = {
  token: string
  /** Milliseconds that it has to live; Infinity where nobody said. */
  livesMs: number
}

/** The one token of a client: calls that need one at the same time wait for the same request. */
export type AccessToken = {
  /** @returns undefined where there is none: a backend of the app's own knows who asks. */
  get(signal?: AbortSignal): Promise<string | undefined>
  /** After a 401: drops the token that was refused, unless it was replaced already. @returns whether there can be another. */
  drop(refused: string | undefined): boolean
}

export const noToken: AccessToken = { get: async () => undefined, drop: () => false }

/** @param issue is asked for a token when there is none, or it ends soon. */
export function renewedToken(issue: () => Promise<Issued>, now = () => performance.now()): AccessToken {
  let renewal: Promise<string> | undefined
  let endsAt = Number.NEGATIVE_INFINITY
  let token: string | undefined

  async function renew() {
    // From before it was asked for: so the answer's way is not counted as life.
    const begun = now()
    const { token: issued, livesMs } = await issue()
    token = issued
    endsAt = begun + livesMs - Math.min(earlyMsMax, livesMs / 10)
    return issued
  }

  return {
    async get(signal) {
      if (token !== undefined && now() < endsAt) return token
      // The request is everybody's: whoever gives up leaves it to the others.
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

/** @throws {UnusableToken} for a text that is none. */
export function givenToken(given: GivenToken): AccessToken {
  if (typeof given === 'string') {
    const token = usable(given)
    return { get: async () => token, drop: () => false }
  }
  return renewedToken(async () => ({ token: got(await given()), livesMs: Number.POSITIVE_INFINITY }))
}

/** The program has given what can't be sent: to try again would not help. */
export class UnusableToken extends TypeError {}

function got(token: unknown): string {
  if (typeof token === 'string' && token !== '') return usable(token)
  throw new UnusableToken('The function that gets a token must return one: a text that is not empty.')
}

/** Files and variables end with the end of a line; within, `fetch` would take it for a fault of the network. */
function usable(given: string): string {
  const token = given.trim()
  if (/^[!-~]+$/.test(token)) return token
  throw new UnusableToken('The token must be one line of ASCII letters and signs, without blanks.')
}
