import type { Rendering } from './rendering.ts'

export type Box = { width: number; height: number }
export type Layout = {
  box: Box
  crop?: Box & { left: number; top: number }
  border?: { left: number; top: number; right: number; bottom: number }
}

/**
 * Computes how to produce a rendition from a file of this size.
 * @param mayGrow whether the file can be drawn at any size and may therefore be enlarged.
 */
export function layout(from: Box, { width, height, fit, focus }: Rendering, mayGrow: boolean): Layout {
  const [across, down] = [(width ?? Infinity) / from.width, (height ?? Infinity) / from.height]
  const isBoth = width !== undefined && height !== undefined
  // Without a requested side, the image keeps its size.
  const growth = mayGrow && (width !== undefined || height !== undefined) ? Infinity : 1
  if (!isBoth || fit === 'inside') return { box: scaled(from, Math.min(across, down, growth)) }
  if (fit === 'contain') {
    const box = scaled(from, Math.min(across, down, growth))
    const [left, top] = [(width - box.width) >> 1, (height - box.height) >> 1]
    return { box, border: { left, top, right: width - box.width - left, bottom: height - box.height - top } }
  }
  // The image is too small to fill the frame, so the frame shrinks proportionally.
  const scale = Math.min(Math.max(across, down), growth)
  const shrunk = scale / Math.max(across, down)
  const box = scaled(from, scale)
  const kept = { width: atMost(width * shrunk, box.width), height: atMost(height * shrunk, box.height) }
  const { x, y } = focus ?? { x: 0.5, y: 0.5 }
  const left = edge(x, box.width, kept.width)
  const top = edge(y, box.height, kept.height)
  return { box, crop: { ...kept, left, top } }
}

const scaled = ({ width, height }: Box, scale: number): Box => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
})

/** The size of the whole image, as large as fits into a square. */
export const boxWithin = (from: Box, side: number): Box =>
  scaled(from, side / Math.max(from.width, from.height))

const atMost = (length: number, most: number) => Math.min(most, Math.max(1, Math.round(length)))

/** The start of a part that is centered on the point, as far as the image allows. */
const edge = (point: number, whole: number, kept: number) =>
  Math.min(whole - kept, Math.max(0, Math.round(point * whole - kept / 2)))

export const sizeOf = ({ box, crop, border }: Layout): Box => {
  if (!border) return { width: (crop ?? box).width, height: (crop ?? box).height }
  return {
    width: box.width + border.left + border.right,
    height: box.height + border.top + border.bottom,
  }
}
