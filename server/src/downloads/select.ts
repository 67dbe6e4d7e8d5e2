import { sql } from 'kysely'
import { isAvailable } from '../assets/availability.ts'
import { type AssetFilter, askAssets } from '../assets/body-filter.ts'
import { assets } from '../assets/queries.ts'
import { lookUpAssetFilters } from '../assets/resource.ts'
import { collectionItems } from '../collections/queries.ts'
import type { Db } from '../db/database.ts'
import { asCompany } from '../db/tenancy.ts'
import type { ApiError } from '../errors.ts'
import { assertUsualSize } from '../http/schemas/json-limits.ts'
import { invalid } from '../http/schemas/validation.ts'
import { bodyBytesMax } from '../http/server.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import type { ArchiveBody } from './body.ts'

export type Selection = {
  ids: Uuid[]
  size: number
  folder: { id: Uuid; name: string } | null
  hasFolders: boolean
  name: string | undefined
}

type Filters = Parameters<typeof assets.ids>[2]

/**
 * Finds the assets that a request names.
 * @throws {ApiError} `invalid` if there are no assets, an ID does not exist, or the assets exceed a limit of
 * the server,
 *   with the numbers.
 */
export async function select(
  { db, archives: limits }: Pick<Services, 'db' | 'archives'>,
  companyId: CompanyId,
  body: ArchiveBody,
): Promise<Selection> {
  const field = sourceOf(body)
  const folder = await folderOf(db, companyId, body.folder_id)
  const collection = await collectionOf(db, companyId, body.collection_id)
  const ids = await idsOf(db, companyId, body, limits.filesMax + 1)
  if (ids.length > limits.filesMax) throw tooMany(field, await countOf(db, companyId, body), limits.filesMax)
  const { count, available, size } = await sumOf(db, companyId, ids)
  if (body.asset_ids && count < ids.length)
    throw invalid(
      'asset_ids',
      `The selected asset ids are invalid: ${ids.length - count} of ${ids.length} do not exist.`,
    )
  if (count === 0) throw invalid(field, 'The archive would contain no files.')
  if (available === 0 && !body.include_unavailable)
    throw invalid(
      field,
      'None of the assets is available now. With assets:write, include_unavailable includes them.',
    )
  if (size > limits.bytesMax)
    throw tooLarge(
      field,
      `${size.toLocaleString('en')} bytes`,
      `${limits.bytesMax.toLocaleString('en')} (ARCHIVE_BYTES_MAX)`,
    )
  const hasFolders = body.folder_id !== undefined
  return { ids, size, folder, hasFolders, name: folder?.name ?? collection?.name }
}

/**
 * This is checked before the body is validated, which takes long for many values. The body can be larger than others, but
 * only because of its IDs.
 * @throws {ApiError} `invalid`, `too_complex`.
 */
export function limitIds(
  { asset_ids: ids, ...others }: Record<string, unknown>,
  { archives: { filesMax } }: Pick<Services, 'archives'>,
) {
  assertUsualSize(others, bodyBytesMax)
  if (Array.isArray(ids) && ids.length > filesMax) throw tooMany('asset_ids', ids.length, filesMax)
}

const sourceOf = ({ asset_ids, folder_id, collection_id }: ArchiveBody) =>
  asset_ids ? 'asset_ids' : folder_id ? 'folder_id' : collection_id ? 'collection_id' : 'filter'

const tooMany = (field: string, count: number, max: number): ApiError =>
  tooLarge(field, `${count.toLocaleString('en')} files`, `${max.toLocaleString('en')} (ARCHIVE_FILES_MAX)`)

const tooLarge = (field: string, has: string, limit: string): ApiError =>
  invalid(field, `The archive would contain ${has}. The limit is ${limit}.`)

async function idsOf(db: Db, companyId: CompanyId, body: ArchiveBody, limit: number): Promise<Uuid[]> {
  if (body.asset_ids) return [...new Set(body.asset_ids)]
  if (body.collection_id) return itemsOf(db, companyId, body.collection_id)
  return assets.ids(db, companyId, await filtersOf(db, companyId, body), limit)
}

async function itemsOf(db: Db, companyId: CompanyId, collection: Uuid): Promise<Uuid[]> {
  const { rows } = await asCompany(db, companyId, (trx) =>
    sql<{ id: Uuid }>`
      select i.id from collection_items i join assets a on a.company_id = ${companyId} and a.id = i.id
      where i.company_id = ${companyId} and i.collection_id = ${collection} and a.deleted_at is null
      order by i.position, i.id`.execute(trx),
  )
  return rows.map(({ id }) => id)
}

async function countOf(db: Db, companyId: CompanyId, body: ArchiveBody): Promise<number> {
  if (body.collection_id) return collectionItems.total(db, companyId, { collection: body.collection_id })
  return assets.total(db, companyId, await filtersOf(db, companyId, body))
}

/** @throws {ApiError} `invalid` on `filter.tag`, which names a tag that does not exist. */
async function filtersOf(
  db: Db,
  companyId: CompanyId,
  { folder_id, filter = {} as AssetFilter }: ArchiveBody,
): Promise<Filters> {
  if (folder_id !== undefined) return folder_id === 'root' ? {} : { in_subtree: folder_id }
  return lookUpAssetFilters(db, companyId, askAssets(filter), 'filter.')
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

/** @throws {ApiError} `invalid` when the collection does not exist. */
async function collectionOf(db: Db, companyId: CompanyId, id: ArchiveBody['collection_id']) {
  if (id === undefined) return undefined
  const collection = await asCompany(db, companyId, (trx) =>
    trx
      .selectFrom('collections')
      .select('name')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  if (!collection) throw invalid('collection_id', 'The selected collection id is invalid.')
  return collection
}

async function sumOf(db: Db, companyId: CompanyId, ids: readonly Uuid[]) {
  const { rows } = await asCompany(db, companyId, (trx) =>
    sql<{ count: number; available: number; size: number }>`
      select count(*)::int as count, count(*) filter (where ${isAvailable('a')})::int as available,
        coalesce(sum(size), 0)::bigint as size from assets a
      where company_id = ${companyId} and id = any(${ids}::uuid[]) and deleted_at is null`.execute(trx),
  )
  return { ...rows[0]!, size: Number(rows[0]!.size) }
}
