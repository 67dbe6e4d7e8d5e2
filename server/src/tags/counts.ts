import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** What carries tags, each with a set of tags of its own. */
export type Tagged = 'template' | 'asset'

/**
 * Two counts are kept. A tag counts the live resources that carry it. The `tags_count` of a resource is 0 when it has
 * no tag and more when it has one: how many they are is asked by nobody, and to write it writes every index of the
 * table anew. Each is kept while it is in the trash itself; that tags in the trash count makes it cheap to put one
 * there that a hundred thousand carry (filters.ts, `untaggedFilters`).
 */

/**
 * Counts resources in their tags when they come out of the trash (1), or no longer when they go into it (-1). Call
 * it for those alone that really change sides. A purge needs nothing: what lies in the trash is not counted.
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

/** Brings the `tags_count` of resources in line with their taggings, where they have the first or lost the last. */
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
