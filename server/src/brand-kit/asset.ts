import type { Trx } from '../db/tenancy.ts'
import { invalid } from '../http/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/** Refuses an asset that is not there, lies in the trash, or is of another type: a part of a kit must show it. */
export async function assertShows(trx: Trx, companyId: CompanyId, assetId: Uuid, type: 'image' | 'font') {
  const asset = await trx
    .selectFrom('assets')
    .select('type')
    .where('company_id', '=', companyId)
    .where('id', '=', assetId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!asset) throw invalid('asset_id', 'The selected asset id is invalid.')
  if (asset.type !== type) throw invalid('asset_id', `The asset id field must be the id of ${article[type]}.`)
}

const article = { image: 'an image', font: 'a font' } as const
