import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import { assertShows } from './asset.ts'
import type { NewFont } from './create.ts'
import { makeRoom, movePart, type Wanted } from './positions.ts'

export type FontBody = {
  brand_kit_id?: Uuid | undefined
  family: string
  weight: number
  style: NewFont['style']
  role: NewFont['role']
  asset_id: Uuid | null
  position?: number | undefined
}

/**
 * Adds a font to a kit. If a font has no asset, readers are expected to have the font or to get it elsewhere.
 * @throws {ApiError} `invalid` when the asset is not a live font of the company, and as `makeRoom` does.
 */
export async function addFont(trx: Trx, companyId: CompanyId, body: FontBody, now: Date) {
  const { brand_kit_id, position: wanted, ...columns } = body
  if (body.asset_id !== null) await assertShows(trx, companyId, body.asset_id, 'font')
  const place = { kitId: brand_kit_id, position: wanted, now }
  const { kitId, position, events } = await makeRoom(trx, companyId, 'font', place)
  const id = newId(now)
  await trx
    .insertInto('brand_kit_fonts')
    .values({
      ...columns,
      company_id: companyId,
      id,
      brand_kit_id: kitId,
      name_key: nameKey(body.family),
      position,
      updated_at: now,
    })
    .execute()
  return { id, events }
}

export async function changeFont(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid,
  { family, weight, style, role, asset_id, position }: Wanted<FontBody>,
  now: Date,
): Promise<NewEvent[]> {
  if (asset_id) await assertShows(trx, companyId, asset_id, 'font')
  const { kitId } = await trx
    .updateTable('brand_kit_fonts')
    .set({
      ...(family !== undefined && { family, name_key: nameKey(family) }),
      ...(weight !== undefined && { weight }),
      ...(style !== undefined && { style }),
      ...(role !== undefined && { role }),
      ...(asset_id !== undefined && { asset_id }),
      updated_at: now,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .returning('brand_kit_id as kitId')
    .executeTakeFirstOrThrow()
  return movePart(trx, companyId, 'font', { id, kitId, position, now })
}
