import { baselineOffset } from './baseline.ts'
import type { Paragraph } from './paragraph.ts'
import { placeLine } from './paragraph.ts'
import type { SetGlyph, SetLine } from './placed.ts'
import type { Position } from './text-content.ts'

/** A part of the text that begins at a place of its own (SVG 2 §11.5). */
type Chunk = { start: number; end: number; x: number | undefined; y: number | undefined }

/** Places a text as the document says: at `x` and `y`, moved by `dx` and `dy`, aligned by `text-anchor`. */
export function layoutPlain(paragraph: Paragraph, positions: ReadonlyMap<number, Position>): SetLine[] {
  const { spans, stacks } = paragraph
  const lines: SetLine[] = []
  let [penX, penY] = [0, 0]
  const offsets = spans.map(({ style }, index) => baselineOffset(style, stacks[index]!.primary()))
  for (const { start, end, x, y } of chunksOf(paragraph, positions)) {
    const line = placeLine(paragraph, start, end)
    const moved = movesOf(paragraph, positions, start, end)
    const { style } = spans.findLast((span) => span.start <= start) ?? spans[0]!
    const isVertical = style.isVertical
    const [startX, startY] = [x ?? penX, y ?? penY]
    const glyphs = line.glyphs.map((glyph): SetGlyph => {
      const { instance, id, advance, size, cluster, span, level } = glyph
      const move = moved?.at(cluster) ?? still
      return {
        instance,
        id,
        x: startX + glyph.x + move.x - (isVertical ? offsets[span]! : 0),
        y: startY + glyph.y + move.y + (isVertical ? 0 : offsets[span]!),
        advance,
        size,
        rotation: ((positions.get(cluster)?.rotate ?? 0) * Math.PI) / 180,
        stretch: 1,
        cluster,
        span,
        level,
      }
    })
    const last = moved?.last ?? still
    const shift = anchorShift(style.anchor, style.direction, line.width + (isVertical ? last.y : last.x))
    for (const glyph of glyphs) {
      if (isVertical) glyph.y += shift
      else glyph.x += shift
    }
    // The next chunk without a place of its own goes on where this one would end without being aligned.
    penX = startX + (isVertical ? 0 : line.width) + last.x
    penY = startY + (isVertical ? line.width : 0) + last.y
    lines.push({ glyphs, end })
  }
  return lines
}

const still = { x: 0, y: 0 }

function anchorShift(anchor: string, direction: string, width: number): number {
  if (anchor === 'middle') return -width / 2
  return (anchor === 'end') !== (direction === 'rtl') ? -width : 0
}

/** A place in the middle of what belongs together counts for nothing. */
function chunksOf({ text, clusters }: Paragraph, positions: ReadonlyMap<number, Position>): Chunk[] {
  const chunks: Chunk[] = []
  for (const { start } of clusters) {
    const { x, y } = positions.get(start) ?? {}
    if (chunks.length > 0 && x === undefined && y === undefined) continue
    if (chunks.length > 0) chunks.at(-1)!.end = start
    chunks.push({ start, end: text.length, x, y })
  }
  return chunks
}

/** `dx` and `dy` move a character and all after it in its chunk. Undefined when nothing is moved. */
function movesOf(
  { clusters }: Paragraph,
  positions: ReadonlyMap<number, Position>,
  start: number,
  end: number,
) {
  let isMoved = false
  let [x, y] = [0, 0]
  const moves = new Map<number, { x: number; y: number }>()
  for (const cluster of clusters) {
    if (cluster.start < start) continue
    if (cluster.start >= end) break
    for (let index = cluster.start; index < cluster.end; index++) {
      const { dx = 0, dy = 0 } = positions.get(index) ?? {}
      if (dx !== 0 || dy !== 0) isMoved = true
      x += dx
      y += dy
    }
    moves.set(cluster.start, { x, y })
  }
  return isMoved ? { at: (index: number) => moves.get(index), last: { x, y } } : undefined
}
