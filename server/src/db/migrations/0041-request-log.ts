import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

/** The requests of clients one by one: of each its route, its result and its duration, but no value that it sent. */
export async function up(db: Kysely<unknown>) {
  // No foreign key to the client: its log is kept when the client is deleted.
  await sql`
    create table request_log (
      company_id uuid not null references companies,
      id uuid not null,
      client_id uuid not null,
      request_id uuid not null,
      status smallint not null,
      duration_ms integer not null,
      method text not null,
      route text,
      error text,
      primary key (company_id, id)
    )
  `.execute(db)
  await sql`create index on request_log (company_id, client_id, id)`.execute(db)
  // Errors are few, and what people look for.
  await sql`create index on request_log (company_id, id) where status >= 400`.execute(db)
  await wallIn(db, 'request_log')
  await grantRows(db, 'request_log')
  await adding(db)
}

/** Adds entries of several companies in one statement, behind the wall of each in turn. */
async function adding(db: Kysely<unknown>) {
  await sql`
    create function add_request_log(entries jsonb) returns void language plpgsql as $$
    declare
      company record;
    begin
      for company in select key::uuid as id, value as entries from jsonb_each(entries) order by 1 loop
        perform set_config('app.company_id', company.id::text, true);
        insert into request_log (company_id, id, client_id, request_id, status, duration_ms, method, route, error)
        select company.id, e.id, e.client_id, e.request_id, e.status, e.duration_ms, e.method, e.route, e.error
        from jsonb_to_recordset(company.entries)
          e (id uuid, client_id uuid, request_id uuid, status smallint, duration_ms integer, method text, route text,
            error text);
      end loop;
      perform set_config('app.company_id', '', true);
    end $$
  `.execute(db)
}
