import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

/**
 * Zips of assets that a caller has asked for. `asset_ids` is fixed when the archive is created, in the order of the
 * zip. It may name assets that were deleted since, so it has no foreign key; every read joins it with the company's own
 * assets.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table archives (
      company_id uuid not null references companies,
      id uuid not null,
      name text not null,
      asset_ids uuid[] not null,
      folder_id uuid,
      has_folders boolean not null,
      format jsonb not null,
      files_count integer not null,
      size bigint not null,
      expires_at timestamptz(3) not null,
      created_by uuid references people,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null default now(),
      primary key (company_id, id)
    )
  `.execute(db)
  await sql`create index on archives (company_id, updated_at, id)`.execute(db)
  await sql`create index on archives (company_id, expires_at)`.execute(db)
  await wallIn(db, 'archives')
  await grantRows(db, 'archives')
}
