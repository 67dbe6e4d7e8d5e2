import type { SvgElement } from '@atelier/svg/tree'
import type { Line } from './paragraph.ts'
import type { Extent } from './text-content.ts'
import { lengthOf } from './text-style.ts'

export type Stretch = { start: number; end: number; length: number; isGlyphsToo: boolean }

export function stretchesOf(extents: readonly Extent[], sizeOf: (element: SvgElement) => number): Stretch[] {
  return extents.flatMap(({ start, end, element }) => {
    const said = element.attributes.get('textLength')
    const length = said === undefined ? Number.NaN : lengthOf(said.trim(), sizeOf(element), Number.NaN)
    if (!(length > 0) || end <= start) return []
    return [
      { start, end, length, isGlyphsToo: element.attributes.get('lengthAdjust') === 'spacingAndGlyphs' },
    ]
  })
}

/** Stretches the glyphs of a part of a line: the distances between them, and optionally their widths. */
export function stretchLine(
  line: Line,
  { start, end, length, isGlyphsToo }: Stretch,
  isVertical: boolean,
): void {
  const isIn = (cluster: number) => cluster >= start && cluster < end
  const own = line.glyphs.filter(({ cluster }) => isIn(cluster))
  const width = own.reduce((sum, { advance }) => sum + advance, 0)
  if (own.length === 0 || width <= 0) return
  const along = isVertical ? 'y' : 'x'
  if (isGlyphsToo) {
    const factor = length / width
    // The start of the stretched part.
    const origin = Math.min(...own.map((glyph) => glyph[along]))
    for (const glyph of line.glyphs) {
      if (isIn(glyph.cluster)) {
        glyph[along] = origin + (glyph[along] - origin) * factor
        glyph.advance *= factor
        glyph.stretch *= factor
      } else if (glyph[along] > origin) glyph[along] += length - width
    }
  } else {
    const clusters = new Set(own.map(({ cluster }) => cluster)).size
    const gap = clusters > 1 ? (length - width) / (clusters - 1) : 0
    let shift = 0
    let before: number | undefined
    for (const glyph of line.glyphs) {
      if (isIn(glyph.cluster) && before !== undefined && before !== glyph.cluster) shift += gap
      if (isIn(glyph.cluster)) before = glyph.cluster
      glyph[along] += shift
    }
  }
  line.width += length - width
}
