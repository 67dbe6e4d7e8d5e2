import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Query } from '../../../../sdk/src/http/query.ts'
import type { Asset, AssetChange, Page } from '../../../../sdk/src/index.ts'
import { longListQuery, totalQuery } from '../../lists.ts'
import { facetOf } from '../../query-parameters.ts'
import type { CurrentCompany } from '../../session.ts'
import { oneQuery, type Which } from '../../use-resource.ts'

/** The assets, by default in the order of their collection. */
export function assetsQuery(company: CurrentCompany, asked: Query) {
  const { collection_id, ...others } = asked
  const isOrdered = collection_id !== undefined && Object.values(others).every((value) => value === undefined)
  return isOrdered
    ? longListQuery<Asset>(company, 'asset', `/collections/${String(collection_id)}/items`, {})
    : longListQuery<Asset>(company, 'asset', '/assets', asked)
}

export const assetsTotalQuery = (company: CurrentCompany, asked: Query) =>
  totalQuery(company, 'asset', '/assets', asked)

/**
 * The number of assets in a folder and its subfolders. While it loads, no number is shown, not even that of the previous folder.
 */
export function assetsBelowQuery(company: CurrentCompany, asked: Query) {
  const { placeholderData: _, ...query } = totalQuery(company, 'asset', '/assets', asked)
  return query
}

export type Facet =
  | 'type'
  | 'extension'
  | 'orientation'
  | 'color'
  | 'year'
  | 'folder_id'
  | 'tag'
  | 'review'
  | `properties.${string}`

export type FacetCounts = NonNullable<Page<Asset>['meta']['facets']>

/** Counts of the assets by the values of a facet. */
export function facetQuery({ api, id }: CurrentCompany, facet: Facet, asked: Query) {
  const query = facetOf(asked, facet)
  return queryOptions({
    queryKey: [id, 'asset', 'facet', query],
    queryFn: async ({ signal }) => (await api.get<Page<Asset>>('/assets', { query, signal })).meta.facets!,
    placeholderData: keepPreviousData,
  })
}

export const whichAsset = (id: string): Which => ({ type: 'asset', path: '/assets', id })

export const assetQuery = (company: CurrentCompany, assetId: string, queryClient: QueryClient) =>
  oneQuery<Asset>(company, { ...whichAsset(assetId), query: unavailableFor(company) }, queryClient)

/** Query that also shows unavailable files, for people who can change assets. */
export const unavailableFor = ({ can }: CurrentCompany): Query =>
  can('assets:write') ? { include_unavailable: true } : {}

export function versionsQuery(company: CurrentCompany, assetId: string) {
  const { api, id } = company
  const query = unavailableFor(company)
  return queryOptions({
    queryKey: [id, 'asset', 'versions', assetId],
    queryFn: ({ signal }) =>
      api.call('GET /api/assets/{id}/versions', { path: { id: assetId }, query }, { signal }),
  })
}

export const usagesQuery = ({ api, id }: CurrentCompany, assetId: string) =>
  queryOptions({
    queryKey: [id, 'asset', 'usages', assetId],
    queryFn: ({ signal }) => api.assets.usages(assetId, { signal }),
  })

/** Maximum side of a page's image in pixels, as in the largest standard rendition. */
const pageSide = 1_600
/** Time for which a link is reused. Shorter than the validity of the link. */
const linkFreshMs = 3_600_000

/** The URL of the picture of a page. The server renders it when it is first opened. */
export const pageLinkQuery = (company: CurrentCompany, { id, version }: Asset, page: number) =>
  queryOptions({
    queryKey: [company.id, 'asset page', id, version, page],
    queryFn: async ({ signal }) => {
      const wanted = { page, w: pageSide, h: pageSide, ...unavailableFor(company) }
      return (await company.api.assets.link(id, wanted, { signal })).url
    },
    staleTime: linkFreshMs,
  })

type Changes = { data: AssetChange[]; meta: { next_before: number | null } }

export const changesQuery = ({ api, id }: CurrentCompany, assetId: string) =>
  infiniteQueryOptions({
    queryKey: [id, 'asset', 'changes', assetId],
    queryFn: ({ pageParam: before, signal }) =>
      api.get<Changes>(`/assets/${assetId}/changes`, { query: { before }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ meta }) => meta.next_before,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  })
