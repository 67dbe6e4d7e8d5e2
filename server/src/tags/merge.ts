import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { invalid } from '../http/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Tagged } from './counts.ts'

/** A statement of a merge touches a row for each resource: longer than any other that a request runs. */
const statementSecondsMax = 120

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
  await sql`set local statement_timeout = ${sql.lit(`${statementSecondsMax}s`)}`.execute(trx)
  await endDoubles(trx, companyId, noun, [stays, ...gone])
  await sql`
    update ${sql.table(`${noun}_taggings`)} set tag_id = ${stays}
    where company_id = ${companyId} and tag_id = any(${gone}::uuid[])`.execute(trx)
  await trx.deleteFrom(`${noun}_tags`).where('company_id', '=', companyId).where('id', 'in', gone).execute()
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

/** Leaves each resource the best of its taggings with these tags. It has a tag before and after (counts.ts). */
async function endDoubles(trx: Trx, companyId: CompanyId, noun: Tagged, tagIds: readonly Uuid[]) {
  const taggings = sql.table(`${noun}_taggings`)
  await sql`
    with ranked as (
      select tag_id, id,
        row_number() over (partition by id order by source = 'manual' desc, confidence desc nulls last) as place
      from ${taggings} where company_id = ${companyId} and tag_id = any(${tagIds}::uuid[])
    )
    delete from ${taggings} g using ranked
    where g.company_id = ${companyId} and g.tag_id = ranked.tag_id and g.id = ranked.id and ranked.place > 1`.execute(
    trx,
  )
}
