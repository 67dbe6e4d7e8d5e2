import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { only } from '../../routes/search.ts'
import type { SearchChange, TemplateSearch } from './search.ts'

export function useTemplateSearch() {
  const search: TemplateSearch = useSearch({ from: '/inside/c/$company/templates' })
  const navigate = useNavigate({ from: '/c/$company/templates' })
  const change = useCallback(
    (part: SearchChange, { replace = false } = {}) =>
      void navigate({ search: (before) => only({ ...before, ...part }), replace }),
    [navigate],
  )
  return { search, change }
}
