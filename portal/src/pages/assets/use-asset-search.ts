import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { only } from '../../routes/search.ts'
import type { AssetSearch, SearchChange } from './search.ts'

const from = '/inside/c/$company/assets'

/** Resets the page if another asset is opened. */
const pageOf = (part: SearchChange): SearchChange =>
  'asset' in part || 'full' in part ? { page: undefined } : {}

export function useAssetSearch() {
  const search: AssetSearch = useSearch({ from })
  const navigate = useNavigate({ from: '/c/$company/assets' })
  const change = useCallback(
    (part: SearchChange, { replace = false } = {}) =>
      void navigate({ search: (before) => only({ ...before, ...pageOf(part), ...part }), replace }),
    [navigate],
  )
  return { search, change }
}
