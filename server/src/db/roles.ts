import { createHash } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * The name in migrations of the role that the service works as: it owns no table and cannot bypass row-level
 * security. On a PostgreSQL server each database has a role of its own instead (`appRoleOf`), because roles
 * belong to the whole server and the owner of another database could be a member of this one.
 */
export const sharedRole = 'atelier_app'

const plainName = /^[a-z0-9_]{1,50}$/
/** A database named like the hash of another's name must not get its role. */
const hashedName = /^[0-9a-f]{16}$/

/** The role of a database that is installed now. */
export const ownRoleOf = (database: string): string =>
  `${sharedRole}_${plainName.test(database) && !hashedName.test(database) ? database : createHash('sha256').update(database).digest('hex').slice(0, 16)}`

/**
 * The role that the service works as in this database: the one that may read its tables, or, before the first
 * migration, its own. Only installations from before own roles have the shared one.
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
 * Row-level security does not apply to superusers, roles that may bypass it, and owners of the tables: such a
 * start is refused.
 * @param expected the role that may read the tables. A pooler's account may be another one.
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
