import { type Kysely, sql } from 'kysely'

/** When pictures were shown, and which time of change they stand upon: http/revision.ts says what for. */
export async function up(db: Kysely<unknown>) {
  for (const table of ['assets', 'templates'])
    await sql`
      alter table ${sql.table(table)} add column drawn_at timestamptz(3), add column drawn_upon timestamptz(3)
    `.execute(db)
}
