import { type Kysely, sql } from 'kysely'

/**
 * Uploads by visitors of a share into a folder, within limits. Null without uploads. A share of the kind `uploads` shows
 * nothing. `uploads_count` and `uploaded_bytes` count everything that was received, whether or not it still exists. The
 * foreign key has no action, as that of a collection's cover: a purge ends the uploads (shares/end-uploads.ts). An asset
 * keeps who uploaded it, because the log of the share is kept for months only. Its share can be deleted meanwhile, so it
 * is no foreign key.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table shares
      add column upload_folder_id uuid,
      add column upload_files_max integer,
      add column upload_bytes_max bigint,
      add column upload_file_bytes_max bigint,
      add column upload_types text[],
      add column uploads_count integer not null default 0,
      add column uploaded_bytes bigint not null default 0,
      add foreign key (company_id, upload_folder_id) references folders,
      add constraint shares_upload_limits check (
        upload_folder_id is null
        or (upload_files_max is not null and upload_bytes_max is not null and upload_file_bytes_max is not null)
      ),
      drop constraint shares_kind_check,
      add constraint shares_kind_check
        check (kind in ('assets', 'folder', 'collection', 'template', 'brand_kit', 'uploads'))`.execute(db)
  await sql`
    create index on shares (company_id, upload_folder_id) where upload_folder_id is not null`.execute(db)
  await sql`
    alter table share_visits
      drop constraint share_visits_kind_check,
      add constraint share_visits_kind_check check (kind in ('view', 'download', 'upload'))`.execute(db)
  await sql`
    alter table assets
      add column upload_share_id uuid,
      add column uploader_name text check (char_length(uploader_name) <= 200)`.execute(db)
}
