import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

/** Uploads that take several requests: what was promised, and the asset that it became. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table uploads (
      company_id uuid not null references companies,
      id uuid not null,
      client_id uuid not null,
      person_id uuid references people,
      length bigint not null,
      metadata text not null,
      asset_id uuid,
      ends_at timestamptz(3) not null,
      primary key (company_id, id),
      foreign key (company_id, asset_id) references assets on delete cascade
    )
  `.execute(db)
  await sql`create index on uploads (company_id, ends_at)`.execute(db)
  await sql`create index on uploads (company_id, asset_id) where asset_id is not null`.execute(db)
  await wallIn(db, 'uploads')
  await grantRows(db, 'uploads')
}
