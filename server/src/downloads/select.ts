import { sql } from 'kysely'
import { assets } from '../assets/queries.ts'
import { assetsResource } from '../assets/resource.ts'
import type { Db } from '../db/database.ts'
import { asCompany } from '../db/tenancy.ts'
import type { ApiError } from '../errors.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, earliestId, type Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import { lookUpTags } from '../tags/asked.ts'
import type { ArchiveBody, AssetFilter } from './body.ts'

/** The assets of a new archive, as they are now. */
export type Selection = {
  ids: Uuid[]
  /** Bytes of the original files. */
  size: number
  folder: { id: Uuid; name: string } | null
  hasFolders: boolean
}

type Filters = Parameters<typeof assets.ids>[2]

/**
 * Finds the assets that a request names.
 * @throws {ApiError} `invalid` when there are none, an ID does not exist, or they exceed a limit of the server: then
 *   with the numbers.
 */
export async function select(
  { db, archives: limits }: Pick<Services, 'db' | 'archives'>,
  companyId: CompanyId,
  body: ArchiveBody,
): Promise<Selection> {
  const field = sourceOf(body)
  const folder = await folderOf(db, companyId, body.folder_id)
  const ids = await idsOf(db, companyId, body, limits.filesMax + 1)
  if (ids.length > limits.filesMax) {
    const count = await assets.total(db, companyId, await filtersOf(db, companyId, body))
    throw tooMany(field, count, limits.filesMax)
  }
  const { count, size } = await sumOf(db, companyId, ids)
  if (body.asset_ids && count < ids.length)
    throw invalid(
      'asset_ids',
      `The selected asset ids are invalid: ${ids.length - count} of ${ids.length} do not exist.`,
    )
  if (count === 0) throw invalid(field, 'The archive would contain no files.')
  if (size > limits.bytesMax)
    throw tooLarge(field, `${numbered(size)} bytes`, `${numbered(limits.bytesMax)} (ARCHIVE_BYTES_MAX)`)
  return { ids, size, folder, hasFolders: body.folder_id !== undefined }
}

/** Before the IDs are validated, which takes long for many. @throws {ApiError} `invalid`. */
export function limitIds(
  { asset_ids: ids }: Record<string, unknown>,
  { archives: { filesMax } }: Pick<Services, 'archives'>,
) {
  if (Array.isArray(ids) && ids.length > filesMax) throw tooMany('asset_ids', ids.length, filesMax)
}

const sourceOf = ({ asset_ids, folder_id }: ArchiveBody) =>
  asset_ids ? 'asset_ids' : folder_id ? 'folder_id' : 'filter'

const numbered = (count: number) => count.toLocaleString('en')

const tooMany = (field: string, count: number, max: number): ApiError =>
  tooLarge(field, `${numbered(count)} files`, `${numbered(max)} (ARCHIVE_FILES_MAX)`)

const tooLarge = (field: string, has: string, limit: string): ApiError =>
  invalid(field, `The archive would contain ${has}. The limit is ${limit}.`)

async function idsOf(db: Db, companyId: CompanyId, body: ArchiveBody, limit: number): Promise<Uuid[]> {
  if (body.asset_ids) return [...new Set(body.asset_ids)]
  return assets.ids(db, companyId, await filtersOf(db, companyId, body), limit)
}

/** @throws {ApiError} `invalid` on `filter.tag`, which names a tag that does not exist. */
async function filtersOf(
  db: Db,
  companyId: CompanyId,
  { folder_id, filter = {} as AssetFilter }: ArchiveBody,
): Promise<Filters> {
  if (folder_id !== undefined) return folder_id === 'root' ? {} : { in_subtree: folder_id }
  const { created_since, updated_since, ...own } = filter
  const asked = {
    created_since: created_since && earliestId(created_since),
    updated_since,
    ...assetsResource.ask!({ ...own, with_trashed: undefined, only_trashed: undefined }),
  } as Filters
  return lookUpTags('asset')(db, companyId, asked, 'filter.tag')
}

/** @throws {ApiError} `invalid` when the folder does not exist. */
async function folderOf(db: Db, companyId: CompanyId, id: ArchiveBody['folder_id']) {
  if (id === undefined || id === 'root') return null
  const folder = await asCompany(db, companyId, (trx) =>
    trx
      .selectFrom('folders')
      .select(['id', 'name'])
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (!folder) throw invalid('folder_id', 'The selected folder id is invalid.')
  return folder
}

async function sumOf(db: Db, companyId: CompanyId, ids: readonly Uuid[]) {
  const { rows } = await asCompany(db, companyId, (trx) =>
    sql<{ count: number; size: number }>`
      select count(*)::int as count, coalesce(sum(size), 0)::bigint as size from assets
      where company_id = ${companyId} and id = any(${ids}::uuid[]) and deleted_at is null`.execute(trx),
  )
  return { count: rows[0]!.count, size: Number(rows[0]!.size) }
}
