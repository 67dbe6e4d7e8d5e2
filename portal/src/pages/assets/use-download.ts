import { useMutation } from '@tanstack/react-query'
import type { Api } from '../../api.ts'
import { useCompany } from '../../session.ts'

/** Where an asset's file is to be saved from: it comes from the server itself, wherever the store is. */
export const downloadLink = async (api: Api, assetId: string, signal?: AbortSignal): Promise<string> => {
  const { url } = await api.assets.link(assetId, { download: true }, { signal })
  return url
}

/** Hands an asset's file to the browser's downloads. */
export function useDownload() {
  const { api } = useCompany()
  return useMutation({
    mutationFn: (assetId: string) => downloadLink(api, assetId),
    // The answer is to be saved, so that the page stays.
    onSuccess: (url) => window.location.assign(url),
  })
}
