import { infiniteQueryOptions } from '@tanstack/react-query'
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
