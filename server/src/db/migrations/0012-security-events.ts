import { type Kysely, sql } from 'kysely'

/** What happened at the door: docs/decisions/audit.md says why its walls differ from those of other tables. */
export async function up(db: Kysely<unknown>) {
  // No foreign keys: the log outlives what it speaks of.
  await sql`
    create table security_events (
      id uuid primary key,
      company_id uuid,
      client_id uuid,
      type text not null,
      address text,
      request_id text,
      data jsonb not null,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored
    )
  `.execute(db)
  await sql`create index on security_events (company_id, id)`.execute(db)
  await sql`create index on security_events (client_id, id)`.execute(db)
  await walls(db)
  await purge(db)
  await sql`grant select, insert on security_events to atelier_app`.execute(db)
}

const acting = sql`(select nullif(current_setting('app.company_id', true), '')::uuid)`

/** Whoever acts for a company sees and writes its rows alone. Whoever acts for none writes any row and sees none. */
async function walls(db: Kysely<unknown>) {
  await sql`alter table security_events enable row level security`.execute(db)
  await sql`alter table security_events force row level security`.execute(db)
  await sql`create policy company on security_events for select using (company_id = ${acting})`.execute(db)
  await sql`
    create policy appended on security_events for insert
    with check (${acting} is null or company_id = ${acting})
  `.execute(db)
  // For the operator, who reads it from end to end, and for the purge.
  await sql`
    create policy whole on security_events
    using ((select current_setting('app.security_log', true)) = 'whole')
    with check (false)
  `.execute(db)
}

/** Only its owner deletes, through this alone, and never what is younger than a month, whatever the app asks for. */
async function purge(db: Kysely<unknown>) {
  await sql`
    create function purge_security_events(before timestamptz, batch integer) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      bound timestamptz := least(before, now() - interval '30 days');
      first_kept uuid := (lpad(to_hex((extract(epoch from bound) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
      purged bigint;
    begin
      perform set_config('app.security_log', 'whole', true);
      delete from security_events where id = any(array(
        select id from security_events where id < first_kept order by id limit batch
      ));
      get diagnostics purged = row_count;
      perform set_config('app.security_log', '', true);
      return purged;
    end $$
  `.execute(db)
  await sql`revoke execute on function purge_security_events from public`.execute(db)
  await sql`grant execute on function purge_security_events to atelier_app`.execute(db)
}
