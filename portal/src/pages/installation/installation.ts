import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Page } from '../../../../sdk/src/index.ts'
import { createApi } from '../../api.ts'
import type { Role } from '../people/people.ts'

export type JobCounts = {
  name: string
  waiting: number
  running: number
  failed: number
  overdue_seconds: number
}

export type InstallationState = {
  version: string
  node_version: string
  started_at: string
  database: { engine: 'postgres' | 'embedded'; response_ms: number | null }
  receives_changes: boolean
  storage: {
    kind: 'disk' | 's3'
    quota_bytes: number | null
    disks: { place: string; bytes: number; free_bytes: number }[]
  }
  mail: { can_send: boolean }
  /** Null if the jobs could not be counted in time. */
  jobs: JobCounts[] | null
}

export type FailedJob = {
  id: string
  type: string
  company_id: string | null
  attempts: number
  error: string | null
  created_at: string
  failed_at: string | null
}

export type StoredCompany = {
  id: string
  name: string
  enterprise: { id: string; name: string }
  stored_bytes: number
  members_count: number
  clients_count: number
}

export type InstallationPerson = {
  id: string
  name: string
  email: string
  is_operator: boolean
  two_factor_enabled: boolean
  companies: { id: string; name: string; role: Role }[]
}

export type PasswordLink = { email: string; url: string; mailed: boolean }

const askEveryMs = 5_000
const key = 'installation'

export const stateQuery = queryOptions({
  queryKey: [key, 'state'],
  queryFn: async ({ signal }) =>
    (await createApi().get<{ data: InstallationState }>('/installation', { signal })).data,
  refetchInterval: askEveryMs,
})

export const failedJobsQuery = queryOptions({
  queryKey: [key, 'failed-jobs'],
  queryFn: async ({ signal }) =>
    (await createApi().get<{ data: FailedJob[] }>('/installation/failed-jobs', { signal })).data,
  refetchInterval: askEveryMs,
})

export const storedCompaniesQuery = pagesOf<StoredCompany>('/installation/companies', {})

export const peopleQuery = (search: string) =>
  pagesOf<InstallationPerson>('/installation/people', search ? { search } : {})

function pagesOf<Row>(path: string, query: Record<string, string>) {
  return infiniteQueryOptions({
    queryKey: [key, path, query],
    queryFn: ({ pageParam, signal }) =>
      createApi().get<Page<Row>>(path, { query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  })
}

export function useInstallationActions() {
  const queryClient = useQueryClient()
  return {
    /** Without an ID, all failed jobs. */
    async retryJobs(id?: string) {
      const body = id === undefined ? {} : { id }
      const { data } = await createApi().post<{ data: { retried: number } }>(
        '/installation/job-retries',
        body,
      )
      await queryClient.invalidateQueries({ queryKey: [key] })
      return data.retried
    },
    testMail: async () =>
      (await createApi().post<{ data: { email: string } }>('/installation/mail-tests', {})).data.email,
    /** @param password the operator's own. */
    passwordLink: async (person: string, password: string) =>
      (
        await createApi().post<{ data: PasswordLink }>(`/installation/people/${person}/password-links`, {
          password,
        })
      ).data,
  }
}
