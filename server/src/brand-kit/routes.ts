import { z } from 'zod'
import { presentRenditions } from '../assets/renditions.ts'
import type { JsonRow } from '../db/tenancy.ts'
import type { Services } from '../http/endpoint.ts'
import { listEndpoint, resource } from '../http/list-endpoint.ts'
import { oneEndpoint } from '../http/one-endpoint.ts'
import { idOf } from '../http/parameters.ts'
import { Id, Time, time } from '../http/wire.ts'
import { type IdKind, publicId } from '../ids.ts'
import {
  type BrandKitRow,
  brandKits,
  type ColorRow,
  colors,
  type FontRow,
  fonts,
  type LogoRow,
  logos,
} from './queries.ts'

const variants = ['primary', 'secondary', 'icon', 'wordmark', 'monochrome'] as const
const themes = ['light', 'dark', 'any'] as const
const colorRoles = ['primary', 'secondary', 'accent', 'neutral', 'background', 'text'] as const
const fontRoles = ['heading', 'subheading', 'body', 'caption'] as const

const percent = z.number().min(0).max(100)
const channel = z.int().min(0).max(255)
const ofKit = { brand_kit_id: Id('brandKit') }
const placed = {
  position: z.int().describe('Its place in the kit, from 0.'),
  created_at: Time,
  updated_at: Time,
}

