import { type Kysely, sql } from 'kysely'
import { quoteName } from './names.ts'
import { appRoleOf, ownRoleOf } from './roles.ts'

/**
 * Revokes the privilege to connect from the server's other accounts before an installation, because PostgreSQL grants
 * it to everyone by default. Only the owner of the database can do that.
 * @returns the statements that an administrator should still run.
 */
export const revokePublicConnect = (owner: Kysely<unknown>): Promise<string[]> =>
  whileRightsAreLocked(owner, async (trx) => {
    const { rows } = await sql<{ database: string; is_owner: boolean; is_public: boolean }>`
      select datname as database, pg_has_role(datdba, 'usage') as is_owner, datacl is null or exists (
          select from aclexplode(datacl) where grantee = 0 and privilege_type = 'CONNECT') as is_public
      from pg_database where datname = current_database()`.execute(trx)
    const { database, is_owner, is_public } = rows[0]!
    if (!is_public) return []
    const revoke = `revoke connect, temporary on database ${quoteName(database)} from public`
    if (!is_owner)
      return [
        `Every account of this PostgreSQL server can connect to the database "${database}". Run this as its owner: ${revoke};`,
      ]
    await sql.raw(revoke).execute(trx)
    return []
  })

/** Lets the role connect, because it logs in itself behind a pooler. Only the database owner is its member. */
export const grantConnect = (owner: Kysely<unknown>, role: string): Promise<void> =>
  whileRightsAreLocked(owner, async (trx) => {
    const { rows } = await sql<{ database: string; is_missing: boolean }>`
      select datname as database, pg_has_role(datdba, 'usage')
          and not has_database_privilege(${role}, datname, 'connect') as is_missing
      from pg_database where datname = current_database()`.execute(trx)
    const { database, is_missing } = rows[0]!
    const grant = `grant connect on database ${quoteName(database)} to ${quoteName(role)}`
    if (is_missing) await sql.raw(grant).execute(trx)
  })

/**
 * Prevents two nodes that start together from changing the same catalog row, which would make one of them fail.
 */
const whileRightsAreLocked = <T>(
  owner: Kysely<unknown>,
  work: (trx: Kysely<unknown>) => Promise<T>,
): Promise<T> =>
  owner.isTransaction
    ? work(owner)
    : owner.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtext('atelier database rights'))`.execute(trx)
        return work(trx)
      })

/** Warnings while other databases of the server use the same role. */
export async function sharedRoleWarnings(owner: Kysely<unknown>, role: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct datname as name from pg_shdepend
      join pg_roles on refclassid = 'pg_authid'::regclass and refobjid = pg_roles.oid
      join pg_database on dbid = pg_database.oid
    where rolname = ${role} and datname <> current_database() order by 1`.execute(owner)
  if (rows.length === 0) return []
  const others = rows.map(({ name }) => `"${name}"`).join(', ')
  return [
    `The role ${role} has privileges in other databases too (${others}), so their owners can read this one. Stop the servers and run atelier-server migrate --own-role.`,
  ]
}

/**
 * Warnings about members of the role: accounts of an earlier database with the same name, or accounts that
 * were added.
 */
export async function memberWarnings(owner: Kysely<unknown>, role: string): Promise<string[]> {
  // Before PostgreSQL 16, every member can `set role`. In later versions, a membership can be for
  // administration only.
  const { rows } = await sql<{ member: string; grantors: string[] }>`
    select member.rolname as member, array_agg(grantor.rolname::text order by m.grantor) as grantors
    from pg_auth_members m
      join pg_roles member on member.oid = m.member
      join pg_roles grantor on grantor.oid = m.grantor
      join pg_database on datname = current_database()
    where m.roleid = (select oid from pg_roles where rolname = ${role}) and not member.rolsuper
      and member.oid <> datdba and member.rolname <> current_user
      and member.oid not in (select relowner from pg_class where relnamespace = 'public'::regnamespace)
    group by member.rolname
    having bool_or(coalesce((to_jsonb(m) ->> 'set_option')::boolean, true)
      or coalesce((to_jsonb(m) ->> 'inherit_option')::boolean, true))
    order by 1`.execute(owner)
  return rows.map(({ member, grantors }) => {
    const revokes = grantors.map(
      (grantor) =>
        `revoke ${quoteName(role)} from ${quoteName(member)} granted by ${quoteName(grantor)} cascade;`,
    )
    return `The account "${member}" is a member of the role ${role}, so it can read this database. If it should not, run this as an administrator: ${revokes.join(' ')}`
  })
}

export type RoleMove = { from: string; to: string }

/**
 * Gives the database its own role, with every privilege that the shared role has here, and removes the shared
 * role. Servers that still use the shared role are rejected from then on.
 * @returns undefined if the database already has its own role.
 */
export async function takeOwnRole(owner: Kysely<unknown>): Promise<RoleMove | undefined> {
  const from = await appRoleOf(owner)
  const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(owner)
  const to = ownRoleOf(rows[0]!.database)
  if (from === to) return undefined
  await owner.transaction().execute(async (trx) => {
    await createRole(trx, to)
    for (const right of await rightsOf(trx, from)) {
      await sql.raw(`grant ${right} to ${quoteName(to)}`).execute(trx)
      await sql.raw(`revoke ${right} from ${quoteName(from)}`).execute(trx)
    }
    await revokePublicConnect(trx)
    await grantConnect(trx, to)
  })
  return { from, to }
}

/** Creates the role in the same way as the first migration. */
async function createRole(trx: Kysely<unknown>, role: string) {
  const name = quoteName(role)
  await sql
    .raw(`do $$ declare
      may_take text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
    begin
      if not exists (select from pg_roles where rolname = '${role}') then
        create role ${name} nologin nosuperuser nocreatedb nocreaterole nobypassrls;
      end if;
      if not pg_has_role(current_user, '${role}', may_take) then
        execute format('grant ${name} to %I', current_user);
      end if;
    end $$`)
    .execute(trx)
}

/** The rights in the form of GRANT and REVOKE: `SELECT on table assets`. */
async function rightsOf(trx: Kysely<unknown>, role: string): Promise<string[]> {
  const { rows } = await sql<{ granted: string }>`
    select format('%s on %s %s', privilege_type, case relkind when 'S' then 'sequence' else 'table' end,
        pg_class.oid::regclass) as granted
      from pg_class, aclexplode(relacl) where grantee = ${role}::text::regrole
    union all select format('%s (%I) on table %s', privilege_type, attname, attrelid::regclass)
      from pg_attribute, aclexplode(attacl) where grantee = ${role}::text::regrole
    union all select format('%s on schema %I', privilege_type, nspname)
      from pg_namespace, aclexplode(nspacl) where grantee = ${role}::text::regrole
    union all select format('%s on function %s', privilege_type, pg_proc.oid::regprocedure)
      from pg_proc, aclexplode(proacl) where grantee = ${role}::text::regrole`.execute(trx)
  return rows.map(({ granted }) => granted)
}
