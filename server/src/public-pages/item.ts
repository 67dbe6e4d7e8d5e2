import { calledAs } from '../assets/file-names.ts'
import type { Presettable } from '../assets/preset-pictures.ts'
import type { publicAssets } from '../assets/queries.ts'
import type { AssetTranslations } from '../db/schema.ts'
import { languageIn } from '../http/responses/accept-language.ts'
import { publicId, type Uuid } from '../ids.ts'
import { type PublicValue, publicValues } from '../property-values/public-values.ts'
import { wordsIn } from '../translations/localize.ts'

export type Picture = { key: string; width: number; height: number }

/** An asset or a render. */
export type Item = {
  id: string
  kind: 'asset' | 'render'
  uuid: Uuid
  name: string
  filename: string
  type: string
  mimeType: string
  size: number
  width: number | null
  height: number | null
  altText: string | null
  translations: AssetTranslations
  /** Undefined for the original texts. */
  language?: string | undefined
  values: PublicValue[]
  key: string
  modifiedAt: Date
  /** By name: `thumb`, `small`, `large`. */
  pictures: ReadonlyMap<string, Picture>
  /** The source of presets. Undefined for renders. */
  source: Presettable | undefined
}

export type AssetRow = Awaited<ReturnType<typeof publicAssets.page>>['rows'][number]

export function asAsset(row: AssetRow): Item {
  return {
    id: publicId('asset', row.id),
    kind: 'asset',
    uuid: row.id,
    name: row.name,
    filename: calledAs(row),
    type: row.type,
    mimeType: row.mime_type,
    size: row.size,
    width: row.width,
    height: row.height,
    altText: row.alt_text,
    translations: row.translations,
    values: publicValues(row.properties),
    key: row.file_key,
    modifiedAt: new Date(row.updated_at),
    source: row,
    pictures: new Map(
      row.renditions.map(({ name, ...picture }) => [name === 'thumbnail' ? 'thumb' : name, picture]),
    ),
  }
}

/** The item with its texts in the first of these languages that it has. Its file name stays the same. */
export function inLanguage(item: Item, languages: readonly string[]): Item {
  const language = languageIn(item.translations, languages)
  const word = wordsIn(item, language)
  return {
    ...item,
    language,
    name: word(item.name, ({ name }) => name),
    altText: word(item.altText, ({ alt_text }) => alt_text),
  }
}

/** A rendition has the name of the original, followed by its size and its own extension. */
export function nameOf({ filename }: Pick<Item, 'filename'>, extension: string, size: string): string {
  if (size === 'original') return filename
  const stem = filename.includes('.') ? filename.slice(0, filename.lastIndexOf('.')) : filename
  return `${stem}-${size}.${extension}`
}

export const extensionIn = (key: string): string => key.split('.').at(-1)!

export const extensionOf = ({ filename, type }: Pick<Item, 'filename' | 'type'>): string =>
  filename.includes('.')
    ? filename
        .slice(filename.lastIndexOf('.') + 1)
        .toUpperCase()
        .slice(0, 8)
    : type

const units = ['B', 'KB', 'MB', 'GB', 'TB']
export function bytesOf(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const amount = bytes / 1000 ** power
  return `${amount.toFixed(power > 0 && amount < 10 ? 1 : 0)} ${units[power]}`
}
