import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { invalid } from '../http/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Tagged } from './counts.ts'

/**
 * Moves all that tags are on to one tag, and ends them. Where a resource had several of them, one tagging is left: a
 * manual one before an automatic one, then the surer. One statement a step, however many resources there are.
 * @param gone other tags than `stays`, each once.
 * @throws {ApiError} `invalid` on `tags` when one of them is `stays`, not there, or in the trash.
 */
export async function mergeTags(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  stays: Uuid,
  gone: readonly Uuid[],
  now: Date,
): Promise<void> {
  await assertMergeable(trx, companyId, noun, stays, gone)
  await countDoubles(trx, companyId, noun, [stays, ...gone])
  await moveTaggings(trx, companyId, noun, stays, gone)
  // Their words and what is left of their taggings go with them.
  await sql`
    delete from ${sql.table(`${noun}_tags`)}
    where company_id = ${companyId} and id = any(${gone}::uuid[])`.execute(trx)
  await sql`
    update ${sql.table(`${noun}_tags`)} set updated_at = ${now}, ${sql.ref(`${noun}s_count`)} = (
      select count(*) from ${sql.table(`${noun}_taggings`)} g
      join ${sql.table(`${noun}s`)} r on r.company_id = ${companyId} and r.id = g.id and r.deleted_at is null
      where g.company_id = ${companyId} and g.tag_id = ${stays}
    )
    where company_id = ${companyId} and id = ${stays}`.execute(trx)
}

async function assertMergeable(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  stays: Uuid,
  gone: readonly Uuid[],
) {
  if (gone.includes(stays)) throw invalid('tags', 'A tag cannot be merged into itself.')
  const live = await trx
    .selectFrom(`${noun}_tags`)
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', 'in', gone)
    .where('deleted_at', 'is', null)
    .execute()
  if (live.length < gone.length) throw invalid('tags', 'The selected tags is invalid.')
}

/** Where a resource has several of the tags, each but one is a tag less. */
async function countDoubles(trx: Trx, companyId: CompanyId, noun: Tagged, all: readonly Uuid[]) {
  await sql`
    update ${sql.table(`${noun}s`)} r set tags_count = r.tags_count - doubled.less from (
      select id, count(*) - 1 as less from ${sql.table(`${noun}_taggings`)}
      where company_id = ${companyId} and tag_id = any(${all}::uuid[])
      group by id having count(*) > 1
    ) doubled
    where r.company_id = ${companyId} and r.id = doubled.id`.execute(trx)
}

async function moveTaggings(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  stays: Uuid,
  gone: readonly Uuid[],
) {
  const taggings = sql.table(`${noun}_taggings`)
  await sql`
    insert into ${taggings} as g (company_id, tag_id, id, source, confidence)
    select distinct on (id) company_id, ${stays}::uuid, id, source, confidence from ${taggings}
    where company_id = ${companyId} and tag_id = any(${gone}::uuid[])
    order by id, source = 'manual' desc, confidence desc nulls last
    on conflict (company_id, tag_id, id) do update set source = excluded.source, confidence = excluded.confidence
    where g.source = 'auto'
      and (excluded.source = 'manual' or excluded.confidence > coalesce(g.confidence, -1))`.execute(trx)
}
