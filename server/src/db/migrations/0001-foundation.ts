import { type Kysely, sql } from 'kysely'
import { wallIn, wordsOf } from './tenant-table.ts'

/** One statement a call: the embedded engine takes no more. */
export async function up(db: Kysely<unknown>) {
  await appRole(db)
  await timeOfIds(db)
  await accounts(db)
  await accessTokens(db)
  await folders(db)
  await assets(db)
  await templates(db)
  await brandKits(db)
  await events(db)
  for (const table of tenantTables) await wallIn(db, table)
  await grants(db)
}

const tenantTables = [
  'folders',
  'folder_words',
  'assets',
  'asset_words',
  'asset_tags',
  'asset_tag_words',
  'asset_taggings',
  'templates',
  'template_words',
  'template_tags',
  'template_tag_words',
  'template_taggings',
  'brand_kits',
  'brand_kit_logos',
  'brand_kit_colors',
  'brand_kit_fonts',
  'events',
]

/** Roles belong to the whole cluster, so another database, at this very moment, may be making the same one. */
async function appRole(db: Kysely<unknown>) {
  await sql`
    do $$ begin
      if not exists (select from pg_roles where rolname = 'atelier_app') then
        create role atelier_app nologin nosuperuser nocreatedb nocreaterole nobypassrls;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$
  `.execute(db)
  // From PostgreSQL 16 on, who makes a role is its member without being allowed to take it.
  await sql`
    do $$ declare
      may_take text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
    begin
      if not pg_has_role(current_user, 'atelier_app', may_take) then
        execute format('grant atelier_app to %I', current_user);
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$
  `.execute(db)
}

/** Ids are UUIDv7: they carry their moment of creation, so that «by id» and «by creation» are one order. */
async function timeOfIds(db: Kysely<unknown>) {
  await sql`
    create function uuid_time(id uuid) returns timestamptz
    language sql immutable strict parallel safe
    return to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)
  `.execute(db)
}

async function accounts(db: Kysely<unknown>) {
  await sql`
    create table enterprises (
      id uuid primary key,
      name text not null,
      status text not null default 'active' check (status in ('active', 'inactive')),
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null default now()
    )
  `.execute(db)
  await sql`
    create table companies (
      id uuid primary key,
      enterprise_id uuid not null references enterprises,
      name text not null,
      version bigint not null default 0,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null default now(),
      unique (enterprise_id, id)
    )
  `.execute(db)
  await sql`
    create table people (
      id uuid primary key,
      name text not null,
      email text not null,
      password_hash text,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null default now()
    )
  `.execute(db)
  await sql`create unique index on people (lower(email))`.execute(db)
  await sql`
    create table memberships (
      company_id uuid not null references companies,
      person_id uuid not null references people,
      role text not null check (role in ('owner', 'admin', 'developer', 'editor', 'viewer')),
      created_at timestamptz(3) not null default now(),
      primary key (company_id, person_id)
    )
  `.execute(db)
  await sql`create index on memberships (person_id)`.execute(db)
  await sql`
    create table clients (
      id uuid primary key,
      enterprise_id uuid not null references enterprises,
      company_id uuid,
      owner_id uuid references people,
      name text not null,
      scopes text[] not null,
      token_lifetime_seconds integer check (token_lifetime_seconds > 0),
      last_used_at timestamptz(3),
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null default now(),
      foreign key (enterprise_id, company_id) references companies (enterprise_id, id)
    )
  `.execute(db)
  await sql`create index on clients (enterprise_id)`.execute(db)
  await sql`create index on clients (company_id)`.execute(db)
  await sql`
    create table client_secrets (
      id uuid primary key,
      client_id uuid not null references clients on delete cascade,
      hash bytea not null,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      expires_at timestamptz(3)
    )
  `.execute(db)
  await sql`create index on client_secrets (client_id)`.execute(db)
}

async function accessTokens(db: Kysely<unknown>) {
  await sql`
    create table access_tokens (
      hash bytea primary key,
      client_id uuid not null references clients on delete cascade,
      scopes text[] not null,
      issued_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      revoked_at timestamptz(3)
    )
  `.execute(db)
  await sql`create index on access_tokens (expires_at)`.execute(db)
  await sql`create index on access_tokens (client_id, issued_at)`.execute(db)
}

