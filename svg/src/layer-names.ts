import type { SvgElement } from './tree.ts'

/** What a layer's name says of a variable: `$headline`, `$head line`. */
export type VariableName = {
  key: string
  /** The name is the layer's own, not an id that the design tool may have numbered to keep it unique. */
  isOwn: boolean
}

const keyLengthMax = 64
/** What is read of a name. Normalizing takes quadratic time in the length of a run of combining marks. */
const nameLengthMax = 1_000

/** The variable that an element stands for, by the name of its layer or by its id; undefined for most. */
export function variableName({ attributes }: SvgElement): VariableName | undefined {
  const own = keyOf(decoded(attributes.get('data-name') ?? ''))
  if (own !== undefined) return { key: own, isOwn: true }
  const key = keyOf(decoded(unescaped(attributes.get('id') ?? '')))
  return key === undefined ? undefined : { key, isOwn: false }
}

/** Letters, digits and `_.-`; whatever else there is between them is one `_`. */
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
 * Illustrator writes what an id may not hold as `_x24_`, CorelDRAW as `_x0024_`, and Illustrator numbers the second of a
 * name as `_1_` (from «Save As»). Others write `%24`.
 */
function unescaped(id: string): string {
  if (id.startsWith('%24')) return `$${id.slice(3)}`
  if (!/^_x(?:00)?24_/.test(id)) return id
  return id
    .replace(/_\d{1,4}_$/, '')
    .replace(/_x([0-9A-F]{2,5})_/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Figma writes each byte of a name in UTF-8 as a character of its own: `&#195;&#156;` for `Ü`. */
function decoded(name: string): string {
  if (!/[\x80-\xff]/.test(name) || /[^\0-\xff]/.test(name)) return name
  try {
    return utf8.decode(Uint8Array.from(name, (sign) => sign.charCodeAt(0)))
  } catch {
    return name
  }
}

/** `head_line` and `headLine` → «Head line»: how a variable is called until somebody names it. */
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
 * The variable whose box a layer is: `$headline.box` marks where `$headline` may be, and is no variable of its own
 * where there is a `$headline`.
 */
export const boxedKey = (key: string): string | undefined =>
  key.length > boxSuffix.length && key.endsWith(boxSuffix) ? key.slice(0, -boxSuffix.length) : undefined

const boxSuffix = '.box'

/** `$price_2` may be a copy of `$price` that a design tool has numbered. */
export const numberedBase = (key: string): string | undefined => /^(.+)[_-]\d{1,4}$/.exec(key)?.[1]
