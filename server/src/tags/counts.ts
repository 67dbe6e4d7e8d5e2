import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** Resources with tags. Each kind has a separate set of tags. */
export type Tagged = 'template' | 'asset'

/**
 * Two kinds of counters are maintained. A tag counts its live resources. The `tags_count` of a resource is 0
 * without tags and positive with tags. The exact number is not needed, and each update would write every
 * index of the table. Both are also maintained for resources in the trash. Because trashed tags count in
 * `tags_count`, trashing a tag with a hundred thousand resources is cheap (filters.ts, `untaggedFilters`).
 */

/**
 * Updates the counters of tags when resources are restored (1) or trashed (-1). Call this only for resources
 * whose state changes. A purge needs no call, because trashed resources are not counted.
 */
export async function countTagged(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  ids: readonly Uuid[],
  more: 1 | -1,
): Promise<void> {
  const count = sql.ref(`${noun}s_count`)
  await sql`
    update ${sql.table(`${noun}_tags`)} t set ${count} = ${count} + ${more}::int * tagged.rows from (
      select tag_id, count(*) as rows from ${sql.table(`${noun}_taggings`)}
      where company_id = ${companyId} and id = any(${ids}::uuid[])
      group by tag_id
    ) tagged
    where t.company_id = ${companyId} and t.id = tagged.tag_id`.execute(trx)
}

/** Updates the `tags_count` of resources that got their first tag or lost their last. */
export async function recountTags(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  ids: readonly Uuid[],
): Promise<void> {
  await sql`
    update ${sql.table(`${noun}s`)} r set tags_count = case r.tags_count when 0 then 1 else 0 end
    where r.company_id = ${companyId} and r.id = any(${ids}::uuid[]) and (r.tags_count > 0) <> exists (
      select from ${sql.table(`${noun}_taggings`)} g where g.company_id = ${companyId} and g.id = r.id
    )`.execute(trx)
}
