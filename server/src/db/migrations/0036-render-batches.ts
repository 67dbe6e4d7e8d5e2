import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

/**
 * Batches of renders with a row for each render to be drawn, and signed links that render on demand. `claimed_by` is
 * the job that works on a row: when its process dies, the next attempt of the job takes the row up again.
 * `render_link_companies` says whose link an id is, before any company is known: it has no wall, and keeps the ids of
 * links that were deleted with their template.
 */
export async function up(db: Kysely<unknown>) {
  await batches(db)
  await batchRows(db)
  await links(db)
  for (const table of ['render_batches', 'render_batch_rows', 'render_links']) {
    await wallIn(db, table)
    await grantRows(db, table)
  }
  await linkCompanies(db)
}

async function batches(db: Kysely<unknown>) {
  await sql`
    create table render_batches (
      company_id uuid not null references companies,
      id uuid not null,
      status text not null check (status in ('receiving', 'checking', 'rendering', 'done', 'cancelled')),
      template_ids uuid[] not null,
      name_pattern text not null,
      request jsonb not null,
      author jsonb not null,
      rows_total integer not null default 0,
      rows_done integer not null default 0,
      rows_failed integer not null default 0,
      rows_cached integer not null default 0,
      rows_with_findings integer not null default 0,
      external_id text,
      metadata jsonb not null default '{}',
      created_by uuid references people,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null default now(),
      completed_at timestamptz(3),
      primary key (company_id, id)
    )
  `.execute(db)
  await sql`create index on render_batches (company_id, updated_at, id)`.execute(db)
  await sql`create index on render_batches (company_id, status, id)`.execute(db)
}

async function batchRows(db: Kysely<unknown>) {
  await sql`
    create table render_batch_rows (
      company_id uuid not null,
      id uuid not null,
      batch_id uuid not null,
      position integer not null,
      row integer not null,
      template_id uuid not null,
      template_version integer,
      name text not null,
      variables jsonb not null,
      request jsonb,
      status text not null default 'queued' check (status in ('queued', 'rendering', 'done', 'failed')),
      is_checked boolean not null default false,
      risk integer not null default 0,
      claimed_by uuid,
      errors jsonb,
      findings jsonb not null default '[]',
      cached boolean not null default false,
      render_id uuid,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null default now(),
      completed_at timestamptz(3),
      primary key (company_id, id),
      unique (company_id, batch_id, position),
      foreign key (company_id, batch_id) references render_batches on delete cascade
    )
  `.execute(db)
  // The order of drawing: what is most likely to need a person's attention comes first.
  await sql`
    create index on render_batch_rows (company_id, batch_id, is_checked, risk desc, position) where status = 'queued'
  `.execute(db)
  await sql`create index on render_batch_rows (company_id, claimed_by) where claimed_by is not null`.execute(
    db,
  )
  await sql`create index on render_batch_rows (company_id, render_id) where render_id is not null`.execute(db)
}

async function links(db: Kysely<unknown>) {
  await sql`
    create table render_links (
      company_id uuid not null,
      id uuid not null,
      template_id uuid not null,
      template_version integer not null,
      open text[] not null,
      formats text[] not null,
      width_max integer not null,
      request jsonb not null,
      secret bytea not null,
      max_renders integer,
      renders_count integer not null default 0,
      expires_at timestamptz(3),
      revoked_at timestamptz(3),
      created_by uuid references people,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null default now(),
      primary key (company_id, id),
      foreign key (company_id, template_id) references templates on delete cascade
    )
  `.execute(db)
  await sql`create index on render_links (company_id, updated_at, id)`.execute(db)
  await sql`create index on render_links (company_id, template_id, id)`.execute(db)
}

async function linkCompanies(db: Kysely<unknown>) {
  await sql`
    create table render_link_companies (
      id uuid primary key,
      company_id uuid not null references companies
    )
  `.execute(db)
  await grantRows(db, 'render_link_companies')
  // Archives contain no links (0029).
  await sql`
    create trigger import_stays_inside before insert or update or delete on render_link_companies
    for each row when (nullif(current_setting('app.importing', true), '') is not null)
    execute function refuse_foreign_import('never')
  `.execute(db)
}
