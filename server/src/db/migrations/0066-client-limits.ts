import { type Kysely, sql } from 'kysely'

/**
 * Clients that can read or change only the assets in some folders. The folders are set for a statement or a
 * transaction, as the company is. Without them, nothing is limited.
 *
 * Every read of assets and folders passes the policies, and every write of assets and folders passes the triggers. A
 * trigger reports a write that is not allowed. A policy would hide the row instead, and the write would change nothing.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table clients
      add column read_folder_ids uuid[] check (cardinality(read_folder_ids) > 0),
      add column write_folder_ids uuid[] check (cardinality(write_folder_ids) > 0)`.execute(db)
  await sql`
    create or replace trigger access_changed
    after delete or update of
      scopes, allowed_addresses, allowed_origins, company_id, owner_id, enterprise_id, token_lifetime_seconds,
      read_folder_ids, write_folder_ids
    on clients for each row execute function tell_access()`.execute(db)
  await functions(db)
  await readWalls(db)
  await writeWalls(db)
}

const limitOf = (name: 'read' | 'write') =>
  sql`nullif(current_setting(${sql.lit(`app.${name}_folders`)}, true), '')::uuid[]`

/**
 * A function that reads folders clears the limit for its own statement, and sets it again. Otherwise, the policy
 * that calls it would call it again. A `set` clause of the function would need a superuser.
 */
async function functions(db: Kysely<unknown>) {
  // Parents and not paths, because a large move changes the parent at once, and the paths later.
  await sql`
    create function folders_within(roots uuid[]) returns uuid[]
    language plpgsql stable parallel restricted as $$
    declare
      company uuid := nullif(current_setting('app.company_id', true), '')::uuid;
      limited text := coalesce(current_setting('app.read_folders', true), '');
      found_ids uuid[];
    begin
      if roots is null then return null; end if;
      perform set_config('app.read_folders', '', true);
      found_ids := array(
        with recursive below(id) as (
          select f.id from folders f where f.company_id = company and f.id = any(roots)
          union
          select f.id from below b join folders f on f.company_id = company and f.parent_id = b.id
        )
        select id from below
      );
      perform set_config('app.read_folders', limited, true);
      return found_ids;
    end $$`.execute(db)
  // Lists resolve the subtree once, in the statement that they run in. Other statements resolve it here.
  await sql`
    create function readable_folders() returns uuid[] language plpgsql stable parallel restricted as $$
    begin
      return coalesce(
        nullif(current_setting('app.readable_folders', true), '')::uuid[], folders_within(${limitOf('read')})
      );
    end $$`.execute(db)
  // The policy reads only columns of the primary key, so that index-only scans stay possible. The planner adds the cost of
  // the function to each row, although callers without a limit never call it. A low cost keeps their plans.
  await sql`
    create function asset_is_within(company uuid, asset uuid, folders uuid[]) returns boolean
    language plpgsql stable parallel restricted cost 1 as $$
    declare
      limited text := coalesce(current_setting('app.read_folders', true), '');
      is_within boolean;
    begin
      perform set_config('app.read_folders', '', true);
      is_within := exists (
        select from assets a where a.company_id = company and a.id = asset and a.folder_id = any(folders)
      );
      perform set_config('app.read_folders', limited, true);
      return is_within;
    end $$`.execute(db)
  await sql`
    create function writable_folders() returns uuid[] language plpgsql stable parallel restricted as $$
    declare
      readable uuid[] := ${limitOf('read')};
      writable uuid[] := ${limitOf('write')};
    begin
      if writable is null then return folders_within(readable); end if;
      if readable is null then return folders_within(writable); end if;
      return array(
        select unnest(folders_within(readable)) intersect select unnest(folders_within(writable))
      );
    end $$`.execute(db)
  await sql`
    create function refuse_write_outside() returns trigger language plpgsql as $$
    declare
      writable uuid[] := writable_folders();
      folder uuid;
    begin
      if tg_table_name = 'folders' and tg_op <> 'INSERT' then
        raise exception 'limited clients cannot change folders' using errcode = 'AT403';
      end if;
      if tg_op <> 'INSERT' then
        folder := old.folder_id;
        if not coalesce(folder = any(writable), false) then
          raise exception 'the asset is outside the writable folders' using errcode = 'AT403';
        end if;
      end if;
      if tg_op = 'DELETE' then return old; end if;
      folder := (to_jsonb(new) ->> tg_argv[0])::uuid;
      if not coalesce(folder = any(writable), false) then
        raise exception 'the target is outside the writable folders' using errcode = 'AT403';
      end if;
      return new;
    end $$`.execute(db)
}

/** Evaluated once per statement. The planner takes a test for null as nearly always true, so plans stay as they were. */
const isUnlimited = sql`(select case when ${limitOf('read')} is null then true end) is not null`
/** Evaluated once per statement. */
const readable = sql`(select readable_folders())::uuid[]`

async function readWalls(db: Kysely<unknown>) {
  await sql`
    create policy folder_limit on folders as restrictive for select
    using (${isUnlimited} or id = any(${readable}))`.execute(db)
  await sql`
    create policy folder_limit on assets as restrictive for select
    using (${isUnlimited} or asset_is_within(company_id, id, ${readable}))`.execute(db)
}

async function writeWalls(db: Kysely<unknown>) {
  const isLimited = sql`
    coalesce(current_setting('app.read_folders', true), '') <> ''
    or coalesce(current_setting('app.write_folders', true), '') <> ''`
  await sql`
    create trigger folder_limit before insert or update or delete on assets
    for each row when (${isLimited}) execute function refuse_write_outside('folder_id')`.execute(db)
  // The counts of a folder follow from changes of its content.
  await sql`
    create trigger folder_limit before insert or delete or update of name, parent_id, deleted_at on folders
    for each row when (${isLimited}) execute function refuse_write_outside('parent_id')`.execute(db)
}
