import { CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'
import { openEmbedded } from '../../server/src/db/embedded.ts'

/** Prepared once a connection, under its name. */
export type Query = <Row>(name: string, text: string, values: unknown[]) => Promise<Row[]>

export type Opened = { query: Query; transaction: Transaction; close(): Promise<void> }

/** Runs work whose queries are one commit. */
export type Transaction = (work: (query: Query) => Promise<void>) => Promise<void>

/** As many as the server has when nobody says otherwise. */
const connectionsMax = 10

/** The connection that row-level security does not hold back: the owner, to whom the filling gave a policy. */
export async function openDatabase(url: string | undefined, directory: string | undefined): Promise<Opened> {
  if (url !== undefined) {
    const pool = new pg.Pool({ connectionString: url, max: connectionsMax })
    const query: Query = async (name, text, values) => (await pool.query({ name, text, values })).rows
    const transaction: Transaction = async (work) => {
      const client = await pool.connect()
      await client.query('begin')
      await work(async (name, text, values) => (await client.query({ name, text, values })).rows)
      await client.query('commit')
      client.release()
    }
    return { query, transaction, close: () => pool.end() }
  }
  const engine = await openEmbedded(`${directory}/db`)
  const db = new Kysely<unknown>({ dialect: engine.dialect })
  const queryOn =
    (on: Kysely<unknown>) =>
    async <Row>(_name: string, text: string, values: unknown[]) =>
      (await on.executeQuery(CompiledQuery.raw(text, values))).rows as Row[]
  const transaction: Transaction = (work) => db.transaction().execute((trx) => work(queryOn(trx)))
  return { query: queryOn(db), transaction, close: () => engine.close() }
}
