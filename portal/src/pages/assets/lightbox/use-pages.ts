import type { Asset } from '../../../../../sdk/src/index.ts'
import { useAssetSearch } from '../use-asset-search.ts'

export type Pages = {
  /** Page number, from 1. */
  number: number
  count: number
  /** Shows a different page. A page that does not exist is ignored. */
  go(to: number): void
}

/** The formats whose pages the server renders, by extension. */
const paged = new Set(['pdf', 'ai'])

/** The pages of a document with several pages. The URL contains the current page. */
export function usePages(asset: Asset | undefined): Pages | undefined {
  const { search, change } = useAssetSearch()
  const count = asset?.page_count ?? 1
  if (!asset || count < 2 || !paged.has(asset.extension)) return undefined
  return {
    number: Math.min(search.page ?? 1, count),
    count,
    go(to) {
      if (to >= 1 && to <= count) change({ page: to > 1 ? to : undefined }, { replace: true })
    },
  }
}
