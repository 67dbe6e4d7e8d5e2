import { type RawBuilder, sql } from 'kysely'

/**
 * The number of comments that are deleted with a resource.
 * @param column the column of comments that references the resource `c`.
 */
export const rowsOfComments = (
  column: 'asset_id' | 'template_id' | 'render_id',
): RawBuilder<number> => sql<number>`(
  select count(distinct o.id) + count(m.id) from comments o left join comment_mentions m on m.company_id = o.company_id and m.id = o.id
  where o.company_id = c.company_id and o.${sql.ref(column)} = c.id
)`
