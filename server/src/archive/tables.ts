import { sql } from 'kysely'
import { z } from 'zod'
import { archivedAsset } from '../assets/archived-asset.ts'
import { archivedPage } from '../brand-kit/pages/archived-page.ts'
import { archivedEvent } from '../changes/archived-event.ts'
import { archivedCollection } from '../collections/archived-collection.ts'
import { itemsMax } from '../collections/body.ts'
import { collectionsMax } from '../collections/create.ts'
import { archivedComment } from '../comments/archived-comment.ts'
import { mentionsMax } from '../comments/body.ts'
import type { Db } from '../db/database.ts'
import { migrations } from '../db/migrate.ts'
import type { Trx } from '../db/tenancy.ts'
import { archivedZip } from '../downloads/archived-zip.ts'
import { archivedPreset } from '../presets/archived-preset.ts'
import { presetsMax } from '../presets/body.ts'
import { archivedProperty } from '../properties/archived-property.ts'
import { propertiesMax } from '../properties/create.ts'
import { choicesMax } from '../property-values/parse.ts'
import { archivedReview } from '../reviews/archived-review.ts'
import { archivedSavedSearch } from '../saved-searches/archived-saved-search.ts'
import { savedSearchesMax } from '../saved-searches/create.ts'
import { followersMax } from '../saved-searches/follow.ts'
import { archivedShare } from '../shares/archived-share.ts'
import { assetsMax as sharedAssetsMax } from '../shares/body.ts'
import { sharesMax } from '../shares/create.ts'
import { archivedTemplate } from '../templates/archived-template.ts'

/**
 * A table of the archive, with the rows that belong to the company and the order in which they can be
 * imported.
 */
export type ArchivedTable = {
  name: string
  orderBy: string
  only?: string
  /** Validates columns whose type alone is not strict enough. */
  row?: z.ZodType
  /** Maximum number of rows in the table, or per value of a column, if requests have such a limit. */
  max?: { rows: number; per?: string }
}

const positioned = z.looseObject({ position: z.int().min(0) })

/**
 * The tables of a company, each after the tables that it references. People and accounts are separate
 * (accounts.ts). `archive.test.ts` compares the list with the database: every tenant table must be listed
 * here or in `leftOut`.
 */
