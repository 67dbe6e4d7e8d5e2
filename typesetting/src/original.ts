import type { Original } from './fit-box.ts'
import type { Fonts } from './fonts.ts'
import { layoutPlain } from './layout-plain.ts'
import { isTallText } from './line-pitch.ts'
import { isRightToLeftText, type Paragraph, placeLine, prepare } from './paragraph.ts'
import type { TextContent } from './text-content.ts'
import type { TextStyle } from './text-style.ts'

/**
 * The position, width and line distance of the designer's text.
 * @param written the designer's text, if the element already contains another text.
 */
export function originalOf(
  { positions, spans }: TextContent,
  paragraph: Paragraph,
  written: string | undefined,
  style: TextStyle,
  fonts: Fonts,
): Original {
  const lines = layoutPlain(paragraph, { positions }).filter(({ glyphs }) => glyphs.length > 0)
  const baselines = [...new Set(lines.map(({ glyphs }) => Math.round(glyphs[0]!.y * 1_000) / 1_000))]
  const first = positions.get(0)
  const y = first?.y ?? baselines[0] ?? 0
  const last = baselines.at(-1) ?? y
  const primary = paragraph.stacks[0]?.primary()
  const text = written ?? paragraph.written
  const gap = baselines.length > 1 ? (last - baselines[0]!) / (baselines.length - 1) : 0
  return {
    x: first?.x ?? 0,
    y: y + (first?.dy ?? 0),
    width: written === undefined ? widest(lines) : widthOf(written, style, fonts, spans[0]?.element),
    lines: written === undefined ? Math.max(1, baselines.length) : written.split('\n').length,
    pitch: gap > 0 ? gap : undefined,
    isTall: isTallText(text),
    isRightToLeft: isRightToLeftText(text),
    top: y - (primary?.ascent ?? 0.8) * style.size,
    bottom: last + (primary?.descent ?? 0.2) * style.size,
  }
}

function widest(lines: { glyphs: { x: number; y: number; advance: number }[] }[]): number {
  const rows = Map.groupBy(lines, ({ glyphs }) => Math.round(glyphs[0]!.y * 1_000))
  const widths = [...rows.values()].map((row) => {
    const glyphs = row.flatMap((line) => line.glyphs)
    const right = Math.max(...glyphs.map(({ x, advance }) => x + advance))
    return right - Math.min(...glyphs.map(({ x }) => x))
  })
  return Math.max(0, ...widths)
}

function widthOf(
  text: string,
  style: TextStyle,
  fonts: Fonts,
  element: TextContent['spans'][0]['element'] | undefined,
) {
  if (!element) return 0
  const widths = text.split('\n').map((line) => {
    const paragraph = prepare(line, [{ start: 0, end: line.length, style, element }], fonts, 'auto')
    return placeLine(paragraph, 0, line.length).width
  })
  return Math.max(0, ...widths)
}
