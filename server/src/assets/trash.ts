import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { countTagged } from '../tags/counts.ts'
import { countInFolders } from './move.ts'
import { isGoing } from './references.ts'

type Place = { id: Uuid; folder_id: Uuid | null }

/**
 * Moves live assets to the trash. Lists, counts and search then exclude them, and their files are kept.
 * @param withFolder the folder that is trashed in the same request, and the time.
 * @returns the IDs of assets that were not in the trash before.
 */
export async function trashAssets(
  trx: Trx,
  companyId: CompanyId,
  ids: readonly Uuid[],
  now: Date,
  withFolder?: { id: Uuid; deletedAt: Date },
): Promise<Uuid[]> {
  const { rows } = await sql<Place>`
    update assets set deleted_at = ${withFolder?.deletedAt ?? now}, trashed_with = ${withFolder?.id ?? null}::uuid,
      updated_at = greatest(${now}, updated_at + interval '1 millisecond')
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and deleted_at is null
    returning id, folder_id`.execute(trx)
  await count(trx, companyId, rows, -1)
  return rows.map(({ id }) => id)
}

/**
 * Restores assets from the trash. If its folder is deleted or trashed, an asset is restored to the root,
 * because restoring one image must not restore a folder.
 * @returns the IDs of assets that were in the trash.
 */
export async function restoreAssets(
  trx: Trx,
  companyId: CompanyId,
  ids: readonly Uuid[],
  now: Date,
): Promise<Uuid[]> {
  const { rows } = await sql<Place>`
    update assets a set deleted_at = null, trashed_with = null,
      folder_id = (
        select f.id from folders f
        where f.company_id = ${companyId} and f.id = a.folder_id and f.deleted_at is null and not ${isGoing(companyId)}
      ),
      updated_at = greatest(${now}, updated_at + interval '1 millisecond')
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and deleted_at is not null
    returning id, folder_id`.execute(trx)
  await count(trx, companyId, rows, 1)
  return rows.map(({ id }) => id)
}

async function count(trx: Trx, companyId: CompanyId, places: Place[], more: 1 | -1) {
  if (places.length === 0) return
  await countInFolders(
    trx,
    companyId,
    places.map(({ folder_id }) => folder_id),
    more,
  )
  await countInCollections(
    trx,
    companyId,
    places.map(({ id }) => id),
    more,
  )
  await countTagged(
    trx,
    companyId,
    'asset',
    places.map(({ id }) => id),
    more,
  )
}

/** A purge does not change counts, because items in the trash are not counted. */
async function countInCollections(trx: Trx, companyId: CompanyId, ids: readonly Uuid[], more: 1 | -1) {
  await sql`
    update collections c set items_count = c.items_count + ${more}::int * i.items from (
      select collection_id, count(*) as items from collection_items
      where company_id = ${companyId} and id = any(${ids}::uuid[]) group by collection_id
    ) i
    where c.company_id = ${companyId} and c.id = i.collection_id`.execute(trx)
}
