import { queryOptions } from '@tanstack/react-query'
import type { CurrentCompany } from '../../session.ts'

export type Usage = {
  storage: {
    bytes: number
    /** Null means unlimited. */
    quota_bytes: number | null
    types: { type: string; count: number; bytes: number }[]
  }
  templates: number
  folders: number
  asset_tags: number
  template_tags: number
  /** Requests of the last 30 days. */
  requests: { client: { id: string; name: string }; requests: number; refusals: number }[]
}

export const usageQuery = ({ id, api }: CurrentCompany) =>
  queryOptions({
    queryKey: [id, 'usage'],
    queryFn: async ({ signal }) => (await api.get<{ data: Usage }>('/usage', { signal })).data,
  })
