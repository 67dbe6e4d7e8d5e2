import { createReadStream, createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { openEmbedded } from '../../server/src/db/embedded.ts'
import type { Environment } from '../engines/engine.ts'

/** `COPY` is the fastest way to move rows into and out of PostgreSQL. `directory` has one file per table. */
export type Copying = {
  out(table: string, select: string): Promise<void>
  in(table: string, columns: string): Promise<void>
  /** Returns the columns that can be inserted, which excludes generated columns. */
  columns(table: string): Promise<string[]>
  run(text: string): Promise<void>
  close(): Promise<void>
}

export const openCopying = (environment: Environment, directory: string): Promise<Copying> =>
  environment.DATABASE_URL === undefined
    ? throughFiles(join(environment.DATA_DIR!, 'db'), directory)
    : throughStreams(environment.DATABASE_URL, directory)

async function throughStreams(url: string, directory: string): Promise<Copying> {
  const client = new pg.Client(url)
  await client.connect()
  return {
    async out(table, select) {
      const rows = client.query(copyTo(`copy (${select}) to stdout`))
      await pipeline(rows, createWriteStream(join(directory, table)))
    },
    async in(table, columns) {
      const rows = client.query(copyFrom(`copy ${table} (${columns}) from stdin`))
      await pipeline(createReadStream(join(directory, table)), rows)
    },
    columns: async (table) => (await client.query(columnsOf(table))).rows.map(({ name }) => name),
    run: async (text) => void (await client.query(text)),
    close: () => client.end(),
  }
}

/**
 * The embedded engine does not support `COPY` over its connection and can read files only in its own data
 * directory.
 */
async function throughFiles(database: string, directory: string): Promise<Copying> {
  const engine = await openEmbedded(database)
  const db = new Kysely<unknown>({ dialect: engine.dialect })
  const run = async (text: string) => void (await sql.raw(text).execute(db))
  const { rows } = await sql<{ data_directory: string }>`show data_directory`.execute(db)
  const seen = (table: string) => `${rows[0]!.data_directory}/bench_${table}`
  const shared = (table: string) => join(database, 'data', `bench_${table}`)
  return {
    async out(table, select) {
      await run(`copy (${select}) to '${seen(table)}'`)
      await rename(shared(table), join(directory, table))
    },
    async in(table, columns) {
      await rename(join(directory, table), shared(table))
      await run(`copy ${table} (${columns}) from '${seen(table)}'`)
      await rename(shared(table), join(directory, table))
    },
    columns: async (table) =>
      (await sql.raw<{ name: string }>(columnsOf(table)).execute(db)).rows.map(({ name }) => name),
    run,
    async close() {
      await db.destroy()
      await engine.close()
    },
  }
}

const columnsOf = (table: string) => `
  select column_name as name from information_schema.columns
  where table_schema = 'public' and table_name = '${table}' and is_generated = 'NEVER' order by ordinal_position`
