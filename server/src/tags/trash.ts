import { sql } from 'kysely'
import { type Trx, touch } from '../db/tenancy.ts'
import { nameKey, setWords } from '../db/words.ts'
import { ApiError } from '../errors.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { isChanging } from '../jobs/large-change.ts'
import { freeName } from '../names.ts'
import { recountTags, type Tagged } from './counts.ts'
import { freeSlug, isTagNameTaken } from './names.ts'

/**
 * Puts a tag into the trash. What carries it keeps its tagging for a restoration, and is shown without it till then.
 * Nothing is written to the resources: this costs the same however many they are.
 */
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
}

/**
 * Brings a tag back from the trash, with all that carried it. Its name and its slug get a number when another tag has them
 * by now.
 * @param newName instead of its own.
 * @returns whether it was in the trash at all.
 * @throws {ApiError} `not_found`; `invalid` on `name` when another tag has the new one.
 */
export async function restoreTag(
  trx: Trx,
  companyId: CompanyId,
  noun: Tagged,
  id: Uuid,
  now: Date,
  newName?: string,
): Promise<boolean> {
  const tag = await trx
    .selectFrom(`${noun}_tags`)
    .select(['name', 'deleted_at'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!tag) throw new ApiError('not_found')
  if (tag.deleted_at === null) return false
  const name = newName ?? (await freeName(tag.name, (name) => isTagNameTaken(trx, companyId, noun, name)))
  const slug = await freeSlug(trx, companyId, noun, name)
  await trx
    .updateTable(`${noun}_tags`)
    .set({
      deleted_at: null,
      name,
      name_key: nameKey(name),
      slug,
      updated_at: sql`greatest(${now}, updated_at + interval '1 millisecond')`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  await setWords(trx, companyId, `${noun}_tag`, id, name)
  return true
}

/** Of one call: a transaction that others of the company wait for stays short. */
const taggingsPurgedMax = 1_000

/**
 * Ends tags, of assets and of templates, that went into the trash before this moment, and their taggings, a few
 * thousand at a time. Call it again, in a transaction of its own, until it returns false. The events of their deletion
 * were written when they went into the trash.
 * @returns whether there is more to do.
 */
export async function purgeTags(trx: Trx, companyId: CompanyId, before: Date): Promise<boolean> {
  // A merge may be at work with them.
  if (await isChanging(trx, companyId)) return false
  for (const noun of ['asset', 'template'] as const) {
    if (await purgeTaggings(trx, companyId, noun, before)) return true
    const { numDeletedRows } = await trx
      .deleteFrom(`${noun}_tags`)
      .where('company_id', '=', companyId)
      .where('deleted_at', '<', before)
      .executeTakeFirst()
    // No event tells of it: other nodes may show what was in the trash for a moment longer.
    if (numDeletedRows > 0n) touch(trx, companyId)
  }
  return false
}

/** Returns whether as many were there as one call ends. */
async function purgeTaggings(trx: Trx, companyId: CompanyId, noun: Tagged, before: Date) {
  const taggings = sql.table(`${noun}_taggings`)
  const { rows } = await sql<{ id: Uuid }>`
    delete from ${taggings} g using (
      select g.tag_id, g.id from ${sql.table(`${noun}_tags`)} t
      join ${taggings} g on g.company_id = ${companyId} and g.tag_id = t.id
      where t.company_id = ${companyId} and t.deleted_at < ${before}
      limit ${taggingsPurgedMax}
    ) gone
    where g.company_id = ${companyId} and g.tag_id = gone.tag_id and g.id = gone.id
    returning g.id`.execute(trx)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await recountTags(trx, companyId, noun, ids)
  return ids.length === taggingsPurgedMax
}
