import type { Embedded } from '../db/schema.ts'
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
  const { font, keywords = [], creators = [], title, credit, camera, lens } = embedded
  return [
    name,
    filename,
    extension,
    external_id,
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
  ]
}
