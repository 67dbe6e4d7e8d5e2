import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Query } from '../../api.ts'
import { longListQuery, totalQuery } from '../../lists.ts'
import { oneQuery, type Which } from '../../one.ts'
import type { Asset, AssetVersion, Usage } from '../../resources.gen.ts'
import type { CurrentCompany } from '../../session.ts'

export const assetsQuery = (company: CurrentCompany, asked: Query) =>
  longListQuery<Asset>(company, 'asset', '/assets', asked)

export const assetsTotalQuery = (company: CurrentCompany, asked: Query) =>
  totalQuery(company, 'asset', '/assets', asked)

export const whichAsset = (id: string): Which => ({ type: 'asset', path: '/assets', id })

export const assetQuery = (company: CurrentCompany, assetId: string, queryClient: QueryClient) =>
  oneQuery<Asset>(company, whichAsset(assetId), queryClient)

export const versionsQuery = ({ api, id }: CurrentCompany, assetId: string) =>
  queryOptions({
    queryKey: [id, 'asset', 'versions', assetId],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: AssetVersion[] }>(`/assets/${assetId}/versions`, { signal })).data,
  })

export const usagesQuery = ({ api, id }: CurrentCompany, assetId: string) =>
  queryOptions({
    queryKey: [id, 'asset', 'usages', assetId],
    queryFn: async ({ signal }) =>
      (await api.get<{ data: Usage[] }>(`/assets/${assetId}/usages`, { signal })).data,
  })
