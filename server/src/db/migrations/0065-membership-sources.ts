import { type Kysely, sql } from 'kysely'

/**
 * Where a membership comes from. A membership from groups of the identity provider follows them at each sign-in; a
 * manual one, by invitation or setup, does not.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table memberships
      add column source text not null default 'manual'
        constraint memberships_source_check check (source in ('manual', 'groups'))`.execute(db)
}
