import { useDocumentVisibility } from '@mantine/hooks'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { ValidationError } from '../../sdk/src/errors.ts'
import { type Api, createApi } from './api.ts'

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
  const last = useRef<{ companyId: string; cursor: number } | null>(null)

  // Asked before the page asks for anything: what happens meanwhile comes after the place.
  useLayoutEffect(() => {
    if (companyId === undefined || !isVisible) return
    const ended = new AbortController()
    const place = {
      get: () => (last.current?.companyId === companyId ? last.current.cursor : undefined),
      set: (cursor: number | undefined) => {
        last.current = cursor === undefined ? null : { companyId, cursor }
      },
    }
    void follow(createApi(companyId), place, gatherer(queryClient, companyId), ended.signal)
    return () => ended.abort()
  }, [companyId, isVisible, queryClient])
}

type Place = { get(): number | undefined; set(cursor: number | undefined): void }

/** Until the page is hidden or left, or the company is closed to whoever looks. */
async function follow(api: Api, place: Place, changed: (type: string) => void, signal: AbortSignal) {
  const since = place.get() ?? 'latest'
  try {
    for await (const { change, cursor } of api.changes.follow({ since, onCursor: place.set, signal })) {
      place.set(cursor)
      changed(change.resource_type)
    }
  } catch (error) {
    // The place is not one of this company: a backup was restored, or the server is another.
    if (!(error instanceof ValidationError) || since === 'latest') return
    place.set(undefined)
    await follow(api, place, changed, signal)
  }
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
