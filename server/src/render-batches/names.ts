import { extensions } from '../drawing/drawings.ts'
import type { RenderFormat } from '../drawing/recipe.ts'

export const namePatternLengthMax = 200
/** Bytes of a name without its extension: file systems allow 255, and some programs append to names. */
const nameBytesMax = 180
const ownPlaceholders = ['row', 'template']

/** The names in braces of a pattern. */
export const placeholdersIn = (pattern: string) =>
  [...pattern.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!)

export const isOwnPlaceholder = (name: string) => ownPlaceholders.includes(name)

export const defaultPattern = (templates: number) => (templates > 1 ? '{row}-{template}' : '{row}')

export type Naming = {
  row: number
  template: string
  cell(column: string): string
  /** If it differs from that of the other files. */
  format?: RenderFormat
}

/**
 * Names files by a pattern. Names are safe on every file system and unique, ignoring case: the second
 * `shirt.png` is `shirt-2.png`.
 * @param rows the number of rows: row numbers get leading zeros, so that names sort as rows do.
 */
export function fileNames(pattern: string, format: RenderFormat, rows: number) {
  const stem = pattern.replace(/\.(png|jpe?g|webp|avif|svg|pdf)$/i, '')
  const digits = String(rows).length
  const taken = new Set<string>()
  return ({ row, template, cell, format: own = format }: Naming): string => {
    const filled = stem.replace(/\{([^{}]*)\}/g, (_, name: string) => {
      if (name === 'row') return String(row).padStart(digits, '0')
      return name === 'template' ? template : cell(name)
    })
    const safe = safeName(filled) || String(row).padStart(digits, '0')
    for (let count = 1; ; count++) {
      const name = `${safe}${count === 1 ? '' : `-${count}`}.${extensions[own]}`
      const folded = name.normalize('NFKC').toLowerCase()
      if (taken.has(folded)) continue
      taken.add(folded)
      return name
    }
  }
}

/** Names that Windows reserves, with any extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

function safeName(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.-]+|[\s.]+$/g, '')
  const short = shortened(plain).replace(/[\s.]+$/, '')
  return reserved.test(short) ? `_${short}` : short
}

function shortened(text: string): string {
  if (Buffer.byteLength(text) <= nameBytesMax) return text
  let bytes = 0
  let end = 0
  for (const letter of text) {
    bytes += Buffer.byteLength(letter)
    if (bytes > nameBytesMax) break
    end += letter.length
  }
  return text.slice(0, end)
}