export const archivedTables: readonly ArchivedTable[] = [
  { name: 'folders', orderBy: 'depth, id' },
  { name: 'folder_words', orderBy: 'id, word' },
  { name: 'assets', orderBy: 'id', row: archivedAsset },
  { name: 'asset_versions', orderBy: 'asset_id, version' },
  { name: 'renditions', orderBy: 'source_key, spec' },
  { name: 'asset_words', orderBy: 'id, word' },
  { name: 'asset_tags', orderBy: 'id' },
  { name: 'asset_tag_words', orderBy: 'id, word' },
  { name: 'asset_taggings', orderBy: 'id, tag_id' },
  { name: 'asset_suggestions', orderBy: 'id, tag_id' },
  { name: 'templates', orderBy: 'id', row: archivedTemplate },
  { name: 'template_words', orderBy: 'id, word' },
  { name: 'template_tags', orderBy: 'id' },
  { name: 'template_tag_words', orderBy: 'id, word' },
  { name: 'template_taggings', orderBy: 'id, tag_id' },
  { name: 'template_versions', orderBy: 'template_id, version' },
  { name: 'template_assets', orderBy: 'template_id, asset_id' },
  { name: 'brand_kits', orderBy: 'id' },
  { name: 'brand_kit_logos', orderBy: 'id' },
  { name: 'brand_kit_colors', orderBy: 'id' },
  { name: 'brand_kit_fonts', orderBy: 'id' },
  { name: 'brand_pages', orderBy: 'id', row: archivedPage },
  { name: 'asset_origins', orderBy: 'asset_id, kind, origin_id' },
  { name: 'archives', orderBy: 'id', row: archivedZip },
  { name: 'collections', orderBy: 'id', row: archivedCollection, max: { rows: collectionsMax } },
  {
    name: 'collection_items',
    orderBy: 'collection_id, id',
    row: positioned,
    max: { rows: itemsMax, per: 'collection_id' },
  },
  { name: 'reviews', orderBy: 'id', row: archivedReview },
  { name: 'comments', orderBy: 'id', row: archivedComment, only: 'render_id is null' },
  {
    name: 'comment_mentions',
    orderBy: 'id, person_id',
    only: 'id in (select c.id from comments c where c.render_id is null)',
    max: { rows: mentionsMax, per: 'id' },
  },
  // The properties of assets and of templates, including properties whose values are being deleted.
  { name: 'properties', orderBy: 'id', row: archivedProperty, max: { rows: 3 * propertiesMax } },
  {
    name: 'asset_property_values',
    orderBy: 'id, property_id, place',
    max: { rows: propertiesMax * choicesMax, per: 'id' },
  },
  {
    name: 'template_property_values',
    orderBy: 'id, property_id, place',
    max: { rows: propertiesMax * choicesMax, per: 'id' },
  },
  { name: 'presets', orderBy: 'id', row: archivedPreset, max: { rows: presetsMax } },
  { name: 'saved_searches', orderBy: 'id', row: archivedSavedSearch, max: { rows: savedSearchesMax } },
  {
    name: 'saved_search_followers',
    orderBy: 'saved_search_id, person_id',
    max: { rows: followersMax, per: 'saved_search_id' },
  },
  { name: 'shares', orderBy: 'id', row: archivedShare, max: { rows: sharesMax } },
  {
    name: 'share_assets',
    orderBy: 'share_id, asset_id',
    row: positioned,
    max: { rows: sharedAssetsMax, per: 'share_id' },
  },
  { name: 'events', orderBy: 'seq', row: archivedEvent },
]

/**
 * Tenant tables that are not exported, because their rows have no meaning in another installation. Webhook secrets are
 * encrypted with the installation's key. The audit log, the request log, request counts and invitations concern access
 * to this installation, and so do the codes and visits of shares. The slugs of brand pages are claimed by the import
 * (slugs.ts). Renders are kept for only a few days and can be rendered again. Comments on them are excluded. Parts of
 * words are written by triggers.
 */
export const leftOut: readonly string[] = [
  'brand_page_slugs',
  'client_requests',
  'idempotency_keys',
  'invitations',
  'large_changes',
  'render_batch_rows',
  'render_batches',
  'render_link_companies',
  'render_links',
  'render_words',
  'renders',
  'request_log',
  'security_events',
  'share_codes',
  'share_visits',
  'uploads',
  'webhooks',
  'webhook_secrets',
  'webhook_deliveries',
  'word_parts',
]

/**
 * The files that a company's rows reference. For an original, also the checksum and size from its version.
 */
export const namedFiles = sql`
  select key, min(sha256) as sha256, min(size) as size from (
    select file_key as key, checksum as sha256, size from asset_versions
    union all select file_key, checksum, size from template_versions
    union all select file_key, checksum, size from assets
    union all select key, null, null from renditions
    union all select r ->> 'key', null, null from assets, jsonb_array_elements(renditions) r
    union all select thumbnail_key, null, null from templates
    union all select preview_key, null, null from templates
    union all select thumbnail_key, null, null from template_versions
    union all select preview_key, null, null from template_versions
  ) named (key, sha256, size) where key is not null group by key`

/**
 * Columns that no archive contains and no import accepts. The code of a share is its public URL, so an
 * imported share gets a new code when a person requests it.
 */
const columnsLeftOut: readonly string[] = ['shares.code']

export const isArchived = (table: string, column: string): boolean =>
  !columnsLeftOut.includes(`${table}.${column}`)

/** The exported columns. Generated columns are excluded, because the import computes them again. */
export async function columnsOf(db: Db | Trx, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
    order by ordinal_position`.execute(db)
  return rows.map(({ name }) => name).filter((name) => isArchived(table, name))
}

export const knownMigrations: readonly string[] = Object.keys(migrations)
