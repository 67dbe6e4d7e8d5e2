import type { Matrix } from '@atelier/svg/transforms'
import type { SvgElement } from '@atelier/svg/tree'
import * as hb from 'harfbuzzjs'
import { written } from './emit.ts'

/** A placeholder for the text color. */
export const foreground = 'currentColor'

export type GradientShape =
  | { type: 'linear'; x0: number; y0: number; x1: number; y1: number; x2: number; y2: number }
  | { type: 'radial'; x0: number; y0: number; r0: number; x1: number; y1: number; r1: number }

const spreads = {
  [hb.PaintExtend.PAD]: 'pad',
  [hb.PaintExtend.REPEAT]: 'repeat',
  [hb.PaintExtend.REFLECT]: 'reflect',
}

/** Converts a COLR gradient to SVG, or to a color if it has no extent (OpenType COLR, "Color lines"). */
export function gradientElement(
  { colorStops, extend }: hb.ColorLine,
  shape: GradientShape,
  transform: Matrix,
  hexOf: (color: hb.Color) => string,
): SvgElement | string {
  const stops = [...colorStops].sort((one, other) => one.offset - other.offset)
  const [first, last] = [stops[0], stops.at(-1)]
  if (!first || !last) return 'none'
  const span = last.offset - first.offset
  const colorOf = ({ isForeground, color }: hb.ColorStop) => (isForeground ? foreground : hexOf(color))
  if (span === 0) return colorOf(last)
  const ends = shape.type === 'linear' ? linear(shape) : radial(shape)
  if (!ends) return colorOf(last)
  // SVG offsets range from 0 to 1, so the end points are moved instead.
  const at = (offset: number) => ends.from.map((value, index) => value + (ends.to[index]! - value) * offset)
  const [from, to] = [at(first.offset), at(last.offset)]
  const attributes = new Map([
    ['gradientUnits', 'userSpaceOnUse'],
    ['gradientTransform', `matrix(${transform.map(exact).join(' ')})`],
    ['spreadMethod', spreads[extend]],
  ])
  for (const [index, name] of ends.names.from.entries()) attributes.set(name, exact(from[index]!))
  for (const [index, name] of ends.names.to.entries()) attributes.set(name, exact(to[index]!))
  const children = stops.map((stop): SvgElement => {
    const own = new Map([
      ['offset', exact((stop.offset - first.offset) / span)],
      ['stop-color', colorOf(stop)],
    ])
    if (stop.color.alpha < 255) own.set('stop-opacity', exact(stop.color.alpha / 255))
    return { name: 'stop', attributes: own, children: [] }
  })
  return { name: `${shape.type}Gradient`, attributes, children }
}

const exact = (value: number) => written(Math.round(value * 10_000) / 10_000 + 0)

/**
 * The third point rotates the gradient, because the color line is perpendicular to the line to that point.
 */
function linear({ x0, y0, x1, y1, x2, y2 }: Extract<GradientShape, { type: 'linear' }>) {
  const [perpendicularX, perpendicularY] = [y2 - y0, x0 - x2]
  const length = perpendicularX ** 2 + perpendicularY ** 2
  if (length === 0) return undefined
  const part = ((x1 - x0) * perpendicularX + (y1 - y0) * perpendicularY) / length
  return {
    from: [x0, y0],
    to: [x0 + part * perpendicularX, y0 + part * perpendicularY],
    names: { from: ['x1', 'y1'], to: ['x2', 'y2'] },
  }
}

function radial({ x0, y0, r0, x1, y1, r1 }: Extract<GradientShape, { type: 'radial' }>) {
  return { from: [x0, y0, r0], to: [x1, y1, r1], names: { from: ['fx', 'fy', 'fr'], to: ['cx', 'cy', 'r'] } }
}
