import type { Item } from './itemize.ts'
import { type Line, type Paragraph, type PlacedGlyph, shapeOptions } from './paragraph.ts'
import { shape } from './shape.ts'

/** Hyphens at the ends of lines, which are not in the text. */

const hyphens = ['\u2010', '-']

/** The width of a hyphen after the character before `at`, in user units at the paragraph's own size. */
export const hyphenWidth = (paragraph: Paragraph, at: number): number =>
  hyphenAt(paragraph, at).reduce((sum, { advance }) => sum + advance, 0)

/** Adds a hyphen to the end of a line, which is on the left in text that is read from right to left. */
export function withHyphen(paragraph: Paragraph, line: Line, end: number): Line {
  const glyphs = hyphenAt(paragraph, end)
  const width = glyphs.reduce((sum, { advance }) => sum + advance, 0)
  const [before, after] = paragraph.isRightToLeft ? [width, 0] : [0, line.width]
  return {
    glyphs: [
      ...line.glyphs.map((glyph) => ({ ...glyph, x: glyph.x + before })),
      ...glyphs.map((glyph) => ({ ...glyph, x: glyph.x + after })),
    ],
    width: line.width + width,
  }
}

function hyphenAt({ spans, items }: Paragraph, end: number): PlacedGlyph[] {
  const item = items.findLast(({ start }) => start < end)
  if (!item) return []
  const { style } = spans[item.span]!
  const text = hyphens.find((one) => item.instance.face.covers(one.codePointAt(0)!))
  if (text === undefined) return []
  const scale = style.size / item.instance.unitsPerEm
  const own: Item = { ...item, start: 0, end: 1 }
  return shape(text, own, shapeOptions(style)).map((glyph) => ({
    instance: item.instance,
    id: glyph.id,
    x: glyph.dx * scale,
    y: -glyph.dy * scale,
    advance: glyph.advance * scale,
    // Programs that read the text of a PDF get the word without the hyphen.
    cluster: end - 1,
    span: item.span,
    size: style.size,
    level: item.level,
    rotation: 0,
    stretch: 1,
  }))
}
