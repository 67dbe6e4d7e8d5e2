import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'

export function versionsOf(trx: Trx, companyId: CompanyId, id: Uuid, before: number, limit: number) {
  return trx
    .selectFrom('asset_versions as v')
    .leftJoin('people as p', 'p.id', 'v.created_by')
    .select([
      'v.version',
      'v.restored_from',
      'v.type',
      'v.mime_type',
      'v.extension',
      'v.filename',
      'v.removed',
      'v.warnings',
      'v.size',
      'v.width',
      'v.height',
      'v.duration',
      'v.checksum',
      'v.dominant_color',
      'v.file_key',
      'v.created_by',
      'p.name as created_by_name',
      'v.created_at',
    ])
    .where('v.company_id', '=', companyId)
    .where('v.asset_id', '=', id)
    .where('v.version', '<', before)
    .orderBy('v.version', 'desc')
    .limit(limit)
    .execute()
}
