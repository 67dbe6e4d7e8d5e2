import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { setWords } from '../db/words.ts'
import { ApiError } from '../http/errors.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Tagged } from './counts.ts'
import { assertFree, freeSlug } from './names.ts'

/** Puts a tag into the trash. What carries it keeps its tagging for a restoration, and is shown without it till then. */
export async function trashTag(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  id: Uuid,
  now: Date,
): Promise<void> {
  await trx
    .updateTable(`${noun}_tags`)
    .set({ deleted_at: now, updated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  await setWords(trx, companyId, `${noun}_tag`, id)
  await countOnResources(trx, companyId, noun, id, -1)
}

/**
 * Brings a tag back from the trash, with all that carried it. Its slug gets a number when another tag has it by now.
 * @returns whether it was in the trash at all.
 * @throws {ApiError} `not_found`; `invalid` on `name` when another tag has taken it meanwhile.
 */
export async function restoreTag(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  id: Uuid,
  now: Date,
): Promise<boolean> {
  const tag = await trx
    .selectFrom(`${noun}_tags`)
    .select(['name', 'deleted_at'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!tag) throw new ApiError('not_found')
  if (tag.deleted_at === null) return false
  await assertFree(trx, companyId, noun, tag.name)
  const slug = await freeSlug(trx, companyId, noun, tag.name)
  await trx
    .updateTable(`${noun}_tags`)
    .set({ deleted_at: null, slug, updated_at: sql`greatest(${now}, updated_at + interval '1 millisecond')` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  await setWords(trx, companyId, `${noun}_tag`, id, tag.name)
  await countOnResources(trx, companyId, noun, id, 1)
  return true
}

async function countOnResources(trx: Trx, companyId: CompanyId, noun: Tagged, id: Uuid, more: 1 | -1) {
  await sql`
    update ${sql.table(`${noun}s`)} r set tags_count = r.tags_count + ${more}::int
    from ${sql.table(`${noun}_taggings`)} g
    where g.company_id = ${companyId} and g.tag_id = ${id} and r.company_id = ${companyId} and r.id = g.id`.execute(
    trx,
  )
}

/**
 * Ends the tags, of assets and of templates, that went into the trash before this moment; their taggings go with
 * them. The event of their deletion was written then, and no count shows them, so nothing else changes.
 * @returns how many they were.
 */
export async function purgeTags(trx: Trx, companyId: CompanyId, before: Date): Promise<number> {
  let purged = 0n
  for (const table of ['asset_tags', 'template_tags'] as const) {
    const { numDeletedRows } = await trx
      .deleteFrom(table)
      .where('company_id', '=', companyId)
      .where('deleted_at', '<', before)
      .executeTakeFirst()
    purged += numDeletedRows
  }
  return Number(purged)
}
