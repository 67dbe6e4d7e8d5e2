import { useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { RenderBatch } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { rowsType } from '../batch-queries.ts'

/**
 * Minimum interval. All loaded pages of rows are fetched each time, so a shorter interval would exceed the rate limit
 * for a long list.
 */
const refreshMs = 2_500

export function useFreshRows({ status, updated_at }: RenderBatch) {
  const { id } = useCompany()
  const queryClient = useQueryClient()
  const refresh = useThrottledCallback(
    () => void queryClient.invalidateQueries({ queryKey: [id, rowsType] }),
    refreshMs,
  )
  const state = `${status} ${updated_at}`
  const seen = useRef(state)
  useEffect(() => {
    if (seen.current === state) return
    seen.current = state
    refresh()
  }, [state, refresh])
}
