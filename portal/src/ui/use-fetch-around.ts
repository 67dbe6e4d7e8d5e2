import { useEffect } from 'react'
import type { StretchResult } from '../lists.ts'
import { longPageSize } from '../query-parameters.ts'

/** Number of pages above which reloading from the beginning is faster than loading back one by one. */
const pagesBackMax = 3

/**
 * Loads the pages around the visible rows in both directions.
 * @param restart discards the loaded pages, for a jump to the top.
 */
export function useFetchAround<Row>(
  result: StretchResult<Row>,
  first: number,
  last: number,
  restart: () => void,
) {
  const { data, hasNextPage, hasPreviousPage, isFetching, isError, fetchNextPage, fetchPreviousPage } = result
  const start = data?.start ?? 0
  const end = start + (data?.rows.length ?? 0)
  const needsNext = hasNextPage && last >= end - longPageSize / 2
  const needsPrevious = hasPreviousPage && first < start + longPageSize / 2
  const isFarBack = first < longPageSize && start > pagesBackMax * longPageSize
  // biome-ignore lint/correctness/useExhaustiveDependencies: `restart` is a new function on every render.
  useEffect(() => {
    if (isFarBack) return restart()
    if (isFetching || isError) return
    if (needsPrevious) void fetchPreviousPage()
    else if (needsNext) void fetchNextPage()
  }, [isFarBack, needsPrevious, needsNext, isFetching, isError, fetchNextPage, fetchPreviousPage])
}
