import { AuthenticationError, NotFoundError } from '../errors.ts'
import {
  type AtelierOptions,
  type CallOptions,
  type CreateOptions,
  type LimitsInForce,
  maxRetriesDefault,
  maxWaitMsDefault,
  timeoutMsDefault,
} from '../options.ts'
import type { AccessToken } from './access-token.ts'
import { exchange, type Wire } from './exchange.ts'
import { tokenOf } from './issue-token.ts'
import { pace } from './pace.ts'
import { type Answer, isRepeatable, type Request } from './request.ts'
import { isLost, persistently } from './retry.ts'
import { type Patience, patience } from './wait.ts'

/** The way to the server that all resources share: one token, one pace. */
export type Api = {
  /** @throws {AtelierError}; the signal's reason when it ends. */
  send(request: Request, options?: CallOptions & Pick<CreateOptions, 'idempotencyKey'>): Promise<Answer>
  /** The token that is sent now. */
  token: AccessToken
  limits: LimitsInForce
  /** Where the service is, without a slash at the end. */
  url: string
}

export function connect(options: AtelierOptions): Api {
  const wire = wireOf(options)
  const limits = {
    timeoutMs: options.timeoutMs ?? timeoutMsDefault,
    maxRetries: options.maxRetries ?? maxRetriesDefault,
    maxWaitMs: options.maxWaitMs ?? maxWaitMsDefault,
  }
  const paces = pace()
  const token = tokenOf(options, wire, limits)

  async function send(request: Request, call: Parameters<Api['send']>[1] = {}): Promise<Answer> {
    const asked = { ...request, headers: { ...keyOf(request, call.idempotencyKey), ...request.headers } }
    const waits = patience(call.maxWaitMs ?? limits.maxWaitMs, call.signal)
    const trying = {
      maxRetries: call.maxRetries ?? limits.maxRetries,
      isRepeatable: isRepeatable(asked),
      patience: waits,
    }
    const lives = call.timeoutMs ?? request.timeoutMs ?? limits.timeoutMs
    let wasLost = false
    return persistently(trying, async () => {
      try {
        return await authorized(asked, waits, lives)
      } catch (error) {
        // It was the attempt before whose answer was lost that deleted it.
        if (wasLost && request.method === 'DELETE' && error instanceof NotFoundError) return gone
        wasLost ||= isLost(error)
        throw error
      }
    })
  }

  /** Once more with a new token where the token is refused. */
  async function authorized(request: Request, waits: Patience, lives: number): Promise<Answer> {
    const bearer = await token.get(waits.signal)
    try {
      return await paced(request, bearer, waits, lives)
    } catch (error) {
      if (!(error instanceof AuthenticationError) || !token.drop(bearer)) throw error
      return paced(request, await token.get(waits.signal), waits, lives)
    }
  }

  async function paced(request: Request, bearer: string, waits: Patience, lives: number): Promise<Answer> {
    let headers: Headers | undefined
    await paces.enter(waits)
    try {
      const heard = (told: Headers) => {
        headers = told
      }
      return await exchange(wire, request, { token: bearer, timeoutMs: lives, signal: waits.signal, heard })
    } finally {
      paces.leave(headers)
    }
  }

  return { send, token, limits, url: wire.url }
}

const gone: Answer = { status: 204, headers: new Headers(), body: null }

/** @throws {TypeError} where the options can't work. */
function wireOf({ url, fetch: given, ...rest }: AtelierOptions): Wire {
  if (!/^https?:\/\//.test(url ?? ''))
    throw new TypeError('url must be where Atelier is: https://atelier.example.')
  if ('token' in rest ? !rest.token : !rest.clientId || !rest.clientSecret)
    throw new TypeError('Give clientId and clientSecret, or a token.')
  // Browsers refuse a fetch that is called as somebody's method.
  return { url: url.replace(/\/+$/, ''), fetch: given ?? ((...args) => fetch(...args)) }
}

function keyOf({ method }: Request, given: string | undefined): Record<string, string> {
  return method === 'POST' ? { 'idempotency-key': given ?? randomKey() } : {}
}

/** `randomUUID` is only there on secure pages. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
