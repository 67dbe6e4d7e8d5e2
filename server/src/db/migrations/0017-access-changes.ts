import { type Kysely, sql } from 'kysely'

/**
 * Whoever may see what is told with the commit that changes it, whoever makes it: what nodes know of tokens and pages
 * is used until then. It costs each such commit a lock of the whole server (docs/decisions/writes.md): they are few.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create function tell_access() returns trigger language plpgsql set search_path = public, pg_temp as $$
    begin
      perform pg_notify('atelier_access', coalesce(new.id, old.id)::text);
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger access_changed
    after delete or update of scopes, allowed_addresses, company_id, owner_id, enterprise_id on clients
    for each row execute function tell_access()
  `.execute(db)
  await sql`
    create trigger access_changed after delete or update of status on enterprises
    for each row execute function tell_access()
  `.execute(db)
  // Of many tokens that end at once each client is told once.
  await sql`
    create function tell_ended_tokens() returns trigger language plpgsql set search_path = public, pg_temp as $$
    begin
      perform pg_notify('atelier_access', client_id::text) from (
        select distinct client_id from was where revoked_at is null and expires_at > now()
      ) clients;
      return null;
    end $$
  `.execute(db)
  for (const event of ['update', 'delete'])
    await sql`
      create trigger ${sql.ref(`tokens_ended_by_${event}`)} after ${sql.raw(event)} on access_tokens
      referencing old table as was
      for each statement execute function tell_ended_tokens()
    `.execute(db)
  await sql`
    create function tell_people() returns trigger language plpgsql set search_path = public, pg_temp as $$
    begin
      perform pg_notify('atelier_access', 'people');
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger people_changed after delete or update of name on people
    for each statement execute function tell_people()
  `.execute(db)
}
