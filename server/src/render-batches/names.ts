import { extensions } from '../drawing/drawings.ts'
import type { RenderFormat } from '../drawing/recipe.ts'
import { safeName, uniqueNames } from '../zip/names.ts'

export const namePatternLengthMax = 200
const ownPlaceholders = ['row', 'template']
const sizePlaceholder = 'size'

export const placeholdersIn = (pattern: string) =>
  [...pattern.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!)

/** The placeholders that are not columns. */
export const placeholdersOf = (hasSizes: boolean) =>
  hasSizes ? [...ownPlaceholders, sizePlaceholder] : ownPlaceholders

export const defaultPattern = (templates: number, sizes = 1) =>
  ['{row}', ...(templates > 1 ? ['{template}'] : []), ...(sizes > 1 ? ['{size}'] : [])].join('-')

export type Naming = {
  row: number
  template: string
  cell(column: string): string
  /** Set if the batch has sizes. */
  size?: { width: number; height: number } | undefined
  /** This is set if the format differs from the format of the other files. */
  format?: RenderFormat
}

/**
 * Names files by a pattern. Names are safe on every file system and unique, ignoring case, so that the second
 * `shirt.png` is `shirt-2.png`.
 * @param rows the number of rows. Row numbers get leading zeros, so that names sort in the order of the rows.
 */
export function fileNames(pattern: string, format: RenderFormat, rows: number) {
  const stem = pattern.replace(/\.(png|jpe?g|webp|avif|svg|pdf)$/i, '')
  const digits = String(rows).length
  const unique = uniqueNames()
  return ({ row, template, cell, size, format: own = format }: Naming): string => {
    const filled = stem.replace(/\{([^{}]*)\}/g, (_, name: string) => {
      if (name === 'row') return String(row).padStart(digits, '0')
      if (name === sizePlaceholder && size) return `${Math.round(size.width)}x${Math.round(size.height)}`
      return name === 'template' ? template : cell(name)
    })
    const safe = safeName(filled) || String(row).padStart(digits, '0')
    return unique(safe, `.${extensions[own]}`)
  }
}
