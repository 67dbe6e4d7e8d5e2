import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { assetsQuery, assetsTotalQuery } from '../asset-queries.ts'
import { previewUrl } from '../details/preview.tsx'
import { askedBy } from '../search.ts'
import { useAssetSearch } from '../use-asset-search.ts'

export type Neighbours = {
  /** The position in the list, from 1. Undefined if the asset is not in the loaded part of the list. */
  place: number | undefined
  total: number | undefined
  previous: Asset | undefined
  next: Asset | undefined
}

/**
 * The assets before and after this one in the list of the URL. Their pictures are loaded in advance. The list behind
 * the full view scrolls along, which loads further pages.
 */
export function useNeighbours(assetId: string): Neighbours {
  const company = useCompany()
  const asked = askedBy(useAssetSearch().search)
  const { data: loaded } = useInfiniteQuery(assetsQuery(company, asked))
  const { data: total } = useQuery(assetsTotalQuery(company, asked))
  const index = loaded?.rows.findIndex(({ id }) => id === assetId) ?? -1
  const isListed = loaded !== undefined && index >= 0
  const previous = isListed ? loaded.rows[index - 1] : undefined
  const next = isListed ? loaded.rows[index + 1] : undefined
  usePreloaded(next)
  usePreloaded(previous)
  return { place: isListed ? loaded.start + index + 1 : undefined, total, previous, next }
}

function usePreloaded(asset: Asset | undefined) {
  const url = asset && (asset.type === 'image' || asset.type === 'document') ? previewUrl(asset) : undefined
  useEffect(() => {
    if (url === undefined) return
    const picture = new Image()
    picture.src = url
    // The image is decoded, so that it is shown immediately.
    void picture.decode().catch(() => {})
  }, [url])
}
