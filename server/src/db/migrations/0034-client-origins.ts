import { type Kysely, sql } from 'kysely'

/** Origins of the pages that may call the API with a client's tokens. What nodes know of a client's tokens tells them (0017). */
export async function up(db: Kysely<unknown>) {
  await sql`alter table clients add column allowed_origins text[] not null default '{}'`.execute(db)
  await sql`create index on clients using gin (allowed_origins) where allowed_origins <> '{}'`.execute(db)
  await sql`
    create or replace trigger access_changed
    after delete or update of
      scopes, allowed_addresses, allowed_origins, company_id, owner_id, enterprise_id, token_lifetime_seconds
    on clients for each row execute function tell_access()
  `.execute(db)
}
