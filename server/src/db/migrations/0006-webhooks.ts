import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

/** Webhooks, their secrets, and what was sent to them. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table webhooks (
      company_id uuid not null references companies,
      id uuid not null,
      url text not null,
      description text,
      types text[] not null,
      scopes text[] not null,
      enabled boolean not null,
      disabled_reason text check (disabled_reason in ('gone', 'failing')),
      disabled_at timestamptz(3),
      failing_since timestamptz(3),
      since_seq bigint not null,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null,
      primary key (company_id, id)
    )
  `.execute(db)
  await sql`create index on webhooks (company_id, updated_at, id)`.execute(db)
  await sql`
    create table webhook_secrets (
      company_id uuid not null,
      id uuid not null,
      webhook_id uuid not null,
      sealed bytea not null,
      expires_at timestamptz(3),
      primary key (company_id, id),
      foreign key (company_id, webhook_id) references webhooks on delete cascade
    )
  `.execute(db)
  await sql`create index on webhook_secrets (company_id, webhook_id, id)`.execute(db)
  await sql`
    create table webhook_deliveries (
      company_id uuid not null,
      id uuid not null,
      webhook_id uuid not null,
      message_id uuid not null,
      type text not null,
      body text not null,
      state text not null check (state in ('pending', 'delivered', 'failed')),
      attempts_max integer not null,
      attempts jsonb not null default '[]',
      next_attempt_at timestamptz(3),
      claimed_until timestamptz(3),
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null,
      primary key (company_id, id),
      foreign key (company_id, webhook_id) references webhooks on delete cascade
    )
  `.execute(db)
  await sql`create index on webhook_deliveries (company_id, webhook_id, id)`.execute(db)
  await sql`create index on webhook_deliveries (company_id, updated_at, id)`.execute(db)
  await sql`
    create index on webhook_deliveries (company_id, webhook_id, next_attempt_at, id) where state = 'pending'
  `.execute(db)
  for (const table of ['webhooks', 'webhook_secrets', 'webhook_deliveries']) {
    await wallIn(db, table)
    await grantRows(db, table)
  }
  // Up to which change deliveries have been made; null while no webhook is enabled. It is here, and not behind the
  // wall, so that whoever makes them finds the companies that have something to deliver.
  await sql`alter table companies add column webhooks_seq bigint`.execute(db)
}
