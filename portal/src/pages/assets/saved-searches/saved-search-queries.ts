import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import type { SavedSearch } from '../../../../../sdk/src/index.ts'
import { listQuery } from '../../../lists.ts'
import { type CurrentCompany, useCompany } from '../../../session.ts'
import { oneQuery } from '../../../use-resource.ts'

const type = 'saved_search'
const path = '/saved-searches'

export const savedSearchesQuery = (company: CurrentCompany) =>
  listQuery<SavedSearch>(company, type, path, { per_page: 100, sort: 'name' })

export const savedSearchQuery = (company: CurrentCompany, id: string, queryClient: QueryClient) =>
  oneQuery<SavedSearch>(company, { type, path, id }, queryClient)

/** The user's own changes are shown immediately; other changes arrive through the feed. */
export function useSavedSearchesChanged() {
  const { id } = useCompany()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [id, type] })
}
