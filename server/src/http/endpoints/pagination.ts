import { z } from 'zod'
import type { Uuid } from '../../ids.ts'
import type { CursorSigner, Position } from '../../secrets/cursor-signer.ts'
import { type PageParameters, pageDepthMax, pageSizeDefault } from '../schemas/query-parameters.ts'
import { invalid } from '../schemas/validation.ts'

const notOfThisList = 'The cursor field is not a cursor of this list with these filters and this sort.'

export type PageRange = { limit: number; offset?: number; from?: Position; page?: number }

/** @throws {ApiError} `invalid` for a cursor of another list. */
export function pageRange(query: PageParameters, cursors: CursorSigner, binding: string): PageRange {
  const limit = query.per_page ?? query.limit ?? pageSizeDefault
  if (query.page !== undefined) return { limit, offset: (query.page - 1) * limit, page: query.page }
  if (query.cursor === undefined) return { limit }
  const from = cursors.verify(binding, query.cursor)
  if (!from) throw invalid('cursor', notOfThisList)
  return { limit, from }
}

type Row = { id: Uuid; sort_value?: unknown }
type Ends = { prev: Position | null; next: Position | null }

/** The cursor positions before the first and after the last row. Null at the end of the list. */
export function endsOf(rows: Row[], more: boolean, { from, offset = 0 }: PageRange): Ends {
  const first = rows[0]
  const last = rows.at(-1)
  const at = (row: Row, backwards: boolean): Position => ({
    value: row.sort_value,
    id: row.id,
    backwards,
    inclusive: false,
  })
  // A page that is read backwards starts at an existing row, so another page follows. In the same way, a page read
  // forwards from a row has a previous page.
  const hasNext = from?.backwards ? true : more
  const hasPrev = from?.backwards ? more : from !== undefined || offset > 0
  if (!first || !last) return emptyPage(from)
  return { prev: hasPrev ? at(first, true) : null, next: hasNext ? at(last, false) : null }
}

/**
 * A page before the first or after the last row links back to the same position in the other direction, including its
 * row.
 */
function emptyPage(from: Position | undefined): Ends {
  if (!from) return { prev: null, next: null }
  const back = { ...from, backwards: !from.backwards, inclusive: !from.inclusive }
  return from.backwards ? { prev: null, next: back } : { prev: back, next: null }
}

const FacetCounts = z
  .object({
    counted: z.int().describe('Number of counted results.'),
    is_capped: z.boolean().describe('Whether there are more results that were not counted.'),
    fields: z
      .record(
        z.string(),
        z.array(
          z.object({
            value: z.string().describe('Value to send in the filter of the same name.'),
            name: z.string().optional().describe('Name of a tag or folder.'),
            count: z.int(),
          }),
        ),
      )
      .describe('The most frequent values of each facet, up to 100.'),
  })
  .meta({ id: 'FacetCounts', description: 'Counts of the results. Present only if `facets` was sent.' })

/** The list envelope of contract R-LIST-1, as a schema. */
export const pageOf = (item: z.ZodType) =>
  z.object({
    data: z.array(item),
    links: z.object({
      first: z.string(),
      last: z.null(),
      prev: z.string().nullable(),
      next: z.string().nullable(),
    }),
    meta: z.object({
      path: z.string(),
      per_page: z.int(),
      next_cursor: z.string().nullable(),
      prev_cursor: z.string().nullable(),
      current_page: z.int().optional().describe('Number of this page. Present only if `page` was sent.'),
      total: z
        .int()
        .optional()
        .describe('Number of results on all pages. Present only if `with_total=true` was sent.'),
      facets: FacetCounts.optional(),
    }),
  })

export type Links = { first: string; last: null; prev: string | null; next: string | null }

export type Envelope = {
  data: object[]
  path: string
  asked: Record<string, unknown>
  range: PageRange
  cursors: { prev: string | null; next: string | null }
  total: number | undefined
  facets?: z.output<typeof FacetCounts> | undefined
}

/** Builds the envelope. Its links keep all other parameters. */
export function envelope({ data, path, asked, range, cursors, total, facets }: Envelope) {
  const link = (parameters: Record<string, string>) => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(asked)) {
      if (name === 'cursor' || name === 'page') continue
      for (const one of Array.isArray(value) ? value : [value]) search.append(name, one)
    }
    for (const [name, value] of Object.entries(parameters)) search.append(name, value)
    return search.size === 0 ? path : `${path}?${search}`
  }
  const to = (cursor: string | null, page: number | undefined) => {
    if (page !== undefined) return link({ page: String(page) })
    return cursor === null ? null : link({ cursor })
  }
  const numbered = numberedNeighbours(range, cursors.next !== null)
  return {
    data,
    links: {
      first: link(range.page === undefined ? {} : { page: '1' }),
      last: null,
      prev: to(cursors.prev, numbered.prev),
      next: to(cursors.next, numbered.next),
    },
    meta: {
      path,
      per_page: range.limit,
      next_cursor: cursors.next,
      prev_cursor: cursors.prev,
      ...(range.page !== undefined && { current_page: range.page }),
      ...(total !== undefined && { total }),
      ...(facets !== undefined && { facets }),
    },
  }
}

function numberedNeighbours({ page, limit }: PageRange, more: boolean) {
  if (page === undefined) return {}
  const hasNext = more && (page + 1) * limit <= pageDepthMax
  return { prev: page > 1 ? page - 1 : undefined, next: hasNext ? page + 1 : undefined }
}
