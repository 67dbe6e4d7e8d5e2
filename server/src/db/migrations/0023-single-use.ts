import { type Kysely, sql } from 'kysely'

/**
 * Each code of an authenticator app counts once. With a password ends whatever was begun with the one before: links to
 * choose a new one, sign-ins that wait for a code, devices that are asked for none.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table two_factors add column last_used_step bigint`.execute(db)
  // Not a btree: what the library keeps of a sign-in at a provider may be longer than its keys can be.
  await sql`create index on verifications using hash (value)`.execute(db)
  await sql`
    create function end_pending_sign_ins() returns trigger language plpgsql set search_path = public, pg_temp as $$
    begin
      delete from verifications where value = new.person_id::text;
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger password_changed after update of password on sign_in_methods
    for each row when (new.password is distinct from old.password) execute function end_pending_sign_ins()
  `.execute(db)
  await sql`
    create trigger password_set after insert on sign_in_methods
    for each row when (new.password is not null) execute function end_pending_sign_ins()
  `.execute(db)
}
