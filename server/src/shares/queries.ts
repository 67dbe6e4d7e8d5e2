import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { commonFilters, commonSorts, equals } from '../db/filters.ts'
import { finder } from '../db/finder.ts'
import type { RowsQuery } from '../db/listing.ts'
import type { Uuid } from '../ids.ts'

export type ShareRow = Awaited<ReturnType<ReturnType<typeof shareRows>['executeTakeFirstOrThrow']>>
export type VisitRow = Awaited<ReturnType<ReturnType<typeof visitRows>['executeTakeFirstOrThrow']>>

function shareRows(db: Db) {
  return db
    .selectFrom('shares as r')
    .leftJoin('people as creator', 'creator.id', 'r.created_by')
    .select([
      'r.id',
      'r.company_id',
      'r.name',
      'r.message',
      'r.kind',
      'r.folder_id',
      'r.collection_id',
      'r.template_id',
      'r.brand_kit_id',
      'r.code',
      'r.download_sizes',
      'r.ask_visitor',
      'r.upload_folder_id',
      'r.upload_files_max',
      'r.upload_bytes_max',
      'r.upload_file_bytes_max',
      'r.upload_types',
      'r.views_count',
      'r.downloads_count',
      'r.uploads_count',
      'r.uploaded_bytes',
      'r.expires_at',
      'r.revoked_at',
      'r.created_by',
      'creator.name as created_by_name',
      'r.created_at',
      'r.updated_at',
    ])
    .select([
      sql<boolean>`r.password_hash is not null`.as('has_password'),
      sql<boolean>`(exists (
        select from folders f where f.company_id = r.company_id and f.deleted_at is not null
          and f.id = case r.kind when 'uploads' then r.upload_folder_id else r.folder_id end
      ) or exists (
        select from templates t where t.company_id = r.company_id and t.id = r.template_id and t.deleted_at is not null
      ))`.as('target_trashed'),
      sql<Uuid[]>`array(
        select p.id from presets p where p.company_id = r.company_id and p.id = any(r.preset_ids)
        order by array_position(r.preset_ids, p.id)
      )`.as('preset_ids'),
      sql<Uuid[]>`array(
        select s.asset_id from share_assets s
        where s.company_id = r.company_id and s.share_id = r.id order by s.position
      )`.as('asset_ids'),
    ])
}

export const shares = finder({
  table: 'shares',
  rows: shareRows as (db: Db) => RowsQuery<ShareRow>,
  sorts: { created_at: commonSorts.created_at, updated_at: commonSorts.updated_at },
  filters: commonFilters,
})

function visitRows(db: Db) {
  return db
    .selectFrom('share_visits as r')
    .select([
      'r.id',
      'r.share_id',
      'r.kind',
      'r.asset_id',
      'r.render_id',
      'r.size',
      'r.visitor_name',
      'r.visitor_email',
      'r.created_at',
    ])
}

export const shareVisits = finder({
  table: 'share_visits',
  rows: visitRows as (db: Db) => RowsQuery<VisitRow>,
  sorts: { created_at: commonSorts.created_at },
  filters: {
    ...commonFilters,
    // Visits never change.
    updated_since: { condition: (time) => sql`r.created_at >= ${time}` },
    share: equals('share_id'),
  },
})
