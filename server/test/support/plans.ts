import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  sql,
} from 'kysely'
import type { FolderLimit, Handle } from '../../src/db/handle.ts'
import { bareHandle } from './bare-handle.ts'

export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  'Subplan Name'?: string
  'Parent Relationship'?: string
  'CTE Name'?: string
  'Sort Key'?: string[]
  Strategy?: string
  Plans?: PlanNode[]
}

export type Recorded = { sql: string; parameters: readonly unknown[] }

/**
 * A database that records each statement and returns one row: a row without meaning, or the result of `rowOf`
 * for the statement.
 */
export function recording(
  statements: Recorded[],
  row: object = { rows: [] },
  rowOf: (sql: string) => object = () => row,
  folderLimit?: FolderLimit,
): Handle {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery) {
      statements.push({ sql, parameters })
      return { rows: [rowOf(sql) as R] }
    },
    streamQuery() {
      throw new Error('A list is not streamed.')
    },
  }
  class Driver extends DummyDriver {
    override acquireConnection = async () => connection
  }
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new Driver(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return bareHandle(dialect, undefined, folderLimit)
}

export type PlanKind = 'custom' | 'generic'

/**
 * The plan of the statement as prepared, either with these values, or the generic plan. PostgreSQL chooses
 * between the two after five calls.
 */
export async function planOf(
  one: QueryExecutorProvider,
  { sql: text, parameters }: Recorded,
  kind: PlanKind,
): Promise<PlanNode> {
  const types = parameters.map(() => 'unknown').join()
  const values = parameters.map(literal).join()
  await sql.raw(`set plan_cache_mode = force_${kind}_plan`).execute(one)
  await sql.raw(`prepare explained (${types}) as ${text}`).execute(one)
  try {
    const { rows } = await sql
      .raw<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`explain (format json) execute explained(${values})`)
      .execute(one)
    return rows[0]!['QUERY PLAN'][0].Plan
  } finally {
    await sql`deallocate explained`.execute(one)
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return `'{${value.map((one) => `"${one}"`).join()}}'`
  if (value instanceof Date) return `'${value.toISOString()}'`
  return `'${String(value).replaceAll("'", "''")}'`
}

const scans = ['Index Scan', 'Index Only Scan', 'Bitmap Index Scan']
const sorts = ['Sort', 'Incremental Sort']

/**
 * Parts of a plan whose cost grows with a company's rows: reading a table without an index, or with an index
 * that does not start with the company, and sorting more than a page, including incremental sorts.
 * @param tables the tables to check.
 */
export function faultsOf(plan: PlanNode, tables: ReadonlySet<string>): string[] {
  const nodes = nodesOf(plan)
  const ctes = new Map(nodes.flatMap((node) => (node['Subplan Name'] ? [[node['Subplan Name'], node]] : [])))
  return nodes.flatMap((node) => {
    const { 'Node Type': type, 'Relation Name': table = '', 'Index Cond': condition = '' } = node
    if (type === 'Seq Scan' && tables.has(table)) return [`reads all of ${table}`]
    const isOurs = tables.has(table) || type === 'Bitmap Index Scan'
    if (scans.includes(type) && isOurs && !/\bcompany_id = /.test(condition) && !isOneRow(node))
      return [`reads ${node['Index Name']} without the company`]
    if (sorts.includes(type) && !isBounded(node.Plans![0]!, ctes, tables))
      return [`${type === 'Sort' ? 'sorts' : 'sorts further'} by ${node['Sort Key']!.join(', ')}`]
    return []
  })
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Whether a plan node looks up rows by ID in a table whose primary key is the ID alone. */
const isOneRow = (node: PlanNode) =>
  keysOfAll.includes(node['Index Name'] ?? '') && /\(id = /.test(node['Index Cond'] ?? '')
const keysOfAll = ['clients_pkey', 'people_pkey']

/** Whether the number of rows is bounded in any company, by a limit or because few rows are looked up by ID. */
function isBounded(node: PlanNode, ctes: Map<string, PlanNode>, tables: ReadonlySet<string>): boolean {
  const { 'Node Type': type, 'CTE Name': cte, 'Index Cond': condition, 'Recheck Cond': recheck } = node
  const table = node['Relation Name']
  if (bounded.includes(type) || (type === 'Aggregate' && node.Strategy === 'Plain')) return true
  if (type === 'CTE Scan') return isBounded(ctes.get(`CTE ${cte}`)!, ctes, tables)
  if (table !== undefined) return !tables.has(table) || /\bid = /.test(condition ?? recheck ?? '')
  const rows = (node.Plans ?? []).filter((below) => !asides.includes(below['Parent Relationship'] ?? ''))
  return rows.length > 0 && rows.every((below) => isBounded(below, ctes, tables))
}

const bounded = ['Limit', 'Result', 'Function Scan', 'Values Scan', 'WorkTable Scan']
/** Plan nodes that are computed for each row, and have no rows of their own. */
const asides = ['SubPlan', 'InitPlan']
