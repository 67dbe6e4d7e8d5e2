import { type Kysely, sql } from 'kysely'

/**
 * An index by the id alone gives a company's page its order too: PostgreSQL walked it past whatever others had done since.
 * A key that begins with the time gives it to those alone who read the log of all.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table security_events drop constraint security_events_pkey, add primary key (created_at, id)
  `.execute(db)
  // Nearly all of a log are tokens that were issued: what else there is would be looked for among them.
  await sql`
    create index on security_events (company_id, type, id) where type <> 'token.issued'
  `.execute(db)
  await sql`
    create or replace function purge_security_events(before timestamptz, batch integer) returns bigint
    language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      bound timestamptz := least(before, now() - interval '30 days');
      purged bigint;
    begin
      perform set_config('app.security_log', 'whole', true);
      delete from security_events using (
        select created_at, id from security_events where created_at < bound order by created_at, id limit batch
      ) oldest where security_events.created_at = oldest.created_at and security_events.id = oldest.id;
      get diagnostics purged = row_count;
      perform set_config('app.security_log', '', true);
      return purged;
    end $$
  `.execute(db)
}
