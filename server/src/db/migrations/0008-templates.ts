import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

/** Documents of templates with their versions, the assets that they name, and templates in the trash. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table template_versions (
      company_id uuid not null references companies,
      template_id uuid not null,
      version integer not null,
      file_key text collate "C" not null,
      checksum text not null,
      size bigint not null,
      width double precision not null,
      height double precision not null,
      unit text not null check (unit in ('px', 'mm', 'in')),
      page_count integer not null,
      variables jsonb not null,
      asset_ids jsonb not null default '[]',
      thumbnail_key text collate "C",
      preview_key text collate "C",
      restored_from integer,
      created_by uuid references people,
      created_at timestamptz(3) not null,
      primary key (company_id, template_id, version),
      foreign key (company_id, template_id) references templates on delete cascade
    )
  `.execute(db)
  await sql`create index on template_versions (company_id, file_key)`.execute(db)
  await sql`
    create table template_assets (
      company_id uuid not null,
      template_id uuid not null,
      asset_id uuid not null,
      primary key (company_id, template_id, asset_id),
      foreign key (company_id, template_id) references templates on delete cascade,
      foreign key (company_id, asset_id) references assets on delete cascade
    )
  `.execute(db)
  await sql`create index on template_assets (company_id, asset_id, template_id)`.execute(db)
  for (const table of ['template_versions', 'template_assets']) {
    await wallIn(db, table)
    await grantRows(db, table)
  }
  await sql`create index on templates (company_id, deleted_at) where deleted_at is not null`.execute(db)
}
