import { type Kysely, sql } from 'kysely'

/** Fingerprints of the secret keys that the stored data was signed and sealed with (storage/key-fingerprint.ts). */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table key_fingerprints (
      fingerprint bytea primary key,
      created_at timestamptz(3) not null default now()
    )
  `.execute(db)
  await sql`grant select, insert, delete on key_fingerprints to atelier_app`.execute(db)
}
