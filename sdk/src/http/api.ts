import type { Job } from '../api.gen.ts'
import { AuthenticationError, NotFoundError } from '../errors.ts'
import {
  type ApiResponse,
  type AtelierOptions,
  type CallOptions,
  type CreateOptions,
  type Credentials,
  type LimitsInForce,
  maxRetriesDefault,
  maxWaitMsDefault,
  timeoutMsDefault,
} from '../options.ts'
import type { AccessToken } from './access-token.ts'
import { addressOf, exchange, type Wire } from './exchange.ts'
import { tokenOf } from './issue-token.ts'
import { pace } from './pace.ts'
import { type Answer, isRepeatable, type Request } from './request.ts'
import { isLost, persistently } from './retry.ts'
import { type Patience, patience } from './wait.ts'

/** The connection that all resources share, with one token and one rate limiter. */
export type Api = {
  /** @throws {AtelierError} for every failure. @throws the signal's reason when it aborts. */
  send(
    request: Request,
    options?: CallOptions & Pick<CreateOptions, 'idempotencyKey' | 'onJob'>,
  ): Promise<Answer>
  /** The current access token. */
  token: AccessToken
  limits: LimitsInForce
  /** The response of the call that succeeded last. */
  lastResponse(): ApiResponse | undefined
  /** Returns the full URL of a path. */
  addressOf(path: string): string
}

/** The state that all attempts of one call share. */
type Manner = { wire: Wire; patience: Patience; timeoutMs: number }

/**
 * @param checks `areIdsChecked` is false for the portal, because its own endpoints also return IDs of other
 * forms.
 */
export function connect(options: AtelierOptions, { areIdsChecked = true } = {}): Api {
  const wire = { ...wireOf(options), areIdsChecked }
  const limits = {
    timeoutMs: options.timeoutMs ?? timeoutMsDefault,
    maxRetries: options.maxRetries ?? maxRetriesDefault,
    maxWaitMs: options.maxWaitMs ?? maxWaitMsDefault,
  }
  const paces = pace()
  const token = tokenOf(options, wire, limits)
  let lastResponse: ApiResponse | undefined

  async function send(request: Request, call: Parameters<Api['send']>[1] = {}): Promise<Answer> {
    const asked = {
      ...request,
      headers: {
        // Browsers would send the languages of the person, and a program would write back translated texts.
        'accept-language': call.language ?? '*',
        ...keyOf(request, call.idempotencyKey),
        ...request.headers,
      },
    }
    const manner = {
      wire: call.fetch ? { ...wire, fetch: call.fetch } : wire,
      patience: patience(call.maxWaitMs ?? limits.maxWaitMs, call.signal),
      timeoutMs: call.timeoutMs ?? request.timeoutMs ?? limits.timeoutMs,
    }
    const trying = {
      maxRetries: call.maxRetries ?? limits.maxRetries,
      isRepeatable: isRepeatable(asked),
      patience: manner.patience,
    }
    let wasLost = false
    const answer = await persistently(trying, async () => {
      try {
        return await authorized(asked, manner)
      } catch (error) {
        // The earlier attempt, whose response was lost, succeeded.
        if (wasLost && isDone(request, error)) return done
        wasLost ||= isLost(error)
        throw error
      }
    })
    lastResponse = responseOf(request, answer)
    for (const onResponse of [options.onResponse, call.onResponse]) onResponse?.(lastResponse)
    const job = jobIn(answer)
    if (job) (call.onJob ?? options.onJob)?.(job)
    return answer
  }

  /** Retries once with a new token if the token is rejected. */
  async function authorized(request: Request, manner: Manner): Promise<Answer> {
    const { signal } = manner.patience
    if (request.isPublic) return exchangeOnce(request, undefined, manner)
    const bearer = await token.get(signal)
    try {
      return await paced(request, bearer, manner)
    } catch (error) {
      if (!(error instanceof AuthenticationError) || !token.drop(bearer)) throw error
      return paced(request, await token.get(signal), manner)
    }
  }

  async function paced(request: Request, bearer: string | undefined, manner: Manner): Promise<Answer> {
    let headers: Headers | undefined
    await paces.enter(manner.patience)
    try {
      const heard = (told: Headers) => {
        headers = told
      }
      return await exchangeOnce(request, bearer, manner, heard)
    } finally {
      paces.leave(headers)
    }
  }

  const exchangeOnce = (
    request: Request,
    token: string | undefined,
    { wire, patience: { signal }, timeoutMs }: Manner,
    heard: (headers: Headers) => void = () => {},
  ) => exchange(wire, request, { token, timeoutMs, signal, heard })

  return { send, token, limits, lastResponse: () => lastResponse, addressOf: (path) => addressOf(wire, path) }
}

/** The response without its body. */
export const responseOf = ({ method, path }: Request, { status, headers }: Answer): ApiResponse => ({
  method,
  path,
  status,
  headers,
  requestId: headers.get('x-request-id'),
})

const isDone = ({ method, isDone }: Request, error: unknown): boolean =>
  isDone ? isDone(error) : method === 'DELETE' && error instanceof NotFoundError

/** The job that finishes a large change. */
const jobIn = ({ status, body }: Answer): Job | undefined =>
  status === 202 ? (body as { job?: Job } | null)?.job : undefined

const done: Answer = { status: 204, headers: new Headers(), body: null }

/** @throws {TypeError} if the options are invalid. */
function wireOf({ url, fetch: given, ...rest }: AtelierOptions): Omit<Wire, 'areIdsChecked'> {
  const address = String(url ?? '')
  if (!/^https?:\/\//.test(address))
    throw new TypeError('url must be the base URL of Atelier, such as https://atelier.example.')
  if (!isGiven(rest))
    throw new TypeError('Set clientId and clientSecret, or token, or backend with its path.')
  const { path = '/api', headers = {} } = 'backend' in rest ? rest.backend : {}
  return {
    url: withoutSlash(address),
    apiPath: withoutSlash(path),
    // Names are in lower case, like those of the request's own headers, which take precedence.
    headers: Object.fromEntries(new Headers(headers)),
    // Browsers reject `fetch` when it is called as a method of another object.
    fetch: given ?? ((...args) => fetch(...args)),
  }
}

function isGiven(credentials: Credentials): boolean {
  if ('backend' in credentials) return credentials.backend?.path?.startsWith('/')
  if ('token' in credentials) return Boolean(credentials.token)
  return Boolean(credentials.clientId && credentials.clientSecret)
}

const withoutSlash = (text: string) => text.replace(/\/+$/, '')

function keyOf({ method }: Request, given: string | undefined): Record<string, string> {
  return method === 'POST' || method === 'PUT' ? { 'idempotency-key': given ?? randomKey() } : {}
}

/** Creates an idempotency key. `crypto.randomUUID` exists only in secure contexts. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
