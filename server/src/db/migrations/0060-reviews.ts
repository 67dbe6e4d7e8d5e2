import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

const states = sql`('draft', 'in_review', 'approved', 'rejected')`

/**
 * Review states of assets and templates, and the history of each state. Only companies with `has_reviews` use them. With
 * `shares_approved_only`, their shares show only approved assets. `mailed_at` is null until the review is in an e-mail.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table companies
    add column has_reviews boolean not null default false,
    add column shares_approved_only boolean not null default false`.execute(db)
  for (const table of ['assets', 'templates']) {
    await sql`
      alter table ${sql.table(table)}
      add column review text not null default 'draft' check (review in ${states})`.execute(db)
    await sql`
      create index on ${sql.table(table)} (company_id, review, id) where deleted_at is null`.execute(db)
  }
  await sql`
    create table reviews (
      company_id uuid not null references companies,
      id uuid not null,
      asset_id uuid,
      template_id uuid,
      version integer not null,
      state text not null check (state in ${states}),
      state_before text not null check (state_before in ${states}),
      note text,
      created_by uuid references people,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      mailed_at timestamptz(3),
      primary key (company_id, id),
      foreign key (company_id, asset_id) references assets on delete cascade,
      foreign key (company_id, template_id) references templates on delete cascade,
      check ((asset_id is null) <> (template_id is null))
    )
  `.execute(db)
  for (const column of ['asset_id', 'template_id'])
    await sql`
      create index on reviews (company_id, ${sql.ref(column)}, id) where ${sql.ref(column)} is not null`.execute(
      db,
    )
  await sql`create index on reviews (company_id, state, id)`.execute(db)
  await sql`create index on reviews (company_id, id) where mailed_at is null`.execute(db)
  await wallIn(db, 'reviews')
  await grantRows(db, 'reviews')
}
