// Databases of releases, stored as dumps (server/test/releases/), so that they do not depend on today's code.
import { readdirSync, readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Known } from './earlier-release.ts'

const folder = new URL('../releases/', import.meta.url)

/** Each database is named after its newest migration. */
export const frozenReleases = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace('.sql', ''))

const read = (file: string) => readFileSync(new URL(file, folder), 'utf8')

export const knownOf = (release: string): Known => JSON.parse(read(`${release}.json`))

/**
 * Creates the role as the first migration does, because roles belong to the whole cluster, so that a dump
 * contains none.
 */
const role = `
  do $$ begin create role atelier_app nologin; exception when duplicate_object or unique_violation then null; end $$;
  do $$ begin
    if not pg_has_role(current_user, 'atelier_app', 'member') then
      execute format('grant atelier_app to %I', current_user);
    end if;
  exception when duplicate_object or unique_violation then null; end $$;`

export async function leaveFrozen(db: Kysely<unknown>, release: string) {
  await sql.raw(role).execute(db)
  await sql.raw(read(`${release}.sql`)).execute(db)
  await sql`reset all`.execute(db)
}

/**
 * All parts of a schema, one line each. Databases with the same lines have the same schema. Excludes the
 * queue's daily partitions.
 */
export async function schemaOf(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'pgboss')),
    tables as (
      select c.oid, c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.relacl, c.relowner, nspname || '.' || relname as name
      from pg_class c join ours on ours.oid = relnamespace where relkind in ('r', 'p', 'v', 'S')
    )
    select concat_ws(' ', name, relkind, relrowsecurity, relforcerowsecurity) as line from tables
    union all select concat_ws(' ', name, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
        attcollation::regcollation, pg_get_expr(adbin, adrelid))
      from tables join pg_attribute a on attrelid = tables.oid and attnum > 0 and not attisdropped
        left join pg_attrdef on adrelid = attrelid and adnum = attnum where relkind <> 'S'
    union all select pg_get_indexdef(indexrelid) from pg_index join tables on tables.oid = indrelid
    union all select concat_ws(' ', name, conname, pg_get_constraintdef(c.oid))
      from pg_constraint c join tables on tables.oid = conrelid where contype <> 'n'
    union all select concat_ws(' ', name, polname, polcmd, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
      from pg_policy join tables on tables.oid = polrelid
    union all select pg_get_triggerdef(t.oid) from pg_trigger t join tables on tables.oid = tgrelid where not tgisinternal
    union all select pg_get_functiondef(p.oid) from pg_proc p join ours on ours.oid = pronamespace where prokind = 'f'
    union all select concat_ws(' ', name, privilege_type)
      from tables, aclexplode(relacl) acl where acl.grantee <> relowner
    order by line`.execute(db)
  return rows.map(({ line }) => line).filter((line) => !/_\d{8}/.test(line))
}
