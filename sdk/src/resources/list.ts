import type { Api } from '../http/api.ts'
import type { Query } from '../http/query.ts'
import type { CallOptions } from '../options.ts'

/** The most that a page holds: the fewest requests for a whole list. */
const pageSizeMax = 100

export type Page<T> = {
  data: T[]
  links: { first: string; last: null; prev: string | null; next: string | null }
  meta: {
    path: string
    per_page: number
    /** For `cursor`: the pages after and before this one. */
    next_cursor: string | null
    prev_cursor: string | null
    /** When `page` was asked for. */
    current_page?: number
    /** When `with_total` was asked for. */
    total?: number
  }
}

/** Nothing is asked until it is read. */
export type List<T> = AsyncIterable<T> & {
  /** One page: the first, or that of `cursor` or `page`. */
  page(): Promise<Page<T>>
  /** Every page from there on. */
  pages(): AsyncIterable<Page<T>>
  /** How many there are in all, by these filters. */
  count(): Promise<number>
  /** All of them, or the first `max`. */
  toArray(max?: number): Promise<T[]>
}

/**
 * A list by keyset: whatever is added or deleted while it is read, nothing is left out or comes twice. `for await` reads
 * pages of 100 unless `per_page` says otherwise.
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
