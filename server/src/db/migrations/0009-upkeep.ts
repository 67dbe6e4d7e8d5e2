import { type Kysely, sql } from 'kysely'

/**
 * The embedded engine has no autovacuum and no checkpointer of its own, so the app does their work (db/upkeep.ts)
 * and may do that on tables which it does not own. A PostgreSQL server sees to itself: there nothing is granted.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    do $$ begin
      if version() like '%wasm%' and (select rolsuper from pg_roles where rolname = current_user) then
        execute 'grant pg_checkpoint to atelier_app';
        execute 'grant maintain on all tables in schema public, pgboss to atelier_app';
        execute 'alter default privileges in schema public grant maintain on tables to atelier_app';
      end if;
    end $$
  `.execute(db)
}
