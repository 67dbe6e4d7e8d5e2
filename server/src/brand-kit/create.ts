import type { Insertable } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { nameKey } from '../db/search-terms.ts'
import type { Trx } from '../db/tenancy.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'

type Given = 'company_id' | 'id' | 'brand_kit_id' | 'name_key' | 'position' | 'updated_at'
export type NewLogo = Omit<Insertable<Schema['brand_kit_logos']>, Given>
export type NewColor = Omit<Insertable<Schema['brand_kit_colors']>, Given | 'cmyk'> & {
  cmyk: { c: number; m: number; y: number; k: number } | null
}
export type NewFont = Omit<Insertable<Schema['brand_kit_fonts']>, Given>

export type NewBrandKit = {
  name: string
  isDefault: boolean
  logos: NewLogo[]
  colors: NewColor[]
  fonts: NewFont[]
  createdAt?: Date
}

export async function createBrandKit(trx: Trx, companyId: CompanyId, kit: NewBrandKit): Promise<Uuid> {
  const { createdAt = new Date() } = kit
  const id = newId(createdAt)
  await trx
    .insertInto('brand_kits')
    .values({
      company_id: companyId,
      id,
      name: kit.name,
      name_key: nameKey(kit.name),
      is_default: kit.isDefault,
      updated_at: createdAt,
    })
    .execute()
  const part = (name: string, position: number) => ({
    company_id: companyId,
    id: newId(createdAt),
    brand_kit_id: id,
    name_key: nameKey(name),
    position,
    updated_at: createdAt,
  })
  for (const [position, logo] of kit.logos.entries()) {
    await trx
      .insertInto('brand_kit_logos')
      .values({ ...logo, ...part(logo.name, position) })
      .execute()
  }
  for (const [position, { cmyk, ...color }] of kit.colors.entries()) {
    await trx
      .insertInto('brand_kit_colors')
      .values({ ...color, cmyk: cmyk && JSON.stringify(cmyk), ...part(color.name, position) })
      .execute()
  }
  for (const [position, font] of kit.fonts.entries()) {
    await trx
      .insertInto('brand_kit_fonts')
      .values({ ...font, ...part(font.family, position) })
      .execute()
  }
  return id
}
