import { type Kysely, sql } from 'kysely'
import { quoteName } from './names.ts'

const postgresVersionMin = 15
/** First PostgreSQL version in which membership of a role and the right to `set role` are separate. */
const separateSetVersion = 16

/**
 * Thrown if the server, database or account does not meet Atelier's requirements. The message says which command to run
 * or what to change.
 */
export class UnfitServerError extends Error {
  override name = 'UnfitServerError'
}

type Facts = {
  version: number
  release: string
  encoding: string
  database: string
  account: string
  may_create_roles: boolean
  may_create_schemas: boolean
  may_create_tables: boolean
  role_exists: boolean
  /** Accounts that own tables which this account cannot change. */
  foreign_owners: string[]
}

/**
 * Checks, before anything is changed, whether the schema can be installed or upgraded here.
 * @param role the role that the service will work as.
 * @throws {UnfitServerError}
 */
export async function refuseUnfitServer(owner: Kysely<unknown>, role: string): Promise<void> {
  const { rows } = await sql<Facts>`
    select current_setting('server_version_num')::int / 10000 as version, current_setting('server_version') as release,
      pg_encoding_to_char(encoding) as encoding, datname as database, current_user::text as account,
      rolsuper or rolcreaterole as may_create_roles,
      rolsuper or has_database_privilege(datname, 'create') or to_regnamespace('pgboss') is not null as may_create_schemas,
      rolsuper or has_schema_privilege('public', 'create') as may_create_tables,
      exists (select from pg_roles where rolname = ${role}) as role_exists,
      array(select distinct tableowner::text from pg_tables
        where schemaname in ('public', 'pgboss') and not pg_has_role(tableowner, 'usage')) as foreign_owners
    from pg_database, pg_roles where datname = current_database() and rolname = current_user`.execute(owner)
  const facts = rows[0]!
  if (facts.version < postgresVersionMin)
    throw new UnfitServerError(
      `Atelier needs PostgreSQL ${postgresVersionMin} or newer, but this server is ${facts.release}. Upgrade it, or set DATABASE_URL to a newer one.`,
    )
  if (facts.encoding !== 'UTF8')
    throw new UnfitServerError(
      `The database "${facts.database}" has the encoding ${facts.encoding}, but Atelier needs UTF8. Create another one: create database atelier encoding 'UTF8' template template0;`,
    )
  const missing = await missingRights(owner, facts, role)
  if (missing.length > 0)
    throw new UnfitServerError(
      [
        `The account "${facts.account}" in DATABASE_URL lacks privileges. Run this in the database "${facts.database}" as an administrator:`,
        ...missing.map((statement) => `  ${statement};`),
      ].join('\n'),
    )
}

async function missingRights(owner: Kysely<unknown>, facts: Facts, role: string): Promise<string[]> {
  const { account, database } = facts
  const grant = `grant ${quoteName(role)} to ${quoteName(account)}`
  const statements = [
    !facts.may_create_tables && `grant create, usage on schema public to ${quoteName(account)}`,
    !facts.may_create_schemas && `grant create on database ${quoteName(database)} to ${quoteName(account)}`,
    ...facts.foreign_owners.map((other) => `grant ${quoteName(other)} to ${quoteName(account)}`),
  ]
  if (!facts.role_exists) {
    if (!facts.may_create_roles) statements.push(`create role ${quoteName(role)} nologin`, grant)
  } else if (!(await mayTake(owner, facts.version, role))) statements.push(grant)
  return statements.filter((statement) => statement !== false)
}

/** Whether the account can `set role` to the role or can grant itself that privilege. */
async function mayTake(owner: Kysely<unknown>, version: number, role: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_has_role(${role}, ${version >= separateSetVersion ? 'set' : 'member'})
      or pg_has_role(${role}, 'member with admin option')
      or (${version < separateSetVersion} and (select rolcreaterole from pg_roles where rolname = current_user))
      as may`.execute(owner)
  return rows[0]!.may
}

/** Returns the command to run if PostgreSQL knows the account but does not let it connect to the database. */
export function refuseUnableToConnect(url: string, error: unknown): never {
  const { code, message } = error as { code?: string; message: string }
  if (code !== '42501' || !message.startsWith('permission denied for database')) throw error
  const { username, pathname } = new URL(url)
  const [account, database] = [username, pathname.slice(1)].map((part) => decodeURIComponent(part))
  throw new UnfitServerError(
    `The account "${account}" in DATABASE_URL is not allowed to connect to the database "${database}". Run this as an administrator: grant connect on database ${quoteName(database!)} to ${quoteName(account!)};`,
  )
}
