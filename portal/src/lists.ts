import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Query } from '../../sdk/src/http/query.ts'
import type { Page } from '../../sdk/src/index.ts'
import { longPageSize, pageOf, totalOf } from './query-parameters.ts'
import type { CurrentCompany } from './session.ts'

const pageSize = 50

/** @param type the resource type in the change feed, by which live.ts invalidates the list. */
export function listQuery<Row>({ id, api }: CurrentCompany, type: string, path: string, query: Query = {}) {
  return infiniteQueryOptions({
    queryKey: [id, type, path, query],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<Row>>(path, { query: { per_page: pageSize, ...query, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
  })
}

/** All rows of a list, for a selection field. Undefined until the last page is loaded. */
export function useWholeList<Row>(query: ReturnType<typeof listQuery<Row>>) {
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(query)
  const isNext = hasNextPage && !isFetching && !error
  useEffect(() => {
    if (isNext) void fetchNextPage()
  }, [isNext, fetchNextPage])
  return { data: hasNextPage ? undefined : data, error, refetch }
}

/** The number of pages kept around the scroll position. After a change, this many pages are fetched again. */
const pagesMax = 12

type Place = { cursor: string | undefined; start: number }

/** `start` is the index of the first row. */
export type Stretch<Row> = { rows: Row[]; start: number }
export type StretchResult<Row> = UseInfiniteQueryResult<Stretch<Row>>

/** A list of any length, of which only the pages around the scroll position are kept. */
export function longListQuery<Row>({ id, api }: CurrentCompany, type: string, path: string, asked: Query) {
  return infiniteQueryOptions({
    queryKey: [id, type, 'list', path, asked],
    queryFn: ({ pageParam: { cursor }, signal }) =>
      api.get<Page<Row>>(path, { query: pageOf(asked, cursor), signal }),
    initialPageParam: { cursor: undefined, start: 0 } as Place,
    getNextPageParam: ({ data, meta }, _, { start }) =>
      meta.next_cursor === null ? undefined : { cursor: meta.next_cursor, start: start + data.length },
    getPreviousPageParam: ({ meta }, _, { start }) =>
      start === 0 || meta.prev_cursor === null
        ? undefined
        : { cursor: meta.prev_cursor, start: Math.max(0, start - longPageSize) },
    maxPages: pagesMax,
    placeholderData: keepPreviousData,
    select: joined<Row>,
  })
}

/** A stable function, so that its result can be memoized. */
const joined = <Row>({ pages, pageParams }: InfiniteData<Page<Row>, Place>): Stretch<Row> => ({
  rows: pages.flatMap(({ data }) => data),
  start: pageParams[0]!.start,
})

export function totalQuery({ api, id }: CurrentCompany, type: string, path: string, asked: Query) {
  const query = totalOf(asked)
  return queryOptions({
    queryKey: [id, type, 'total', query],
    queryFn: async ({ signal }) => (await api.get<Page<unknown>>(path, { query, signal })).meta.total!,
    placeholderData: keepPreviousData,
  })
}
