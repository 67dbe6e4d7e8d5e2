import type { Cascade } from '@atelier/svg/cascade'
import { identity, type Matrix, multiply, type Rectangle, readTransform } from '@atelier/svg/transforms'
import { childElements, descendants, type SvgElement } from '@atelier/svg/tree'
import { type Pixels, release } from './blend.ts'
import { intersection, scalesOf } from './matrix.ts'

/**
 * Side of a tile in pixels. libvips requests tiles of this size from librsvg, which computes a filter again for each
 * tile: nine times in a layer of 4096 × 4096. If a layer is a single tile, the filter is computed once, and only where
 * it is visible.
 */
export const tileSide = 2_000
/** Minimum size of the part of a tile that is used. The rest is margin for filters. */
const stepMin = 1_000

/**
 * Draws a layer in overlapping tiles and uses a different part of each tile. At most one tile of a large
 * layer is in memory.
 * @param reach the distance in pixels within which a filter reads its input.
 */
export async function inPieces(
  rect: Rectangle,
  reach: number,
  draw: (piece: Rectangle) => Promise<Pixels>,
  use: (drawn: Pixels, tile: Rectangle) => void,
): Promise<void> {
  const step = tileSide - 2 * reach
  for (let y = rect.y; y < rect.y + rect.height; y += step) {
    for (let x = rect.x; x < rect.x + rect.width; x += step) {
      const tile = intersection({ x, y, width: step, height: step }, rect)
      const around = {
        x: tile.x - reach,
        y: tile.y - reach,
        width: tile.width + 2 * reach,
        height: tile.height + 2 * reach,
      }
      const drawn = await draw(intersection(around, rect))
      use(drawn, tile)
      release(drawn)
    }
  }
}

export const isLarge = ({ width, height }: Rectangle) => Math.max(width, height) > tileSide

/**
 * The distance in pixels within which filters read their input. Undefined if the distance is unknown, or too
 * large for tiles to help.
 * @param scale pixels per user unit of the root.
 */
export function filterReach(
  root: SvgElement,
  cascade: Cascade,
  byId: ReadonlyMap<string, SvgElement>,
  scale: number,
): number | undefined {
  let reach = 0
  for (const element of descendants(root)) {
    const filter = cascade.own(element, 'filter')
    if (filter === undefined || filter === 'none') continue
    const target = byId.get(/^url\(\s*["']?#([^"')]+)["']?\s*\)$/.exec(filter)?.[1] ?? '')
    const matrix = target?.name === 'filter' ? frameOf(element, cascade) : undefined
    const spread = matrix && spreadOf(target!)
    if (spread === undefined) return undefined
    reach = Math.max(reach, spread * Math.max(...scalesOf(matrix!)) * scale)
  }
  const pixels = Math.ceil(reach) + 2
  return tileSide - 2 * pixels >= stepMin ? pixels : undefined
}

/**
 * The matrix to the root. Undefined inside another filter, a viewport, or content that is drawn by reference.
 */
function frameOf(element: SvgElement, cascade: Cascade): Matrix | undefined {
  let matrix = readTransform(cascade.own(element, 'transform'))
  for (let one = cascade.parentOf(element); one; one = cascade.parentOf(one)) {
    const isRoot = cascade.parentOf(one) === undefined
    if (!isRoot && one.name !== 'g' && one.name !== 'a') return undefined
    const filter = cascade.own(one, 'filter')
    if (filter !== undefined && filter !== 'none') return undefined
    const around = isRoot ? identity : readTransform(cascade.own(one, 'transform'))
    if (!matrix || !around) return undefined
    matrix = multiply(around, matrix)
  }
  return matrix
}

/** Filter primitives that compute a pixel only from the same pixel of the input. */
const still = new Set('feBlend feColorMatrix feComponentTransfer feComposite feFlood feMerge'.split(' '))

/**
 * How far a filter spreads, in user units. A blur is three box blurs, which together reach three times the
 * radius.
 */
function spreadOf(filter: SvgElement): number | undefined {
  if (filter.attributes.get('primitiveUnits') === 'objectBoundingBox') return undefined
  let sum = 0
  for (const { name, attributes } of childElements(filter)) {
    const numbers = (key: string, preset: string) =>
      (attributes.get(key) ?? preset)
        .trim()
        .split(/[\s,]+/)
        .map((text) => Math.abs(Number(text)))
    if (name === 'feGaussianBlur') sum += 3 * Math.max(...numbers('stdDeviation', '0'))
    else if (name === 'feOffset') sum += Math.max(...numbers('dx', '0'), ...numbers('dy', '0'))
    else if (name === 'feMorphology') sum += Math.max(...numbers('radius', '0'))
    else if (name === 'feDropShadow')
      sum +=
        3 * Math.max(...numbers('stdDeviation', '2')) + Math.max(...numbers('dx', '2'), ...numbers('dy', '2'))
    else if (!still.has(name)) return undefined
  }
  return Number.isFinite(sum) ? sum : undefined
}
