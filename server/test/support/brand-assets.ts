import { createAsset } from '../../src/assets/create.ts'
import type { Schema } from '../../src/db/schema.ts'
import { newId, publicId, type Uuid } from '../../src/ids.ts'
import { changeAs, type TestCompany } from './companies.ts'
import type { Service } from './service.ts'

/** An asset of a type, live or trashed. Its other fields have no meaning. */
export async function addAsset(
  { db }: Service,
  { companyId }: TestCompany,
  type: Schema['assets']['type'],
  deleted_at: Date | null = null,
): Promise<string> {
  const id: Uuid = await changeAs(db, companyId, async (trx) => ({
    result: await createAsset(trx, companyId, {
      name: 'an asset',
      type,
      mime_type: type === 'font' ? 'font/woff2' : 'image/svg+xml',
      extension: type === 'font' ? 'woff2' : 'svg',
      size: 1,
      width: null,
      height: null,
      duration: null,
      checksum: '0'.repeat(64),
      status: 'ready',
      file_key: `${companyId}/${newId()}.svg`,
      renditions: [],
      metadata: {},
      focal_point: null,
      tagIds: [],
      deleted_at,
    }),
    events: [],
  }))
  return publicId('asset', id)
}
