import { type PathPoints, pathPoints } from '@atelier/svg/path-points'
import { parseTransform, transformPoint } from '@atelier/svg/transforms'
import { localTarget, type SvgElement } from '@atelier/svg/tree'
import type { SetGlyph } from './placed.ts'
import type { Extent } from './text-content.ts'
import { lengthOf } from './text-style.ts'

export type TextTrack = {
  start: number
  end: number
  path: PathPoints
  offset: number
  isReversed: boolean
  tail: [number, number]
}

/**
 * Finds the paths of a text element. Browsers skip a text whose path is missing. Here, it stays on its line.
 */
export function tracksOf(
  extents: readonly Extent[],
  byId: ReadonlyMap<string, SvgElement>,
  sizeOf: (element: SvgElement) => number,
): TextTrack[] {
  return extents.flatMap(({ start, end, element }) => {
    if (element.name !== 'textPath') return []
    const target = byId.get(localTarget(element) ?? '')
    const d = element.attributes.get('path') ?? target?.attributes.get('d')
    const found = d === undefined ? undefined : pathPoints(d)
    if (!found) return []
    const path = transformed(found, target?.attributes.get('transform'))
    const said = element.attributes.get('startOffset') ?? '0'
    const whole = Number(target?.attributes.get('pathLength'))
    const scale = whole > 0 && !said.trim().endsWith('%') ? found.length / whole : 1
    const offset = lengthOf(said.trim(), sizeOf(element), found.length) * scale
    const last = path.at(found.length)!
    const isReversed = element.attributes.get('side') === 'right'
    return [{ start, end, path, offset, isReversed, tail: [last.x, last.y] as [number, number] }]
  })
}

/** The path's own transform applies, but the transforms of its ancestors do not (SVG 2 §11.8). */
function transformed(path: PathPoints, transform: string | undefined): PathPoints {
  if (!transform) return path
  const matrix = parseTransform(transform)
  return {
    length: path.length,
    at(length) {
      const found = path.at(length)
      if (!found) return undefined
      const [x, y] = transformPoint(matrix, found.x, found.y)
      const [nextX, nextY] = transformPoint(
        matrix,
        found.x + Math.cos(found.angle),
        found.y + Math.sin(found.angle),
      )
      return { x, y, angle: Math.atan2(nextY - y, nextX - x) }
    },
  }
}

/** Places the middle of each glyph on the path. Glyphs beyond its ends are omitted. */
export function onPath(glyphs: readonly SetGlyph[], { path, offset, isReversed }: TextTrack): SetGlyph[] {
  return glyphs.flatMap((glyph) => {
    const middle = offset + glyph.x + glyph.advance / 2
    const found = path.at(isReversed ? path.length - middle : middle)
    if (!found) return []
    const angle = isReversed ? found.angle + Math.PI : found.angle
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
    const half = glyph.advance / 2
    return [
      {
        ...glyph,
        x: found.x - cosine * half - sine * glyph.y,
        y: found.y - sine * half + cosine * glyph.y,
        rotation: glyph.rotation + angle,
      },
    ]
  })
}
