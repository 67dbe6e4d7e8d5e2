import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

/**
 * Collections: hand-picked assets in an order of their own. `id` of an item is that of its asset, as in the tables of
 * tags. Positions can have gaps, where assets were permanently deleted. The foreign key of the cover has no action,
 * because setting it to null could move rows to another node: a purge does so (trash/purge.ts). A share can show a
 * collection.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table collections (
      company_id uuid not null references companies,
      id uuid not null,
      name text not null,
      name_key text collate "C" not null,
      description text,
      cover_asset_id uuid,
      items_count integer not null default 0,
      created_by uuid references people,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null default now(),
      primary key (company_id, id),
      foreign key (company_id, cover_asset_id) references assets
    )
  `.execute(db)
  await sql`create unique index on collections (company_id, name_key)`.execute(db)
  await sql`create index on collections (company_id, name_key, id)`.execute(db)
  await sql`create index on collections (company_id, updated_at, id)`.execute(db)
  await sql`
    create index on collections (company_id, cover_asset_id) where cover_asset_id is not null`.execute(db)
  await sql`
    create table collection_items (
      company_id uuid not null,
      collection_id uuid not null,
      id uuid not null,
      position integer not null,
      primary key (company_id, collection_id, id),
      foreign key (company_id, collection_id) references collections on delete cascade,
      foreign key (company_id, id) references assets on delete cascade
    )
  `.execute(db)
  await sql`create index on collection_items (company_id, collection_id, position, id)`.execute(db)
  await sql`create index on collection_items (company_id, id)`.execute(db)
  for (const table of ['collections', 'collection_items']) {
    await wallIn(db, table)
    await grantRows(db, table)
  }
  await shareCollections(db)
}

async function shareCollections(db: Kysely<unknown>) {
  await sql`
    alter table shares add column collection_id uuid,
      add foreign key (company_id, collection_id) references collections on delete cascade,
      drop constraint shares_kind_check,
      add check (kind in ('assets', 'folder', 'collection', 'template', 'brand_kit'))`.execute(db)
  await sql`create index on shares (company_id, collection_id) where collection_id is not null`.execute(db)
}