async function folders(db: Kysely<unknown>) {
  await sql`
    create table folders (
      company_id uuid not null references companies,
      id uuid not null,
      parent_id uuid,
      name text not null check (name !~ '/'),
      name_key text collate "C" not null,
      path text collate "C" not null check (octet_length(path) <= 2000),
      depth integer not null,
      assets_count integer not null default 0,
      folders_count integer not null default 0,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null,
      primary key (company_id, id),
      foreign key (company_id, parent_id) references folders,
      unique nulls not distinct (company_id, parent_id, name_key)
    )
  `.execute(db)
  await sql`create unique index on folders (company_id, path)`.execute(db)
  await sql`create index on folders (company_id, parent_id, id)`.execute(db)
  await sql`create index on folders (company_id, name_key, id)`.execute(db)
  await sql`create index on folders (company_id, updated_at, id)`.execute(db)
  await wordsOf(db, 'folders', 'folder_words')
}

async function assets(db: Kysely<unknown>) {
  await sql`
    create table assets (
      company_id uuid not null references companies,
      id uuid not null,
      name text not null,
      name_key text collate "C" not null,
      type text not null check (type in ('image', 'video', 'audio', 'document', 'font', 'other')),
      mime_type text not null,
      extension text not null,
      size bigint not null,
      width integer,
      height integer,
      duration double precision,
      checksum text not null,
      version integer not null default 1,
      status text not null check (status in ('processing', 'ready', 'failed')),
      file_key text not null,
      renditions jsonb not null default '[]',
      folder_id uuid,
      tags_count integer not null default 0,
      alt_text text,
      description text,
      copyright text,
      expires_at timestamptz(3),
      external_id text,
      focal_point jsonb,
      dominant_color text,
      metadata jsonb not null default '{}',
      created_by uuid references people,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null,
      deleted_at timestamptz(3),
      primary key (company_id, id),
      foreign key (company_id, folder_id) references folders
    )
  `.execute(db)
  await listIndexes(db, 'assets', ['type', 'status', 'mime_type', 'folder_id', 'external_id'])
  await sql`create index on assets (company_id, checksum)`.execute(db)
  await wordsOf(db, 'assets', 'asset_words')
  await tagsOf(db, 'asset', 'assets')
  await sql`
    alter table asset_taggings
    add column source text not null default 'manual' check (source in ('manual', 'auto')),
    add column confidence real check (confidence between 0 and 1)
  `.execute(db)
}

async function templates(db: Kysely<unknown>) {
  await sql`
    create table templates (
      company_id uuid not null references companies,
      id uuid not null,
      name text not null,
      name_key text collate "C" not null,
      description text,
      type text not null check (type in ('image', 'video', 'document')),
      status text not null check (status in ('draft', 'published', 'archived')),
      width double precision not null,
      height double precision not null,
      unit text not null check (unit in ('px', 'mm', 'in')),
      page_count integer not null default 1,
      thumbnail_key text,
      preview_key text,
      tags_count integer not null default 0,
      variables jsonb not null default '[]',
      external_id text,
      metadata jsonb not null default '{}',
      version integer not null default 1,
      created_by uuid references people,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null,
      published_at timestamptz(3),
      deleted_at timestamptz(3),
      primary key (company_id, id)
    )
  `.execute(db)
  await listIndexes(db, 'templates', ['type', 'status', 'external_id'])
  await wordsOf(db, 'templates', 'template_words')
  await tagsOf(db, 'template', 'templates')
}

/** Live rows have indexes of their own, so that a full trash slows no list down; the others serve `with_trashed`. */
async function listIndexes(db: Kysely<unknown>, table: string, filters: string[]) {
  const name = sql.table(table)
  await sql`create index on ${name} (company_id, id) where deleted_at is null`.execute(db)
  for (const column of ['updated_at', 'name_key']) {
    await sql`create index on ${name} (company_id, ${sql.ref(column)}, id)`.execute(db)
    await sql`create index on ${name} (company_id, ${sql.ref(column)}, id) where deleted_at is null`.execute(
      db,
    )
  }
  for (const column of filters) {
    await sql`create index on ${name} (company_id, ${sql.ref(column)}, id) where deleted_at is null`.execute(
      db,
    )
  }
  await sql`create index on ${name} (company_id, id) where tags_count = 0 and deleted_at is null`.execute(db)
}

async function tagsOf(db: Kysely<unknown>, noun: 'asset' | 'template', table: string) {
  const tags = sql.table(`${noun}_tags`)
  const taggings = sql.table(`${noun}_taggings`)
  await sql`
    create table ${tags} (
      company_id uuid not null references companies,
      id uuid not null,
      name text not null,
      name_key text collate "C" not null,
      slug text collate "C" not null,
      color text,
      ${sql.ref(`${table}_count`)} integer not null default 0,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null,
      primary key (company_id, id),
      unique (company_id, name_key),
      unique (company_id, slug)
    )
  `.execute(db)
  await sql`create index on ${tags} (company_id, updated_at, id)`.execute(db)
  await sql`create index on ${tags} (company_id, name_key, id)`.execute(db)
  await wordsOf(db, `${noun}_tags`, `${noun}_tag_words`)
  await sql`
    create table ${taggings} (
      company_id uuid not null,
      tag_id uuid not null,
      id uuid not null,
      primary key (company_id, tag_id, id),
      foreign key (company_id, tag_id) references ${tags} on delete cascade,
      foreign key (company_id, id) references ${sql.table(table)} on delete cascade
    )
  `.execute(db)
  await sql`create index on ${taggings} (company_id, id, tag_id)`.execute(db)
}

