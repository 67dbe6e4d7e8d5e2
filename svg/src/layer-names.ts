import type { SvgElement } from './tree.ts'

/** The variable in a layer's name: `$headline`, `$head line`. */
export type VariableName = {
  key: string
  /** Whether this is the layer's own name, and not an ID that the design tool may have numbered. */
  isOwn: boolean
}

const keyLengthMax = 64
/** The maximum length of a name. Normalization takes quadratic time for runs of combining marks. */
const nameLengthMax = 1_000

/** The variable of an element, by its layer name or ID. Undefined for most elements. */
export function variableName({ attributes }: SvgElement): VariableName | undefined {
  const own = keyOf(decoded(attributes.get('data-name') ?? ''))
  if (own !== undefined) return { key: own, isOwn: true }
  const key = keyOf(decoded(unescaped(attributes.get('id') ?? '')))
  return key === undefined ? undefined : { key, isOwn: false }
}

/**
 * The key for a name, which contains letters, digits and `_.-`. Any other characters in between become one
 * `_`.
 */
function keyOf(name: string): string | undefined {
  if (!name.startsWith('$')) return undefined
  const key = name
    .slice(1)
    .trimStart()
    .slice(0, nameLengthMax)
    .normalize('NFC')
    .trim()
    .slice(0, keyLengthMax)
    .replace(/[^\p{Letter}\p{Mark}\p{Number}_.-]+/gu, '_')
    .replace(/_+$/, '')
  return key === '' ? undefined : key
}

/**
 * Decodes an ID. Illustrator encodes invalid ID characters as `_x24_`, and CorelDRAW as `_x0024_`.
 * Illustrator ("Save As") appends `_1_` to the second layer of a name. Other tools write `%24`.
 */
function unescaped(id: string): string {
  if (id.startsWith('%24')) return `$${id.slice(3)}`
  if (!/^_x(?:00)?24_/.test(id)) return id
  return id
    .replace(/_\d{1,4}_$/, '')
    .replace(/_x([0-9A-F]{2,5})_/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes names from Figma, which writes each UTF-8 byte of a name as a character: `&#195;&#156;` for `Ü`.
 */
function decoded(name: string): string {
  if (!/[\x80-\xff]/.test(name) || /[^\0-\xff]/.test(name)) return name
  try {
    return utf8.decode(Uint8Array.from(name, (sign) => sign.charCodeAt(0)))
  } catch {
    return name
  }
}

/** `head_line` and `headLine` → "Head line": the default label of a variable. */
export function labelOf(key: string): string {
  const words = key
    .replace(
      /(\p{Lowercase})(\p{Uppercase}\p{Lowercase})/gu,
      (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`,
    )
    .replace(/[_.-]+/g, ' ')
    .trim()
  const [first = '', ...rest] = words
  return first.toUpperCase() + rest.join('')
}

/**
 * The variable whose box a layer marks. `$headline.box` limits `$headline`, and is not a variable itself if
 * there is a `$headline`.
 */
export const boxedKey = (key: string): string | undefined =>
  key.length > boxSuffix.length && key.endsWith(boxSuffix) ? key.slice(0, -boxSuffix.length) : undefined

const boxSuffix = '.box'

/**
 * The key without its number, because `$price_2` may be a copy of `$price` that a design tool has numbered.
 */
export const numberedBase = (key: string): string | undefined => /^(.+)[_-]\d{1,4}$/.exec(key)?.[1]
