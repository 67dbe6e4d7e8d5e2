import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

/**
 * Comments on assets, templates and renders, and the people that they mention. A thread is a comment with its replies,
 * and only its first comment is resolved. In `comment_mentions`, `id` is the comment. `mailed_at` is null until the
 * mention is in an e-mail.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table comments (
      company_id uuid not null references companies,
      id uuid not null,
      asset_id uuid,
      template_id uuid,
      render_id uuid,
      parent_id uuid,
      version integer,
      text text not null,
      point_x double precision check (point_x between 0 and 1),
      point_y double precision check (point_y between 0 and 1),
      resolved_at timestamptz(3),
      resolved_by uuid references people,
      created_by uuid references people,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null default now(),
      primary key (company_id, id),
      foreign key (company_id, asset_id) references assets on delete cascade,
      foreign key (company_id, template_id) references templates on delete cascade,
      foreign key (company_id, render_id) references renders on delete cascade,
      foreign key (company_id, parent_id) references comments on delete cascade,
      check ((point_x is null) = (point_y is null))
    )
  `.execute(db)
  for (const column of ['asset_id', 'template_id', 'render_id', 'parent_id'])
    await sql`
      create index on comments (company_id, ${sql.ref(column)}, id) where ${sql.ref(column)} is not null`.execute(
      db,
    )
  await sql`create index on comments (company_id, updated_at, id)`.execute(db)
  await sql`
    create table comment_mentions (
      company_id uuid not null,
      id uuid not null,
      person_id uuid not null references people,
      mailed_at timestamptz(3),
      primary key (company_id, id, person_id),
      foreign key (company_id, id) references comments on delete cascade
    )
  `.execute(db)
  await sql`create index on comment_mentions (company_id, person_id, id)`.execute(db)
  await sql`create index on comment_mentions (company_id, id) where mailed_at is null`.execute(db)
  for (const table of ['comments', 'comment_mentions']) {
    await wallIn(db, table)
    await grantRows(db, table)
  }
}
