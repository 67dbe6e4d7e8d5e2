import { useMutation } from '@tanstack/react-query'
import type { Asset } from '../../../../sdk/src/index.ts'
import { type CurrentCompany, useCompany } from '../../session.ts'
import { unavailableFor } from './asset-queries.ts'

type Wanted = { metadata?: 'embed' | undefined; include_unavailable?: boolean }

/** The download URL of an asset's file, on the server itself. */
export const downloadLink = async (
  { api }: CurrentCompany,
  assetId: string,
  { signal, ...wanted }: Wanted & { signal?: AbortSignal } = {},
): Promise<string> => {
  const { url } = await api.assets.link(assetId, { download: true, ...wanted }, { signal })
  return url
}

/** The formats that metadata can be written into, by extension. */
const written = new Set(['jpg', 'png', 'webp', 'tiff', 'pdf', 'svg'])

/** Whether the metadata of the asset can be written into a download. */
export const takesMetadata = ({ extension, embedded }: Pick<Asset, 'extension' | 'embedded'>): boolean =>
  written.has(extension) && embedded.encrypted !== true

export function useDownload() {
  const company = useCompany()
  return useMutation({
    mutationFn: ({ id, metadata }: { id: string; metadata?: 'embed' | undefined }) =>
      downloadLink(company, id, { metadata, ...unavailableFor(company) }),
    // The response is an attachment, so the browser stays on the page.
    onSuccess: (url) => window.location.assign(url),
  })
}
