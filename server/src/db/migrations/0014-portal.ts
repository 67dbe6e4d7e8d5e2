import { type Kysely, sql } from 'kysely'
import { wallIn } from './tenant-table.ts'

/** From where clients may call and how often they do, and which people the log of security tells of. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table clients add column allowed_addresses text[] not null default '{}'`.execute(db)
  await sql`alter table security_events add column person_id uuid`.execute(db)
  await clientRequests(db)
}

async function clientRequests(db: Kysely<unknown>) {
  // No foreign key to the client: what is counted when it is deleted must not fail what is counted of others.
  await sql`
    create table client_requests (
      company_id uuid not null references companies,
      client_id uuid not null,
      hour timestamptz(0) not null,
      requests bigint not null,
      refusals bigint not null,
      primary key (company_id, client_id, hour)
    )
  `.execute(db)
  await sql`create index on client_requests (company_id, hour)`.execute(db)
  await wallIn(db, 'client_requests')
  await sql`grant select, insert, update, delete on client_requests to atelier_app`.execute(db)
  await adding(db)
}

/** Adds to the counts of several companies in one statement, behind the wall of each in turn. */
async function adding(db: Kysely<unknown>) {
  await sql`
    create function add_client_requests(counts jsonb) returns void language plpgsql as $$
    declare
      company uuid;
    begin
      for company in select distinct (c ->> 'company_id')::uuid from jsonb_array_elements(counts) c order by 1 loop
        perform set_config('app.company_id', company::text, true);
        insert into client_requests as kept (company_id, client_id, hour, requests, refusals)
        select company, c.client_id, c.hour, c.requests, c.refusals
        from jsonb_to_recordset(counts)
          c (company_id uuid, client_id uuid, hour timestamptz, requests bigint, refusals bigint)
        where c.company_id = company
        order by c.client_id, c.hour
        on conflict (company_id, client_id, hour) do update
        set requests = kept.requests + excluded.requests, refusals = kept.refusals + excluded.refusals;
      end loop;
      perform set_config('app.company_id', '', true);
    end $$
  `.execute(db)
}
