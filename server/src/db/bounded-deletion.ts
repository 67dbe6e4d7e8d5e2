import { type RawBuilder, sql } from 'kysely'
import type { Uuid } from '../ids.ts'

/**
 * Maximum number of rows that one commit deletes, including the rows that PostgreSQL deletes along with them.
 * Other writes of the company wait for the commit, about 40 ms on PostgreSQL.
 */
export const rowsDeletedMax = 1_000

/** Rows with one of these IDs, or all rows if no IDs are given. */
export const among = (column: string, ids: readonly Uuid[] | undefined): RawBuilder<boolean> =>
  ids === undefined ? sql`true` : sql`${sql.ref(column)} = any(${[...ids]}::uuid[])`

/**
 * The largest set of rows that one commit can delete, with at least one row.
 * @param candidates a bounded query for their IDs.
 * @param rows the number of rows that are deleted along with a candidate, named `c`.
 */
export const firstDeletable = (candidates: RawBuilder<unknown>, rows: RawBuilder<number>) => sql<{
  id: Uuid
}>`
  select id from (
    select id, sum(rows) over (order by place) as rows, place from (
      select c.id, 1 + ${rows} as rows, row_number() over () as place from (${candidates}) c
    ) counted
  ) summed where rows <= ${rowsDeletedMax} or place = 1`
