import { type Kysely, sql } from 'kysely'

/** What `better-auth` keeps of people, under our names: members/sign-in.ts says which is which. */
export async function up(db: Kysely<unknown>) {
  await people(db)
  await signInMethods(db)
  await sessions(db)
  await secondFactors(db)
  await invitations(db)
  for (const table of [
    'sign_in_methods',
    'sessions',
    'verifications',
    'two_factors',
    'passkeys',
    'invitations',
  ])
    await sql`grant select, insert, update, delete on ${sql.table(table)} to atelier_app`.execute(db)
}

async function people(db: Kysely<unknown>) {
  // The library writes it itself.
  await sql`
    alter table people
      alter column created_at drop expression,
      alter column created_at set default now(),
      add column email_verified boolean not null default false,
      add column image text,
      add column two_factor_enabled boolean not null default false,
      add column is_operator boolean not null default false
  `.execute(db)
}

async function signInMethods(db: Kysely<unknown>) {
  await sql`
    create table sign_in_methods (
      id uuid primary key,
      person_id uuid not null references people on delete cascade,
      provider_id text not null,
      account_id text not null,
      password text,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz(3),
      refresh_token_expires_at timestamptz(3),
      scope text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      unique (provider_id, account_id)
    )
  `.execute(db)
  await sql`create index on sign_in_methods (person_id)`.execute(db)
  await sql`
    insert into sign_in_methods (id, person_id, provider_id, account_id, password)
    select gen_random_uuid(), id, 'credential', id::text, password_hash from people where password_hash is not null
  `.execute(db)
  await sql`alter table people drop column password_hash`.execute(db)
  // What only the passwords kept from the app.
  await sql`grant select on people to atelier_app`.execute(db)
}

async function sessions(db: Kysely<unknown>) {
  await sql`
    create table sessions (
      id uuid primary key,
      person_id uuid not null references people on delete cascade,
      token text not null unique,
      expires_at timestamptz(3) not null,
      ip_address text,
      user_agent text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )
  `.execute(db)
  await sql`create index on sessions (person_id)`.execute(db)
  await sql`create index on sessions (expires_at)`.execute(db)
  await sql`
    create table verifications (
      id uuid primary key,
      identifier text not null,
      value text not null,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )
  `.execute(db)
  await sql`create index on verifications (identifier)`.execute(db)
  await sql`create index on verifications (expires_at)`.execute(db)
}

async function secondFactors(db: Kysely<unknown>) {
  await sql`
    create table two_factors (
      id uuid primary key,
      person_id uuid not null references people on delete cascade,
      secret text not null,
      backup_codes text not null,
      verified boolean default true,
      failed_verification_count integer default 0,
      locked_until timestamptz(3)
    )
  `.execute(db)
  await sql`create index on two_factors (person_id)`.execute(db)
  await sql`
    create table passkeys (
      id uuid primary key,
      person_id uuid not null references people on delete cascade,
      name text,
      public_key text not null,
      credential_id text not null unique,
      counter bigint not null,
      device_type text not null,
      backed_up boolean not null,
      transports text,
      aaguid text,
      created_at timestamptz(3) default now()
    )
  `.execute(db)
  await sql`create index on passkeys (person_id)`.execute(db)
}

async function invitations(db: Kysely<unknown>) {
  // Uploads are begun by people too.
  await sql`alter table uploads alter column client_id drop not null`.execute(db)
  await sql`
    create table invitations (
      id uuid primary key,
      company_id uuid not null references companies on delete cascade,
      email text not null,
      role text not null check (role in ('owner', 'admin', 'developer', 'editor', 'viewer')),
      status text not null,
      inviter_id uuid not null references people,
      expires_at timestamptz(3) not null,
      created_at timestamptz(3) not null default now()
    )
  `.execute(db)
  await sql`create index on invitations (company_id, id)`.execute(db)
  await sql`create index on invitations (lower(email))`.execute(db)
}
