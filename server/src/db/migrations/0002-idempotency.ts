import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

/** Answers to requests that carried an `Idempotency-Key`: kept with what they did, in one commit. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table idempotency_keys (
      company_id uuid not null references companies,
      client_id uuid not null,
      key text collate "C" not null,
      fingerprint bytea not null,
      answer json,
      created_at timestamptz(3) not null,
      primary key (company_id, client_id, key)
    )
  `.execute(db)
  await sql`create index on idempotency_keys (company_id, created_at)`.execute(db)
  await wallIn(db, 'idempotency_keys')
  await grantRows(db, 'idempotency_keys')
}
