import type { TemplateVariable } from '../db/schema.ts'
import type { VariableNotes } from '../templates/variable-notes.ts'

/** The data of one demo company. `file` paths are relative to server/demo. */
export type DemoCompany = {
  key: 'acme' | 'globex'
  name: string
  /** Parents come before their children. */
  folders: readonly { path: string }[]
  assetTags: readonly DemoTag[]
  assets: readonly DemoAsset[]
  templateTags: readonly DemoTag[]
  templates: readonly DemoTemplate[]
  brandKits: readonly DemoBrandKit[]
}

export type DemoTag = { name: string; color: string | null }

export type DemoAsset = {
  name: string
  /** Null is the root. */
  folder: string | null
  file: string
  /** Null for fonts. */
  thumbnail: string | null
  type: 'image' | 'document' | 'font'
  mimeType: string
  extension: string
  /** Null if a file has none. */
  width: number | null
  height: number | null
  tags: readonly string[]
  altText: string | null
  description: string | null
  copyright: string | null
  dominantColor: string | null
  focalPoint: { x: number; y: number } | null
  metadata: Readonly<Record<string, unknown>>
  externalId: string | null
  /** Days from seeding until the license expires. Negative if the license has already expired. */
  expiresInDays: number | null
  daysAgo: number
}

export type DemoTemplate = {
  name: string
  description: string | null
  type: 'image' | 'video' | 'document'
  status: 'draft' | 'published' | 'archived'
  width: number
  height: number
  unit: 'px' | 'mm' | 'in'
  pageCount: number
  thumbnail: string
  preview: string
  document: string
  tags: readonly string[]
  variables: readonly TemplateVariable[]
  /** Settings that people have changed: types, rules, labels. */
  notes: VariableNotes
  /** The path of the folder that images must be in, by key of the image variable. */
  pictureFolders: Readonly<Record<string, string>>
  externalId: string | null
  metadata: Readonly<Record<string, unknown>>
  daysAgo: number
}

export type DemoBrandKit = {
  name: string
  isDefault: boolean
  /** `asset` is the name of an asset of the same company. */
  logos: readonly {
    name: string
    variant: 'primary' | 'secondary' | 'icon' | 'wordmark' | 'monochrome'
    theme: 'light' | 'dark' | 'any'
    asset: string
    isDefault: boolean
  }[]
  colors: readonly DemoColor[]
  /** `asset` is the name of the font file among the company's assets. */
  fonts: readonly {
    family: string
    asset: string
    weight: number
    style: 'normal' | 'italic'
    role: 'heading' | 'subheading' | 'body' | 'caption' | null
  }[]
}

export type DemoColor = {
  name: string
  hex: string
  opacity: number
  cmyk: { c: number; m: number; y: number; k: number } | null
  pantone: string | null
  role: 'primary' | 'secondary' | 'accent' | 'neutral' | 'background' | 'text' | null
  group: string | null
}
