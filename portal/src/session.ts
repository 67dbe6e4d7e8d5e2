import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Api, createApi } from './api.ts'
import { refused, statusOf } from './refusals.ts'
import { apiText } from './strings/api.ts'

export type Company = {
  id: string
  name: string
  enterprise: { id: string; name: string; status: 'active' | 'inactive' }
  role: 'viewer' | 'editor' | 'developer' | 'admin' | 'owner'
  scopes: string[]
}

export type Me = {
  id: string
  name: string
  email: string
  is_operator: boolean
  two_factor_enabled: boolean
  companies: Company[]
}

/** What the sign-in page must offer. */
export type Doors = { needs_setup: boolean; can_mail: boolean; sso: { id: string; name: string }[] }

const freshMs = 60_000

/** Who is signed in; null when nobody is. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => askForMe(signal),
  staleTime: freshMs,
})

export const doorsQuery = queryOptions({
  queryKey: ['doors'],
  queryFn: async ({ signal }) => (await createApi().get<{ data: Doors }>('/doors', { signal })).data,
  staleTime: freshMs,
})

async function askForMe(signal: AbortSignal): Promise<Me | null> {
  try {
    return (await createApi().get<{ data: Me }>('/me', { signal })).data
  } catch (error) {
    if (statusOf(error) === 401) return null
    throw error
  }
}

/** The person; for pages behind the sign-in alone. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(meQuery)
  if (!data) throw refused(401, apiText.signedOut)
  return data
}

export type CurrentCompany = Company & {
  /** Calls about this company. */
  api: Api
  can(scope: string): boolean
}

/** The company that the URL names; for pages below `/c/$company` alone. */
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
  can: (scope) => company.scopes.includes(scope),
})
