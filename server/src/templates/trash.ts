import { sql } from 'kysely'
import { rowsOfComments } from '../comments/deleted-rows.ts'
import { among, firstDeletable } from '../db/bounded-deletion.ts'
import type { Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { Author, NewEvent } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { deleteSharesOf } from '../shares/delete.ts'
import { countTagged } from '../tags/counts.ts'
import { releaseDocuments } from './documents.ts'

/** Moves a live template to the trash. Lists, counts and search then exclude it, and its documents stay. */
export async function trashTemplate(trx: Trx, companyId: CompanyId, id: Uuid, now: Date): Promise<void> {
  await trx
    .updateTable('templates')
    .set({ deleted_at: now, updated_at: now })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  await countTagged(trx, companyId, 'template', [id], -1)
}

/**
 * Restores a template from the trash.
 * @returns whether it was in the trash.
 * @throws {ApiError} `not_found` if the template does not exist.
 */
export async function restoreTemplate(trx: Trx, companyId: CompanyId, id: Uuid, now: Date): Promise<boolean> {
  const template = await trx
    .selectFrom('templates')
    .select('deleted_at')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!template) throw new ApiError('not_found')
  if (template.deleted_at === null) return false
  await trx
    .updateTable('templates')
    .set({
      deleted_at: null,
      updated_at: sql<Date>`greatest(${now}, updated_at + interval '1 millisecond')`,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
  await countTagged(trx, companyId, 'template', [id], 1)
  return true
}

/**
 * Maximum number per transaction. The transaction blocks other changes of the company, so it must be short.
 */
const templatesPurgedMax = 200

/**
 * Permanently deletes templates without renders that were trashed before this time, and all their versions,
 * in batches. Call this again, in a new transaction, until it returns no IDs.
 * @param only templates with these IDs.
 * @returns the IDs of deleted templates, the events of their shares, and the keys without references, to remove
 *   from storage after the commit.
 */
export async function purgeTemplates(
  trx: Trx,
  author: Author,
  before: Date,
  only?: readonly Uuid[],
): Promise<{ ids: Uuid[]; events: NewEvent[]; keys: string[] }> {
  const { companyId } = author
  const expired = sql`
    select id, company_id, version from templates t
    where company_id = ${companyId} and deleted_at < ${before} and ${among('t.id', only)}
      and not exists (select from renders r where r.company_id = t.company_id and r.template_id = t.id)
    limit ${templatesPurgedMax}`
  const along = sql<number>`c.version
    + (select count(*) from template_taggings g where g.company_id = c.company_id and g.id = c.id)
    + (select count(*) from template_words w where w.company_id = c.company_id and w.id = c.id)
    + (select count(*) from template_property_values v where v.company_id = c.company_id and v.id = c.id)
    + ${rowsOfComments('template_id')}
    + (select count(*) from reviews v where v.company_id = c.company_id and v.template_id = c.id)
    + (select count(*) from template_assets a where a.company_id = c.company_id and a.template_id = c.id)
    + (select count(*) from render_links l where l.company_id = c.company_id and l.template_id = c.id)
    + (select count(*) from shares h where h.company_id = c.company_id and h.template_id = c.id)`
  const chosen = await firstDeletable(expired, along).execute(trx)
  const ids = chosen.rows.map(({ id }) => id)
  if (ids.length === 0) return { ids, events: [], keys: [] }
  const templates = await trx
    .selectFrom('templates')
    .select(['thumbnail_key', 'preview_key'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute()
  const versions = await trx
    .selectFrom('template_versions')
    .select(['file_key', 'size', 'thumbnail_key', 'preview_key'])
    .where('company_id', '=', companyId)
    .where('template_id', 'in', ids)
    .execute()
  const events = await deleteSharesOf(trx, { author }, 'template_id', ids)
  await trx.deleteFrom('templates').where('company_id', '=', companyId).where('id', 'in', ids).execute()
  const pictures = [...templates, ...versions].flatMap(({ thumbnail_key, preview_key }) => [
    thumbnail_key,
    preview_key,
  ])
  return {
    ids,
    events,
    keys: await releaseDocuments(trx, companyId, {
      documents: versions,
      pictures: pictures.filter((key) => key !== null),
    }),
  }
}
