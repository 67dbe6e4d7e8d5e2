import { sql } from 'kysely'
import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import type { Caller } from '../http/caller.ts'
import { assertNameIsFree } from '../http/schemas/unique-name.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import type { NewCollection } from './body.ts'
import { addItems, reviseItems } from './items.ts'

/**
 * Maximum number of collections, because moving an asset to the trash updates the count of each of its
 * collections.
 */
export const collectionsMax = 1_000

/**
 * Creates a collection with its first assets.
 * @throws {ApiError} `invalid` for a name that is taken, a cover or an asset that does not exist, and too
 * many collections.
 */
export async function createCollection(
  trx: Trx,
  { companyId, personId }: Pick<Caller, 'companyId' | 'personId'>,
  { name, description, cover_asset_id, asset_ids }: NewCollection,
  now: Date,
): Promise<Uuid> {
  await assertNameIsFree(trx, 'collections', companyId, name)
  await assertCover(trx, companyId, cover_asset_id)
  await assertRoom(trx, companyId)
  const id = newId(now)
  await trx
    .insertInto('collections')
    .values({
      company_id: companyId,
      id,
      name,
      name_key: nameKey(name),
      description,
      cover_asset_id,
      created_by: personId,
      updated_at: now,
    })
    .execute()
  if (asset_ids) {
    await addItems(trx, companyId, id, { asset_ids })
    await reviseItems(trx, companyId, id, now)
  }
  return id
}

/** @throws {ApiError} `invalid` for an asset that does not exist or is in the trash. */
export async function assertCover(trx: Trx, companyId: CompanyId, assetId: Uuid | null | undefined) {
  if (assetId === null || assetId === undefined) return
  const asset = await trx
    .selectFrom('assets')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', assetId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!asset) throw invalid('cover_asset_id', 'The selected cover asset id is invalid.')
}

async function assertRoom(trx: Trx, companyId: CompanyId) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from collections where company_id = ${companyId}`.execute(trx)
  if (rows[0]!.count >= collectionsMax)
    throw invalid(
      'name',
      `The limit of ${collectionsMax.toLocaleString('en')} collections is reached. Delete old ones.`,
    )
}
