import type { z } from 'zod'
import type { assetChange } from '../assets/body.ts'
import { calledAs } from '../assets/file-names.ts'
import type { AssetRow } from '../assets/queries.ts'
import type { JsonRow } from '../db/tenancy.ts'
import { parseId, publicId } from '../ids.ts'
import { canonicalTag } from '../language-tags.ts'
import { presentValues } from '../property-values/page-values.ts'
import type { Definition } from '../property-values/types.ts'
import { timeOrNull } from '../wire.ts'

export type Row = JsonRow<AssetRow>
type Change = z.input<typeof assetChange>

export type Column = {
  name: string
  of(row: Row): string
  /** Sets the value of a changed cell. Undefined for a column that cannot be changed. */
  set?(change: Change, cell: string, row: Row): void
}

export const idColumn = 'id'
/** The time of the last change before the export: an asset that was changed since is not overwritten. */
export const versionColumn = 'revised_at'
/** The column whose folder is looked up before `set` (plan.ts). */
export const folderColumn = 'folder_path'

const texts = [
  'name',
  'filename',
  'alt_text',
  'description',
  'copyright',
  'license',
  'usage_terms',
  'external_id',
] as const
const times = ['available_from', 'expires_at'] as const

const textColumn = (name: (typeof texts)[number]): Column => ({
  name,
  of: (row) => (name === 'filename' ? calledAs(row) : row[name]) ?? '',
  set(change, cell) {
    change[name] = cell
  },
})

const timeColumn = (name: (typeof times)[number]): Column => ({
  name,
  of: (row) => timeOrNull(row[name]) ?? '',
  set(change, cell) {
    change[name] = cell === '' ? null : cell
  },
})

const separator = ';'
const listOf = (cell: string) =>
  cell
    .split(separator)
    .map((one) => one.trim())
    .filter((one) => one !== '')
const cellOf = (list: readonly string[]) => list.join(`${separator} `)

/**
 * Suggested tags are not exported, and an import keeps them. A tag whose name contains a semicolon is exported as its
 * ID.
 */
const tagsColumn: Column = {
  name: 'tags',
  of: ({ tags }) =>
    cellOf(
      tags
        .filter(({ source }) => source !== 'auto')
        .map(({ id, name }) => (name.includes(separator) ? publicId('assetTag', id) : name)),
    ),
  set(change, cell, { tags }) {
    const sources = new Map(tags.map(({ name, source }) => [name, source]))
    const suggestions = tags.filter(({ source }) => source === 'auto')
    change.tags = [
      ...listOf(cell).map((one) =>
        parseId('assetTag', one) === undefined
          ? {
              name: one,
              source: sources.get(one) === 'embedded' ? ('embedded' as const) : ('manual' as const),
            }
          : one,
      ),
      ...suggestions.map(({ id, confidence }) => ({
        id: publicId('assetTag', id),
        source: 'auto' as const,
        confidence,
      })),
    ]
  },
}

const propertyColumn = ({ key, type }: Definition): Column => ({
  name: `properties.${key}`,
  of(row) {
    const { properties } = presentValues(row)
    const value = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (value === undefined) return ''
    if (Array.isArray(value)) return cellOf(value)
    return typeof value === 'object' ? value.id : String(value)
  },
  set(change, cell) {
    change.properties = { ...change.properties, [key]: valueIn(cell, type) }
  },
})

/** A text that is neither a number nor a boolean stays a text, which the property rejects. */
function valueIn(cell: string, type: Definition['type']): unknown {
  if (cell.trim() === '') return null
  if (type === 'choices') return listOf(cell)
  if (type === 'number') return /^\s*[+-]?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(cell) ? Number(cell) : cell
  const word = cell.trim().toLowerCase()
  if (type === 'boolean') return word === 'true' ? true : word === 'false' ? false : cell
  return cell
}

const translatedTexts = ['name', 'description', 'alt_text'] as const

/** A column such as `translations.de.name`. */
const translationColumn = (language: string, text: (typeof translatedTexts)[number]): Column => ({
  name: `translations.${language}.${text}`,
  of: ({ translations }) => (Object.hasOwn(translations, language) && translations[language]?.[text]) || '',
  set(change, cell) {
    const translations = { ...change.translations }
    const words = Object.hasOwn(translations, language) ? translations[language] : undefined
    change.translations = { ...translations, [language]: { ...words, [text]: cell === '' ? null : cell } }
  },
})

/** Returns the canonical language tags in names of columns such as `translations.de.name`. */
export function languagesIn(names: readonly string[]): string[] {
  const tags = names.map((name) => /^translations\.([^.]+)\./.exec(name)?.[1])
  return [...new Set(tags.map((tag) => tag && canonicalTag(tag)).filter((tag) => tag !== undefined))]
}

/**
 * The columns of a table of assets, in their order.
 * @param languages canonical language tags. Each has columns for its texts.
 */
export const columnsFor = (definitions: readonly Definition[], languages: readonly string[]): Column[] => [
  { name: idColumn, of: ({ id }) => publicId('asset', id) },
  ...texts.slice(0, 2).map(textColumn),
  { name: folderColumn, of: ({ folder_path }) => folder_path ?? '/', set() {} },
  tagsColumn,
  ...texts.slice(2).map(textColumn),
  ...times.map(timeColumn),
  ...languages.flatMap((language) => translatedTexts.map((text) => translationColumn(language, text))),
  ...definitions.map(propertyColumn),
  { name: versionColumn, of: ({ revised_at }) => timeOrNull(revised_at)! },
]