export const Logo = z
  .object({
    id: Id('logo'),
    ...ofKit,
    name: z.string(),
    variant: z.enum(variants),
    theme: z.enum(themes).describe('The background that it is made for.'),
    asset_id: Id('asset'),
    url: z.string(),
    thumbnail_url: z.string().nullable(),
    mime_type: z.string(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    is_default: z.boolean(),
    ...placed,
  })
  .meta({ id: 'BrandKitLogo' })

export const Color = z
  .object({
    id: Id('color'),
    ...ofKit,
    name: z.string(),
    hex: z.string().regex(/^#[0-9A-F]{6}$/),
    rgb: z.object({ r: channel, g: channel, b: channel }),
    opacity: z.number().min(0).max(1),
    cmyk: z.object({ c: percent, m: percent, y: percent, k: percent }).nullable(),
    pantone: z.string().nullable(),
    role: z.enum(colorRoles).nullable(),
    group: z.string().nullable(),
    ...placed,
  })
  .meta({ id: 'BrandKitColor' })

export const Font = z
  .object({
    id: Id('font'),
    ...ofKit,
    family: z.string(),
    weight: z.int().min(100).max(900),
    style: z.enum(['normal', 'italic']),
    role: z.enum(fontRoles).nullable(),
    asset_id: Id('asset').nullable(),
    url: z.string().nullable(),
    ...placed,
  })
  .meta({ id: 'BrandKitFont' })

export const BrandKit = z
  .object({
    id: Id('brandKit'),
    name: z.string(),
    is_default: z.boolean(),
    logos: z.array(Logo),
    colors: z.array(Color),
    fonts: z.array(Font),
    version: z.int(),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'BrandKit' })

const scope = 'brandkit:read' as const
const group = 'Brand kit'
/** Parts come in the order in which the kit shows them. */
const partSorts: [string, ...string[]] = ['position', 'created_at', 'updated_at', 'name']
const brand_kit_id = idOf('brandKit').optional().describe('Only the parts of this kit.')

const kitsResource = resource({
  kind: 'brandKit',
  path: '/brand-kit',
  scope,
  group,
  nouns: ['brand kit', 'brand kits, each with its logos, colors and fonts'],
  item: BrandKit,
  sorts: ['-created_at', 'updated_at', 'name'],
  filters: {},
  find: brandKits,
  present: presentKit,
})

const logosResource = resource({
  kind: 'logo',
  path: '/brand-kit/logos',
  scope,
  group,
  nouns: ['brand kit logo', 'brand kit logos'],
  item: Logo,
  sorts: partSorts,
  filters: { brand_kit_id, variant: z.enum(variants).optional(), theme: z.enum(themes).optional() },
  find: logos,
  ask: ({ brand_kit_id, variant, theme }) => ({ brand_kit: brand_kit_id, variant, theme }),
  present: presentLogo,
})

const colorsResource = resource({
  kind: 'color',
  path: '/brand-kit/colors',
  scope,
  group,
  nouns: ['brand kit color', 'brand kit colors'],
  item: Color,
  sorts: partSorts,
  filters: { brand_kit_id, role: z.enum(colorRoles).optional() },
  find: colors,
  ask: ({ brand_kit_id, role }) => ({ brand_kit: brand_kit_id, role }),
  present: presentColor,
})

const fontsResource = resource({
  kind: 'font',
  path: '/brand-kit/fonts',
  scope,
  group,
  nouns: ['brand kit font', 'brand kit fonts'],
  item: Font,
  sorts: partSorts,
  filters: { brand_kit_id, role: z.enum(fontRoles).optional() },
  find: fonts,
  ask: ({ brand_kit_id, role }) => ({ brand_kit: brand_kit_id, role }),
  present: presentFont,
})

export const listBrandKits = listEndpoint(kitsResource)
export const getBrandKit = oneEndpoint(kitsResource)
export const listLogos = listEndpoint(logosResource)
export const getLogo = oneEndpoint(logosResource)
export const listColors = listEndpoint(colorsResource)
export const getColor = oneEndpoint(colorsResource)
export const listFonts = listEndpoint(fontsResource)
export const getFont = oneEndpoint(fontsResource)

function presentKit(row: JsonRow<BrandKitRow>, services: Services): z.input<typeof BrandKit> {
  return {
    id: publicId('brandKit', row.id),
    name: row.name,
    is_default: row.is_default,
    logos: row.logos.map((logo) => presentLogo(logo, services)),
    colors: row.colors.map(presentColor),
    fonts: row.fonts.map((font) => presentFont(font, services)),
    version: row.version,
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}

function presentLogo(row: JsonRow<LogoRow>, { fileUrl }: Services): z.input<typeof Logo> {
  return {
    ...head('logo', row),
    name: row.name,
    variant: row.variant,
    theme: row.theme,
    asset_id: publicId('asset', row.asset_id),
    url: fileUrl(row.file_key),
    thumbnail_url: presentRenditions(row.renditions, fileUrl).thumbnail_url,
    mime_type: row.mime_type,
    width: row.width,
    height: row.height,
    is_default: row.is_default,
    ...tail(row),
  }
}

function presentColor(row: JsonRow<ColorRow>): z.input<typeof Color> {
  return {
    ...head('color', row),
    name: row.name,
    hex: row.hex,
    rgb: rgbOf(row.hex),
    opacity: row.opacity,
    cmyk: row.cmyk && { c: row.cmyk.c, m: row.cmyk.m, y: row.cmyk.y, k: row.cmyk.k },
    pantone: row.pantone,
    role: row.role,
    group: row.group,
    ...tail(row),
  }
}

function presentFont(row: JsonRow<FontRow>, { fileUrl }: Services): z.input<typeof Font> {
  return {
    ...head('font', row),
    family: row.family,
    weight: row.weight,
    style: row.style,
    role: row.role,
    asset_id: row.asset_id && publicId('asset', row.asset_id),
    url: row.file_key && fileUrl(row.file_key),
    ...tail(row),
  }
}

const head = (kind: IdKind, row: { id: string; brand_kit_id: string }) => ({
  id: publicId(kind, row.id),
  brand_kit_id: publicId('brandKit', row.brand_kit_id),
})

const tail = (row: { position: number; created_at: string; updated_at: string }) => ({
  position: row.position,
  created_at: time(row.created_at),
  updated_at: time(row.updated_at),
})

function rgbOf(hex: string) {
  const value = Number.parseInt(hex.slice(1), 16)
  return { r: value >> 16, g: (value >> 8) & 255, b: value & 255 }
}
