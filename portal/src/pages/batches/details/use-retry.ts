import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AtelierError } from '../../../../../sdk/src/errors.ts'
import { useCompany } from '../../../session.ts'
import { oneBatchText as text } from '../../../strings/batches.ts'
import { notifyDone } from '../../../ui/notify.tsx'
import { rowsType } from '../batch-queries.ts'
import type { Values } from '../editable-values.ts'

/** Rows with new values. Null means all failed rows. */
export type Retried = { id: string; variables: Values }[] | null

/** @param done the message when the rows are queued. */
export function useRetry(batchId: string, done?: string) {
  const { api, id: companyId } = useCompany()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { showsError: true },
    mutationFn: (rows: Retried) =>
      api.post(`/render-batches/${batchId}/retries`, rows === null ? {} : { rows }),
    async onSuccess(_, rows) {
      notifyDone(done ?? text.retried(rows?.length ?? 2))
      await Promise.all(
        ['render_batch', rowsType].map((type) =>
          queryClient.invalidateQueries({ queryKey: [companyId, type] }),
        ),
      )
    },
  })
}

export function faultsByRow(error: Error | null, rows: Retried | undefined) {
  const found: Record<string, Record<string, string[]>> = {}
  if (!(error instanceof AtelierError) || !rows) return found
  for (const [field, messages] of Object.entries(error.fields)) {
    const [, at, rest = ''] = /^rows\.(\d+)\.(.+)$/.exec(field) ?? []
    const row = rows[Number(at)]
    if (row) found[row.id] = { ...found[row.id], [rest]: messages }
  }
  return found
}
