import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Page } from '../../../../sdk/src/index.ts'
import { createApi } from '../../api.ts'
import { meQuery } from '../../session.ts'
import type { SentInvitation } from '../people/people.ts'

export type Enterprise = {
  id: string
  name: string
  status: 'active' | 'inactive'
  companies: { id: string; name: string }[]
}

/** Null if the operator is the owner. */
type Invited = { invitation: SentInvitation | null }

const pageSize = 100

/** All enterprises. An installation has at most hundreds, so the list is filtered locally. */
export const enterprisesQuery = queryOptions({
  queryKey: ['enterprises'],
  async queryFn({ signal }) {
    const all: Enterprise[] = []
    let cursor: string | null = null
    do {
      const query = { per_page: pageSize, cursor }
      const page: Page<Enterprise> = await createApi().get('/enterprises', { query, signal })
      all.push(...page.data)
      cursor = page.meta.next_cursor
    } while (cursor !== null)
    return all
  },
})

/** `owner_email` invites the owner of the company. Without it, the operator becomes the owner. */
export function useEnterpriseChanges() {
  const queryClient = useQueryClient()
  const api = createApi()
  async function changed<Answer>(answer: Answer): Promise<Answer> {
    await Promise.all([
      queryClient.invalidateQueries(enterprisesQuery),
      queryClient.invalidateQueries(meQuery),
    ])
    return answer
  }
  return {
    createEnterprise: (body: { name: string; company: string; owner_email?: string }) =>
      api.post<{ data: Enterprise & Invited }>('/enterprises', body).then(changed),
    createCompany: (enterprise: string, body: { name: string; owner_email?: string }) =>
      api.post<{ data: Invited }>(`/enterprises/${enterprise}/companies`, body).then(changed),
    changeStatus: (enterprise: string, status: Enterprise['status']) =>
      api.patch(`/enterprises/${enterprise}`, { status }).then(changed),
  }
}
