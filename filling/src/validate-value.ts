import { barcodeFault } from './barcode-rules.ts'
import { pictureFits, textLengthMax, type VariableDefinition, type VariableType } from './definition.ts'
import { everyKitColor, type KitColor, kitColor, kitColorNames, namesKitColor } from './kit.ts'
import { didYouMean, nearName } from './near-name.ts'
import { numberGiven } from './numbers.ts'
import { matchesPattern } from './patterns.ts'
import { imageGiven, isObject } from './request-values.ts'

/** @returns the error as the end of a sentence, or undefined for a valid value. */
export type Check = (
  value: unknown,
  definition: VariableDefinition,
  context: { palette: readonly KitColor[] },
) => string | undefined

export const checks: Record<Exclude<VariableType, 'list'>, Check> = {
  text: checkText,
  image: checkImage,
  color: checkColor,
  number: (value, definition) => {
    const number = numberGiven(value, definition)
    return 'fault' in number ? number.fault : undefined
  },
  boolean: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false.'),
  logo: checkLogo,
  qr: (value, definition) => checkText(value, definition) ?? checkQr(String(value)),
  barcode: (value, definition) =>
    checkText(value, definition) ?? barcodeFault(String(value), definition.symbology),
}

function checkText(value: unknown, definition: VariableDefinition): string | undefined {
  if (typeof value !== 'string') return 'must be a string.'
  const { max_length: lengthMax = textLengthMax, pattern, options } = definition
  // Other checks are skipped for a string that is too long, because they could be expensive.
  if (value.length > textLengthMax) return `must not be longer than ${textLengthMax} characters.`
  if (value.includes('\0') || !value.isWellFormed()) return 'must not contain a NUL or an unpaired surrogate.'
  if (value.length > lengthMax && [...value].length > lengthMax)
    return `must not be longer than ${lengthMax} characters.`
  if (options && !options.includes(value)) return `must be one of ${optionsShown(options)}.`
  if (pattern !== undefined && !matchesPattern(pattern, value)) return `must match the pattern ${pattern}.`
  return undefined
}

const optionsShownMax = 10

const optionsShown = (options: readonly string[]) =>
  [...options.slice(0, optionsShownMax), ...(options.length > optionsShownMax ? ['…'] : [])].join(', ')

const assetId = /^ast_[0-9a-z]{26}$/

function checkImage(value: unknown): string | undefined {
  const image = imageGiven(value)
  if (!image) return 'must be an object with an asset_id.'
  if (!assetId.test(image.asset_id)) return 'must name an asset by its id.'
  const unknown = unknownMember(image, ['asset_id', 'fit', 'focal_point'])
  if (unknown !== undefined) return unknown
  if (image.fit !== undefined && !pictureFits.includes(image.fit))
    return 'must have cover or contain as its fit.'
  const focus: unknown = image.focal_point
  if (focus !== undefined && focus !== null && !isPoint(focus))
    return 'must have a focal_point with x and y from 0 to 1.'
  return undefined
}

const isPoint = (value: unknown) => isObject(value) && isShare(value.x) && isShare(value.y)
const isShare = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1

function checkColor(
  value: unknown,
  { palette: allowed }: VariableDefinition,
  { palette }: { palette: readonly KitColor[] },
): string | undefined {
  if (typeof value !== 'string') return 'must be a string.'
  const isHex = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)
  const known = isHex ? undefined : kitColor(palette, value)
  if (!isHex && !known) {
    const names = kitColorNames(palette)
    if (!namesKitColor(value) && !names.some((name) => nearName(`brand:${value}`, [name])))
      return 'must be a color such as #1A2B3C or brand:primary.'
    const near = nearName(value.startsWith('brand:') ? value : `brand:${value}`, names)
    return `names no color of the brand kit.${didYouMean(near)}`
  }
  const hex = known?.hex ?? fullHex(value)
  if (allowed && !paletteHexes(allowed, palette).has(hex))
    return `must be one of the colors ${optionsShown(shownPalette(allowed, palette))}.`
  return undefined
}

/** Normalizes `#ABC` to `#AABBCC`, in upper case. */
export const fullHex = (hex: string) =>
  (hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex).toUpperCase()

function paletteHexes(allowed: readonly string[], palette: readonly KitColor[]): Set<string> {
  const hexes = new Set<string>()
  for (const one of allowed) {
    if (one === everyKitColor) for (const { hex } of palette) hexes.add(hex)
    else hexes.add(kitColor(palette, one)?.hex ?? fullHex(one))
  }
  return hexes
}

const shownPalette = (allowed: readonly string[], palette: readonly KitColor[]) =>
  allowed.flatMap((one) => (one === everyKitColor ? palette.map(({ name }) => `brand:${name}`) : [one]))

const variants = ['primary', 'secondary', 'icon', 'wordmark', 'monochrome']
const themes = ['light', 'dark', 'any']

function checkLogo(value: unknown): string | undefined {
  if (!isObject(value)) return 'must be an object with a variant or a theme.'
  const unknown = unknownMember(value, ['variant', 'theme'])
  if (unknown !== undefined) return unknown
  if (value.variant !== undefined && !variants.includes(String(value.variant)))
    return `must have one of ${variants.join(', ')} as its variant.`
  if (value.theme !== undefined && !themes.includes(String(value.theme)))
    return `must have one of ${themes.join(', ')} as its theme.`
  return undefined
}

/** Maximum number of UTF-8 bytes, which fit into the largest symbol at error correction level M (ISO/IEC 18004). */
const qrBytesMax = 2_331

const checkQr = (text: string) =>
  new TextEncoder().encode(text).length > qrBytesMax
    ? `must not be longer than ${qrBytesMax} bytes.`
    : undefined

/** Checks the members of an object that is a single value, because they are not separate fields. */
function unknownMember(value: object, known: readonly string[]): string | undefined {
  const name = Object.keys(value).find((key) => !known.includes(key))
  if (name === undefined) return undefined
  const near = nearName(name, known)
  return `has an unknown member ${name.slice(0, 100)}.${didYouMean(near)}`
}
