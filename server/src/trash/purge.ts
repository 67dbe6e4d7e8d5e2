import { type RawBuilder, sql } from 'kysely'
import { releaseFiles } from '../assets/files.ts'
import { rowsOfComments } from '../comments/deleted-rows.ts'
import { among, firstDeletable } from '../db/bounded-deletion.ts'
import type { Trx } from '../db/tenancy.ts'
import { dayMs } from '../durations.ts'
import { type Author, change, type NewEvent } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { companyJob } from '../jobs/company-job.ts'
import { isChanging } from '../jobs/large-change.ts'
import { deletableRenders, deleteRenders } from '../renders/delete.ts'
import type { Services } from '../services.ts'
import { deleteSharesOf } from '../shares/delete.ts'
import { endUploadsInto } from '../shares/end-uploads.ts'
import { purgeTags } from '../tags/trash.ts'
import { purgeTemplates } from '../templates/trash.ts'

const hourSeconds = 3_600
/**
 * Maximum number of assets per commit. Other changes of the company wait for the commit, so it must be short
 * (db/bounded-deletion.ts).
 */
const assetsPerCommit = 200
const foldersPerCommit = 200
const rendersPerCommit = 500

/**
 * Permanently deletes trashed resources at the end of their retention, with rows first and their files after
 * the commit.
 */
export const purgeTrash = companyJob({
  name: 'trash.purge',
  attemptsMax: 3,
  timeoutSeconds: hourSeconds,
  everySeconds: hourSeconds,
  steps: (services, companyId) =>
    purgeSteps(services, companyId, new Date(Date.now() - services.trashDays * dayMs)),
})

export async function purgeCompany(services: Services, companyId: CompanyId, before: Date) {
  for await (const _ of purgeSteps(services, companyId, before));
}

export const trashTypes = ['asset', 'template', 'folder', 'asset_tag', 'template_tag'] as const

/** The trashed resources to delete: all resources of a type, or the resources with these IDs. */
export type Chosen = { type: (typeof trashTypes)[number]; ids?: readonly Uuid[] | undefined }

/**
 * Each step is a commit, followed by the removal of its files.
 * @param before deletes only resources that were trashed before this time.
 * @param chosen defaults to everything.
 */
export async function* purgeSteps(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  companyId: CompanyId,
  before: Date,
  {
    chosen,
    author = { companyId, actor: { type: 'system' } },
  }: { chosen?: Chosen | undefined; author?: Author } = {},
) {
  const wants = (type: Chosen['type']) => chosen === undefined || chosen.type === type
  const ids = chosen?.ids
  // Renders are deleted before templates, because templates keep their renders, and there can be any number
  // of renders.
  for (let more = wants('template'); more; ) {
    const gone = await change(db, author, async (trx) => {
      const result = await purgeRendersOfTemplates(trx, companyId, before, ids)
      return { result, events: [] }
    })
    await storage.remove(gone.keys)
    more = gone.ids.length > 0
    if (more) yield
  }
  // Templates are deleted before assets, because an asset that a template references stays as long as the
  // template.
  for (let more = wants('template'); more; ) {
    const gone = await change(db, author, async (trx) => {
      const result = await purgeTemplates(trx, author, before, ids)
      return { result, events: [...purgedEvents('template', result.ids), ...result.events] }
    })
    await storage.remove(gone.keys)
    more = gone.ids.length > 0
    if (more) yield
  }
  // A chosen folder is deleted with the assets that were trashed together with it.
  const isChosen =
    chosen?.type === 'folder' && ids
      ? sql<boolean>`a.id in (${assetsWith(companyId, ids)})`
      : among('a.id', ids)
  for (let more = wants('asset') || (wants('folder') && ids !== undefined); more; ) {
    const gone = await change(db, author, async (trx) => {
      const result = await purgeAssets(trx, companyId, before, isChosen)
      return { result, events: [...purgedEvents('asset', result.ids), ...result.events] }
    })
    await storage.remove(gone.keys)
    more = gone.ids.length > 0
    if (more) yield
  }
  for (let more = wants('folder'); more; ) {
    more = await change(db, author, async (trx) => {
      const gone = await purgeFolders(trx, author, before, ids)
      return { result: gone.hasMore, events: [...purgedEvents('folder', gone.ids), ...gone.events] }
    })
    if (more) yield
  }
  const nouns = (['asset', 'template'] as const).filter((noun) => wants(`${noun}_tag`))
  for (let more = nouns.length > 0; more; ) {
    more = await change(db, author, async (trx) => ({
      result: await purgeTags(trx, companyId, before, { nouns, ids }),
      events: [],
    }))
    if (more) yield
  }
}

