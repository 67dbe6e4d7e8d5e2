import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import type { Page, Query } from './api.ts'
import type { CurrentCompany } from './session.ts'

const pageSize = 50

/**
 * A list of the company's that grows page by page.
 * @param type is the resource's in the change feed, by which live.ts finds what has changed.
 */
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

/** Of a long list; the most that a page may have. */
export const longPageSize = 100
/** Pages that are kept around where one looks. What changes elsewhere is asked for again as many times. */
const pagesMax = 8

type Place = { cursor: string | undefined; start: number }

/** Rows in the order of the list; `start` is the place of the first that is kept. */
export type Stretch<Row> = { rows: Row[]; start: number }
export type StretchResult<Row> = UseInfiniteQueryResult<Stretch<Row>>

/** A list of any length, of which only what is around one's place is kept. */
export function longListQuery<Row>({ id, api }: CurrentCompany, type: string, path: string, asked: Query) {
  return infiniteQueryOptions({
    queryKey: [id, type, 'list', asked],
    queryFn: ({ pageParam: { cursor }, signal }) =>
      api.get<Page<Row>>(path, { query: { ...asked, per_page: longPageSize, cursor }, signal }),
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

/** Stays one function, so that it is done once for the same pages. */
const joined = <Row>({ pages, pageParams }: InfiniteData<Page<Row>, Place>): Stretch<Row> => ({
  rows: pages.flatMap(({ data }) => data),
  start: pageParams[0]!.start,
})

/** How many rows a list has. */
export const totalQuery = (
  { api, id }: CurrentCompany,
  type: string,
  path: string,
  { sort: _, ...asked }: Query,
) =>
  queryOptions({
    queryKey: [id, type, 'total', asked],
    queryFn: async ({ signal }) => {
      const query = { ...asked, per_page: 1, fields: 'id', with_total: true }
      return (await api.get<Page<unknown>>(path, { query, signal })).meta.total!
    },
    placeholderData: keepPreviousData,
  })
