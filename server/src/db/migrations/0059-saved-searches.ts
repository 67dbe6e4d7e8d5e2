import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

/**
 * Saved searches: named filters of assets, of a person or of the company, and the people who follow them. `filters` has
 * the parameters as they were sent. `match_from` is the first asset ID that is new to the followers; it is null without
 * followers.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table saved_searches (
      company_id uuid not null references companies,
      id uuid not null,
      name text collate "C" not null,
      name_key text collate "C" not null,
      filters jsonb not null,
      sort text,
      visibility text not null check (visibility in ('private', 'company')),
      match_from uuid,
      matched_at timestamptz(3),
      created_by uuid references people,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null default now(),
      primary key (company_id, id),
      check (visibility = 'company' or created_by is not null)
    )
  `.execute(db)
  await sql`create index on saved_searches (company_id, name_key, id)`.execute(db)
  await sql`create index on saved_searches (company_id, updated_at, id)`.execute(db)
  await sql`create index on saved_searches (company_id, match_from) where match_from is not null`.execute(db)
  await wallIn(db, 'saved_searches')
  await grantRows(db, 'saved_searches')
  await sql`
    create table saved_search_followers (
      company_id uuid not null,
      saved_search_id uuid not null,
      person_id uuid not null references people,
      created_at timestamptz(3) not null default now(),
      primary key (company_id, saved_search_id, person_id),
      foreign key (company_id, saved_search_id) references saved_searches on delete cascade
    )
  `.execute(db)
  await wallIn(db, 'saved_search_followers')
  await grantRows(db, 'saved_search_followers')
}
