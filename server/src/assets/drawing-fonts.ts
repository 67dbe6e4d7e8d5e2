import { createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { type CompanyId, publicId } from '../ids.ts'
import type { CompanyFont } from '../images/outline-text.ts'
import type { Services } from '../services.ts'
import { writeFault } from '../storage/file-errors.ts'

/** Maximum number of font families. If a document names more families, the rest are ignored. */
const fontsMax = 32

/**
 * Copies the company's fonts that a document can use to files that the decoder can read. The caller deletes
 * the copies.
 * @param path the path of the document.
 * @param temporary the directory for the copies.
 */
export async function fontsToDraw(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  companyId: CompanyId,
  path: string,
  temporary: () => string,
): Promise<CompanyFont[]> {
  const document = (await readFile(path, 'utf8')).toLowerCase()
  if (!document.includes('<text')) return []
  const all = await asCompany(db, companyId, (trx) => fontsOf(trx, companyId))
  // A font in no brand kit has no known family until it is opened.
  const named = all.filter(({ family }) => family === undefined || document.includes(family.toLowerCase()))
  const fonts: CompanyFont[] = []
  try {
    for (const { fileKey, ...font } of named.slice(0, fontsMax)) {
      const file = await storage.find(fileKey)
      if (!file) continue
      const path = temporary()
      fonts.push({ ...font, path })
      await pipeline(file.open(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    }
    return fonts
  } catch (error) {
    for (const { path } of fonts) await rm(path, { force: true })
    throw writeFault(error)
  }
}

/** Returns fonts of brand kits first, those of the default kit before all others. */
async function fontsOf(trx: Trx, companyId: CompanyId) {
  const rows = await trx
    .selectFrom('assets as a')
    .leftJoin('brand_kit_fonts as f', (join) =>
      join.onRef('f.company_id', '=', 'a.company_id').onRef('f.asset_id', '=', 'a.id'),
    )
    .leftJoin('brand_kits as k', (join) =>
      join.onRef('k.company_id', '=', 'f.company_id').onRef('k.id', '=', 'f.brand_kit_id'),
    )
    .select(['a.id', 'a.file_key', 'f.family', 'f.weight', 'f.style'])
    .where('a.company_id', '=', companyId)
    .where('a.type', '=', 'font')
    .where('a.deleted_at', 'is', null)
    .orderBy((eb) => eb.fn.coalesce('k.is_default', eb.lit(false)), 'desc')
    .orderBy('f.id')
    .orderBy('a.id')
    .limit(200)
    .execute()
  return rows.map(({ id, file_key, family, weight, style }) => ({
    fileKey: file_key,
    id: publicId('asset', id),
    ...(family !== null && { family, weight: weight!, style: style! }),
  }))
}
