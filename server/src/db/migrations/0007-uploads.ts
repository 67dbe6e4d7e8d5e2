import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

/** Files and their versions, pictures made of them, the room that they take, and folders that go to the trash. */
export async function up(db: Kysely<unknown>) {
  await versions(db)
  await renditions(db)
  await trashOfFolders(db)
  await sql`alter table assets add column trashed_with uuid`.execute(db)
  await sql`create index on assets (company_id, deleted_at) where deleted_at is not null`.execute(db)
  await sql`create index on assets (company_id, trashed_with) where trashed_with is not null`.execute(db)
  // For the deletion of a folder, which looks for whatever points at it, in the trash too.
  await sql`create index on assets (company_id, folder_id)`.execute(db)
  await sql`create index on assets (company_id, file_key)`.execute(db)
  await sql`alter table companies add column stored_bytes bigint not null default 0`.execute(db)
  await keepWhatIsThere(db)
}

/** Every file that an asset has had, the present one too. */
async function versions(db: Kysely<unknown>) {
  await sql`
    create table asset_versions (
      company_id uuid not null references companies,
      asset_id uuid not null,
      version integer not null,
      type text not null,
      mime_type text not null,
      extension text not null,
      size bigint not null,
      width integer,
      height integer,
      duration double precision,
      dominant_color text,
      checksum text not null,
      file_key text not null,
      restored_from integer,
      automatic_tags jsonb not null default '[]',
      created_by uuid references people,
      created_at timestamptz(3) not null,
      primary key (company_id, asset_id, version),
      foreign key (company_id, asset_id) references assets on delete cascade
    )
  `.execute(db)
  await sql`create index on asset_versions (company_id, checksum)`.execute(db)
  await sql`create index on asset_versions (company_id, file_key)`.execute(db)
  await wallIn(db, 'asset_versions')
  await grantRows(db, 'asset_versions')
}

/** Pictures made of a stored file. They live as long as a version has that file. */
async function renditions(db: Kysely<unknown>) {
  await sql`
    create table renditions (
      company_id uuid not null references companies,
      source_key text collate "C" not null,
      spec text collate "C" not null,
      key text collate "C" not null,
      mime_type text not null,
      width integer not null,
      height integer not null,
      created_at timestamptz(3) not null,
      primary key (company_id, source_key, spec)
    )
  `.execute(db)
  await sql`create index on renditions (company_id, key)`.execute(db)
  await wallIn(db, 'renditions')
  await grantRows(db, 'renditions')
}

/** A name and a path are taken only by what lives. */
async function trashOfFolders(db: Kysely<unknown>) {
  await sql`
    alter table folders
    add column deleted_at timestamptz(3),
    add column trashed_with uuid,
    drop constraint folders_company_id_parent_id_name_key_key
  `.execute(db)
  await sql`drop index folders_company_id_path_idx`.execute(db)
  await sql`
    create unique index on folders (company_id, parent_id, name_key) nulls not distinct where deleted_at is null
  `.execute(db)
  await sql`create unique index on folders (company_id, path) where deleted_at is null`.execute(db)
  await sql`create index on folders (company_id, id) where deleted_at is null`.execute(db)
  for (const column of ['name_key', 'updated_at']) {
    await sql`drop index ${sql.ref(`folders_company_id_${column}_id_idx`)}`.execute(db)
    await sql`create index on folders (company_id, ${sql.ref(column)}, id) where deleted_at is null`.execute(
      db,
    )
  }
  await sql`create index on folders (company_id, deleted_at) where deleted_at is not null`.execute(db)
  await sql`create index on folders (company_id, trashed_with) where trashed_with is not null`.execute(db)
}

/** The owner, too, sees one company's rows at a time. */
const actAs = (db: Kysely<unknown>, company: string) =>
  sql`select set_config('app.company_id', ${company}, true)`.execute(db)

async function keepWhatIsThere(db: Kysely<unknown>) {
  const { rows } = await sql<{ id: string }>`select id from companies`.execute(db)
  for (const { id } of rows) {
    await actAs(db, id)
    await sql`
      insert into asset_versions (company_id, asset_id, version, type, mime_type, extension, size, width, height,
        duration, dominant_color, checksum, file_key, created_by, created_at)
      select company_id, id, version, type, mime_type, extension, size, width, height,
        duration, dominant_color, checksum, file_key, created_by, created_at
      from assets where company_id = ${id}`.execute(db)
    await sql`
      insert into renditions (company_id, source_key, spec, key, mime_type, width, height, created_at)
      select company_id, file_key, r ->> 'name', r ->> 'key', r ->> 'mime_type', (r ->> 'width')::int,
        (r ->> 'height')::int, created_at
      from assets cross join jsonb_array_elements(renditions) r where company_id = ${id}
      on conflict do nothing`.execute(db)
    await sql`
      update companies set stored_bytes = (
        select coalesce(sum(size), 0) from (
          select distinct on (file_key) size from asset_versions where company_id = ${id}
        ) files
      ) where id = ${id}`.execute(db)
    // Those in the trash were counted until now.
    await sql`
      update folders f set assets_count = (
        select count(*) from assets a
        where a.company_id = ${id} and a.folder_id = f.id and a.deleted_at is null
      ) where company_id = ${id}`.execute(db)
  }
  await actAs(db, '')
}
