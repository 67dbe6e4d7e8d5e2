import { sql } from 'kysely'
import type { Handle } from '../../server/src/db/handle.ts'
import type { Uuid } from '../../server/src/ids.ts'
import { withoutIndexes } from './bulk.ts'
import {
  countTags,
  describeRows,
  isRare,
  type Library,
  makeLibrary,
  rareWord,
  rowsBetween,
} from './library.ts'

export type AssetLibrary = Library & { folderId: Uuid }

const rowsPerStatement = 50_000
const assetsPerFolder = 500
/** Number of folders in a top folder's tree: itself, four subfolders, and two subfolders in each of these. */
const foldersPerTop = 13

/** Creates two companies with `rows` assets each, in folders, with tags and search terms. */
export async function fillAssets(owner: Handle, rows: number): Promise<AssetLibrary> {
  const library = await makeLibrary(owner, 'asset', rows)
  const tops = Math.max(2, Math.round(rows / assetsPerFolder / foldersPerTop))
  const folderId = await makeFolders(owner, tops, library)
  await withoutIndexes(owner, ['assets', 'asset_taggings', 'asset_words'], async () => {
    for (let from = 1; from <= rows; from += rowsPerStatement) {
      const to = Math.min(rows, from + rowsPerStatement - 1)
      await insertAssets(owner, rows, tops * foldersPerTop, from, to)
      await describeRows(owner, 'asset', rows, from, to)
    }
  })
  await countTags(owner, 'asset')
  await countFolders(owner)
  await sql`vacuum analyze`.execute(owner)
  return { ...library, folderId }
}

/** Returns a top folder of the measured company. */
async function makeFolders(owner: Handle, tops: number, { account }: Library): Promise<Uuid> {
  await sql`
    create table bench_folders as
    select c.number as company, top * ${sql.lit(foldersPerTop)} + place as number,
      bench_id(top * ${sql.lit(foldersPerTop)} + place + 1, c.number) as id,
      case when place = 0 then null when place <= 4 then 0 else (place - 5) / 2 + 1 end as parent_place,
      top, place
    from generate_series(0, ${sql.lit(tops - 1)}) top cross join generate_series(0, 12) place
    cross join bench_companies c`.execute(owner)
  await sql`create unique index on bench_folders (company, number)`.execute(owner)
  for (const places of ['place = 0', 'place between 1 and 4', 'place > 4']) {
    await sql`
      insert into folders (company_id, id, parent_id, name, name_key, path, depth, updated_at)
      select c.id, f.id, p.id, 'Folder ' || f.number, 'folder ' || f.number,
        coalesce(parent.path, '') || '/Folder ' || f.number, coalesce(parent.depth, 0) + 1, now()
      from bench_folders f
      join bench_companies c on c.number = f.company
      left join bench_folders p on p.company = f.company and p.top = f.top and p.place = f.parent_place
      left join folders parent on parent.company_id = c.id and parent.id = p.id
      where ${sql.raw(`f.${places}`)}`.execute(owner)
  }
  const { rows } = await sql<{ id: Uuid }>`
    select id from folders where company_id = ${account.companyId} and depth = 1 order by id limit 1`.execute(
    owner,
  )
  return rows[0]!.id
}

/** One asset in 20 is in no folder. */
async function insertAssets(owner: Handle, rows: number, folders: number, from: number, to: number) {
  await sql`
    insert into assets (company_id, id, name, name_key, type, mime_type, extension, size, width, height,
      checksum, status, file_key, renditions, folder_id, tags_count, alt_text, description, copyright,
      dominant_color, metadata, created_by, updated_at)
    select c.id, bench_id(n, c.number), s.name, s.name_key, 'image', 'image/jpeg', 'jpg',
      100000 + n % 900000, 1600, 1200, md5(n::text) || md5('x' || n), 'ready', c.id || '/o' || n || '.jpg',
      json_build_array(json_build_object('name', 'thumbnail', 'key', c.id || '/t' || n || '.webp',
        'width', 480, 'height', 360, 'mime_type', 'image/webp')),
      case when n % 20 > 0 then f.id end, cardinality(s.tags),
      case when ${isRare(rows)} then s.alt_text || ' ' || ${rareWord} else s.alt_text end,
      s.description, '© Example', '#336699', '{}', c.person_id, uuid_time(bench_id(n, c.number))
    from ${rowsBetween(from, to)}
    join bench_folders f on f.company = c.number
      and f.number = (n * 31::bigint + c.number) % ${sql.lit(folders)}`.execute(owner)
}

async function countFolders(owner: Handle) {
  await sql`
    update folders f set
      assets_count = (
        select count(*) from assets a
        where a.company_id = f.company_id and a.folder_id = f.id and a.deleted_at is null
      ),
      folders_count = (
        select count(*) from folders below
        where below.company_id = f.company_id and below.parent_id = f.id
      )`.execute(owner)
}
