import { type Kysely, sql } from 'kysely'
import { grantRows } from './tenant-table.ts'

/**
 * Connected apps: programs that act for a person in one company, such as assistants. A connection is a client
 * without a secret. It ends with the membership of the person, by its foreign key.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table apps (
      id uuid primary key,
      name text not null,
      redirect_uris text[] not null,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      expires_at timestamptz(3) not null
    )
  `.execute(db)
  await sql`create index on apps (expires_at)`.execute(db)
  await sql`
    alter table clients
      add column app_id uuid references apps,
      add column member_id uuid,
      add constraint clients_connection check ((app_id is null) = (member_id is null)),
      add constraint clients_member foreign key (company_id, member_id) references memberships on delete cascade
  `.execute(db)
  await sql`
    create unique index on clients (app_id, company_id, member_id) where app_id is not null`.execute(db)
  await sql`create index on clients (member_id, company_id) where member_id is not null`.execute(db)
  await sql`
    create table authorization_grants (
      hash bytea primary key,
      client_id uuid not null references clients on delete cascade,
      family_id uuid not null,
      kind text not null check (kind in ('code', 'refresh_token')),
      scopes text[] not null,
      redirect_uri text,
      code_challenge text,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3),
      check (kind = 'refresh_token' or (redirect_uri is not null and code_challenge is not null))
    )
  `.execute(db)
  await sql`create index on authorization_grants (client_id)`.execute(db)
  await sql`create index on authorization_grants (family_id)`.execute(db)
  await sql`create index on authorization_grants (expires_at)`.execute(db)
  for (const table of ['apps', 'authorization_grants']) {
    await grantRows(db, table)
    await sql`
      create trigger import_stays_inside before insert or update or delete on ${sql.table(table)}
      for each row when (nullif(current_setting('app.importing', true), '') is not null)
      execute function refuse_foreign_import('never')
    `.execute(db)
  }
  // An archive contains no connections: a person allows an app on this installation only.
  await sql`
    create trigger import_brings_no_connection before insert or update on clients
    for each row when (new.app_id is not null and nullif(current_setting('app.importing', true), '') is not null)
    execute function refuse_foreign_import('never')
  `.execute(db)
}
