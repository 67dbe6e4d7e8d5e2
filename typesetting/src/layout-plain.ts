import { baselineOffset } from './baseline.ts'
import type { Line, Paragraph } from './paragraph.ts'
import { placeLine } from './paragraph.ts'
import type { SetGlyph, SetLine } from './placed.ts'
import type { Position } from './text-content.ts'
import { type Stretch, stretchLine } from './text-length.ts'
import { onPath, type TextTrack } from './text-path.ts'

/** SVG 2 §11.5. */
type Chunk = {
  start: number
  end: number
  x: number | undefined
  y: number | undefined
  track: TextTrack | undefined
}

export type PlainLayout = {
  positions: ReadonlyMap<number, Position>
  tracks?: readonly TextTrack[]
  stretches?: readonly Stretch[]
}

/** Positions a text element by its attributes: `x` and `y`, `dx` and `dy`, `text-anchor`. */
export function layoutPlain(
  paragraph: Paragraph,
  { positions, tracks = [], stretches = [] }: PlainLayout,
): SetLine[] {
  const { spans, stacks } = paragraph
  const lines: SetLine[] = []
  let [penX, penY] = [0, 0]
  const offsets = spans.map(({ style }, index) => baselineOffset(style, stacks[index]!.primary()))
  for (const { start, end, x, y, track } of chunksOf(paragraph, positions, tracks)) {
    const line = placeLine(paragraph, start, end)
    const { style } = spans.findLast((span) => span.start <= start) ?? spans[0]!
    for (const stretch of stretches) stretchLine(line, stretch, style.isVertical)
    const moved = movesOf(paragraph, positions, start, end)
    const [startX, startY] = track ? [0, y ?? 0] : [x ?? penX, y ?? penY]
    const glyphs = line.glyphs.map((glyph): SetGlyph => {
      const move = moved?.at(glyph.cluster) ?? still
      const offset = offsets[glyph.span]!
      return {
        ...glyph,
        x: startX + glyph.x + move.x - (style.isVertical ? offset : 0),
        y: startY + glyph.y + move.y + (style.isVertical ? 0 : offset),
        rotation: glyph.rotation + ((positions.get(glyph.cluster)?.rotate ?? 0) * Math.PI) / 180,
      }
    })
    const last = moved?.last ?? still
    const shift = anchorShift(
      style.anchor,
      style.direction,
      line.width + (style.isVertical ? last.y : last.x),
    )
    for (const glyph of glyphs) {
      if (style.isVertical) glyph.y += shift
      else glyph.x += shift
    }
    // A chunk without its own position continues where the previous chunk would end without alignment.
    ;[penX, penY] = endOf(line, style.isVertical, startX + last.x, startY + last.y)
    lines.push({ glyphs: track ? onPath(glyphs, track) : glyphs, end })
    if (track) [penX, penY] = track.tail
  }
  return lines
}

const still = { x: 0, y: 0 }

const endOf = ({ width }: Line, isVertical: boolean, x: number, y: number): [number, number] =>
  isVertical ? [x, y + width] : [x + width, y]

function anchorShift(anchor: string, direction: string, width: number): number {
  if (anchor === 'middle') return -width / 2
  return (anchor === 'end') !== (direction === 'rtl') ? -width : 0
}

/** A position inside a cluster is ignored. */
function chunksOf(
  { text, clusters }: Paragraph,
  positions: ReadonlyMap<number, Position>,
  tracks: readonly TextTrack[],
): Chunk[] {
  const chunks: Chunk[] = []
  for (const { start } of clusters) {
    const { x, y } = positions.get(start) ?? {}
    const track = tracks.find((one) => one.start <= start && start < one.end)
    const last = chunks.at(-1)
    const isOn = last?.track === track
    if (last && isOn && (track || (x === undefined && y === undefined))) continue
    if (last) last.end = start
    chunks.push({ start, end: text.length, x, y, track })
  }
  return chunks
}

/**
 * The offsets from `dx` and `dy`, which move a character and the rest of its chunk. Undefined if there are
 * none.
 */
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
