import { type Kysely, sql } from 'kysely'

/**
 * Members that can read or change only the assets in some folders, as clients can (0066). An invitation has the
 * limit of the future member. Owners and admins can change every limit, so they have none.
 */
export async function up(db: Kysely<unknown>) {
  for (const table of ['memberships', 'invitations'])
    await sql`
      alter table ${sql.table(table)}
        add column read_folder_ids uuid[] check (cardinality(read_folder_ids) > 0),
        add column write_folder_ids uuid[] check (cardinality(write_folder_ids) > 0),
        add constraint ${sql.ref(`${table}_limit_check`)} check (
          role not in ('owner', 'admin') or read_folder_ids is null and write_folder_ids is null
        )`.execute(db)
}
