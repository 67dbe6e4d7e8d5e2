import type { SvgElement } from './tree.ts'

/** CSS pixels (96 per inch) in each unit of length. */
export const pixelsPer: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
}

/** Font-relative units, in font sizes. For `ex` and `ch` a half is typical. */
const fontSizesPer: Record<string, number> = { em: 1, rem: 1, ex: 0.5, ch: 0.5 }
const fontSizeDefault = 16

/** The browsers' default size for a document with one side and no viewBox (CSS Images 3 §4.1). */
export const defaultSize = { width: 300, height: 150 }

export type Length = { pixels: number; unit: string }

/**
 * The natural size of the document in CSS pixels: `width` and `height`, or its `viewBox` if they are absent
 * or relative (SVG 2 §7.2, §8.2). Null if the document has none of these.
 */
export function sizeOf(root: SvgElement): { width: Length; height: Length } | null {
  const box = viewBoxOf(root)
  const sideIn = (read: typeof attribute) =>
    [lengthIn(read(root, 'width'), root), lengthIn(read(root, 'height'), root)] as const
  let [width, height] = sideIn(attribute)
  // A browser that shows the document as an image uses the style only if there are no attributes.
  if (!width && !height && !box) [width, height] = sideIn(styleValue)
  if (width && height) return { width, height }
  if (!box) {
    if (width) return { width, height: pixels(defaultSize.height) }
    return height ? { width: pixels(defaultSize.width), height } : null
  }
  // If only one side is set, the other side follows from the viewBox's proportions.
  if (width) return { width, height: { ...width, pixels: (width.pixels * box.height) / box.width } }
  if (height) return { height, width: { ...height, pixels: (height.pixels * box.width) / box.height } }
  return { width: pixels(box.width), height: pixels(box.height) }
}

const pixels = (length: number): Length => ({ pixels: length, unit: '' })

export function viewBoxOf({ attributes }: SvgElement) {
  const numbers = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [x, y, width, height] = numbers
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || width! <= 0 || height! <= 0) return undefined
  return { x: x!, y: y!, width: width!, height: height! }
}

/** Undefined for sizes that depend on the context (`%`, `vw`, `auto`), and for invalid sizes. */
function lengthIn(text: string | undefined, root: SvgElement): Length | undefined {
  const found = measure.exec(text?.trim() ?? '')
  if (!found) return undefined
  const [, number, exponent = '', written = ''] = found
  const unit = written.toLowerCase()
  const per = pixelsPer[unit] ?? fontSizesPer[unit]! * (unit === 'rem' ? fontSizeDefault : fontSizeOf(root))
  const length = Number(number! + exponent) * per
  return Number.isFinite(length) && length > 0 ? { pixels: length, unit } : undefined
}

const measure = /^\+?(\d{1,12}(?:\.\d{0,20})?|\.\d{1,20})(e[+-]?\d{1,2})?([a-z]*)$/i

function fontSizeOf(root: SvgElement): number {
  const text = styleValue(root, 'font-size') ?? root.attributes.get('font-size')
  const [, number, , unit = ''] = measure.exec(text?.trim() ?? '') ?? []
  const size = Number(number) * (pixelsPer[unit.toLowerCase()] ?? Number.NaN)
  return Number.isFinite(size) && size > 0 ? size : fontSizeDefault
}

const attribute = ({ attributes }: SvgElement, name: string) => attributes.get(name)

const styleValue = ({ attributes }: SvgElement, property: string) =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:([^;!]*)`, 'i').exec(attributes.get('style') ?? '')?.[1]
