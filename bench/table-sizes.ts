import pg from 'pg'

export type TableSize = { table: string; rows: number; bytes: number; indexBytes: number }

/** Minimum number of rows. The sizes of a smaller table say nothing about growth. */
const rowsMin = 1_000

/** The disk usage of a database's tables, largest first. */
export async function tableSizes(url: string): Promise<TableSize[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client
    .query<{ table: string; rows: string; bytes: string; index_bytes: string }>(
      `select relname as table, reltuples::bigint as rows, pg_table_size(oid) as bytes,
         pg_indexes_size(oid) as index_bytes
       from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= ${rowsMin}
         and relname not like 'bench%'
       order by pg_total_relation_size(oid) desc`,
    )
    .finally(() => client.end())
  return rows.map(({ table, rows, bytes, index_bytes }) => ({
    table,
    rows: Number(rows),
    bytes: Number(bytes),
    indexBytes: Number(index_bytes),
  }))
}
