import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import { asCompany } from '../../src/db/tenancy.ts'
import type { CompanyId, Uuid } from '../../src/ids.ts'
import { asOwner } from './companies.ts'

type Large = { companyId: CompanyId; folder: Uuid; path: string; folders: number; assetsEach: number }

/** Fills a folder with chains of two subfolders, each with assets, as if they had been created one by one. */
export async function fillFolder(db: Db, { companyId, folder, path, folders, assetsEach }: Large) {
  await asCompany(db, companyId, async (trx) => {
    await sql`
      insert into folders (company_id, id, parent_id, name, name_key, path, depth, updated_at, assets_count)
      select ${companyId}, ${idOf('n', 1, folder)}, ${folder}::uuid, 'f' || n, 'f' || n, ${path}::text || '/f' || n, 2, now(),
        ${assetsEach}
      from generate_series(1, ${folders}::int) n where n % 2 = 1`.execute(trx)
    await sql`
      insert into folders (company_id, id, parent_id, name, name_key, path, depth, updated_at, assets_count)
      select ${companyId}, ${idOf('n', 1, folder)}, ${idOf('n - 1', 1, folder)}, 'f' || n, 'f' || n,
        ${path}::text || '/f' || n - 1 || '/f' || n, 3, now(), ${assetsEach}
      from generate_series(1, ${folders}::int) n where n % 2 = 0`.execute(trx)
    await sql`
      update folders f set folders_count = (
        select count(*) from folders c where c.company_id = ${companyId} and c.parent_id = f.id and c.deleted_at is null
      ) where company_id = ${companyId} and (id = ${folder} or path like ${path}::text || '/%')`.execute(trx)
    await sql`
      insert into assets (company_id, id, name, name_key, type, mime_type, extension, size, checksum, status, file_key,
        folder_id, updated_at)
      select ${companyId}, ${idOf('n', 2, folder)}, 'Asset ' || n, 'asset ' || n, 'image', 'image/png', 'png', 1,
        'c' || n, 'ready', ${companyId}::text || '/k' || n, ${idOf(`1 + n % ${folders}`, 1, folder)}, now()
      from generate_series(0, ${folders * assetsEach - 1}::int) n`.execute(trx)
  })
  // Plans made for empty tables would read all rows repeatedly.
  for (const table of ['folders', 'assets']) await asOwner(db, sql`analyze ${sql.table(table)}`)
}

/** The IDs of two kinds of rows, in the order of `n`. */
const idOf = (n: string, kind: number, folder: Uuid) => sql`(
  ${folder.slice(0, 13)}::text || '-7' || ${`${kind}00`}::text || '-8' || ${folder.slice(-3)}::text || '-'
  || lpad(to_hex(${sql.raw(`(${n})`)}), 12, '0')
)::uuid`

/** The largest number of events that one transaction has written for a company after this version. */
export async function eventsPerCommit(db: Db, companyId: CompanyId, since: number): Promise<number> {
  const { rows } = await asCompany(db, companyId, (trx) =>
    sql<{ most: number }>`
      select coalesce(max(events), 0)::int as most from (
        select count(*) as events from events
        where company_id = ${companyId} and seq > ${since} group by xmin::text
      ) commits`.execute(trx),
  )
  return rows[0]!.most
}

export async function wrongCounts(db: Db, companyId: CompanyId): Promise<unknown[]> {
  const { rows } = await asCompany(db, companyId, (trx) =>
    sql`
      with in_folders as materialized (
        select folder_id as id, count(*) as rows from assets where deleted_at is null group by folder_id
      ), below as materialized (
        select parent_id as id, count(*) as rows from folders where deleted_at is null group by parent_id
      ), carrying as materialized (
        select g.tag_id as id, count(*) as rows from asset_taggings g
        join (select id from assets where deleted_at is null) a on a.id = g.id group by g.tag_id
      )
      select f.path as name, f.assets_count, f.folders_count from folders f
      left join in_folders a on a.id = f.id left join below b on b.id = f.id
      where f.deleted_at is null
        and (f.assets_count <> coalesce(a.rows, 0) or f.folders_count <> coalesce(b.rows, 0))
      union all
      select t.name, t.assets_count, 0 from asset_tags t left join carrying c on c.id = t.id
      where t.assets_count <> coalesce(c.rows, 0)`.execute(trx),
  )
  return rows
}
