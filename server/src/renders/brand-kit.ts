import type { KitColor, KitFont } from '@atelier/filling'
import { sql } from 'kysely'
import { availabilityOf, firstChangeOf, isAvailable, type Rights } from '../assets/availability.ts'
import type { Trx } from '../db/tenancy.ts'
import type { Recipe, RecipeFont } from '../drawing/recipe.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { pictureOf } from './pictures.ts'

/** Maximum number of font files per render, because opening them takes time. */
const fontsMax = 64
/** Maximum number of logos of a kit. No kit needs as many. */
const logosMax = 50

/** Without a kit, there are no colors or logos. */
export type RenderKit = Pick<Recipe, 'palette' | 'kitFonts' | 'fonts' | 'logos'> & {
  id: Uuid | null
  logoAssets: ReadonlyMap<string, Uuid>
  /** The earliest end of the rights of logos and fonts. */
  availableUntil: Date | undefined
}

/** @param includesUnavailable whether to use logos and fonts whose rights have not begun or have ended. */
export type KitAsked = { needsLogos: boolean; includesUnavailable: boolean }

/**
 * @param id if null, the company's default kit is used, or its oldest kit.
 * @throws {ApiError} `invalid` on `brand_kit_id`.
 */
export async function kitToRender(
  trx: Trx,
  companyId: CompanyId,
  id: Uuid | null,
  { needsLogos, includesUnavailable }: KitAsked,
): Promise<RenderKit> {
  const kit = await trx
    .selectFrom('brand_kits')
    .select('id')
    .where('company_id', '=', companyId)
    .$if(id !== null, (query) => query.where('id', '=', id!))
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  if (!kit && id !== null) throw invalid('brand_kit_id', 'The selected brand kit id is invalid.')
  const kitId = kit?.id ?? null
  const logos = kitId !== null && needsLogos ? await logosOf(trx, companyId, kitId, includesUnavailable) : []
  const { rights: rightsOfFonts, ...fonts } = await fontsOf(trx, companyId, kitId, includesUnavailable)
  return {
    id: kitId,
    palette: kitId === null ? [] : await paletteOf(trx, companyId, kitId),
    ...fonts,
    logos: logos.map(({ assetId: _, rights: __, ...logo }) => logo),
    logoAssets: new Map(logos.map(({ picture, assetId }) => [picture.key, assetId])),
    availableUntil: firstChangeOf([...logos.map(({ rights }) => rights), ...rightsOfFonts]),
  }
}

function paletteOf(trx: Trx, companyId: CompanyId, kitId: Uuid): Promise<KitColor[]> {
  return trx
    .selectFrom('brand_kit_colors')
    .select(['name', 'hex', 'role', 'cmyk', 'pantone'])
    .where('company_id', '=', companyId)
    .where('brand_kit_id', '=', kitId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Fonts of the kit first, then fonts of other kits, then other library fonts. */
async function fontsOf(trx: Trx, companyId: CompanyId, kitId: Uuid | null, includesUnavailable: boolean) {
  const { rows } = await sql<
    Rights & {
      id: Uuid
      file_key: string | null
      checksum: string | null
      family: string | null
      weight: number | null
      style: 'normal' | 'italic' | null
      is_of_kit: boolean
    }
  >`
    select coalesce(a.id, f.id) as id, a.file_key, a.checksum, f.family, f.weight, f.style,
      coalesce(f.brand_kit_id = ${kitId}::uuid, false) as is_of_kit, a.available_from, a.expires_at, a.availability
    from brand_kit_fonts f
    full join (
      select company_id, id, file_key, checksum, available_from, expires_at, ${availabilityOf('assets')} as availability
      from assets
      where company_id = ${companyId} and type = 'font' and deleted_at is null
        and (${includesUnavailable} or ${isAvailable('assets')})
    ) a on a.company_id = f.company_id and a.id = f.asset_id
    where coalesce(f.company_id, a.company_id) = ${companyId}
    order by coalesce(f.brand_kit_id = ${kitId}::uuid, false) desc, f.brand_kit_id is null, f.brand_kit_id,
      f.position, coalesce(f.id, a.id)`.execute(trx)
  const kitFonts: KitFont[] = []
  const fonts: RecipeFont[] = []
  const rights: Rights[] = []
  for (const { id, file_key, checksum, family, weight, style, is_of_kit, ...rightsOfFont } of rows) {
    const named = family !== null && { family, weight: weight!, style: style! }
    if (is_of_kit && named) kitFonts.push(named)
    if (file_key === null || fonts.length === fontsMax) continue
    fonts.push({ id: publicId('asset', id), file: file_key, checksum: checksum!, ...named })
    rights.push(rightsOfFont)
  }
  return { kitFonts, fonts, rights }
}

async function logosOf(trx: Trx, companyId: CompanyId, kitId: Uuid, includesUnavailable: boolean) {
  const rows = await trx
    .selectFrom('brand_kit_logos as l')
    .innerJoin('assets as a', (join) =>
      join.onRef('a.company_id', '=', 'l.company_id').onRef('a.id', '=', 'l.asset_id'),
    )
    .select(['l.id as logo_id', 'l.variant', 'l.theme', 'l.is_default', 'a.id'])
    .select(['a.available_from', 'a.expires_at', availabilityOf('a').as('availability')])
    .select(['a.file_key', 'a.checksum', 'a.extension', 'a.width', 'a.height', 'a.focal_point'])
    .where('l.company_id', '=', companyId)
    .where('l.brand_kit_id', '=', kitId)
    .where('a.deleted_at', 'is', null)
    .where('a.width', 'is not', null)
    .$if(!includesUnavailable, (query) => query.where(isAvailable('a')))
    .orderBy('l.position')
    .orderBy('l.id')
    .limit(logosMax)
    .execute()
  return rows.map(
    ({ logo_id, variant, theme, is_default, available_from, expires_at, availability, ...asset }) => ({
      variant,
      theme,
      isDefault: is_default,
      picture: pictureOf(publicId('logo', logo_id), asset),
      assetId: asset.id,
      rights: { available_from, expires_at, availability },
    }),
  )
}
