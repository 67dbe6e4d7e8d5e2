import { brandKits } from '../brand-kit/queries.ts'
import type { Db } from '../db/database.ts'
import { headerLogoOf } from '../public-pages/header-logo.ts'
import { type Themes, themesOf } from '../public-pages/theme.ts'
import type { FoundShare } from './find-share.ts'

export type Branding = Themes & {
  company: string
  logoKey: string | undefined
  colors: { name: string; hex: string }[]
  fonts: { family: string; weight: number; style: string; role: string | null }[]
}

/**
 * The branding from the shared brand kit or, without one, from the default kit. Without any kit, the page is
 * plain.
 */
export async function brandingOf(db: Db, share: FoundShare): Promise<Branding> {
  const { companyId, companyName, brand_kit_id, default_kit_id } = share
  const kitId = brand_kit_id ?? default_kit_id
  const kit = kitId === null ? undefined : await brandKits.one(db, companyId, kitId)
  const isShared = brand_kit_id !== null
  return {
    company: companyName,
    logoKey: headerLogoOf(kit?.logos ?? []),
    ...themesOf(kit?.colors ?? []),
    colors: isShared ? (kit?.colors ?? []).map(({ name, hex }) => ({ name, hex })) : [],
    fonts: isShared
      ? (kit?.fonts ?? []).map(({ family, weight, style, role }) => ({ family, weight, style, role }))
      : [],
  }
}
