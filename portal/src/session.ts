import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Api, createApi } from './api.ts'
import { refused, statusOf } from './errors.ts'
import { apiText } from './strings/api.ts'

export type Company = {
  id: string
  name: string
  enterprise: { id: string; name: string; status: 'active' | 'inactive' }
  role: 'viewer' | 'editor' | 'developer' | 'admin' | 'owner'
  scopes: string[]
  /** The folders that the person is limited to. Null for all. */
  read_limit: FolderLimit
  write_limit: FolderLimit
}

export type FolderLimit = { folder_ids: string[] } | null

export type Me = {
  id: string
  name: string
  email: string
  /** Null if the person has not chosen a language. */
  language: string | null
  is_operator: boolean
  two_factor_enabled: boolean
  companies: Company[]
}

/** The available sign-in methods. */
export type Doors = { needs_setup: boolean; can_mail: boolean; sso: { id: string; name: string }[] }

const freshMs = 60_000

/** The signed-in user. Null if no user is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ client, signal }) => askForMe(signal, client.getQueryData<Me | null>(['me'])),
  staleTime: freshMs,
})

export const doorsQuery = queryOptions({
  queryKey: ['doors'],
  queryFn: async ({ signal }) => (await createApi().get<{ data: Doors }>('/doors', { signal })).data,
  staleTime: freshMs,
})

/** @param known the person whose page is open. The end of their session is an error, and the page stays. */
async function askForMe(signal: AbortSignal, known: Me | null | undefined): Promise<Me | null> {
  try {
    return (await createApi().get<{ data: Me }>('/me', { signal })).data
  } catch (error) {
    if (statusOf(error) === 401 && !known) return null
    throw error
  }
}

/** The current user. Only for pages after sign-in. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(meQuery)
  if (!data) throw refused(401, apiText.signedOut)
  return data
}

export type CurrentCompany = Company & {
  /** API calls for this company. */
  api: Api
  /** @param scope a scope of the API, or a `WholeScope`. */
  can(scope: string): boolean
}

/**
 * Reading and changing what folder limits do not cover: collections, saved searches, comments, reviews, batches and
 * archives. The server rejects it for a person with a limit.
 */
type WholeScope = 'library:read' | 'library:write' | 'archives:write'

const wholeScopes: Record<WholeScope, { scope: string; isOpen(company: Company): boolean }> = {
  'library:read': { scope: 'assets:read', isOpen: ({ read_limit }) => read_limit === null },
  'library:write': { scope: 'assets:write', isOpen: (company) => !isLimited(company) },
  'archives:write': { scope: 'assets:read', isOpen: (company) => !isLimited(company) },
}

/** Whether the person is limited to folders. */
export const isLimited = ({ read_limit, write_limit }: Company) => read_limit !== null || write_limit !== null

export function allows(company: Company, scope: string): boolean {
  const whole = Object.hasOwn(wholeScopes, scope) ? wholeScopes[scope as WholeScope] : undefined
  return whole
    ? company.scopes.includes(whole.scope) && whole.isOpen(company)
    : company.scopes.includes(scope)
}

/** The company in the URL. Only for pages under `/c/$company`. */
export function useCompany(): CurrentCompany {
  const { companies } = useMe()
  const { company: id } = useParams({ from: '/inside/c/$company' })
  const company = companies.find((one) => one.id === id)
  if (!company) throw refused(404, apiText.noCompany)
  return useMemo(() => currentCompany(company), [company])
}

export const currentCompany = (company: Company): CurrentCompany => ({
  ...company,
  api: createApi(company.id),
  can: (scope) => allows(company, scope),
})
