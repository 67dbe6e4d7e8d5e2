import { type RawBuilder, sql } from 'kysely'
import type { Position } from '../../secrets/cursor-signer.ts'
import type { Services } from '../../services.ts'
import type { PageParameters } from '../schemas/query-parameters.ts'
import type { EndpointInput } from './endpoint.ts'
import { endsOf, envelope, pageRange } from './pagination.ts'

/** Rows of a list, ordered by `sort_value` and then `id`, or by `id` alone. */
type Row = { id: string; sort_value?: unknown }

export type PlainRange = { limit: number; offset: number; from: Position | undefined; backwards: boolean }

/** How a row must compare with `from` to be on the page. */
export function pastOf({ from, backwards }: PlainRange, order: 'up' | 'down'): RawBuilder<unknown> {
  const isUp = (order === 'up') !== backwards
  return sql.raw(`${isUp ? '>' : '<'}${from?.inclusive ? '=' : ''}`)
}

type PlainList<R extends Row> = {
  /** A cursor is valid only for the same list and parameters. */
  binding: readonly unknown[]
  /** Reads rows in the order of the page. `limit` is one more than the page size. */
  read(range: PlainRange): Promise<R[]>
  total(): Promise<number>
  present(row: R): object
}

/**
 * Lists rows that have no listing (list-endpoint.ts), for example because they do not belong to a company.
 */
export async function plainPage<R extends Row>(
  { query, asked, url }: Pick<EndpointInput, 'query' | 'asked' | 'url'>,
  { cursors, publicUrl }: Services,
  { binding, read, total, present }: PlainList<R>,
) {
  const parameters = query as PageParameters
  const bound = JSON.stringify(binding)
  const range = pageRange(parameters, cursors, bound)
  const { limit, offset = 0, from } = range
  const backwards = from?.backwards ?? false
  const [rows, counted] = await Promise.all([
    read({ limit: limit + 1, offset, from, backwards }),
    parameters.with_total ? total() : undefined,
  ])
  const more = rows.length > limit
  if (more) rows.pop()
  if (backwards) rows.reverse()
  const ends = endsOf(rows, more, range)
  return envelope({
    data: rows.map(present),
    path: publicUrl + url,
    asked,
    range,
    cursors: {
      prev: ends.prev && cursors.sign(bound, ends.prev),
      next: ends.next && cursors.sign(bound, ends.next),
    },
    total: counted,
  })
}
