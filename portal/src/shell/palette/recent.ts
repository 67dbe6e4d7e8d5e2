import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The kinds of resources with a page or a view of their own. */
export type RecentKind = 'asset' | 'template' | 'folder' | 'collection' | 'client'
/** A recently opened resource. Its name comes from the API, which returns only what the person may see. */
export type Recent = { kind: RecentKind; id: string }

const storageKey = 'atelier-recent'
const recentMax = 8

type Stored = Record<string, Recent[]>

/** Newest first. */
export const recentIn = (companyId: string): Recent[] => stored()[companyId] ?? []

export function useRecent() {
  const router = useRouter()
  useEffect(() => {
    const note = (location: Location) => {
      const [company, recent] = openedAt(location) ?? []
      if (company && recent) add(company, recent)
    }
    note(router.state.location)
    return router.subscribe('onResolved', ({ toLocation }) => note(toLocation))
  }, [router])
}

type Location = { pathname: string; search: object }

export function openedAt({ pathname, search }: Location): [string, Recent] | undefined {
  const [, root, company = '', place, id] = pathname.split('/')
  if (root !== 'c') return undefined
  if (place === 'templates' && id) return [company, { kind: 'template', id }]
  if (place === 'clients' && id) return [company, { kind: 'client', id }]
  if (place !== 'assets') return undefined
  for (const kind of ['asset', 'collection', 'folder'] as const) {
    const value: unknown = Object.entries(search).find(([name]) => name === kind)?.[1]
    if (typeof value === 'string' && value !== 'root') return [company, { kind, id: value }]
  }
  return undefined
}

function add(company: string, recent: Recent) {
  const others = recentIn(company).filter(({ id }) => id !== recent.id)
  const value: Stored = { ...stored(), [company]: [recent, ...others].slice(0, recentMax) }
  localStorage.setItem(storageKey, JSON.stringify(value))
}

function stored(): Stored {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    // Only this module writes the value. A damaged value is replaced when the next page is opened.
    return typeof value === 'object' && value !== null ? (value as Stored) : {}
  } catch {
    return {}
  }
}
