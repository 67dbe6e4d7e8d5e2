import type { AssetTranslations, Embedded } from '../db/schema.ts'
import { valuesIn } from '../db/search-terms.ts'

export type Searched = {
  name: string
  filename?: string | null
  extension: string
  external_id?: string | null
  alt_text?: string | null
  description?: string | null
  copyright?: string | null
  embedded?: Embedded
  metadata: Record<string, unknown>
  translations?: AssetTranslations
}

export const searchedColumns = [
  'name',
  'filename',
  'extension',
  'external_id',
  'alt_text',
  'description',
  'copyright',
  'embedded',
  'metadata',
  'translations',
] as const

/**
 * The texts that search finds an asset by, most important first, because only some of their words are stored.
 * @param properties the texts of its custom properties.
 */
export function searchTexts(
  asset: Searched,
  properties: readonly string[] = [],
): [name: string, ...(string | null | undefined)[]] {
  const { name, filename, extension, external_id, alt_text, description, copyright, embedded = {} } = asset
  const translations = Object.values(asset.translations ?? {})
  const { font, keywords = [], creators = [], title, credit, camera, lens } = embedded
  return [
    name,
    filename,
    extension,
    external_id,
    ...translations.map((words) => words.name),
    ...keywords,
    title,
    font?.family,
    alt_text,
    ...properties,
    ...valuesIn(asset.metadata),
    description,
    ...creators,
    credit,
    copyright,
    camera,
    lens,
    embedded.description,
    embedded.copyright,
    ...translations.map((words) => words.alt_text),
    ...translations.map((words) => words.description),
  ]
}
