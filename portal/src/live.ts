import { useDocumentVisibility } from '@mantine/hooks'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError, errorOf, urlOf } from './api.ts'
import { headersOf } from './first-view/ahead.ts'
import type { Change } from './resources.gen.ts'

const retryMsMin = 1_000
const retryMsMax = 30_000
/** What comes in one burst is asked for once; while changes keep coming, ever more rarely. */
const gatherMsMin = 250
const gatherMsMax = 750

/** What else a page may show that follows from the change: the feed names only what was changed itself. */
const alsoChanged: Record<string, string[]> = {
  asset: ['folder', 'asset_tag', 'brand_kit'],
  asset_tag: ['asset'],
  folder: ['asset'],
  template: ['template_tag'],
  template_tag: ['template'],
  logo: ['brand_kit'],
  color: ['brand_kit'],
  font: ['brand_kit'],
}

/**
 * Follows a company's change feed, and asks again for what has changed. It finds queries by their key:
 * `[company id, resource type of the feed, …]`. A hidden page lets go of its connection, because a browser
 * has few of them for one server, and goes on from where it was.
 */
export function useLive(companyId: string | undefined) {
  const queryClient = useQueryClient()
  const isVisible = useDocumentVisibility() !== 'hidden'
  const last = useRef<{ companyId: string; id: string } | null>(null)

  useEffect(() => {
    if (companyId === undefined || !isVisible) return
    const ended = new AbortController()
    const place = {
      get: () => (last.current?.companyId === companyId ? last.current.id : undefined),
      set: (id: string | undefined) => {
        last.current = id === undefined ? null : { companyId, id }
      },
    }
    void follow(companyId, place, gatherer(queryClient, companyId), ended.signal)
    return () => ended.abort()
  }, [companyId, isVisible, queryClient])
}

type Place = { get(): string | undefined; set(id: string | undefined): void }

async function follow(companyId: string, place: Place, changed: (type: string) => void, signal: AbortSignal) {
  let retryMs = retryMsMin
  while (!signal.aborted) {
    try {
      for await (const { id, data } of events(companyId, place.get(), signal)) {
        retryMs = retryMsMin
        if (id !== undefined) place.set(id)
        if (data !== undefined) changed((JSON.parse(data) as Change).resource_type)
      }
    } catch (error) {
      if (signal.aborted || isFinal(error)) return
      // The place is not one of this company: a backup was restored, or the server is another.
      if (error instanceof ApiError && error.status === 422) place.set(undefined)
    }
    await pause(retryMs * (0.5 + Math.random()), signal)
    retryMs = Math.min(retryMs * 2, retryMsMax)
  }
}

const isFinal = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status)

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

type ServerEvent = { id?: string; data?: string }

/** `EventSource` can't send the header that names the company, so the stream is read by hand (HTML §9.2.6). */
async function* events(
  companyId: string,
  lastId: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const response = await fetch(urlOf('/changes', { since: 'latest' }), {
    headers: {
      ...headersOf(companyId),
      Accept: 'text/event-stream',
      ...(lastId !== undefined && { 'Last-Event-ID': lastId }),
    },
    signal,
  })
  if (!response.ok || !response.body) throw await errorOf(response)
  let text = ''
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const blocks = (text + value).split('\n\n')
    text = blocks.pop() ?? ''
    yield* blocks.map(parse)
  }
}

function parse(block: string): ServerEvent {
  const event: ServerEvent = {}
  for (const line of block.split('\n')) {
    const [, name, value] = /^(id|data): ?(.*)$/.exec(line) ?? []
    if (name === 'id') event.id = value ?? ''
    if (name === 'data') event.data = value ?? ''
  }
  return event
}

function gatherer(queryClient: QueryClient, companyId: string) {
  const types = new Set<string>()
  let gatherMs = gatherMsMin
  let askedAt = 0
  return (type: string) => {
    if (types.size === 0) {
      const isQuiet = Date.now() - askedAt > gatherMsMax
      gatherMs = isQuiet ? gatherMsMin : Math.min(gatherMs * 2, gatherMsMax)
      setTimeout(ask, gatherMs)
    }
    for (const one of [type, ...(alsoChanged[type] ?? [])]) types.add(one)
  }

  function ask() {
    askedAt = Date.now()
    for (const type of types) void queryClient.invalidateQueries({ queryKey: [companyId, type] })
    types.clear()
  }
}
