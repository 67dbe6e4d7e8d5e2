import { type Kysely, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

/**
 * Custom properties of assets and templates, and their values. A row is one value: a property with several choices has a
 * row for each, numbered by `place`. `match` is what filters compare for equality: the key of an option, `true` or `false`, a
 * number or date as a text, or the name key of a short text. Each index of values ends in `id`, the order of lists.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table properties (
      company_id uuid not null references companies,
      id uuid not null,
      applies_to text not null check (applies_to in ('asset', 'template')),
      key text collate "C" not null,
      label text not null,
      type text not null check (type in
        ('text', 'long_text', 'number', 'date', 'choice', 'choices', 'boolean', 'person', 'link')),
      is_required boolean not null default false,
      default_value jsonb,
      help text,
      position integer not null,
      options jsonb not null default '[]',
      visibility text not null default 'members' check (visibility in ('everyone', 'members')),
      maps_from text,
      created_at timestamptz(3) not null generated always as (uuid_time(id)) stored,
      updated_at timestamptz(3) not null default now(),
      deleted_at timestamptz(3),
      primary key (company_id, id)
    )
  `.execute(db)
  await sql`
    create unique index on properties (company_id, applies_to, key) where deleted_at is null`.execute(db)
  await sql`create index on properties (company_id, updated_at, id)`.execute(db)
  await sql`create index on properties (company_id, position, id)`.execute(db)
  await wallIn(db, 'properties')
  await grantRows(db, 'properties')
  for (const noun of ['asset', 'template']) await valuesOf(db, noun)
}

async function valuesOf(db: Kysely<unknown>, noun: string) {
  const name = `${noun}_property_values`
  const table = sql.table(name)
  await sql`
    create table ${table} (
      company_id uuid not null,
      id uuid not null,
      property_id uuid not null,
      place integer not null,
      match text collate "C",
      text text,
      number double precision,
      date date,
      person_id uuid references people,
      primary key (company_id, id, property_id, place),
      foreign key (company_id, id) references ${sql.table(`${noun}s`)} on delete cascade,
      foreign key (company_id, property_id) references properties
    )
  `.execute(db)
  await sql`create index on ${table} (company_id, property_id, id)`.execute(db)
  for (const column of ['match', 'number', 'date', 'person_id'])
    await sql`
      create index on ${table} (company_id, property_id, ${sql.ref(column)}, id)
      where ${sql.ref(column)} is not null`.execute(db)
  await wallIn(db, name)
  await grantRows(db, name)
}
