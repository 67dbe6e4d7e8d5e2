import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { asCompany, inReading, type Trx } from '../db/tenancy.ts'
import type { CompanyId } from '../ids.ts'
import type { Problem } from './context.ts'

type Index = {
  name: string
  table: string
  isTenant: boolean
  predicate: string | null
  /** The indexed columns, in order. */
  columns: string[]
}

const reindex = (name: string) =>
  `Repair it as the owner of the database: reindex index ${name}; on the embedded database, restore a backup.`

/**
 * Finds indexes that the database itself marks as invalid. If the amcheck extension is installed and
 * callable, also finds corrupt indexes.
 */
export async function* checkIndexes(db: Db): AsyncGenerator<Problem> {
  const { rows: invalid } = await sql<{ name: string }>`
    select i.indexrelid::regclass::text as name from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and not (i.indisvalid and i.indisready) order by 1`.execute(db)
  for (const { name } of invalid)
    yield problem(
      `The index ${name} is incomplete and not used: its creation was interrupted.`,
      reindex(name),
    )
  const { rows: collations } = await sql<{ was: string; is: string }>`
    select datcollversion as was, pg_database_collation_actual_version(oid) as is from pg_database
    where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)`.execute(
    db,
  )
  for (const { was, is } of collations)
    yield problem(
      `The operating system's text collation (${is}) differs from the one that the indexes were built with (${was}).`,
      'Run as the owner of the database: reindex database; then alter database … refresh collation version.',
    )
  yield* byAmcheck(db)
}

const problem = (text: string, advice: string): Problem => ({
  check: 'indexes',
  text,
  advice,
  isFixed: false,
})

async function* byAmcheck(db: Db): AsyncGenerator<Problem> {
  const { rows } = await sql<{ schema: string }>`
    select n.nspname as schema from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.proname = 'bt_index_check' and p.pronargs = 1 and has_function_privilege(p.oid, 'execute')`.execute(
    db,
  )
  const schema = rows[0]?.schema
  if (schema === undefined) return
  const check = sql.id(schema, 'bt_index_check')
  for (const { name } of await indexesOf(db)) {
    const fault = await sql`select ${check}(${name}::text::regclass)`.execute(db).then(
      () => undefined,
      (error: { code?: string; message: string }) => {
        if (/^XX00[012]$/.test(error.code ?? '')) return error.message
        throw error
      },
    )
    if (fault !== undefined) yield problem(`The index ${name} is damaged: ${fault}.`, reindex(name))
  }
}

/** The B-tree indexes of our tables that consist of plain columns. */
async function indexesOf(db: Db): Promise<Index[]> {
  const { rows } = await sql<Index>`
    select i.indexrelid::regclass::text as name, c.relname as table, c.relforcerowsecurity as "isTenant",
      pg_get_expr(i.indpred, i.indrelid) as predicate,
      array(
        select a.attname::text from unnest(i.indkey::int[]) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
        order by k.place
      ) as columns
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam
    where c.relnamespace = 'public'::regnamespace and i.indisvalid and i.indexprs is null and m.amname = 'btree'
      and c.relname not like 'kysely%'
    order by 1`.execute(db)
  return rows
}

/**
 * Counts the rows of each table through each of its indexes, and without an index. If a row is missing in an index, the
 * result of a query depends on the index that it uses.
 */
export async function* countByIndexes(db: Db, companies: readonly CompanyId[]): AsyncGenerator<Problem> {
  const indexes = await indexesOf(db)
  const lost = new Map<string, string>()
  const note = async (trx: Trx, tenants: boolean, companyId?: CompanyId) => {
    for (const index of indexes.filter(({ isTenant }) => isTenant === tenants)) {
      const fault = await compare(trx, index, companyId)
      if (fault !== undefined) lost.set(index.name, fault)
    }
  }
  await inReading(db, (trx) => note(trx, false))
  for (const id of companies) await asCompany(db, id, (trx) => note(trx, true, id))
  for (const [name, fault] of lost) yield problem(`The index ${name} ${fault}.`, reindex(name))
}

async function compare(trx: Trx, index: Index, companyId: CompanyId | undefined) {
  const { table, name, predicate, columns } = index
  const conditions = [
    ...(companyId === undefined ? [] : [sql`company_id = ${companyId}`]),
    ...(predicate === null ? [] : [sql.raw(`(${predicate})`)]),
  ]
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const order = sql.join(columns.map((column) => sql.ref(column)))
  const ordered = sql`select count(*)::int as rows from (
    select from ${sql.table(table)} ${where} order by ${order} offset 0) in_order`
  await setPlanner(trx, 'index')
  const { rows: plan } = await sql<{ 'QUERY PLAN': unknown }>`explain (format json) ${ordered}`.execute(trx)
  // Another index may have the same order.
  if (!JSON.stringify(plan[0]!['QUERY PLAN']).includes(`"Index Name":"${name.replaceAll('"', '')}"`))
    return undefined
  const byIndex = await rowsOf(trx, ordered)
  await setPlanner(trx, 'table')
  const byTable = await rowsOf(trx, sql`select count(*)::int as rows from ${sql.table(table)} ${where}`)
  return byIndex === byTable ? undefined : `finds ${byIndex} rows of ${table} instead of ${byTable}`
}

const rowsOf = async (trx: Trx, query: ReturnType<typeof sql>) => {
  const { rows } = await sql<{ rows: number }>`${query}`.execute(trx)
  return rows[0]!.rows
}

async function setPlanner(trx: Trx, way: 'index' | 'table') {
  const settings = { enable_seqscan: 'table', enable_indexscan: 'index', enable_indexonlyscan: 'index' }
  for (const [name, of] of Object.entries(settings))
    await sql`select set_config(${name}, ${of === way ? 'on' : 'off'}, true)`.execute(trx)
  for (const name of ['enable_bitmapscan', 'enable_sort', 'max_parallel_workers_per_gather'])
    await sql`select set_config(${name}, ${name.startsWith('max') ? '0' : 'off'}, true)`.execute(trx)
}
