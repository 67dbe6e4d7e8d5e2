import { useMutation } from '@tanstack/react-query'
import type { Asset } from '../../../../sdk/src/index.ts'
import { type CurrentCompany, useCompany } from '../../session.ts'
import { unavailableFor } from './asset-queries.ts'

/** The download URL of an asset's file, on the server itself. */
export const downloadLink = async (
  company: CurrentCompany,
  assetId: string,
  { signal, metadata }: { signal?: AbortSignal; metadata?: 'embed' | undefined } = {},
): Promise<string> => {
  const query = { download: true, metadata, ...unavailableFor(company) }
  const { url } = await company.api.assets.link(assetId, query, { signal })
  return url
}

/** The formats that metadata can be written into, by extension. */
const written = new Set(['jpg', 'png', 'webp', 'tiff', 'pdf', 'svg'])

/** Whether a download can have the metadata of the asset in its file. */
export const takesMetadata = ({ extension, embedded }: Pick<Asset, 'extension' | 'embedded'>): boolean =>
  written.has(extension) && embedded.encrypted !== true

/** Downloads an asset's file with the browser. */
export function useDownload() {
  const company = useCompany()
  return useMutation({
    mutationFn: ({ id, metadata }: { id: string; metadata?: 'embed' | undefined }) =>
      downloadLink(company, id, { metadata }),
    // The response is an attachment, so the page stays.
    onSuccess: (url) => window.location.assign(url),
  })
}
