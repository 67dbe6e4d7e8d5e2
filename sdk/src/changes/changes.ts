import type { Change } from '../api.gen.ts'
import { AtelierError, adviceOnUrl, RateLimitedError, ServerError } from '../errors.ts'
import { UnusableToken } from '../http/access-token.ts'
import type { Api } from '../http/api.ts'
import { assertIds } from '../http/ids.ts'
import type { QueryOf, ReplyOf } from '../http/operations.ts'
import { isLost, pauseMs } from '../http/retry.ts'
import { sleep } from '../http/wait.ts'
import type { CallOptions } from '../options.ts'
import { type ServerEvent, serverEvents } from './event-stream.ts'

/** Timeout of a long poll, longer than the server's own maximum wait. */
const waitingMs = 30_000
/** Number of changes per response while catching up. */
const changesAtOnce = 1_000

type ChangesQuery = QueryOf<'GET /api/changes'>

export type FollowOptions = {
  /**
   * Cursor of the last change that you have processed. Default: 0, from the beginning. `latest` skips all existing
   * changes.
   */
  since?: number | 'latest' | undefined
  /** Types of changes to return, such as `asset.created` or `folder.updated`. Default: all types. */
  types?: ChangesQuery['types']
  /**
   * Called when the cursor advances without yielding a change: at the start with `latest`, and after changes that are
   * omitted from your results. Store the cursor as you do for a change.
   */
  onCursor?: ((cursor: number) => void) | undefined
  /** Stops the iteration, which then throws the signal's reason. */
  signal?: AbortSignal | undefined
}

export type Followed = {
  change: Change
  /** Cursor of this change. Store it after you have processed the change, and pass it as `since` after a restart. */
  cursor: number
}

/** All changes in the company, in order and without gaps. */
export function changes(api: Api) {
  return {
    /** Returns the changes after `since` in one response. With `wait`, waits up to that many seconds for a change. */
    async list(query: ChangesQuery = {}, options?: CallOptions): Promise<ReplyOf<'GET /api/changes'>> {
      const { timeoutMs: usual } = api.limits
      const timeoutMs = query.wait && usual ? usual + waitingMs : undefined
      const answer = await api.send({ method: 'GET', path: '/api/changes', query, timeoutMs }, options)
      return answer.body as ReplyOf<'GET /api/changes'>
    },

    /**
     * Yields every change after `since` as it happens, until you leave the loop or abort the signal. Reconnects after a
     * lost connection or a server failure and resumes after the last change.
     * @throws {AtelierError} for permanent errors: 401, 403, 404, 422, or an event that is not a change. Also
     * throws the errors of `onCursor`.
     */
    follow(options: FollowOptions = {}): AsyncGenerator<Followed> {
      return follow(api, options)
    },
  }
}

async function* follow(api: Api, options: FollowOptions): AsyncGenerator<Followed> {
  const { since = 0, types, onCursor, signal } = options
  let cursor = since === 'latest' ? undefined : since
  let isTelling = false
  function tell(now: number) {
    isTelling = true
    onCursor?.(now)
    isTelling = false
  }
  for (let failures = 0; ; failures++) {
    try {
      if (cursor === undefined) {
        cursor = await newest(api, signal)
        tell(cursor)
      }
      for await (const event of await open(api, cursor, types, signal)) {
        const change = changeIn(event)
        failures = 0
        cursor = Number(event.id)
        if (change === undefined) tell(cursor)
        else yield { change, cursor }
      }
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (isTelling || !mayPass(error)) throw error
    }
    await sleep(pauseMs(undefined, failures), signal)
  }
}

/** Resolves `latest` to a fixed cursor, so that no change is missed if the first connection is lost immediately. */
async function newest(api: Api, signal: AbortSignal | undefined): Promise<number> {
  const request = { method: 'GET', path: '/api/changes', query: { since: 'latest' } } as const
  return ((await api.send(request, { signal })).body as ReplyOf<'GET /api/changes'>).meta.next
}

async function open(api: Api, since: number, types: FollowOptions['types'], signal: AbortSignal | undefined) {
  const request = {
    method: 'GET',
    path: '/api/changes',
    query: { since, types, per_page: changesAtOnce },
    headers: { accept: 'text/event-stream' },
    read: 'stream',
  } as const
  const { status, headers, body } = await api.send(request, { signal })
  const stream = body as ReadableStream<Uint8Array>
  if (!/^text\/event-stream\b/.test(headers.get('content-type') ?? '')) {
    await stream?.cancel().catch(() => {})
    const message = `GET /api/changes was answered ${status} with what is no feed. ${adviceOnUrl}`
    throw new AtelierError(message, { status, code: 'unexpected', advice: adviceOnUrl })
  }
  return serverEvents(stream, signal)
}

/**
 * @returns undefined for an event that only advances the cursor.
 * @throws {AtelierError} for an event that is not a change.
 */
function changeIn({ id, data }: ServerEvent): Change | undefined {
  const change = data === undefined ? undefined : parsed(data)
  if (/^\d+$/.test(id) && (data === undefined || change instanceof Object)) {
    assertIds('GET /api/changes', 200, change)
    return change as Change | undefined
  }
  const message = `GET /api/changes returned an invalid event with the ID ${id}. Check whether a proxy modifies the response.`
  throw new AtelierError(message, { status: 200, code: 'unexpected', body: data })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a retry can help. An interrupted stream throws an error of the runtime, which counts as temporary. */
function mayPass(error: unknown): boolean {
  if (error instanceof UnusableToken) return false
  if (!(error instanceof AtelierError)) return true
  return isLost(error) || error instanceof RateLimitedError || error instanceof ServerError
}
