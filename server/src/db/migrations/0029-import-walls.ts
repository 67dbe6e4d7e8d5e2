import { type Kysely, sql } from 'kysely'

/**
 * What an archive may write, checked by the database itself. Tables of tenants are behind their walls already; the
 * others are readable across companies, and a row of them decides who gets in.
 */
export async function up(db: Kysely<unknown>) {
  await keysOfOwnFiles(db)
  await importsStayInside(db)
}

/** A row that named another company's file would hand out links to it. */
async function keysOfOwnFiles(db: Kysely<unknown>) {
  const columns = {
    assets: ['file_key'],
    asset_versions: ['file_key'],
    renditions: ['source_key', 'key'],
    templates: ['thumbnail_key', 'preview_key'],
    template_versions: ['file_key', 'thumbnail_key', 'preview_key'],
  }
  // Not valid: existing rows are not read while the table is locked. Every new and every changed row is checked.
  for (const [table, keys] of Object.entries(columns))
    for (const key of keys)
      await sql`
        alter table ${sql.table(table)} add constraint ${sql.ref(`${table}_${key}_is_own`)}
        check (starts_with(${sql.ref(key)}, company_id::text || '/')) not valid
      `.execute(db)
  await sql`
    alter table assets add constraint assets_renditions_are_own check (not jsonb_path_exists(
      renditions, '$[*].key ? (!(@ starts with $company))', jsonb_build_object('company', company_id::text || '/')
    )) not valid
  `.execute(db)
}

/** `app.importing` is the company whose archive the transaction reads. It is empty everywhere else. */
async function importsStayInside(db: Kysely<unknown>) {
  await sql`
    create function refuse_foreign_import() returns trigger language plpgsql set search_path = public, pg_temp as $$
    declare
      importing uuid := current_setting('app.importing')::uuid;
      added jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
      is_own boolean := case tg_argv[0]
        when 'company' then (added ->> 'company_id')::uuid = importing
        when 'client' then exists (
          select from clients c where c.id = (added ->> 'client_id')::uuid and c.company_id = importing
        )
        when 'itself' then (added ->> 'id')::uuid = importing
        when 'newcomer' then not (
          (added ->> 'is_operator')::boolean or (added ->> 'email_verified')::boolean
            or (added ->> 'two_factor_enabled')::boolean
        )
        when 'enterprise' then true
        else false
      end;
    begin
      if is_own and (tg_op = 'INSERT' or tg_op = 'UPDATE' and tg_argv[0] = 'itself') then
        return new;
      end if;
      raise exception 'An import may not write this row of %.', tg_table_name using errcode = '42501';
    end $$
  `.execute(db)
  const rules = {
    memberships: 'company',
    clients: 'company',
    client_secrets: 'client',
    access_tokens: 'client',
    companies: 'itself',
    people: 'newcomer',
    enterprises: 'enterprise',
    client_assertions: 'never',
    invitations: 'never',
    key_fingerprints: 'never',
    passkeys: 'never',
    sessions: 'never',
    sign_in_methods: 'never',
    two_factors: 'never',
    verifications: 'never',
  }
  for (const [table, rule] of Object.entries(rules))
    await sql`
      create trigger import_stays_inside before insert or update or delete on ${sql.table(table)}
      for each row when (nullif(current_setting('app.importing', true), '') is not null)
      execute function refuse_foreign_import(${sql.lit(rule)})
    `.execute(db)
}
