import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import type { Page, Query, Tagged } from '../../api.ts'
import type { Asset, AssetTag, AssetVersion, Usage } from '../../resources.gen.ts'
import type { CurrentCompany } from '../../session.ts'

/** The most that a page may have. */
export const pageSize = 100
/** Pages that are kept around where one looks. What changes elsewhere is asked for again as many times. */
const pagesMax = 8

type Place = { cursor: string | undefined; start: number }

/** Assets in the order of the list; `start` is the place of the first that is kept. */
export type LoadedAssets = { assets: Asset[]; start: number }

export const assetsQuery = ({ api, id }: CurrentCompany, asked: Query) =>
  infiniteQueryOptions({
    queryKey: [id, 'asset', 'list', asked],
    queryFn: ({ pageParam: { cursor }, signal }) =>
      api.get<Page<Asset>>('/assets', { query: { ...asked, per_page: pageSize, cursor }, signal }),
    initialPageParam: { cursor: undefined, start: 0 } as Place,
    getNextPageParam: ({ data, meta }, _, { start }) =>
      meta.next_cursor === null ? undefined : { cursor: meta.next_cursor, start: start + data.length },
    getPreviousPageParam: ({ meta }, _, { start }) =>
      start === 0 || meta.prev_cursor === null
        ? undefined
        : { cursor: meta.prev_cursor, start: Math.max(0, start - pageSize) },
    maxPages: pagesMax,
    placeholderData: keepPreviousData,
    select: joined,
  })

/** Stays one function, so that it is done once for the same pages. */
const joined = ({ pages, pageParams }: InfiniteData<Page<Asset>, Place>): LoadedAssets => ({
  assets: pages.flatMap(({ data }) => data),
  start: pageParams[0]!.start,
})

export type AssetsResult = UseInfiniteQueryResult<LoadedAssets>

export const totalQuery = ({ api, id }: CurrentCompany, { sort: _, ...asked }: Query) =>
  queryOptions({
    queryKey: [id, 'asset', 'total', asked],
    queryFn: async ({ signal }) => {
      const query = { ...asked, per_page: 1, fields: 'id', with_total: true }
      return (await api.get<Page<Asset>>('/assets', { query, signal })).meta.total!
    },
    placeholderData: keepPreviousData,
  })

export type OneAsset = Tagged<{ data: Asset }>

/** Shows at once what a list knows of it. */
export const assetQuery = ({ api, id }: CurrentCompany, assetId: string, queryClient: QueryClient) =>
  queryOptions({
    queryKey: [id, 'asset', 'one', assetId],
    queryFn: ({ signal }) => api.get<OneAsset>(`/assets/${assetId}`, { signal }),
    placeholderData: (): OneAsset | undefined => {
      const data = knownAsset(queryClient, id, assetId)
      return data && { data, etag: null }
    },
  })

function knownAsset(queryClient: QueryClient, companyId: string, assetId: string): Asset | undefined {
  const lists = queryClient.getQueriesData<{ pages: Page<Asset>[] }>({
    queryKey: [companyId, 'asset', 'list'],
  })
  for (const [, list] of lists)
    for (const { data } of list?.pages ?? []) {
      const asset = data.find(({ id }) => id === assetId)
      if (asset) return asset
    }
  return undefined
}

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

/** The tags that fit the words, by name; the first of all of them without words. */
export const tagsQuery = ({ api, id }: CurrentCompany, words: string) =>
  queryOptions({
    queryKey: [id, 'asset_tag', 'list', words],
    queryFn: async ({ signal }) => {
      const query = { search: words || undefined, sort: 'name', per_page: 50 }
      return (await api.get<Page<AssetTag>>('/asset-tags', { query, signal })).data
    },
    placeholderData: keepPreviousData,
  })

export const tagsByIdQuery = ({ api, id }: CurrentCompany, ids: string[]) =>
  queryOptions({
    queryKey: [id, 'asset_tag', 'ids', ids],
    queryFn: async ({ signal }) => {
      const query = { ids: ids.join(','), per_page: pageSize }
      return (await api.get<Page<AssetTag>>('/asset-tags', { query, signal })).data
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
