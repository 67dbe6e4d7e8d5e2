import { createHash } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * The name that migrations use for the role of the service. The role owns no table and cannot bypass
 * row-level security. On a PostgreSQL server, each database has its own role instead (`appRoleOf`), because
 * roles belong to the whole server, and the owner of another database could be a member of the shared role.
 */
export const sharedRole = 'atelier_app'

const plainName = /^[a-z0-9_]{1,50}$/
/**
 * Matches a database name that looks like the hash of another name. Such a database must not get the role of
 * that other database.
 */
const hashedName = /^[0-9a-f]{16}$/

/** The role of a database that is installed with this version. */
export const ownRoleOf = (database: string): string =>
  `${sharedRole}_${plainName.test(database) && !hashedName.test(database) ? database : createHash('sha256').update(database).digest('hex').slice(0, 16)}`

/**
 * The role that the service works as in this database: the role that can read its tables or, before the first
 * migration, the database's own role. Only databases from before per-database roles use the shared role.
 */
export async function appRoleOf(owner: QueryExecutorProvider): Promise<string> {
  const { rows } = await sql<{ database: string; role: string | null }>`
    select current_database() as database, (
      select rolname from pg_class, aclexplode(relacl) acl join pg_roles on pg_roles.oid = acl.grantee
      where pg_class.oid = to_regclass('public.enterprises') and acl.privilege_type = 'SELECT'
        and rolname ~ ${`^${sharedRole}(_[a-z0-9_]+)?$`}
      order by rolname desc limit 1
    ) as role`.execute(owner)
  const { database, role } = rows[0]!
  return role ?? ownRoleOf(database)
}

export class UnsafeRoleError extends Error {
  override name = 'UnsafeRoleError'
}

/**
 * Throws if row-level security does not apply to the role: a superuser, a role that can bypass it, or an
 * owner of the tables.
 * @param expected the role that can read the tables. A pooler's account can be a different role.
 */
export async function refuseUnsafeRole(db: QueryExecutorProvider, expected: string) {
  const { rows } = await sql<{ role: string; exempt: boolean; owner: boolean }>`
    select current_user as role, rolsuper or rolbypassrls as exempt,
      exists (select from pg_tables where schemaname = 'public' and tableowner = current_user) as owner
    from pg_roles where rolname = current_user
  `.execute(db)
  const self = rows[0]
  if (!self || self.exempt || self.owner) {
    throw new UnsafeRoleError(
      `The server must not run as "${self?.role}": it is a superuser, can bypass row-level security, or owns the tables.`,
    )
  }
  if (self.role !== expected)
    throw new UnsafeRoleError(
      `Behind a pooler, DATABASE_URL must use the account "${expected}", but it uses "${self.role}".`,
    )
}
