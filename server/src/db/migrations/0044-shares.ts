import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

/**
 * Shares: pages for people without an account. `share_codes` says whose share a code is, before any company is known: it
 * has no wall, and keeps the codes of shares that were deleted with their target. A share can have many visits, so no
 * foreign key deletes them together with it: a job deletes them afterwards.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table shares (
      company_id uuid not null references companies,
      id uuid not null,
      name text not null,
      message text,
      kind text not null check (kind in ('assets', 'folder', 'template', 'brand_kit')),
      folder_id uuid,
      template_id uuid,
      brand_kit_id uuid,
      code bytea,
      password_hash text,
      download_sizes text[] not null,
      ask_visitor boolean not null,
      views_count integer not null default 0,
      downloads_count integer not null default 0,
      expires_at timestamptz(3),
      revoked_at timestamptz(3),
      created_by uuid references people,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null default now(),
      primary key (company_id, id),
      foreign key (company_id, folder_id) references folders on delete cascade,
      foreign key (company_id, template_id) references templates on delete cascade,
      foreign key (company_id, brand_kit_id) references brand_kits on delete cascade
    )
  `.execute(db)
  await sql`create index on shares (company_id, updated_at, id)`.execute(db)
  for (const target of ['folder_id', 'template_id', 'brand_kit_id'])
    await sql`
      create index on shares (company_id, ${sql.ref(target)}) where ${sql.ref(target)} is not null`.execute(
      db,
    )
  await sql`
    create table share_assets (
      company_id uuid not null,
      share_id uuid not null,
      asset_id uuid not null,
      position integer not null,
      primary key (company_id, share_id, asset_id),
      foreign key (company_id, share_id) references shares on delete cascade,
      foreign key (company_id, asset_id) references assets on delete cascade
    )
  `.execute(db)
  await sql`create index on share_assets (company_id, asset_id)`.execute(db)
  await sql`
    create table share_visits (
      company_id uuid not null,
      id uuid not null,
      share_id uuid not null,
      kind text not null check (kind in ('view', 'download')),
      asset_id uuid,
      render_id uuid,
      size text,
      visitor_name text,
      visitor_email text,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      primary key (company_id, id)
    )
  `.execute(db)
  await sql`create index on share_visits (company_id, share_id, id)`.execute(db)
  for (const table of ['shares', 'share_assets', 'share_visits']) {
    await wallIn(db, table)
    await grantRows(db, table)
  }
  await codes(db)
}

async function codes(db: Kysely<unknown>) {
  await sql`
    create table share_codes (
      hash bytea primary key,
      company_id uuid not null references companies,
      share_id uuid not null
    )
  `.execute(db)
  await grantRows(db, 'share_codes')
  // Archives contain no codes: they open only the share of this installation.
  await sql`
    create trigger import_stays_inside before insert or update or delete on share_codes
    for each row when (nullif(current_setting('app.importing', true), '') is not null)
    execute function refuse_foreign_import('never')
  `.execute(db)
}
