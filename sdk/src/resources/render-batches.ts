import type { RenderBatch, RenderFinding } from '../api.gen.ts'
import type { Api } from '../http/api.ts'
import { noteEtag } from '../http/etag.ts'
import { type BodyOf, call, type QueryOf } from '../http/operations.ts'
import { segment } from '../http/request.ts'
import { sleep } from '../http/wait.ts'
import type { CallOptions, CreateOptions } from '../options.ts'
import { type Bytes, blobOf, formOf, nameOf } from '../uploads/form.ts'
import { type List, listOf } from './list.ts'
import { type Resource, resource } from './resource.ts'

const path = '/api/render-batches'

type Body = BodyOf<'POST /api/render-batches'>

/** Rows, and the templates, format and size of their renders. Sizes are in pixels. */
export type RenderBatchRequest = Body

/** Templates, format and size for the rows of a file. */
export type RenderFileRequest = Omit<Body, 'rows'>

/** A row of a batch, rendered with one of its templates. */
export type RenderBatchRow = {
  id: string
  batch_id: string
  /** Row number, from 1. */
  row: number
  template_id: string
  status: 'queued' | 'rendering' | 'done' | 'failed' | 'cancelled'
  /** File name in the zip. Safe on every file system, and unique in the batch. */
  name: string
  /** Values by variable key. */
  variables: Record<string, unknown>
  /** Whether the row was checked. All rows are checked before the first row is rendered. */
  checked: boolean
  /** Likelihood that the row needs attention, based on its findings. */
  risk: number
  /** Reasons for the failure by field, such as `variables.headline`. Null unless the row failed. */
  errors: Record<string, string[]> | null
  findings: RenderFinding[]
  cached: boolean
  render_id: string | null
  /** Signed URL of the file. Null until the row is done. */
  url: string | null
  thumbnail_url: string | null
  /** Width in pixels. */
  width: number | null
  /** Height in pixels. */
  height: number | null
  /** File size, in bytes. */
  size: number | null
  created_at: string
  updated_at: string
  completed_at: string | null
}

/**
 * A render batch that you can iterate over. Yields each row once, when the row is done, failed or canceled.
 */
export type FollowedBatch = RenderBatch & AsyncIterable<RenderBatchRow>

/** Poll interval, which doubles up to the maximum. */
const lookMsMin = 500
const lookMsMax = 5_000
/**
 * Rows that changed within this time before the newest row are listed again, because their commit may have
 * come later.
 */
const overlapMs = 2_000

/** Renders of many rows. */
export function renderBatches(api: Api) {
  const { list, get } = resource(api, path)
  const some: Pick<Resource<typeof path>, 'list' | 'get'> = { list, get }

  const rows = (
    id: string,
    query: QueryOf<'GET /api/render-batches/{id}/rows'> = {},
    options?: CallOptions,
  ): List<RenderBatchRow> => listOf(api, `${path}/${segment(id)}/rows`, query, options)

  const followed = (batch: RenderBatch, options?: CallOptions): FollowedBatch =>
    Object.defineProperty(batch as FollowedBatch, Symbol.asyncIterator, {
      value: () => follow(batch.id, options),
    })

  async function* follow(id: string, options?: CallOptions): AsyncGenerator<RenderBatchRow> {
    const given = { done: new Set<string>(), failed: new Set<string>(), cancelled: new Set<string>() }
    const newest = { done: 0, failed: 0, cancelled: 0 }

    async function* news(status: Ended, sinceMs: number) {
      const query = { status, sort: 'updated_at', updated_since: new Date(sinceMs) } as const
      for await (const row of rows(id, query, options)) {
        newest[status] = Math.max(newest[status], Date.parse(row.updated_at))
        if (given[status].has(row.id)) continue
        given[status].add(row.id)
        yield row
        // The loop may have aborted at the last row, and no later request would notice it.
        options?.signal?.throwIfAborted()
      }
    }

    for (let ms = lookMsMin; ; ms = Math.min(ms * 2, lookMsMax)) {
      // The batch is read before its rows, so that the rows of a batch that has ended are complete.
      const batch = await get(id, options)
      const isOver = batch.status === 'done' || batch.status === 'cancelled'
      for (const [status, expected] of endedRows(batch)) {
        const isShort = () => given[status].size < expected
        if (isShort()) yield* news(status, Math.max(newest[status] - overlapMs, 0))
        if (isOver && isShort()) yield* news(status, 0)
      }
      if (isOver) return
      await sleep(ms, options?.signal)
    }
  }

  return Object.assign(some, {
    /**
     * Renders each row with each template. Requires the scope `renders:write`. All rows are checked
     * before the first row is rendered.
     * @param request the rows, each an object of values by column, and the format and size of the renders.
     * @returns the batch. `for await (const row of batch)` yields each row once, as soon as it is done, failed or
     * canceled, and ends with the batch.
     * @throws {ValidationError} if columns or values are invalid.
     */
    async create(request: RenderBatchRequest, options?: CreateOptions): Promise<FollowedBatch> {
      return followed(await call(api, 'POST /api/render-batches', { body: request }, options), options)
    },

    /**
     * Like `create`, with rows from a CSV, TSV, XLSX or NDJSON file. The first row contains the column names.
     * @throws {ValidationError} if the file cannot be read, or columns are invalid.
     */
    async createFromFile(
      file: string | Bytes,
      request: RenderFileRequest,
      options?: CreateOptions & { fileName?: string },
    ): Promise<FollowedBatch> {
      const fileName = options?.fileName ?? nameOf(file) ?? 'rows.csv'
      const form = formOf('file', await blobOf(file), request, fileName)
      const { body, headers } = await api.send({ method: 'POST', path, body: form, timeoutMs: 0 }, options)
      return followed(noteEtag((body as { data: RenderBatch }).data, headers.get('etag')), options)
    },

    /**
     * Yields each row of a batch once, when the row is done, failed or canceled. Stops when the batch ends.
     */
    follow,

    /** Returns the rows of a batch in the order of the data; with `sort: '-risk'`, the most serious findings first. */
    rows,

    /**
     * Renders failed rows again.
     * @param body `rows` with corrected values, up to 500. If omitted, all failed rows are rendered again.
     * @throws {ValidationError} if a value is invalid.
     */
    async retry(
      id: string,
      body: BodyOf<'POST /api/render-batches/{id}/retries'> = {},
      options?: CreateOptions,
    ): Promise<FollowedBatch> {
      const operation = 'POST /api/render-batches/{id}/retries'
      return followed(await call(api, operation, { path: { id }, body }, options), options)
    },

    /** Stops rendering. Rendered files are kept. @throws {ConflictError} if the batch has ended. */
    cancel(id: string, options?: CreateOptions): Promise<RenderBatch> {
      return call(api, 'POST /api/render-batches/{id}/cancellation', { path: { id } }, options)
    },

    /**
     * Renders again all renders that used an asset, a brand kit or a template that has changed. Identical
     * renders are created once.
     */
    async refresh(
      body: BodyOf<'POST /api/render-refreshes'>,
      options?: CreateOptions,
    ): Promise<FollowedBatch> {
      return followed(await call(api, 'POST /api/render-refreshes', { body }, options), options)
    },
  })
}

type Ended = 'done' | 'failed' | 'cancelled'

/** Number of rows that have ended, by outcome. */
function endedRows({ status, counts: { rows, done, failed } }: RenderBatch): [Ended, number][] {
  const cancelled = status === 'cancelled' ? rows - done - failed : 0
  return [
    ['done', done],
    ['failed', failed],
    ['cancelled', cancelled],
  ]
}
