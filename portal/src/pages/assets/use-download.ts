import { useMutation } from '@tanstack/react-query'
import type { Asset } from '../../../../sdk/src/index.ts'
import type { Api } from '../../api.ts'
import { useCompany } from '../../session.ts'

/** The download URL of an asset's file, on the server itself. */
export const downloadLink = async (
  api: Api,
  assetId: string,
  { signal, metadata }: { signal?: AbortSignal; metadata?: 'embed' | undefined } = {},
): Promise<string> => {
  const { url } = await api.assets.link(assetId, { download: true, metadata }, { signal })
  return url
}

/** The formats that metadata can be written into, by extension. */
const written = new Set(['jpg', 'png', 'webp', 'tiff', 'pdf', 'svg'])

/** Whether a download can have the metadata of the asset in its file. */
export const takesMetadata = ({ extension, embedded }: Pick<Asset, 'extension' | 'embedded'>): boolean =>
  written.has(extension) && embedded.encrypted !== true

/** Downloads an asset's file with the browser. */
export function useDownload() {
  const { api } = useCompany()
  return useMutation({
    mutationFn: ({ id, metadata }: { id: string; metadata?: 'embed' | undefined }) =>
      downloadLink(api, id, { metadata }),
    // The response is an attachment, so the page stays.
    onSuccess: (url) => window.location.assign(url),
  })
}
