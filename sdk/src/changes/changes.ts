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

/** Longer than the server holds an answer back. */
const waitingMs = 30_000
/** Of one answer while it catches up. */
const changesAtOnce = 1_000

type ChangesQuery = QueryOf<'GET /api/changes'>

export type FollowOptions = {
  /** The cursor of the last change that was handled; 0, the beginning, when not given; `latest`: from now on. */
  since?: number | 'latest' | undefined
  /** Only these: `asset.created`, `folder.updated`. */
  types?: ChangesQuery['types']
  /** Is told a cursor to keep that no change has: where `latest` was, and what is behind changes that are not shown. */
  onCursor?: ((cursor: number) => void) | undefined
  signal?: AbortSignal | undefined
}

export type Followed = {
  change: Change
  /** Keep it once the change is handled, and give it as `since` after a restart. */
  cursor: number
}

/** All that happens in the company, in order, nothing left out. */
export function changes(api: Api) {
  return {
    /** The changes after `since` as one answer; with `wait` it waits for one, up to so many seconds. */
    async list(query: ChangesQuery = {}, options?: CallOptions): Promise<ReplyOf<'GET /api/changes'>> {
      const { timeoutMs: usual } = api.limits
      const timeoutMs = query.wait && usual ? usual + waitingMs : undefined
      const answer = await api.send({ method: 'GET', path: '/api/changes', query, timeoutMs }, options)
      return answer.body as ReplyOf<'GET /api/changes'>
    },

    /**
     * Every change from `since` on, as it happens, until the loop is left or the signal ends it. Lost connections, and
     * a server that is down, it outlives: it connects again where it was.
     * @throws {AtelierError} for what does not pass: 401, 403, 404, 422, an event that is no change; what `onCursor` throws.
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

/** From a fixed place on: a connection that is lost at once must not lose what happened meanwhile. */
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

/** @returns undefined for an event that only moves the place. @throws {AtelierError} for what would come again and again. */
function changeIn({ id, data }: ServerEvent): Change | undefined {
  const change = data === undefined ? undefined : parsed(data)
  if (/^\d+$/.test(id) && (data === undefined || change instanceof Object)) {
    assertIds('GET /api/changes', 200, change)
    return change as Change | undefined
  }
  const message = `GET /api/changes sent what is no change, with the id ${id}. Is something between here and Atelier that rewrites it?`
  throw new AtelierError(message, { status: 200, code: 'unexpected', body: data })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A stream that broke off throws what the runtime has for it. */
function mayPass(error: unknown): boolean {
  if (error instanceof UnusableToken) return false
  if (!(error instanceof AtelierError)) return true
  return isLost(error) || error instanceof RateLimitedError || error instanceof ServerError
}
