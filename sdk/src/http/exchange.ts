import { AtelierError, adviceOnUrl, NetworkError, TimeoutError } from '../errors.ts'
import { assertReadable } from './changed-file.ts'
import { assertIds } from './ids.ts'
import { queryText } from './query.ts'
import { refusal } from './refusal.ts'
import type { Answer, Request } from './request.ts'
import { timerMsMax } from './wait.ts'

export type Wire = {
  /** Base URL without a trailing slash. */
  url: string
  /** Path that replaces `/api`. */
  apiPath: string
  /** Headers that are sent with every request. */
  headers: Record<string, string>
  /** Whether to check that ID fields in responses are valid IDs. */
  areIdsChecked: boolean
  fetch: typeof fetch
}

export type Attempt = {
  token: string | undefined
  /** Timeout until the complete response has arrived, in milliseconds. 0 disables it. */
  timeoutMs: number
  signal: AbortSignal | undefined
  /** Called with the headers of every response. */
  heard(headers: Headers): void
}

/** Returns the full URL of an API path. */
export const addressOf = ({ url, apiPath }: Wire, path: string): string =>
  url + path.replace(/^\/api(?=\/)/, () => apiPath)

/**
 * Sends one request and returns its response.
 * @throws {AtelierError} for a response other than 2xx, or if there is no response.
 * @throws the signal's reason when it aborts.
 */
export async function exchange(wire: Wire, request: Request, attempt: Attempt): Promise<Answer> {
  const { method, path, query, isPublic = false } = request
  const { timeoutMs, signal } = attempt
  const stop = new AbortController()
  const end = () => stop.abort(signal?.reason)
  if (signal?.aborted) throw signal.reason
  signal?.addEventListener('abort', end, { once: true })
  const hasEnd = timeoutMs > 0 && timeoutMs <= timerMsMax
  const timer = hasEnd ? setTimeout(() => stop.abort(), timeoutMs) : undefined
  try {
    // Node never ends a request whose form has a file that cannot be read.
    if (request.body instanceof FormData) await assertReadable(request.body)
    const address = isPublic ? path : addressOf(wire, path)
    const response = await wire.fetch(address + queryText(query), {
      method,
      headers: { ...(!isPublic && wire.headers), ...headersOf(request, attempt.token) },
      body: bodyOf(request),
      // A redirect would drop the token or turn a POST into a GET. A file may be on another server.
      redirect: isPublic ? 'follow' : 'manual',
      signal: stop.signal,
    })
    attempt.heard(response.headers)
    if (!response.ok) throw refusal(request, response, await response.text(), attempt.token)
    return { status: response.status, headers: response.headers, body: await bodyIn(wire, request, response) }
  } catch (error) {
    if (error instanceof AtelierError) throw error
    if (signal?.aborted) throw signal.reason
    await assertReadable(request.body)
    throw stop.signal.aborted ? late(request, timeoutMs) : unreachable(wire, request, error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

function headersOf({ headers, json, read }: Request, token: string | undefined): Record<string, string> {
  return {
    accept: read === undefined || read === 'json' ? 'application/json' : '*/*',
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...headers,
  }
}

function bodyOf({ json, body }: Request): NonNullable<Request['body']> | string | null {
  return json === undefined ? (body ?? null) : JSON.stringify(json)
}

async function bodyIn(wire: Wire, request: Request, response: Response): Promise<unknown> {
  const { method, path, json, read = 'json' } = request
  if (read === 'stream') return response.body
  if (read === 'bytes') return new Uint8Array(await response.arrayBuffer())
  const text = await response.text()
  if (read === 'text') return text
  if (text === '') return null
  const { status } = response
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    const message = `${method} ${path} returned ${status} with a body that is not JSON. ${adviceOnUrl}`
    throw new AtelierError(message, { status, code: 'unexpected', advice: adviceOnUrl, body: text, cause })
  }
  const { ids } = Object(json) as { ids?: unknown[] }
  if (wire.areIdsChecked) assertIds(`${method} ${path}`, status, body, ids)
  return body
}

const adviceOnTime = 'Increase timeoutMs, or try again later.'

const late = ({ method, path }: Request, timeoutMs: number) =>
  new TimeoutError(`${method} ${path} got no response within ${timeoutMs} ms. ${adviceOnTime}`, {
    code: 'timeout',
    advice: adviceOnTime,
  })

function unreachable({ url }: Wire, { method, path }: Request, cause: unknown) {
  const { message, cause: deeper } = cause as Error
  const why = (deeper as Error | undefined)?.message ?? message
  return new NetworkError(
    `${method} ${path} got no response from ${url}: ${why}. Check the URL and the network.`,
    {
      code: 'network',
      cause,
    },
  )
}