const purgedEvents = (resourceType: string, ids: readonly Uuid[]): NewEvent[] =>
  ids.map((resourceId) => ({ type: `${resourceType}.purged`, resourceType, resourceId }))

/**
 * Renders of templates that are about to be purged. Most renders expire before their template is purged, but
 * some were kept.
 */
async function purgeRendersOfTemplates(
  trx: Trx,
  companyId: CompanyId,
  before: Date,
  only: readonly Uuid[] | undefined,
) {
  const { rows } = await deletableRenders(sql`
    select r.id, r.company_id from templates t join renders r on r.company_id = t.company_id and r.template_id = t.id
    where t.company_id = ${companyId} and t.deleted_at < ${before} and ${among('t.id', only)}
    limit ${rendersPerCommit}`).execute(trx)
  const ids = rows.map(({ id }) => id)
  return { ids, keys: await deleteRenders(trx, companyId, ids) }
}

/** Chosen folders in the trash, each with the subfolders that were trashed together with it, as in a restore. */
const foldersWith = (companyId: CompanyId, ids: readonly Uuid[]) => sql`
  select d.id, d.trashed_with from folders f
  join folders d on d.company_id = f.company_id and d.trashed_with = f.trashed_with
    and (d.path = f.path or (d.path > f.path || '/' and d.path < f.path || '0'))
  where f.company_id = ${companyId} and f.id = any(${[...ids]}::uuid[]) and f.deleted_at is not null`

const assetsWith = (companyId: CompanyId, ids: readonly Uuid[]) => sql`
  select x.id from (${foldersWith(companyId, ids)}) w
  join assets x on x.company_id = ${companyId} and x.trashed_with = w.trashed_with and x.folder_id = w.id`

