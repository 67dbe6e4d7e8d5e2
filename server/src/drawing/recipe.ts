import { createHash } from 'node:crypto'
import type { GivenValues, KitColor, KitFont, KitLogo, Picture, VariableDefinition } from '@atelier/filling'

export const renderFormats = ['png', 'jpeg', 'webp', 'avif', 'svg', 'pdf'] as const
export type RenderFormat = (typeof renderFormats)[number]

/** What is drawn, and how. */
export type RenderTarget = {
  format: RenderFormat
  /** Pixels. Null: follows from the other, or from the document. */
  width: number | null
  height: number | null
  scale: number
  /** 1 to 100, of lossy formats. */
  quality: number | null
  /** `transparent` or `#RRGGBB`. Null: what the format has. */
  background: string | null
  pdf: PdfTarget | null
}

export type PdfTarget = {
  /** Millimeters. */
  bleed: number
  marks: 'crop'[]
  color: 'rgb' | 'cmyk'
  text: 'outlines' | 'embedded'
  conformance: 'none' | 'PDF/X-4' | 'PDF/A-2b'
}

/** A stored file of a picture, and what filling must know of it. */
export type RecipePicture = Picture & {
  /** Key of the stored file. `key` names the picture in the document. */
  file: string
  checksum: string
  isVector: boolean
}

/** A stored font file. What the brand kit says of it counts before the names in the file. */
export type RecipeFont = {
  id: string
  file: string
  checksum: string
  family?: string
  weight?: number
  style?: 'normal' | 'italic'
}

/**
 * Everything that a render is made from. Two recipes that are equal give the same file, byte for byte, as long as the
 * engine is the same.
 */
export type Recipe = {
  document: { file: string; checksum: string }
  variables: VariableDefinition[]
  values: GivenValues
  /** By the id of the asset as values name it. */
  pictures: Record<string, RecipePicture>
  fonts: RecipeFont[]
  palette: KitColor[]
  kitFonts: KitFont[]
  logos: (Omit<KitLogo, 'picture'> & { picture: RecipePicture })[]
  language: string | null
  target: RenderTarget
}

/** Raised whenever the same recipe gives another file: renders of before are then drawn anew. */
const drawingRevision = 1

/** The version of everything that draws. */
export const engine = `atelier-${drawingRevision}`

/** SHA-256 of everything that decides what a render looks like. Where files are stored does not. */
export function contentKey(recipe: Recipe): string {
  const { document, pictures, fonts, logos, ...rest } = recipe
  const content = {
    ...rest,
    engine,
    document: document.checksum,
    pictures: Object.entries(pictures).map(([id, picture]) => [id, withoutFile(picture)]),
    fonts: fonts.map(withoutFile),
    logos: logos.map(({ picture, ...logo }) => ({ ...logo, picture: withoutFile(picture) })),
  }
  return createHash('sha256')
    .update(JSON.stringify(sorted(content)))
    .digest('hex')
}

const withoutFile = <T extends { file: string }>({ file: _, ...content }: T) => content

/** With the members of all objects in order: how a caller orders them makes no difference. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]))
}
