import { z } from 'zod'
import { ApiError } from '../errors.ts'
import { change } from '../events/append.ts'
import { actionEndpoint } from '../http/endpoints/action-endpoint.ts'
import { getEndpoint, showing } from '../http/endpoints/crud-endpoints.ts'
import { type EndpointInput, endpoint } from '../http/endpoints/endpoint.ts'
import { listEndpoint, nestedListEndpoint } from '../http/endpoints/list-endpoint.ts'
import { parseId, publicId, type Uuid } from '../ids.ts'
import { rowFileBytesMax } from '../row-files/limits.ts'
import type { Services } from '../services.ts'
import { type BatchAsked, batchBody, batchForm } from './body.ts'
import { cancelBatch } from './cancel.ts'
import { rowsGiven } from './given-rows.ts'
import { renderBatches } from './queries.ts'
import { receiveBatch } from './receive.ts'
import { receiveRefresh, refreshBody } from './refresh.ts'
import { batchesResource, RenderBatch, rowsResource } from './resource.ts'
import { retryBody, retryRows } from './retries.ts'
import { rowsIn } from './rows-in-file.ts'
import { startBatch } from './start.ts'

const needs = ['templates:read', 'assets:read', 'brandkit:read'] as const

const shared = {
  method: 'POST',
  path: '/render-batches',
  scope: 'renders:write',
  alsoNeeds: needs,
  group: 'Render batches',
  summary: 'Create a render batch',
  description:
    'Renders every row with every template and returns the batch. Send rows as JSON, or send a file (CSV, TSV, ' +
    'XLSX or NDJSON) in a form. All rows are checked before the first row is rendered, and rows with the most ' +
    'serious findings are rendered first. Rows with invalid values fail and can be corrected with `retries`. With ' +
    '`check: strict`, invalid values return 422 with the row and the column, and rows with findings fail. ' +
    'Unknown and missing columns are rejected with 422.',
  status: 201,
  hasETag: true,
  location: (answer: object) => `/api/render-batches/${(answer as { data: { id: string } }).data.id}`,
  conflict: 'wrong_status',
  reply: z.object({ data: RenderBatch }),
} as const

/**
 * Maximum bytes, values and keys of a JSON body, which suffice for 10,000 rows of some columns. Larger
 * batches need a file.
 */
const jsonLimits = { bytesMax: 8 * 1024 ** 2, valuesMax: 400_000, keysMax: 400_000 }

const createFromJson = endpoint({
  operationId: 'createRenderBatch',
  ...shared,
  jsonLimits,
  body: batchBody,
  async prepare({ caller, author, body }, services): Promise<Uuid> {
    const { rows, ...asked } = body
    return receiveBatch({ caller, author, asked, rows: rowsGiven(rows), areTexts: false }, services)
  },
  handle: started,
})

const createBatch = endpoint({
  operationId: 'createRenderBatch',
  ...shared,
  jsonLimits,
  upload: { field: 'file', bytesMax: rowFileBytesMax },
  orJson: createFromJson,
  body: batchForm,
  async prepare({ caller, author, body }, services): Promise<Uuid> {
    const { file, ...asked } = body
    const { rows, areTexts } = await rowsIn(caller.companyId, file, services)
    return receiveBatch({ caller, author, asked: asked as BatchAsked, rows, areTexts }, services)
  },
  handle: started,
})

type Started = Pick<EndpointInput, 'caller' | 'author'> & { prepared: Uuid }

function started({ caller, author, prepared: id }: Started, services: Services) {
  const { companyId } = caller
  return change(
    services.db,
    author,
    async (trx) => ({
      result: publicId('renderBatch', id),
      events: await startBatch(trx, services.queue, companyId, id, new Date()),
    }),
    showing(batchesResource, { caller }, services),
  ) as Promise<{ data: z.input<typeof RenderBatch> }>
}

const listRows = nestedListEndpoint(rowsResource, {
  operationId: 'listRenderBatchRows',
  params: z.object({ id: z.string().describe('ID of the render batch.') }),
  description:
    'Returns a page of rows, in the order of the data. `sort=-risk` returns rows with the most serious ' +
    'findings first.',
  async filtersOf({ caller: { companyId }, params }, { db }) {
    const id = parseId('renderBatch', params.id)
    if (id === undefined || !(await renderBatches.one(db, companyId, id))) throw new ApiError('not_found')
    return { batch: id }
  },
})

const retryBatch = actionEndpoint(batchesResource, {
  operationId: 'retryRenderBatch',
  action: 'retries',
  scope: 'renders:write',
  summary: 'Retry rows of a render batch',
  description:
    'Checks and renders failed rows again, or the given rows with corrected values. A canceled batch continues ' +
    'with the remaining rows.',
  body: retryBody,
  act: retryRows,
})

const cancelEndpoint = actionEndpoint(batchesResource, {
  operationId: 'cancelRenderBatch',
  action: 'cancellation',
  scope: 'renders:write',
  summary: 'Cancel a render batch',
  description:
    'Stops rendering and returns the batch. Rendered files are kept. If the batch has ended, returns 409 ' +
    'with its `status`.',
  conflict: 'wrong_status',
  act: cancelBatch,
})

const refreshRenders = endpoint({
  operationId: 'refreshRenders',
  method: 'POST',
  path: '/render-refreshes',
  scope: 'renders:write',
  alsoNeeds: needs,
  group: 'Render batches',
  summary: 'Refresh renders',
  description:
    'Repeats all stored renders of an asset, a brand kit or a template with its current state, and returns the batch. Identical renders are created once.',
  body: refreshBody,
  status: 202,
  hasETag: true,
  location: shared.location,
  reply: shared.reply,
  prepare: ({ caller, author, body }, services): Promise<Uuid> =>
    receiveRefresh(caller, author, body, services),
  handle: started,
})

export const renderBatchEndpoints = [
  listEndpoint(batchesResource),
  createBatch,
  getEndpoint(batchesResource),
  listRows,
  retryBatch,
  cancelEndpoint,
  refreshRenders,
]
