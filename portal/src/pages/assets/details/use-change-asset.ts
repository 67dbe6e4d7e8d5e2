import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ifMatch } from '../../../api.ts'
import type { Asset } from '../../../resources.gen.ts'
import { useCompany } from '../../../session.ts'
import { assetQuery, type OneAsset } from '../asset-queries.ts'

export type AssetChange = Partial<
  Pick<Asset, 'name' | 'alt_text' | 'description' | 'copyright' | 'focal_point'>
>

/** Shows the change at once, and takes it back when the server refuses it. One after the other. */
export function useChangeAsset(assetId: string) {
  const company = useCompany()
  const queryClient = useQueryClient()
  const { queryKey } = assetQuery(company, assetId, queryClient)
  return useMutation({
    scope: { id: assetId },
    meta: { showsError: true },
    mutationFn: (change: AssetChange) => {
      const etag = queryClient.getQueryData(queryKey)?.etag
      return company.api.patch<OneAsset>(`/assets/${assetId}`, change, ifMatch(etag))
    },
    async onMutate(change) {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      if (before) queryClient.setQueryData(queryKey, { ...before, data: { ...before.data, ...change } })
      return { before }
    },
    onError(_error, _change, context) {
      queryClient.setQueryData(queryKey, context?.before)
    },
    onSuccess: (answer) => void queryClient.setQueryData(queryKey, answer),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [company.id, 'asset'] }),
  })
}
