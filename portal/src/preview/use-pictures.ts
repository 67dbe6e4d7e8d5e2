import { useQueries } from '@tanstack/react-query'
import type { Asset } from '../../../sdk/src/index.ts'
import { previewUrl } from '../pages/assets/details/preview.tsx'
import { type CurrentCompany, useCompany } from '../session.ts'
import type { One } from '../use-resource.ts'
import type { PreviewPicture } from './messages.ts'

const assetQuery = ({ api, id }: CurrentCompany, assetId: string) => ({
  queryKey: [id, 'asset', 'one', assetId],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get<One<Asset>>(`/assets/${assetId}`, { signal }),
})

/** Assets that are not loaded yet are missing. */
export function useAssets(ids: readonly string[]): Asset[] {
  const company = useCompany()
  return useQueries({
    queries: ids.map((id) => assetQuery(company, id)),
    combine: loaded,
  })
}

const loaded = (answers: { data: One<Asset> | undefined }[]) =>
  answers.flatMap(({ data }) => data?.data ?? [])

const withAlpha = ['png', 'webp', 'avif', 'gif', 'tiff', 'svg']

export function pictureOf(asset: Asset): PreviewPicture | undefined {
  const { id, width, height, extension, focal_point } = asset
  const url = previewUrl(asset)
  if (width === null || height === null || url === undefined) return undefined
  const hasAlpha = withAlpha.includes(extension)
  return { key: id, width, height, hasAlpha, url, ...(focal_point && { focalPoint: focal_point }) }
}
