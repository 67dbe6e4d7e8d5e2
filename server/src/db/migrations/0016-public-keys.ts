import { type Kysely, sql } from 'kysely'

/** Clients that prove who they are with a key of their own, and the proofs that they have used. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table clients add column jwks jsonb`.execute(db)
  await sql`
    create table client_assertions (
      client_id uuid not null references clients on delete cascade,
      hash bytea not null,
      expires_at timestamptz(3) not null,
      primary key (client_id, hash)
    )
  `.execute(db)
  await sql`create index on client_assertions (expires_at)`.execute(db)
  await sql`grant select, insert, delete on client_assertions to atelier_app`.execute(db)
}
