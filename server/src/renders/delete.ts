import { type RawBuilder, sql } from 'kysely'
import { rowsOfComments } from '../comments/deleted-rows.ts'
import { firstDeletable } from '../db/bounded-deletion.ts'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** The first of these renders that can be deleted in one commit. @param candidates a query for `id` and `company_id`. */
export const deletableRenders = (candidates: RawBuilder<unknown>) =>
  firstDeletable(
    candidates,
    sql<number>`(select count(*) from render_words w where w.company_id = c.company_id and w.id = c.id)
      + ${rowsOfComments('render_id')}`,
  )

/**
 * Deletes renders and finds files that no other render uses.
 * @param ageMin seconds since a file was stored. A render that is being created may be about to reference a
 * younger file, which the orphan reaper removes later (assets/reaper.ts).
 * @returns the keys to remove from storage after the commit.
 */
export async function deleteRenders(
  trx: Trx,
  companyId: CompanyId,
  ids: readonly Uuid[],
  ageMin = fileAgeMin,
): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ key: string }>`
    with gone as (
      delete from renders where company_id = ${companyId} and id = any(${[...ids]}::uuid[])
      returning file_key, thumbnail_key
    )
    select distinct key from gone, unnest(array[file_key, thumbnail_key]) key where key is not null
      and uuid_time(split_part(split_part(key, '/', 2), '.', 1)::uuid) <= now() - make_interval(secs => ${ageMin})`.execute(
    trx,
  )
  const keys = rows.map(({ key }) => key)
  if (keys.length === 0) return []
  // A separate statement, because the previous statement sees rows as they were before it ran.
  const unused = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) asked(key) where not exists (
      select from renders r where r.company_id = ${companyId} and r.file_key = asked.key
    ) and not exists (
      select from renders r where r.company_id = ${companyId} and r.thumbnail_key = asked.key
    )`.execute(trx)
  return unused.rows.map(({ key }) => key)
}

const fileAgeMin = 60