async function brandKits(db: Kysely<unknown>) {
  await sql`
    create table brand_kits (
      company_id uuid not null references companies,
      id uuid not null,
      name text not null,
      name_key text collate "C" not null,
      is_default boolean not null default false,
      version integer not null default 1,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null,
      primary key (company_id, id)
    )
  `.execute(db)
  await sql`create unique index on brand_kits (company_id) where is_default`.execute(db)
  await sql`create index on brand_kits (company_id, name_key, id)`.execute(db)
  await sql`create index on brand_kits (company_id, updated_at, id)`.execute(db)
  await brandKitPart(
    db,
    'brand_kit_logos',
    sql`
    name text not null,
    variant text not null check (variant in ('primary', 'secondary', 'icon', 'wordmark', 'monochrome')),
    theme text not null check (theme in ('light', 'dark', 'any')),
    asset_id uuid not null,
    is_default boolean not null default false,
    foreign key (company_id, asset_id) references assets
  `,
  )
  await brandKitPart(
    db,
    'brand_kit_colors',
    sql`
    name text not null,
    hex text not null check (hex ~ '^#[0-9A-F]{6}$'),
    opacity real not null default 1 check (opacity between 0 and 1),
    cmyk jsonb,
    pantone text,
    role text check (role in ('primary', 'secondary', 'accent', 'neutral', 'background', 'text')),
    "group" text
  `,
  )
  await brandKitPart(
    db,
    'brand_kit_fonts',
    sql`
    family text not null,
    weight integer not null check (weight between 100 and 900),
    style text not null check (style in ('normal', 'italic')),
    role text check (role in ('heading', 'subheading', 'body', 'caption')),
    asset_id uuid,
    foreign key (company_id, asset_id) references assets
  `,
  )
  for (const [table, column] of [
    ['brand_kit_logos', 'variant'],
    ['brand_kit_logos', 'theme'],
    ['brand_kit_colors', 'role'],
    ['brand_kit_fonts', 'role'],
  ] as const) {
    await sql`create index on ${sql.table(table)} (company_id, ${sql.ref(column)}, position, id)`.execute(db)
  }
}

async function brandKitPart(db: Kysely<unknown>, table: string, columns: ReturnType<typeof sql>) {
  const name = sql.table(table)
  await sql`
    create table ${name} (
      company_id uuid not null,
      id uuid not null,
      brand_kit_id uuid not null,
      name_key text collate "C" not null,
      position integer not null,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null,
      primary key (company_id, id),
      foreign key (company_id, brand_kit_id) references brand_kits on delete cascade,
      ${columns}
    )
  `.execute(db)
  await sql`create index on ${name} (company_id, brand_kit_id, position, id)`.execute(db)
  await sql`create index on ${name} (company_id, position, id)`.execute(db)
  await sql`create index on ${name} (company_id, name_key, id)`.execute(db)
  await sql`create index on ${name} (company_id, updated_at, id)`.execute(db)
}

async function events(db: Kysely<unknown>) {
  await sql`
    create table events (
      company_id uuid not null references companies,
      seq bigint not null,
      type text not null,
      resource_type text not null,
      resource_id uuid not null,
      actor jsonb not null,
      request_id text,
      at timestamptz(3) not null,
      data jsonb not null default '{}',
      primary key (company_id, seq)
    )
  `.execute(db)
}

/** The app reads and writes rows. It owns nothing, alters nothing, and can't rewrite what has happened. */
async function grants(db: Kysely<unknown>) {
  await sql`grant usage on schema public to atelier_app`.execute(db)
  await sql`grant select, insert, update, delete on all tables in schema public to atelier_app`.execute(db)
  await sql`revoke update, delete on events from atelier_app`.execute(db)
  await sql`revoke select on people from atelier_app`.execute(db)
  await sql`grant select (id, name, email, created_at, updated_at) on people to atelier_app`.execute(db)
  await sql`revoke insert, update, delete on kysely_migration, kysely_migration_lock from atelier_app`.execute(
    db,
  )
}
