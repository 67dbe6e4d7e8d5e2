import { useDocumentVisibility } from '@mantine/hooks'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { ValidationError } from '../../sdk/src/errors.ts'
import { type Api, createApi } from './api.ts'
import { statusOf } from './errors.ts'
import { meQuery } from './session.ts'
import { sessionEnd, useSessionEnd } from './session-end.ts'

/**
 * Minimum delay. Changes in quick succession are fetched together; during continuous changes, the delay
 * increases.
 */
const gatherMsMin = 250
const gatherMsMax = 750

/** Other resource types that a change affects, because the feed names only the changed resource. */
const alsoChanged: Record<string, string[]> = {
  asset: ['folder', 'asset_tag', 'brand_kit', 'collection'],
  asset_tag: ['asset'],
  collection: ['asset', 'share'],
  folder: ['asset'],
  template: ['template_tag'],
  template_tag: ['template'],
  logo: ['brand_kit'],
  color: ['brand_kit'],
  font: ['brand_kit'],
  // Access changes are logged.
  client: ['security_event'],
  property: ['asset', 'template'],
  member: ['security_event'],
  invitation: ['security_event'],
  // A render changes the progress of its batch.
  render: ['render_batch'],
}

/**
 * Follows a company's change feed and invalidates the queries of changed resources. It finds queries by their
 * key: `[company id, resource type of the feed, …]`. A hidden page closes its connection, because browsers
 * limit the connections per server, and later resumes at its cursor.
 */
export function useLive(companyId: string | undefined) {
  const queryClient = useQueryClient()
  const isVisible = useDocumentVisibility() !== 'hidden'
  const isEnded = useSessionEnd()
  const places = useRef(new Map<string, number | undefined>())

  // The cursor is requested before any data, so that no later change is missed.
  useLayoutEffect(() => {
    if (companyId === undefined || !isVisible || isEnded) return
    const ended = new AbortController()
    const library = { companyId, queryClient, places: places.current }
    void follow(createApi(companyId), library, gatherer(queryClient, companyId), ended.signal)
    return () => ended.abort()
  }, [companyId, isVisible, isEnded, queryClient])
}

type Library = {
  companyId: string
  queryClient: QueryClient
  /** The cursor of each company; undefined if it could not be read or is not valid. */
  places: Map<string, number | undefined>
}

/** Follows the feed until the page is hidden or left, or access to the company ends. */
async function follow(api: Api, library: Library, changed: (type: string) => void, signal: AbortSignal) {
  const { companyId, queryClient, places } = library
  const since = places.get(companyId) ?? 'latest'
  const mayHaveMissed = since === 'latest' && places.has(companyId)
  if (since === 'latest') places.set(companyId, undefined)
  const onCursor = (cursor: number) => {
    const isFirst = places.get(companyId) === undefined
    places.set(companyId, cursor)
    if (isFirst && mayHaveMissed) void queryClient.invalidateQueries({ queryKey: [companyId] })
  }
  try {
    for await (const { change, cursor } of api.changes.follow({ since, onCursor, signal })) {
      places.set(companyId, cursor)
      changed(change.resource_type)
    }
  } catch (error) {
    if (statusOf(error) === 401) return sessionEnd.note()
    // The cursor is not valid for this company, because a backup was restored or the URL leads to another
    // server.
    if (!(error instanceof ValidationError) || since === 'latest') return
    places.set(companyId, undefined)
    await follow(api, library, changed, signal)
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
    // A changed role changes what this person can see.
    if (types.has('member')) void queryClient.invalidateQueries(meQuery)
    types.clear()
  }
}
