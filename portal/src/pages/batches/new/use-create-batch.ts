import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { AtelierError } from '../../../../../sdk/src/errors.ts'
import type { RenderBatchRequest, Template } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { newBatchText as text } from '../../../strings/batches.ts'
import { type Draft, renderBody } from '../../templates/use/draft.ts'
import { withoutField } from '../../templates/use/fields/field.tsx'
import type { Mapping } from './columns.ts'
import type { Table } from './table.ts'

type Asked = {
  table: Table
  templates: readonly Template[]
  mapping: Mapping
  pattern: string
  draft: Pick<Draft, 'output' | 'language' | 'brandKitId'>
}

export function useCreateBatch() {
  const { api, id: company } = useCompany()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    meta: { showsError: true },
    mutationFn({ table, templates, mapping, pattern, draft }: Asked) {
      const assigned = Object.entries(mapping).filter(([, column]) => column !== null)
      const request = {
        template_ids: templates.map(({ id }) => id),
        columns: Object.fromEntries(assigned),
        name_pattern: pattern.trim() || undefined,
        ...renderBody({ ...draft, values: {} }),
        metadata: { file_name: table.file.name },
      } as Omit<RenderBatchRequest, 'rows'>
      return api.renderBatches.createFromFile(table.file, request, { fileName: table.file.name })
    },
    onSuccess({ id }) {
      void queryClient.invalidateQueries({ queryKey: [company, 'render_batch'] })
      // The back button must not create another batch.
      void navigate({ to: '/c/$company/batches/$batch', params: { company, batch: id }, replace: true })
    },
  })
}

/** The errors of a request, for columns by variable, for the file names, and for rows. */
export function faultsOf(error: Error | null) {
  const columns: Record<string, string> = {}
  const rows: { place: string; message: string }[] = []
  let pattern: string | undefined
  if (error instanceof AtelierError)
    for (const [field, messages] of Object.entries(error.fields)) {
      const [part, name = '', ...rest] = field.split('.')
      const message = messages.map(withoutField).join(' ')
      if (part === 'columns') columns[name] = message
      else if (part === 'name_pattern') pattern = message
      else if (part === 'rows' && rest.length > 0)
        rows.push({ place: text.refusedRow(name, rest.join('.')), message })
    }
  return { columns, pattern, rows }
}