/** Purges assets, except those that a brand kit or a template uses. */
async function purgeAssets(trx: Trx, companyId: CompanyId, before: Date, isChosen: RawBuilder<boolean>) {
  if (await isChanging(trx, companyId)) return { ids: [], events: [], keys: [] }
  const expired = sql`
    select id, company_id, version from assets a
    where company_id = ${companyId} and deleted_at < ${before} and ${isChosen}
      and not exists (select from brand_kit_logos l where l.company_id = ${companyId} and l.asset_id = a.id)
      and not exists (select from brand_kit_fonts f where f.company_id = ${companyId} and f.asset_id = a.id)
      and not exists (select from template_assets u where u.company_id = ${companyId} and u.asset_id = a.id)
    limit ${assetsPerCommit}`
  // The deleted rows per asset, because a file has up to 1,000 versions.
  const along = sql<number>`c.version
    + (select count(*) from asset_taggings g where g.company_id = c.company_id and g.id = c.id)
    + (select count(*) from asset_suggestions s where s.company_id = c.company_id and s.id = c.id)
    + (select count(*) from asset_origins o where o.company_id = c.company_id and o.asset_id = c.id)
    + (select count(*) from collection_items i where i.company_id = c.company_id and i.id = c.id)
    + (select count(*) from collections k where k.company_id = c.company_id and k.cover_asset_id = c.id)
    + (select count(*) from asset_property_values v where v.company_id = c.company_id and v.id = c.id)
    + ${rowsOfComments('asset_id')}
    + (select count(*) from reviews v where v.company_id = c.company_id and v.asset_id = c.id)
    + (select count(*) from share_assets h where h.company_id = c.company_id and h.asset_id = c.id)
    + (select count(*) from uploads u where u.company_id = c.company_id and u.asset_id = c.id)
    + (select count(*) from asset_words w where w.company_id = c.company_id and w.id = c.id)`
  const { rows } = await firstDeletable(expired, along).execute(trx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return { ids, events: [], keys: [] }
  const files = await sql<{ file_key: string; size: number }>`
    select distinct file_key, size from asset_versions
    where company_id = ${companyId} and asset_id = any(${ids}::uuid[])`.execute(trx)
  const events = await dropCovers(trx, companyId, ids)
  await sql`delete from assets where company_id = ${companyId} and id = any(${ids}::uuid[])`.execute(trx)
  return { ids, events, keys: await releaseFiles(trx, companyId, files.rows) }
}

/** Collections whose cover is deleted have none. @returns their events. */
async function dropCovers(trx: Trx, companyId: CompanyId, assetIds: readonly Uuid[]): Promise<NewEvent[]> {
  const { rows } = await sql<{ id: Uuid }>`
    update collections set cover_asset_id = null, updated_at = greatest(now(), updated_at + interval '1 millisecond')
    where company_id = ${companyId} and cover_asset_id = any(${assetIds}::uuid[]) returning id`.execute(trx)
  return rows.map(({ id }) => ({
    type: 'collection.updated',
    resourceType: 'collection',
    resourceId: id,
    data: { fields: ['cover_asset_id'] },
  }))
}

/**
 * Subfolders are deleted before their parents, so that a restore between two commits finds whole trees. A
 * trashed folder contains nothing live; resources that were trashed in it separately are restored to the
 * root. During a large change, nothing is purged, because the change may be restoring these folders or may
 * not have processed their content yet.
 */
async function purgeFolders(trx: Trx, author: Author, before: Date, only: readonly Uuid[] | undefined) {
  const { companyId } = author
  const events: NewEvent[] = []
  if (await isChanging(trx, companyId)) return { ids: [], hasMore: false, events }
  const expired = await sql<{ id: Uuid }>`
    select id from folders where company_id = ${companyId} and deleted_at < ${before}
      and ${only ? sql`id in (select w.id from (${foldersWith(companyId, only)}) w)` : sql`true`}
    order by trashed_with desc, path desc limit ${foldersPerCommit}`.execute(trx)
  const ids = expired.rows.map(({ id }) => id)
  if (ids.length === 0) return { ids: [], hasMore: false, events }
  const { numAffectedRows: left = 0n } = await sql`
    update assets set folder_id = null
    where company_id = ${companyId} and id = any(array(
      select id from assets
      where company_id = ${companyId} and deleted_at is not null and folder_id = any(${ids}::uuid[])
      limit ${assetsPerCommit}
    ))`.execute(trx)
  const { numAffectedRows: orphans = 0n } = await sql`
    update folders set parent_id = null
    where company_id = ${companyId} and id = any(array(
      select id from folders
      where company_id = ${companyId} and deleted_at is not null and parent_id = any(${ids}::uuid[])
        and id <> all(${ids}::uuid[])
      limit ${foldersPerCommit}
    ))`.execute(trx)
  if (left === BigInt(assetsPerCommit) || orphans === BigInt(foldersPerCommit))
    return { ids: [], hasMore: true, events }
  events.push(...(await deleteSharesOf(trx, { author }, 'folder_id', ids)))
  events.push(...(await endUploadsInto(trx, { author }, ids)))
  await sql`delete from folders where company_id = ${companyId} and id = any(${ids}::uuid[])`.execute(trx)
  return { ids, hasMore: true, events }
}
