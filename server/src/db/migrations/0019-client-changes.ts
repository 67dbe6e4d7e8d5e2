import { type Kysely, sql } from 'kysely'

/** What nodes know of clients that have just proved who they are is told of like other changes of access (0017). */
export async function up(db: Kysely<unknown>) {
  await sql`
    create or replace trigger access_changed
    after delete or update of scopes, allowed_addresses, company_id, owner_id, enterprise_id, token_lifetime_seconds
    on clients for each row execute function tell_access()
  `.execute(db)
  await sql`
    create function tell_secret() returns trigger language plpgsql set search_path = public, pg_temp as $$
    begin
      perform pg_notify('atelier_access', old.client_id::text);
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger access_changed after delete or update on client_secrets
    for each row execute function tell_secret()
  `.execute(db)
}
