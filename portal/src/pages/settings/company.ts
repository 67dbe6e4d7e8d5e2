import { queryOptions } from '@tanstack/react-query'
import type { CurrentCompany } from '../../session.ts'

export type CompanySettings = {
  id: string
  name: string
  trash_days: number
  remove_location: boolean
  reviews: boolean
  share_approved_only: boolean
}

export const companyQuery = ({ id, api }: CurrentCompany) =>
  queryOptions({
    queryKey: [id, 'company'],
    queryFn: async ({ signal }) => (await api.get<{ data: CompanySettings }>('/company', { signal })).data,
  })
