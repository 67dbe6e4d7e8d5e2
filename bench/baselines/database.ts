import pg from 'pg'
import { openOnThisThread } from './same-thread.ts'

/** The query is prepared once per connection, under its name. */
export type Query = <Row>(name: string, text: string, values: unknown[]) => Promise<Row[]>

export type Opened = { query: Query; transaction: Transaction; close(): Promise<void> }

export type Transaction = (work: (query: Query) => Promise<void>) => Promise<void>

/** Number of connections, which is the server's default pool size. */
const connectionsMax = 10

/** Connects as the owner. The fill created a policy that gives the owner access to all rows. */
export async function openDatabase(url: string | undefined, directory: string | undefined): Promise<Opened> {
  const { pool, close } =
    url === undefined
      ? await openOnThisThread(directory!)
      : { pool: new pg.Pool({ connectionString: url, max: connectionsMax }), close: async () => {} }
  return {
    query: async (name, text, values) => (await pool.query({ name, text, values })).rows,
    async transaction(work) {
      const client = await pool.connect()
      await client.query('begin')
      await work(async (name, text, values) => (await client.query({ name, text, values })).rows)
      await client.query('commit')
      client.release()
    },
    async close() {
      await pool.end()
      await close()
    },
  }
}
