import type { SvgElement } from './svg-tree.ts'

/** Pixels of CSS (96 in an inch) in each unit of length. */
const pixelsPer: Record<string, number> = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
}

export type Length = { pixels: number; unit: string }

/**
 * How large the document wants to be, in pixels of CSS: `width` and `height`, or its `viewBox` where they are absent
 * or relative (SVG 2 §7.2, §8.2). Null when it says nothing.
 */
export function sizeOf(root: SvgElement): { width: Length; height: Length } | null {
  const box = viewBoxOf(root)
  const width = lengthOf(root.attributes.get('width'))
  const height = lengthOf(root.attributes.get('height'))
  if (width && height) return { width, height }
  if (!box) return null
  // One of the two alone: the other follows from the shape of the box.
  if (width) return { width, height: { ...width, pixels: (width.pixels * box.height) / box.width } }
  if (height) return { height, width: { ...height, pixels: (height.pixels * box.width) / box.height } }
  return { width: { pixels: box.width, unit: '' }, height: { pixels: box.height, unit: '' } }
}

export function viewBoxOf({ attributes }: SvgElement) {
  const numbers = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [x, y, width, height] = numbers
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || width! <= 0 || height! <= 0) return undefined
  return { x: x!, y: y!, width: width!, height: height! }
}

/** Undefined for what depends on where the document is shown, and for what is no size at all. */
function lengthOf(text: string | undefined): Length | undefined {
  const found = /^\+?(\d{1,12}(?:\.\d{0,20})?|\.\d{1,20})(e[+-]?\d{1,2})?([a-z]*)$/i.exec(text?.trim() ?? '')
  if (!found) return undefined
  const [, number, exponent = '', unit] = found
  const pixels = Number(number! + exponent) * (pixelsPer[unit!.toLowerCase()] ?? Number.NaN)
  return Number.isFinite(pixels) && pixels > 0 ? { pixels, unit: unit!.toLowerCase() } : undefined
}
