import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type CurrentCompany, useCompany } from '../../session.ts'

export type Reviewed = { asset_id: string } | { template_id: string }

/** The API's limit per list, and the number of reviews that it keeps. */
const reviewsMax = 100

const type = 'review'

/** Newest first. */
export const reviewsQuery = ({ id, api }: CurrentCompany, about: Reviewed) =>
  queryOptions({
    queryKey: [id, type, about],
    queryFn: ({ signal }) =>
      api.reviews.list({ ...about, sort: '-created_at', per_page: reviewsMax }, { signal }).toArray(),
  })

/** Rejects an asset or a template with a note. */
export function useReject(about: Reviewed) {
  const { id, api } = useCompany()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { showsError: true },
    mutationFn: (note: string | null) => api.reviews.create({ ...about, state: 'rejected', note }),
    onSettled: () =>
      Promise.all(
        [type, 'asset_id' in about ? 'asset' : 'template'].map((changed) =>
          queryClient.invalidateQueries({ queryKey: [id, changed] }),
        ),
      ),
  })
}
