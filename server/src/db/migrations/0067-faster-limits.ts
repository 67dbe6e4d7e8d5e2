import { type Kysely, sql } from 'kysely'

/**
 * Cheaper checks of folder limits (0066). A page looks up the folder of each row that it reads. Statements that count
 * read many rows, so they set `app.counts_assets`, and list the IDs of all readable assets once instead.
 *
 * Callers without a limit evaluate the same expression as before.
 */
export async function up(db: Kysely<unknown>) {
  // The folders are not an argument, because PL/pgSQL copies an array at each call. Assignments run without a query.
  await sql`
    create function asset_folder(company uuid, asset uuid) returns uuid
    language plpgsql stable parallel restricted cost 1 as $$
    declare
      limited text := current_setting('app.read_folders', true);
      setting text := set_config('app.read_folders', '', true);
      folder uuid := (select a.folder_id from assets a where a.company_id = company and a.id = asset);
    begin
      setting := set_config('app.read_folders', limited, true);
      return folder;
    end $$`.execute(db)
  // "return query" reads all rows before it continues, so the limit is set again after the read.
  await sql`
    create function readable_assets(only_live boolean, rows_max integer default null) returns setof uuid
    language plpgsql stable parallel restricted cost 1 as $$
    declare
      company uuid := nullif(current_setting('app.company_id', true), '')::uuid;
      folders uuid[] := readable_folders();
      limited text := current_setting('app.read_folders', true);
      setting text := set_config('app.read_folders', '', true);
    begin
      if only_live then
        return query
          select a.id from unnest(folders) f(id)
          join assets a on a.company_id = company and a.folder_id = f.id and a.deleted_at is null
          limit rows_max;
      else
        return query
          select a.id from unnest(folders) f(id) join assets a on a.company_id = company and a.folder_id = f.id
          limit rows_max;
      end if;
      setting := set_config('app.read_folders', limited, true);
    end $$`.execute(db)
  for (const [name, direction, past] of [
    ['newest', 'desc', '<'],
    ['oldest', 'asc', '>'],
  ])
    await sql`
      create function ${sql.ref(`${name}_readable_assets`)}(bound uuid, with_bound boolean, rows_max integer)
      returns setof uuid language plpgsql stable parallel restricted cost 1 as $$
      declare
        company uuid := nullif(current_setting('app.company_id', true), '')::uuid;
        folders uuid[] := readable_folders();
        limited text := current_setting('app.read_folders', true);
        setting text := set_config('app.read_folders', '', true);
      begin
        return query
          select m.id from unnest(folders) f(id) cross join lateral (
            select a.id from assets a
            where a.company_id = company and a.folder_id = f.id and a.deleted_at is null
              and a.id ${sql.raw(`${past}=`)} bound and (with_bound or a.id <> bound)
            order by a.id ${sql.raw(direction!)} limit rows_max
          ) m order by m.id ${sql.raw(direction!)} limit rows_max;
        setting := set_config('app.read_folders', limited, true);
      end $$`.execute(db)
  await sql`
    alter policy folder_limit on assets using (
      ${isUnlimited} or case
        when (select coalesce(current_setting('app.counts_assets', true), '') <> '')
        then id in (select readable_assets(false))
        else asset_folder(company_id, id) = any((select readable_folders())::uuid[])
      end)`.execute(db)
  await sql`drop function asset_is_within(uuid, uuid, uuid[])`.execute(db)
}

/** As in 0066. */
const isUnlimited = sql`
  (select case when nullif(current_setting('app.read_folders', true), '')::uuid[] is null then true end) is not null`
