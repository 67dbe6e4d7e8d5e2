import type { Removed } from '@atelier/svg/tree'
import { sql } from 'kysely'
import type { Embedded, FileWarning, Schema, StoredRendition } from '../db/schema.ts'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { countBytes } from './files.ts'

export type NewVersion = Omit<
  Schema['asset_versions'],
  'company_id' | 'asset_id' | 'automatic_tags' | 'embedded' | 'removed' | 'warnings'
> & {
  embedded: Embedded
  removed: Removed[]
  warnings: FileWarning[]
}

/** Adds a version to an asset. Bytes that no earlier version had count towards the quota. */
export async function addVersion(trx: Trx, companyId: CompanyId, assetId: Uuid, version: NewVersion) {
  const known = await trx
    .selectFrom('asset_versions')
    .select('version')
    .where('company_id', '=', companyId)
    .where('file_key', '=', version.file_key)
    .limit(1)
    .executeTakeFirst()
  await trx
    .insertInto('asset_versions')
    .values({
      ...version,
      company_id: companyId,
      asset_id: assetId,
      embedded: JSON.stringify(version.embedded),
      removed: JSON.stringify(version.removed),
      warnings: JSON.stringify(version.warnings),
    })
    .execute()
  if (!known) await countBytes(trx, companyId, version.size)
}

/** The names of the standard renditions, largest first, with the longer side in pixels. */
export const standardSides = { large: 1600, small: 640, thumb: 256 } as const

/** The poster of a video is a JPEG, because web pages and e-mails that play videos need one. */
export const poster = { name: 'poster', side: 1280 } as const

/**
 * The existing standard renditions of a file, and its poster. Undefined if a standard rendition is missing.
 */
export async function standardRenditions(
  trx: Trx,
  companyId: CompanyId,
  fileKey: string,
): Promise<StoredRendition[] | undefined> {
  const standard = Object.keys(standardSides).reverse()
  const names = [...standard, poster.name]
  const made = await trx
    .selectFrom('renditions')
    .select(['spec as name', 'key', 'width', 'height', 'mime_type'])
    .where('company_id', '=', companyId)
    .where('source_key', '=', fileKey)
    .where('spec', 'in', names)
    .execute()
  if (!standard.every((name) => made.some((one) => one.name === name))) return undefined
  return made.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
}

/** Records stored renditions. Existing rows of the same file are unchanged. */
export async function keepRenditions(
  trx: Trx,
  companyId: CompanyId,
  fileKey: string,
  pictures: readonly StoredRendition[],
) {
  if (pictures.length === 0) return
  await trx
    .insertInto('renditions')
    .values(
      pictures.map(({ name, ...picture }) => ({
        ...picture,
        company_id: companyId,
        source_key: fileKey,
        spec: name,
        created_at: sql<Date>`now()`,
      })),
    )
    .onConflict((conflict) => conflict.columns(['company_id', 'source_key', 'spec']).doNothing())
    .execute()
}

export async function hasVersion(trx: Trx, companyId: CompanyId, fileKey: string) {
  const found = await trx
    .selectFrom('asset_versions')
    .select('version')
    .where('company_id', '=', companyId)
    .where('file_key', '=', fileKey)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
