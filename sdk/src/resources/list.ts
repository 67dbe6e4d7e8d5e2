import type { Api } from '../http/api.ts'
import type { Query } from '../http/query.ts'
import type { CallOptions } from '../options.ts'

/** Page size of loops: the maximum, for the fewest requests. */
const pageSizeMax = 100

export type Page<T> = {
  data: T[]
  links: { first: string; last: null; prev: string | null; next: string | null }
  meta: {
    path: string
    per_page: number
    /** Value of `cursor` for the next page. Null on the last page. */
    next_cursor: string | null
    /** Value of `cursor` for the previous page. Null on the first page. */
    prev_cursor: string | null
    /** Number of this page. Present only if `page` was given. */
    current_page?: number
    /** Number of results on all pages. Present only if `with_total` was given. */
    total?: number
    /** Counts of the results. Present only if `facets` was given. */
    facets?: {
      counted: number
      /** Whether there are more results that were not counted. */
      is_capped: boolean
      fields: Record<string, { value: string; name?: string; count: number }[]>
    }
  }
}

/** A list that sends no request until it is read. */
export type List<T> = AsyncIterable<T> & {
  /** Returns the first page, or the page at `cursor` or `page`. */
  page(): Promise<Page<T>>
  /** Iterates over the same page and all following pages. */
  pages(): AsyncIterable<Page<T>>
  /** Returns the number of resources that match the filters. */
  count(): Promise<number>
  /** Returns all resources, or the first `max`. */
  toArray(max?: number): Promise<T[]>
}

/**
 * A list with keyset pagination, so that resources that are created or deleted while you read it cause no
 * gaps or duplicates. `for await` reads pages of 100 unless `per_page` is given.
 */
export function listOf<T>(api: Api, path: string, query: Query = {}, options?: CallOptions): List<T> {
  const ask = async (asked: Query) =>
    (await api.send({ method: 'GET', path, query: asked }, options)).body as Page<T>

  async function* pages() {
    let asked: Query = { per_page: query.limit ?? pageSizeMax, ...query }
    for (;;) {
      const page = await ask(asked)
      yield page
      const { next_cursor: cursor } = page.meta
      if (cursor === null) return
      asked = { ...asked, cursor, page: undefined }
    }
  }

  async function* rows() {
    for await (const { data } of pages()) yield* data
  }

  return {
    page: () => ask(query),
    pages,
    async count() {
      const { cursor: _, page: __, limit: ___, fields: ____, ...filters } = query
      const { meta } = await ask({ ...filters, with_total: true, per_page: 1 })
      return meta.total!
    },
    async toArray(max = Number.POSITIVE_INFINITY) {
      const all: T[] = []
      if (max <= 0) return all
      for await (const row of rows()) if (all.push(row) >= max) break
      return all
    },
    [Symbol.asyncIterator]: rows,
  }
}
