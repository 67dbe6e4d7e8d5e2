import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { archivedId } from './manifest.ts'
import { isArchived } from './tables.ts'

type Column = {
  name: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  isGenerated: boolean
  /**
   * The shared table that the column references. Its rows can belong to any company, so each reference is
   * checked.
   */
  refersTo: string | null
}

/**
 * The columns of an archived table, as read from the database. Columns that later migrations add are
 * therefore checked without being listed here.
 */
export type ArchivedColumns = {
  /** Columns that can be written. */
  names: ReadonlySet<string>
  required: readonly string[]
  /** Columns that the database computes. The first format wrote some of them into its rows. */
  generated: ReadonlySet<string>
  references: readonly { column: string; table: string }[]
  /** The PostgreSQL type of each column, and the schema of its values. */
  types: ReadonlyMap<string, string>
  schemas: ReadonlyMap<string, z.ZodType>
}

export async function columnsIn(db: Db, tables: readonly string[]): Promise<Map<string, ArchivedColumns>> {
  const { rows } = await sql<Column & { table: string }>`
    select c.table_name as table, c.column_name as name, c.udt_name as type, c.is_nullable = 'YES' as "isNullable",
      c.column_default is not null as "hasDefault", c.is_generated <> 'NEVER' as "isGenerated", (
        select k.confrelid::regclass::text from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
        where k.contype = 'f' and k.conrelid = c.table_name::text::regclass and a.attname = c.column_name
          and k.confrelid = any(${[...sharedTables.keys()]}::text[]::regclass[])
        order by cardinality(k.conkey) limit 1
      ) as "refersTo"
    from information_schema.columns c
    where c.table_schema = 'public' and c.table_name = any(${[...tables]}) order by c.ordinal_position`.execute(
    db,
  )
  return new Map(
    tables.map((table) => [
      table,
      asArchived(
        table,
        rows.filter((row) => row.table === table && isArchived(table, row.name)),
      ),
    ]),
  )
}

/** Tables shared between companies. Rows that reference them are checked against the rows of the archive. */
export const sharedTables: ReadonlyMap<string, 'company' | 'enterprise' | 'person' | 'client'> = new Map([
  ['companies', 'company'],
  ['enterprises', 'enterprise'],
  ['people', 'person'],
  ['clients', 'client'],
] as const)

function asArchived(table: string, columns: Column[]): ArchivedColumns {
  const written = columns.filter(({ isGenerated }) => !isGenerated)
  return {
    names: new Set(written.map(({ name }) => name)),
    required: written.filter((one) => !one.isNullable && !one.hasDefault).map(({ name }) => name),
    generated: new Set(columns.filter(({ isGenerated }) => isGenerated).map(({ name }) => name)),
    references: columns.flatMap(({ name, refersTo }) => {
      // A tenant table always references its company, even if only a composite key shows it.
      const to = name === 'company_id' ? 'companies' : refersTo
      return to === null ? [] : [{ column: name, table: to }]
    }),
    types: new Map(columns.map(({ name, type }) => [name, type])),
    schemas: new Map(columns.map((column) => [column.name, schemaOf(table, column)])),
  }
}

function schemaOf(table: string, { name, type, isNullable }: Column): z.ZodType {
  const schema = types[type]
  if (!schema) throw new Error(`This version cannot archive the type ${type} of ${table}.${name}.`)
  return isNullable ? schema.nullable() : schema
}

const int4Max = 2 ** 31 - 1
/** Maximum nesting of a JSON value. PostgreSQL's parser fails at a few thousand levels with a stack error. */
const jsonDepthMax = 500

/**
 * Maximum number of IDs in an array. Equals the maximum of `ARCHIVE_FILES_MAX`, because the longest array lists
 * the assets in a zip.
 */
const uuidsMax = 100_000

/** Text that PostgreSQL can store, without NUL and lone surrogates. */
const text = z.string().refine((value) => !value.includes('\0') && value.isWellFormed())

const json = z.unknown().refine((value) => value !== undefined && isJsonOf(value, jsonDepthMax))

function isJsonOf(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return text.safeParse(value).success
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  return Object.entries(value).every(([key, inner]) => isJsonOf(key, depth) && isJsonOf(inner, depth - 1))
}

/** Schemas by PostgreSQL type name, for values as `to_jsonb` writes them. */
const types: Record<string, z.ZodType> = {
  uuid: archivedId,
  text,
  bool: z.boolean(),
  int4: z
    .int()
    .min(-int4Max - 1)
    .max(int4Max),
  int8: z.int(),
  float4: z.number(),
  float8: z.number(),
  timestamptz: z.iso.datetime({ offset: true }),
  // PostgreSQL has no year 0.
  date: z.iso.date().refine((day) => !day.startsWith('0000')),
  jsonb: json,
  bytea: z.string().regex(/^\\x([0-9a-f]{2}){1,1024}$/),
  _text: z.array(text).max(1_000),
  _uuid: z.array(archivedId).max(uuidsMax),
}
