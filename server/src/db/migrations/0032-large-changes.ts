import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

/**
 * Changes of many rows that a job is finishing in steps (events/large-change.ts). `paths` are the folders, and
 * `resource_ids` the tags, that no other such change may touch meanwhile. `moves_from` and `moves_until` are the range
 * of paths that a folder move still has to empty: plain columns, because an expression would keep PostgreSQL from the
 * index under row-level security.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table large_changes (
      company_id uuid not null references companies,
      id uuid not null,
      type text not null,
      author jsonb not null,
      state jsonb not null,
      paths text[] collate "C" not null default '{}',
      resource_ids uuid[] not null default '{}',
      moves_to text collate "C",
      moves_from text collate "C",
      moves_until text collate "C",
      rows_total bigint not null,
      rows_done bigint not null default 0,
      created_at timestamptz(3) not null default now(),
      primary key (company_id, id)
    )
  `.execute(db)
  await wallIn(db, 'large_changes')
  await grantRows(db, 'large_changes')
  // A restoration reads the folders of one trashing in the order of their paths, and the assets folder by folder.
  await sql`create index on folders (company_id, trashed_with, path) where trashed_with is not null`.execute(
    db,
  )
  await sql`drop index folders_company_id_trashed_with_idx`.execute(db)
  await sql`
    create index on assets (company_id, trashed_with, folder_id) where trashed_with is not null
  `.execute(db)
  await sql`drop index assets_company_id_trashed_with_idx`.execute(db)
}
