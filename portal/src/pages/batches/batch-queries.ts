import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Query } from '../../../../sdk/src/http/query.ts'
import type { RenderBatch, RenderBatchRow } from '../../../../sdk/src/index.ts'
import { listQuery } from '../../lists.ts'
import type { CurrentCompany } from '../../session.ts'
import { batchText as text } from '../../strings/batches.ts'
import { oneQuery } from '../../use-resource.ts'

/** Interval of polling, because there are no events while rows are checked. */
const checkingMs = 1_500
const batchesPerPage = 25
const rowsPerPage = 48

export const isOpen = ({ status }: RenderBatch) => status === 'checking' || status === 'rendering'

export const batchesQuery = (company: CurrentCompany) =>
  listQuery<RenderBatch>(company, 'render_batch', '/render-batches', { per_page: batchesPerPage })

export const batchQuery = (company: CurrentCompany, id: string, queryClient: QueryClient) => ({
  ...oneQuery<RenderBatch>(company, { type: 'render_batch', path: '/render-batches', id }, queryClient),
  refetchInterval: ({ state }: { state: { data: { data: RenderBatch } | undefined } }) =>
    state.data?.data.status === 'checking' && checkingMs,
})

/**
 * The query type of rows. Rows are not in the feed: the page of their batch decides when to fetch them again
 * (use-fresh-rows.ts).
 */
export const rowsType = 'render_batch_row'

export const rowsQuery = (company: CurrentCompany, batchId: string, query: Query) =>
  listQuery<RenderBatchRow>(company, rowsType, `/render-batches/${batchId}/rows`, {
    per_page: rowsPerPage,
    ...query,
  })

/** Templates by their IDs, without deleted ones. */
export const templatesByIdQuery = ({ api, id }: CurrentCompany, ids: readonly string[]) =>
  queryOptions({
    queryKey: [id, 'template', 'by-id', ids],
    queryFn: async ({ signal }) =>
      (await api.templates.list({ ids: [...ids], per_page: 100 }, { signal }).page()).data,
    enabled: ids.length > 0,
  })

/** The file name of the table or, without one, the names of the templates. */
export function titleOf({ metadata, template_ids }: RenderBatch, nameOf: (id: string) => string | undefined) {
  const { file_name: fileName } = metadata
  if (typeof fileName === 'string' && fileName !== '') return fileName
  return template_ids.map((id) => nameOf(id) ?? text.deletedTemplate).join(', ')
}
