import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Comment } from '../../../../sdk/src/index.ts'
import { type CurrentCompany, useCompany } from '../../session.ts'

export type About = { asset_id: string } | { template_id: string } | { render_id: string }

/** The API's limit per list. */
const pageMax = 100

const type = 'comment'

/** All comments on a resource, oldest first. Their number is limited. */
export const commentsQuery = ({ id, api }: CurrentCompany, about: About) =>
  queryOptions({
    queryKey: [id, type, about],
    queryFn: ({ signal }) => api.comments.list({ ...about, per_page: pageMax }, { signal }).toArray(),
  })

export type Thread = { first: Comment; replies: Comment[] }

export function threadsOf(comments: readonly Comment[]): Thread[] {
  const replies = Map.groupBy(comments, ({ parent_id }) => parent_id)
  return (replies.get(null) ?? []).map((first) => ({ first, replies: replies.get(first.id) ?? [] }))
}

export function useCommentChange<Change>(
  send: (api: CurrentCompany['api'], change: Change) => Promise<unknown>,
) {
  const { id, api } = useCompany()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => send(api, change),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [id, type] }),
  })
}
