import { contrastRatio, rgbOfHex } from '@atelier/filling/contrast'
import type { Availability } from '../assets/availability.ts'
import { brandKits } from '../brand-kit/queries.ts'
import type { Db } from '../db/database.ts'
import type { FoundShare } from './find-share.ts'

/** How a page presents the company. */
export type Branding = {
  company: string
  logo: { key: string } | undefined
  /** Colors for light and dark mode, each legible on its background. */
  light: Theme
  dark: Theme
  /** The colors of a shared brand kit. */
  colors: { name: string; hex: string }[]
  fonts: { family: string; weight: number; style: string; role: string | null }[]
}

type Theme = {
  /** Text of links. */
  link: string
  button: string
  buttonText: string
}

export const grounds = { light: '#FFFFFF', dark: '#16181D' } as const
/** The minimum contrast for text of any size (WCAG 2.2, 1.4.3). */
const textContrastMin = 4.5
const fallbackAccent = { light: '#1F4FD8', dark: '#9DB7FF' }

/**
 * The branding from the shared brand kit, or else from the default one. If there is neither, the page is
 * plain.
 */
export async function brandingOf(db: Db, share: FoundShare): Promise<Branding> {
  const { companyId, companyName, brand_kit_id, default_kit_id } = share
  const kitId = brand_kit_id ?? default_kit_id
  const kit = kitId === null ? undefined : await brandKits.one(db, companyId, kitId)
  const accents = (kit?.colors ?? [])
    .filter(({ role, opacity }) => opacity === 1 && role !== 'background' && role !== 'text')
    .sort((a, b) => rankOf(a.role) - rankOf(b.role))
    .map(({ hex }) => hex)
  const isShared = brand_kit_id !== null
  return {
    company: companyName,
    logo: logoIn(kit?.logos ?? []),
    light: themeOf('light', accents),
    dark: themeOf('dark', accents),
    colors: isShared ? (kit?.colors ?? []).map(({ name, hex }) => ({ name, hex })) : [],
    fonts: isShared
      ? (kit?.fonts ?? []).map(({ family, weight, style, role }) => ({ family, weight, style, role }))
      : [],
  }
}

const roles = ['primary', 'accent', 'secondary']
const rankOf = (role: string | null) => (roles.indexOf(role ?? '') + roles.length + 1) % (roles.length + 1)

/** The first color of the brand that is legible here. */
function themeOf(ground: 'light' | 'dark', accents: readonly string[]): Theme {
  const color =
    accents.find((hex) => contrast(hex, grounds[ground]) >= textContrastMin) ?? fallbackAccent[ground]
  const buttonText = contrast(color, '#FFFFFF') >= contrast(color, '#000000') ? '#FFFFFF' : '#000000'
  return { link: color, button: color, buttonText }
}

const contrast = (a: string, b: string) => contrastRatio(rgbOfHex(a), rgbOfHex(b))

type Logo = {
  file_key: string
  mime_type: string
  variant: string
  theme: string
  is_default: boolean
  availability: Availability
  renditions: { name: string; key: string }[]
}

/**
 * A logo for light backgrounds. In dark mode, it is shown on a light plate. An SVG is sent unchanged, for
 * sharp edges; of other types, only a rendition is sent. Visitors see the logo before they enter the
 * password.
 */
function logoIn(logos: readonly Logo[]): { key: string } | undefined {
  const legible = logos.filter(({ theme, availability }) => theme !== 'dark' && availability === 'available')
  const order = ['primary', 'wordmark', 'secondary', 'icon', 'monochrome']
  const [logo] = [...legible].sort(
    (a, b) =>
      order.indexOf(a.variant) - order.indexOf(b.variant) || Number(b.is_default) - Number(a.is_default),
  )
  if (!logo) return undefined
  const drawn = logo.renditions.find(({ name }) => name === 'small') ?? logo.renditions[0]
  const key = logo.mime_type === 'image/svg+xml' ? logo.file_key : drawn?.key
  return key === undefined ? undefined : { key }
}
