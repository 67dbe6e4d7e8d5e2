import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BrandKit } from '../../../../sdk/src/index.ts'
import type { Api } from '../../api.ts'
import { useCompany } from '../../session.ts'
import { kitQuery } from './kit-queries.ts'

type KitChange = {
  /** The expected result. */
  show?(kit: BrandKit): BrandKit
  send(api: Api): Promise<unknown>
  onDone?(): void
}

/** The user's own changes are shown immediately; other changes arrive through the feed. */
export function useKitsChanged() {
  const { id } = useCompany()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [id, 'brand_kit'] })
}

/** Changes a kit optimistically and reverts if the server rejects it. Changes run one after the other. */
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
    // Refetches only after the last pending change, so that the display does not jump back in between.
    onSettled: () => (queryClient.isMutating({ mutationKey }) === 1 ? changed() : undefined),
  })
}
