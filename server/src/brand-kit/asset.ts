import { sql } from 'kysely'
import { isGoing } from '../assets/references.ts'
import type { Trx } from '../db/tenancy.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'

/**
 * Rejects an asset that does not exist, is in the trash, or has another type, because the part must be able
 * to show the asset.
 */
export async function assertShows(trx: Trx, companyId: CompanyId, assetId: Uuid, type: 'image' | 'font') {
  const asset = await trx
    .selectFrom('assets as a')
    .leftJoin('folders as f', (join) =>
      join.onRef('f.company_id', '=', 'a.company_id').onRef('f.id', '=', 'a.folder_id'),
    )
    .select('a.type')
    .where('a.company_id', '=', companyId)
    .where('a.id', '=', assetId)
    .where('a.deleted_at', 'is', null)
    // A job is about to trash the content of a trashed folder.
    .where(sql<boolean>`f.deleted_at is null and not ${isGoing(companyId)}`)
    .executeTakeFirst()
  if (!asset) throw invalid('asset_id', 'The selected asset id is invalid.')
  if (asset.type !== type) throw invalid('asset_id', `The asset id field must be the id of ${article[type]}.`)
}

const article = { image: 'an image', font: 'a font' } as const
