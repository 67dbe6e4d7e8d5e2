import { useMutation } from '@tanstack/react-query'
import type { Api } from '../../api.ts'
import { useCompany } from '../../session.ts'

/** The download URL of an asset's file, on the server itself. */
export const downloadLink = async (api: Api, assetId: string, signal?: AbortSignal): Promise<string> => {
  const { url } = await api.assets.link(assetId, { download: true }, { signal })
  return url
}

/** Downloads an asset's file with the browser. */
export function useDownload() {
  const { api } = useCompany()
  return useMutation({
    mutationFn: (assetId: string) => downloadLink(api, assetId),
    // The response is an attachment, so the page stays.
    onSuccess: (url) => window.location.assign(url),
  })
}
