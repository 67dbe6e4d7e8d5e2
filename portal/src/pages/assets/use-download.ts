import { useMutation } from '@tanstack/react-query'
import type { Api } from '../../api.ts'
import type { AssetLink } from '../../resources.gen.ts'
import { useCompany } from '../../session.ts'

/** Where an asset's file is to be saved from: it comes from the server itself, wherever the store is. */
export const downloadLink = async (api: Api, assetId: string, signal?: AbortSignal): Promise<string> => {
  const query = { download: true }
  const { data } = await api.get<{ data: AssetLink }>(`/assets/${assetId}/link`, {
    query,
    ...(signal && { signal }),
  })
  return data.url
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
