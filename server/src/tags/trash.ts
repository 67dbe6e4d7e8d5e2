import { sql } from 'kysely'
import { among, rowsDeletedMax } from '../db/bounded-deletion.ts'
import { setWords } from '../db/search-filter.ts'
import { nameKey } from '../db/search-terms.ts'
import { type Trx, touch } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { isChanging } from '../jobs/large-change.ts'
import { freeName } from '../names.ts'
import { recountTags, type Tagged } from './counts.ts'
import { freeSlug, isTagNameTaken } from './names.ts'

/**
 * Trashes a tag. Its taggings are kept for a restore and hidden until then. Resources are not updated, so the
 * cost does not depend on their number.
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
 * Restores a tag and its taggings. If another tag now has its name or slug, a number is appended.
 * @param newName replaces its name.
 * @returns whether it was in the trash.
 * @throws {ApiError} `not_found`; `invalid` on `name` if another tag has the new name.
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

/**
 * Permanently deletes tags of assets and templates that were trashed before this time, and their taggings and
 * suggestions, in batches. Call this again, in a new transaction, until it returns false. The deletion events
 * were written when the tags were trashed.
 * @param options only tags of these resources, or with these IDs.
 * @returns whether more tags are left.
 */
export async function purgeTags(
  trx: Trx,
  companyId: CompanyId,
  before: Date,
  {
    nouns = ['asset', 'template'],
    ids,
  }: { nouns?: readonly Tagged[]; ids?: readonly Uuid[] | undefined } = {},
): Promise<boolean> {
  // A merge may be using these tags.
  if (await isChanging(trx, companyId)) return false
  let left = rowsDeletedMax
  for (const noun of nouns) {
    const gone = { companyId, noun, before, ids }
    left -= await purgeTaggings(trx, gone, left)
    if (noun === 'asset') left -= (await purgeOf(trx, gone, 'suggestions', left)).length
    const tags = sql.table(`${noun}_tags`)
    // Trashed tags have no search terms.
    const { numAffectedRows = 0n } = await sql`
      delete from ${tags} where company_id = ${companyId} and id = any(array(
        select id from ${tags}
        where company_id = ${companyId} and deleted_at < ${before} and ${among('id', ids)} limit ${left}
      ))`.execute(trx)
    // No event is written, because other nodes can show the trashed tags for a moment longer.
    if (numAffectedRows > 0n) touch(trx, companyId)
    left -= Number(numAffectedRows)
    if (left === 0) return true
  }
  return false
}

async function purgeTaggings(trx: Trx, gone: Gone, rowsMax: number) {
  const ids = await purgeOf(trx, gone, 'taggings', rowsMax)
  if (ids.length > 0) await recountTags(trx, gone.companyId, gone.noun, ids)
  return ids.length
}

/** Tags that were trashed before a time, optionally only tags with these IDs. */
type Gone = { companyId: CompanyId; noun: Tagged; before: Date; ids: readonly Uuid[] | undefined }

/** Deletes taggings or suggestions of trashed tags and returns the resource of each. */
async function purgeOf(
  trx: Trx,
  { companyId, noun, before, ids }: Gone,
  what: 'taggings' | 'suggestions',
  rowsMax: number,
): Promise<Uuid[]> {
  const table = sql.table(`${noun}_${what}`)
  const { rows } = await sql<{ id: Uuid }>`
    delete from ${table} g using (
      select g.tag_id, g.id from ${sql.table(`${noun}_tags`)} t
      join ${table} g on g.company_id = ${companyId} and g.tag_id = t.id
      where t.company_id = ${companyId} and t.deleted_at < ${before} and ${among('t.id', ids)}
      limit ${rowsMax}
    ) gone
    where g.company_id = ${companyId} and g.tag_id = gone.tag_id and g.id = gone.id
    returning g.id`.execute(trx)
  return rows.map(({ id }) => id)
}
