import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn, wordsOf } from './tenant-table.ts'

/**
 * Renders, what they use, and where kept renders come from. `key` is the content key: renders with the same key have
 * the same file. `request` is what the caller asked for; `recipe` is everything that drawing needs, and is null once
 * the render is done. The asset of a kept render may be deleted before the render expires: `asset_id` is no foreign key.
 */
export async function up(db: Kysely<unknown>) {
  await renders(db)
  // `asset:`, `brand_kit:` and `finding:` with an ID or a type: lists filter by these terms.
  await wordsOf(db, 'renders', 'render_words')
  await assetOrigins(db)
  for (const table of ['renders', 'render_words', 'asset_origins']) {
    await wallIn(db, table)
    await grantRows(db, table)
  }
}

async function renders(db: Kysely<unknown>) {
  await sql`
    create table renders (
      company_id uuid not null references companies,
      id uuid not null,
      template_id uuid not null,
      template_version integer not null,
      key text collate "C" not null,
      engine text not null,
      status text not null check (status in ('queued', 'rendering', 'done', 'failed')),
      failure text,
      format text not null check (format in ('png', 'jpeg', 'webp', 'avif', 'svg', 'pdf')),
      width double precision not null,
      height double precision not null,
      page_count integer not null,
      size bigint,
      checksum text,
      file_key text collate "C" check (starts_with(file_key, company_id::text || '/')),
      thumbnail_key text collate "C" check (starts_with(thumbnail_key, company_id::text || '/')),
      expires_at timestamptz(3),
      asset_id uuid,
      batch_id uuid,
      batch_row integer,
      request jsonb not null,
      recipe jsonb,
      findings jsonb not null default '[]',
      cached boolean not null default false,
      external_id text,
      metadata jsonb not null default '{}',
      created_by uuid references people,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null default now(),
      completed_at timestamptz(3),
      primary key (company_id, id),
      foreign key (company_id, template_id) references templates on delete cascade,
      check ((status = 'done') = (file_key is not null))
    )
  `.execute(db)
  await sql`create index on renders (company_id, updated_at, id)`.execute(db)
  await sql`create index on renders (company_id, template_id, id)`.execute(db)
  await sql`create index on renders (company_id, status, id)`.execute(db)
  await sql`create index on renders (company_id, asset_id) where asset_id is not null`.execute(db)
  await sql`create index on renders (company_id, batch_id, batch_row) where batch_id is not null`.execute(db)
  await sql`create index on renders (company_id, key) where file_key is not null`.execute(db)
  await sql`create index on renders (company_id, file_key) where file_key is not null`.execute(db)
  await sql`create index on renders (company_id, thumbnail_key) where thumbnail_key is not null`.execute(db)
  await sql`create index on renders (company_id, expires_at) where expires_at is not null`.execute(db)
}

/** The template, the assets and the brand kit of which a kept render was made. They may be gone: no foreign key. */
async function assetOrigins(db: Kysely<unknown>) {
  await sql`
    create table asset_origins (
      company_id uuid not null,
      asset_id uuid not null,
      kind text not null check (kind in ('template', 'asset', 'brand_kit')),
      origin_id uuid not null,
      primary key (company_id, asset_id, kind, origin_id),
      foreign key (company_id, asset_id) references assets on delete cascade
    )
  `.execute(db)
  await sql`create index on asset_origins (company_id, kind, origin_id)`.execute(db)
}
