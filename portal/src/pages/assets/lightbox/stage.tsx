import type { Asset } from '../../../../../sdk/src/index.ts'
import { Preview, previewUrl } from '../details/preview.tsx'
import { PagedDocument } from './paged-document.tsx'
import { usePages } from './use-pages.ts'
import { ZoomedPicture } from './zoomed-picture.tsx'

export function Stage({ asset }: { asset: Asset }) {
  const url = previewUrl(asset)
  const isPicture = asset.type === 'image' || asset.type === 'document'
  const pages = usePages(asset)
  if (url !== undefined && pages) return <PagedDocument asset={asset} firstUrl={url} pages={pages} />
  if (isPicture && url !== undefined) return <ZoomedPicture asset={asset} url={url} />
  return <Preview asset={asset} isLarge />
}
