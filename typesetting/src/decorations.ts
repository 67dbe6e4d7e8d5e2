import { MetricsTag } from 'harfbuzzjs'
import type { Paragraph } from './paragraph.ts'
import type { SetGlyph } from './placed.ts'
import type { Box } from './results.ts'
import type { Paint } from './text-paint.ts'
import type { Decoration } from './text-style.ts'

export type DrawnDecoration = { line: Decoration['line']; box: Box; paint: Paint }

/** Creates underlines, overlines and line-throughs. Text on a path and vertical text get none. */
export function decorationsOf({ spans }: Paragraph, glyphs: readonly SetGlyph[]): DrawnDecoration[] {
  const drawn: DrawnDecoration[] = []
  for (const glyph of glyphs) {
    const { style } = spans[glyph.span]!
    if (style.decorations.length === 0 || style.isHidden || style.isVertical || glyph.rotation !== 0) continue
    for (const decoration of style.decorations) {
      const { position, thickness } = metricsOf(decoration, glyph)
      const { ascent, descent } = glyph.instance
      const raised = style.shift + (style.shiftHalves * (ascent + descent)) / 2
      const y = glyph.y + raised + position - thickness / 2
      const last = drawn.findLast(({ line, paint }) => line === decoration.line && paint === decoration.paint)
      const isNext = last && Math.abs(last.box.x + last.box.width - glyph.x) < glyph.size * 0.5
      if (isNext) last.box.width = glyph.x + glyph.advance - last.box.x
      else
        drawn.push({
          line: decoration.line,
          box: { x: glyph.x, y, width: glyph.advance, height: thickness },
          paint: decoration.paint,
        })
    }
  }
  return drawn
}

/** The position and thickness in user units, down from the baseline. */
function metricsOf({ line, size }: Decoration, { instance }: SetGlyph) {
  const { font, unitsPerEm, ascent } = instance
  const metric = (tag: MetricsTag, otherwise: number) => {
    const value = font.getMetricPosition(tag)
    return (value ? value / unitsPerEm : otherwise) * size
  }
  const thickness = metric(MetricsTag.UNDERLINE_SIZE, 0.05)
  if (line === 'underline') return { position: -metric(MetricsTag.UNDERLINE_OFFSET, -0.1), thickness }
  if (line === 'overline') return { position: -ascent * size, thickness }
  return {
    position: -metric(MetricsTag.STRIKEOUT_OFFSET, 0.3),
    thickness: metric(MetricsTag.STRIKEOUT_SIZE, 0.05),
  }
}
