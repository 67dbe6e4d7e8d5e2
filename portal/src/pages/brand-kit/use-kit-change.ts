import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BrandKit } from '../../../../sdk/src/index.ts'
import type { Api } from '../../api.ts'
import { useCompany } from '../../session.ts'
import { kitQuery } from './kit-queries.ts'

type KitChange = {
  /** What the kit looks like once it is done. */
  show?(kit: BrandKit): BrandKit
  send(api: Api): Promise<unknown>
  onDone?(): void
}

/** What one did oneself is seen at once; what others do comes by the feed. */
export function useKitsChanged() {
  const { id } = useCompany()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [id, 'brand_kit'] })
}

/** Shows a change at once, and takes it back when the server refuses it. One after the other. */
export function useKitChange(kitId: string) {
  const company = useCompany()
  const queryClient = useQueryClient()
  const changed = useKitsChanged()
  const { queryKey } = kitQuery(company, kitId)
  const mutationKey = [company.id, 'brand_kit', kitId]
  return useMutation({
    mutationKey,
    scope: { id: kitId },
    mutationFn: ({ send }: KitChange) => send(company.api),
    async onMutate({ show }) {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      if (before && show) queryClient.setQueryData(queryKey, { ...before, data: show(before.data) })
      return { before }
    },
    onError(_error, _change, context) {
      queryClient.setQueryData(queryKey, context?.before)
    },
    onSuccess: (_answer, { onDone }) => onDone?.(),
    // Asked for after the last of them, what is shown already does not jump back meanwhile.
    onSettled: () => (queryClient.isMutating({ mutationKey }) === 1 ? changed() : undefined),
  })
}
