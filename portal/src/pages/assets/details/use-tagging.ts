import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TagOfAsset } from '../../../resources.gen.ts'
import { useCompany } from '../../../session.ts'
import { assetQuery } from '../asset-queries.ts'
import { useTagsNamed } from '../use-tags-named.ts'

/** Puts tags on one asset and takes them off, seen at once. One that is not there yet is made. */
export function useTagging(assetId: string) {
  const company = useCompany()
  const queryClient = useQueryClient()
  const { queryKey } = assetQuery(company, assetId, queryClient)
  const named = useTagsNamed(true)
  const send = (action: 'tag' | 'untag', tags: string[]) =>
    company.api.post('/asset-batches', { action, ids: [assetId], tags })

  async function show(change: (tags: TagOfAsset[]) => TagOfAsset[]) {
    await queryClient.cancelQueries({ queryKey })
    const before = queryClient.getQueryData(queryKey)
    if (before)
      queryClient.setQueryData(queryKey, {
        ...before,
        data: { ...before.data, tags: change(before.data.tags) },
      })
    return { before }
  }
  const inCommon = {
    scope: { id: assetId },
    meta: { showsError: true },
    onError: (_error: Error, _tag: string, context: Awaited<ReturnType<typeof show>> | undefined) =>
      void queryClient.setQueryData(queryKey, context?.before),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [company.id, 'asset'] }),
  }

  const add = useMutation({
    ...inCommon,
    mutationFn: async (name: string) => send('tag', await named.mutateAsync([name])),
    onMutate: (name) =>
      show((tags) => [...tags, { id: `new-${name}`, name, source: 'manual', confidence: null }]),
  })
  const remove = useMutation({
    ...inCommon,
    mutationFn: (id: string) => send('untag', [id]),
    onMutate: (id) => show((tags) => tags.filter((tag) => tag.id !== id)),
  })
  return { add: add.mutate, remove: remove.mutate, refusal: add.error?.message ?? remove.error?.message }
}
