import { createHash } from 'node:crypto'
import type { GivenValues, KitColor, KitFont, KitLogo, Picture, VariableDefinition } from '@atelier/filling'

export const renderFormats = ['png', 'jpeg', 'webp', 'avif', 'svg', 'pdf'] as const
export type RenderFormat = (typeof renderFormats)[number]

export type RenderTarget = {
  format: RenderFormat
  /** The width in pixels. Null if the width follows from the height or from the document. */
  width: number | null
  height: number | null
  scale: number
  /** 1 to 100, for lossy formats. */
  quality: number | null
  /** `transparent` or `#RRGGBB`. If null, the default of the format. */
  background: string | null
  pdf: PdfTarget | null
  /**
   * Name of the template, for PDF metadata. Other formats omit it, so that renaming a template does not
   * change its files.
   */
  title?: string
}

export type PdfTarget = {
  /** Millimeters. */
  bleed: number
  marks: 'crop'[]
  color: 'rgb' | 'cmyk'
  text: 'outlines' | 'embedded'
  conformance: 'none' | 'PDF/X-4' | 'PDF/A-2b'
}

export type RecipePicture = Picture & {
  /** The key of the stored file. (`key` names the image in the document.) */
  file: string
  checksum: string
  isVector: boolean
}

/** A stored font file. The names in the brand kit take precedence over the names in the file. */
export type RecipeFont = {
  id: string
  file: string
  checksum: string
  family?: string
  weight?: number
  style?: 'normal' | 'italic'
}

/** With the same version of the engine, equal recipes produce byte-identical files. */
export type Recipe = {
  document: { file: string; checksum: string }
  variables: VariableDefinition[]
  values: GivenValues
  /** By asset ID, as in the values. */
  pictures: Record<string, RecipePicture>
  fonts: RecipeFont[]
  palette: KitColor[]
  kitFonts: KitFont[]
  logos: (Omit<KitLogo, 'picture'> & { picture: RecipePicture })[]
  language: string | null
  target: RenderTarget
}

/**
 * Version of the renderer. Increased when a recipe produces a different file, so that older renders are not reused.
 */
const drawingRevision = 3

export const engine = `atelier-${drawingRevision}`

/** SHA-256 of everything that determines the file. Storage keys are not included. */
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

/** Sorts the members of all objects, so that equal objects have equal text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]))
}
