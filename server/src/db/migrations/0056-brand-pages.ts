import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

/**
 * Brand pages: the page of a brand kit for people without an account. A slug is unique in the installation.
 * `brand_page_slugs` says whose page it names, before any company is known, so it has no wall. An import claims its
 * slugs there, and only for its own company.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table brand_pages (
      company_id uuid not null references companies,
      id uuid not null,
      brand_kit_id uuid not null,
      slug text,
      title text,
      intro text,
      password_hash text,
      is_indexed boolean not null,
      sections jsonb not null,
      views_count integer not null default 0,
      downloads_count integer not null default 0,
      published_at timestamptz(3),
      created_by uuid references people,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null default now(),
      primary key (company_id, id),
      unique (company_id, brand_kit_id),
      foreign key (company_id, brand_kit_id) references brand_kits on delete cascade,
      check (slug is not null or published_at is null)
    )
  `.execute(db)
  await sql`create index on brand_pages (company_id, updated_at, id)`.execute(db)
  await wallIn(db, 'brand_pages')
  await grantRows(db, 'brand_pages')
  await sql`
    create table brand_page_slugs (
      slug text collate "C" primary key,
      company_id uuid not null references companies,
      page_id uuid not null
    )
  `.execute(db)
  await sql`create index on brand_page_slugs (company_id, page_id)`.execute(db)
  await grantRows(db, 'brand_page_slugs')
  await sql`
    create trigger import_stays_inside before insert or update or delete on brand_page_slugs
    for each row when (nullif(current_setting('app.importing', true), '') is not null)
    execute function refuse_foreign_import('company')
  `.execute(db)
}
