import { RateLimitedError } from '../errors.ts'
import { type Patience, whileWanted } from './wait.ts'

/** Maximum number of concurrent requests until the rate limit is known. */
const blindMax = 10
/**
 * `t` is in whole seconds, and responses take time, so window ends this close to each other belong to the
 * same window.
 */
const slackMs = 2_000
/** Maximum random delay, so that programs behind one IP address do not all start at the same moment. */
const jitterMs = 250

/** Keeps requests within the rate limit, which the server sends with every response. */
export type Pace = {
  /**
   * Waits until the rate limit allows a request.
   * @throws {RateLimitedError} if the wait takes longer than the call is allowed to wait.
   */
  enter(patience: Patience): Promise<void>
  /** Must be called once for each `enter`, with the headers of the response if there was one. */
  leave(headers: Headers | undefined): void
}

/** The server counts requests per IP address, which clients can share, in fixed windows (R-RATE-1). */
export function pace(now = () => performance.now()): Pace {
  let quota = Number.POSITIVE_INFINITY
  let windowMs = 0
  let endsAt = 0
  /** Requests that this client has sent in this window. */
  let sent = 0
  /** Requests that the server has counted for the IP address in this window. */
  let counted = 0
  let underWay = 0
  let isKnown = false
  let heard = signal()

  /** Milliseconds until the next request is allowed. 0 means now. */
  function delayMs(): number {
    if (now() >= endsAt) {
      sent = 0
      counted = 0
      endsAt = now() + windowMs
    }
    return Math.max(sent, counted) < quota ? 0 : endsAt - now()
  }

  async function enter(patience: Patience) {
    for (;;) {
      if (!isKnown && underWay >= blindMax) {
        await whileWanted(heard.promise, patience.signal)
        continue
      }
      const ms = delayMs()
      if (ms === 0) break
      if (!(await patience.wait(ms + Math.random() * jitterMs))) throw tooLong(ms)
    }
    sent += 1
    underWay += 1
  }

  function leave(headers: Headers | undefined) {
    underWay -= 1
    if (headers) learn(headers)
    heard.give()
    heard = signal()
  }

  /**
   * Reads the headers of draft-ietf-httpapi-ratelimit-headers. If a response has no such headers, requests
   * are not limited.
   */
  function learn(headers: Headers) {
    isKnown = true
    const policy = headers.get('ratelimit-policy') ?? ''
    const state = headers.get('ratelimit') ?? ''
    const [q, w, r, t] = [part(policy, 'q'), part(policy, 'w'), part(state, 'r'), part(state, 't')]
    if (q === undefined || w === undefined || r === undefined || t === undefined) return
    quota = q
    windowMs = w * 1_000
    const end = now() + t * 1_000
    if (end > endsAt + slackMs) {
      sent = underWay + 1
      counted = 0
      endsAt = end
    }
    endsAt = Math.min(endsAt, end)
    counted = Math.max(counted, q - r)
  }

  return { enter, leave }
}

const part = (text: string, name: string): number | undefined => {
  const digits = new RegExp(`;\\s*${name}=(\\d+)`).exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function signal() {
  let give = () => {}
  const promise = new Promise<void>((resolve) => {
    give = resolve
  })
  return { promise, give }
}

const advice =
  'Increase maxWaitMs, or send fewer requests: use pages of 100, and the change feed instead of lists.'

const tooLong = (ms: number) =>
  new RateLimitedError(
    `The rate limit allows no request for ${Math.ceil(ms / 1_000)} s, which is longer than this call is allowed to wait. ${advice}`,
    { code: 'rate_limited', advice, retryAfterMs: Math.ceil(ms) },
  )
