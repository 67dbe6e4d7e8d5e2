import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useCompany } from '../../../session.ts'
import { savedSearchText as text } from '../../../strings/saved-searches.ts'
import { notifyDone } from '../../../ui/notify.tsx'
import { isFiltered } from '../search.ts'
import { useAssetSearch } from '../use-asset-search.ts'
import { searchOf } from './saved-filters.ts'
import { savedSearchQuery } from './saved-search-queries.ts'

/**
 * The saved search in the URL. Undefined while it loads, and if it was deleted. A URL that has only the ID, as in
 * e-mails, gets the filters of the search.
 */
export function useOpenSearch() {
  const { search, change } = useAssetSearch()
  const { saved: id = '' } = search
  const query = savedSearchQuery(useCompany(), id, useQueryClient())
  const saved = useQuery({ ...query, enabled: id !== '' }).data?.data
  const opened = useRef('')
  useEffect(() => {
    if (!saved || opened.current === saved.id) return
    opened.current = saved.id
    const own = searchOf(saved)
    if (own.notShown.length > 0) notifyDone(text.notShown(own.notShown))
    const { folder, collection, sort } = search
    if (!isFiltered(search) && [folder, collection, sort].every((one) => one === undefined))
      change({ ...own.search, saved: saved.id }, { replace: true })
  }, [saved, search, change])
  return saved
}
