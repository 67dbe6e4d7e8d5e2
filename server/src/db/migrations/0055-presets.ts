import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

/**
 * Presets: named sizes and formats of a company, in which links, archives and shares offer images. The index finds
 * the renditions of a preset, which are deleted after it was changed or deleted. `shares.preset_ids` has no foreign
 * key: a deleted preset is no longer offered, and the order of the others stays.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table presets (
      company_id uuid not null references companies,
      id uuid not null,
      name text collate "C" not null,
      name_key text collate "C" not null,
      label text not null,
      width integer,
      height integer,
      fit text not null check (fit in ('cover', 'contain', 'inside')),
      format text not null check (format in ('original', 'webp', 'avif', 'jpeg', 'png', 'tiff')),
      quality integer not null,
      background text,
      color_profile text not null check (color_profile in ('srgb', 'p3', 'cmyk')),
      metadata text not null check (metadata in ('embed', 'copyright', 'none')),
      enlarge boolean not null,
      created_by uuid references people,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null default now(),
      primary key (company_id, id),
      unique (company_id, name)
    )
  `.execute(db)
  await sql`create index on presets (company_id, name_key, id)`.execute(db)
  await sql`create index on presets (company_id, updated_at, id)`.execute(db)
  await wallIn(db, 'presets')
  await grantRows(db, 'presets')
  await sql`create index on renditions (company_id, spec) where spec like 'preset=%'`.execute(db)
  await sql`alter table shares add column preset_ids uuid[] not null default '{}'`.execute(db)
}
