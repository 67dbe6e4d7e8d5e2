import { type Length, sizeOf } from './size.ts'
import type { SvgElement } from './tree.ts'

export type DocumentSize = { width: number; height: number; unit: 'px' | 'mm' | 'in' }

/** Units of length. The size keeps its unit, which is meaningful in print. A point is 1/72 inch. */
const units: Record<string, { unit: DocumentSize['unit']; pixels: number }> = {
  mm: { unit: 'mm', pixels: 96 / 25.4 },
  cm: { unit: 'mm', pixels: 96 / 25.4 },
  q: { unit: 'mm', pixels: 96 / 25.4 },
  in: { unit: 'in', pixels: 96 },
  pt: { unit: 'in', pixels: 96 },
  pc: { unit: 'in', pixels: 96 },
}
const pixel = { unit: 'px' as const, pixels: 1 }

/** The size of a document in its designer's unit. Null if the document has no size. */
export function documentSize(root: SvgElement): DocumentSize | null {
  const size = sizeOf(root)
  if (!size) return null
  const { unit, pixels } = units[size.width.unit] ?? pixel
  const rounded = (length: Length) => Math.max(0.001, Math.round((length.pixels / pixels) * 1000) / 1000)
  return { width: rounded(size.width), height: rounded(size.height), unit }
}
