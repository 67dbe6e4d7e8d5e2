import { type Kysely, sql } from 'kysely'

/** The role that the app takes. It owns no table and passes no policy by; the first migration makes it. */
export const appRole = 'atelier_app'

export class UnsafeRoleError extends Error {
  override name = 'UnsafeRoleError'
}

/** Row-level security holds for nobody who is a superuser, may bypass it, or owns the tables: such a start is refused. */
export async function refuseUnsafeRole(db: Kysely<unknown>) {
  const { rows } = await sql<{ role: string; exempt: boolean; owner: boolean }>`
    select current_user as role, rolsuper or rolbypassrls as exempt,
      exists (select from pg_tables where schemaname = 'public' and tableowner = current_user) as owner
    from pg_roles where rolname = current_user
  `.execute(db)
  const self = rows[0]
  if (!self || self.exempt || self.owner) {
    throw new UnsafeRoleError(
      `The server must not run as «${self?.role}»: it is a superuser, may bypass row-level security, or owns the tables.`,
    )
  }
}
