import { drawnPixelsMax } from '../drawing/limits.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { DrawnBody } from './body.ts'
import type { RenderedTemplate } from './template.ts'

/** 96 CSS pixels per inch. */
const pixelsPer = { px: 1, mm: 96 / 25.4, in: 96 }

export function sizeToRender(
  { width: templateWidth, height: templateHeight, unit }: RenderedTemplate,
  { format, width, height, scale }: DrawnBody,
): { width: number; height: number } {
  const natural = { width: templateWidth * pixelsPer[unit], height: templateHeight * pixelsPer[unit] }
  if (format === 'svg' || format === 'pdf') return natural
  const factor = width !== null ? width / natural.width : height !== null ? height / natural.height : 1
  const side = (asked: number | null, own: number) => Math.max(1, Math.round((asked ?? own * factor) * scale))
  return { width: side(width, natural.width), height: side(height, natural.height) }
}

/** @throws {ApiError} `invalid` for more pixels than can be drawn, and for options of another format. */
export function assertDrawable(
  { width, height }: { width: number; height: number },
  { format, pdf }: DrawnBody,
) {
  if (pdf !== null && format !== 'pdf') throw invalid('pdf', 'The pdf field needs the format pdf.')
  if (format === 'svg' || format === 'pdf') return
  if (width * height > drawnPixelsMax)
    throw invalid(
      'width',
      `The width and height fields must not give more than ${drawnPixelsMax / 1e6} million pixels.`,
    )
}
