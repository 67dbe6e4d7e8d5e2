// Engines: embedded, postgres
// Checks the database schema after all migrations against the rules for distributing tables on Citus.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import {
  limitTriggers,
  localSchemas,
  localTables,
  notifyingTriggers,
  referenceTables,
  wordTriggers,
} from './support/distribution.ts'
import { engine, startService } from './support/service.ts'

const { db } = await startService()

/** These triggers read rows only during an archive import, which does not support a distributed database. */
const importTriggers = ['import_stays_inside', 'import_brings_no_connection']

const rowsOf = async <T>(query: RawBuilder<T>) => (await query.execute(db)).rows

type Table = { schema: string; name: string; company: { type: string; required: boolean } | null }

const isOurs = sql`n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\_t%'`

const tables = await rowsOf(sql<Table>`
  select n.nspname as schema, c.relname as name, (
    select json_build_object('type', a.atttypid::regtype, 'required', a.attnotnull)
    from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
  ) as company
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'f', 'v', 'm') and ${isOurs} order by 1, 2`)

const isReference = (name: string) => name in referenceTables
const isLocal = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
  schema in localSchemas || name in localTables
const tenantTables = tables.filter((table) => !isReference(table.name) && !isLocal(table))
const tenantNames = tenantTables.map(({ name }) => name)

type ForeignKey = {
  name: string
  from: string
  from_schema: string
  to: string
  to_schema: string
  columns: string[]
  targets: string[]
  on_delete: string
  on_update: string
}

const foreignKeys = await rowsOf(sql<ForeignKey>`
  select k.conname as name, c.relname as from, n.nspname as from_schema, f.relname as to, m.nspname as to_schema,
    k.confdeltype::text as on_delete, k.confupdtype::text as on_update,
    array(select a.attname::text from unnest(k.conkey) with ordinality p (number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = p.number order by p.place) as columns,
    array(select a.attname::text from unnest(k.confkey) with ordinality p (number, place)
      join pg_attribute a on a.attrelid = f.oid and a.attnum = p.number order by p.place) as targets
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  join pg_class f on f.oid = k.confrelid join pg_namespace m on m.oid = f.relnamespace
  where k.contype = 'f' and ${isOurs}`)

test(`every tenant table is distributed by company_id, every other table is listed as reference or local (${engine})`, () => {
  assert.ok(tenantTables.length >= 25)
  for (const { schema, name, company } of tenantTables) {
    assert.equal(schema, 'public', name)
    // Citus rejects rows with a null company, and co-locates tables only if the column types are equal.
    assert.deepEqual(company, { type: 'uuid', required: true }, name)
  }
})

test(`each list of reference and local tables contains existing tables only, without overlap (${engine})`, () => {
  const names = tables.map(({ name }) => name)
  for (const name of [...Object.keys(referenceTables), ...Object.keys(localTables)])
    assert.ok(names.includes(name), name)
  assert.deepEqual(
    Object.keys(referenceTables).filter((name) => name in localTables),
    [],
  )
  const schemas = new Set(tables.map(({ schema }) => schema))
  assert.deepEqual([...schemas].sort(), [...Object.keys(localSchemas), 'public'].sort())
})

type Index = { table: string; name: string; columns: string[]; excludes: boolean }

test(`every unique key of a tenant table contains company_id, even if it is only an index (${engine})`, async () => {
  const indexes = await rowsOf(sql<Index>`
    select c.relname as table, i.indexrelid::regclass::text as name, i.indisexclusion as excludes,
      array(
        select a.attname::text from unnest((i.indkey::smallint[])[0:i.indnkeyatts - 1]) k (number)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
      ) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relname = any(${tenantNames}) and (i.indisunique or i.indisexclusion)`)
  assert.ok(indexes.length > tenantNames.length)
  for (const { table, name, columns, excludes } of indexes) {
    assert.ok(columns.includes('company_id'), `${name} of ${table}`)
    // Citus accepts exclusion constraints that compare company_id with `=`. There are none so far.
    assert.ok(!excludes, `${name} of ${table} excludes`)
  }
  const keyed = new Set(indexes.map(({ table }) => table))
  assert.deepEqual(
    tenantNames.filter((name) => !keyed.has(name)),
    [],
    'tables without a key',
  )
})

const setsNullOrDefault = ['n', 'd']
const movesAlong = ['c', 'n', 'd']

test(`a foreign key between tenant tables contains company_id on both sides (${engine})`, () => {
  const between = foreignKeys.filter(({ from, to }) => tenantNames.includes(from) && tenantNames.includes(to))
  assert.ok(between.length >= 20)
  for (const { name, columns, targets, on_delete, on_update } of between) {
    const place = columns.indexOf('company_id')
    assert.ok(place >= 0, name)
    assert.equal(targets[place], 'company_id', name)
    // Both actions could move a row to another node.
    assert.ok(!setsNullOrDefault.includes(on_delete), name)
    assert.ok(!movesAlong.includes(on_update), name)
  }
})

test(`no other foreign key connects tables that Citus cannot connect (${engine})`, () => {
  const placeOf = (schema: string, name: string) => {
    if (isLocal({ schema, name })) return 'local'
    return isReference(name) ? 'reference' : 'tenant'
  }
  const followed = [
    'tenant tenant',
    'tenant reference',
    'reference reference',
    'local reference',
    'local local',
  ]
  for (const { name, from_schema, from, to_schema, to } of foreignKeys)
    assert.ok(followed.includes(`${placeOf(from_schema, from)} ${placeOf(to_schema, to)}`), name)
})

test(`no tenant or reference table has a trigger, rule, inheritance or local sequence (${engine})`, async () => {
  const shared = [...tenantNames, ...Object.keys(referenceTables)]
  const odd = await rowsOf(sql<{ table: string; what: string }>`
    with shared as (
      select c.oid, c.relname from pg_class c
      where c.relname = any(${shared}) and c.relnamespace = 'public'::regnamespace
    )
    select relname as table, 'trigger ' || tgname as what from shared join pg_trigger on tgrelid = shared.oid
    where not tgisinternal and tgname <> all(${importTriggers}) and relname || ' ' || tgname <> all(${notifyingTriggers})
      and tgname <> all(${[...wordTriggers, ...limitTriggers]})
    union all select relname, 'rule ' || rulename from shared join pg_rewrite on ev_class = shared.oid
    union all select relname, 'parent' from shared join pg_inherits on shared.oid in (inhrelid, inhparent)
    union all select shared.relname, 'sequence ' || s.relname from shared
    join pg_depend d on d.refobjid = shared.oid join pg_class s on s.oid = d.objid and s.relkind = 'S'
    union all select relname, 'default ' || pg_get_expr(adbin, adrelid) from shared join pg_attrdef on adrelid = shared.oid
    where pg_get_expr(adbin, adrelid) like '%nextval(%'`)
  assert.deepEqual(odd, [])
})
