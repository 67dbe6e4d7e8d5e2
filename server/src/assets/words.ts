import { setWords } from '../db/search-filter.ts'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { propertyTexts } from '../property-values/search-texts.ts'
import { type Searched, searchedColumns, searchTexts } from './search-texts.ts'

/** Sets the search terms of an asset, taken from its own texts and its custom properties. */
export async function setAssetWords(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid,
  asset: Searched,
): Promise<void> {
  const texts = await propertyTexts(trx, companyId, 'asset', [id])
  await setWords(trx, companyId, 'asset', id, ...searchTexts(asset, texts.get(id)))
}

/** Updates the search terms of assets whose custom properties have changed. */
export async function refreshAssetWords(trx: Trx, companyId: CompanyId, ids: readonly Uuid[]): Promise<void> {
  if (ids.length === 0) return
  const texts = await propertyTexts(trx, companyId, 'asset', ids)
  const assets = await trx
    .selectFrom('assets')
    .select(['id', ...searchedColumns])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute()
  for (const asset of assets)
    await setWords(trx, companyId, 'asset', asset.id, ...searchTexts(asset, texts.get(asset.id)))
}
