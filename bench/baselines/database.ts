import { CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'
import { openEmbedded } from '../../server/src/db/embedded.ts'

/** Prepared once a connection, under its name. */
export type Query = <Row>(name: string, text: string, values: unknown[]) => Promise<Row[]>

export type Opened = { query: Query; close(): Promise<void> }

/** As many as the server has when nobody says otherwise. */
const connectionsMax = 10

/** The connection that row-level security does not hold back: the owner, to whom the filling gave a policy. */
export async function openDatabase(url: string | undefined, directory: string | undefined): Promise<Opened> {
  if (url !== undefined) {
    const pool = new pg.Pool({ connectionString: url, max: connectionsMax })
    const query: Query = async (name, text, values) => (await pool.query({ name, text, values })).rows
    return { query, close: () => pool.end() }
  }
  const engine = await openEmbedded(`${directory}/db`)
  const db = new Kysely<unknown>({ dialect: engine.dialect })
  const query = async <Row>(_name: string, text: string, values: unknown[]) =>
    (await db.executeQuery(CompiledQuery.raw(text, values))).rows as Row[]
  return { query, close: () => engine.close() }
}
