import { hexOf } from '@atelier/svg/colors'
import { invert, parseTransform, type Rectangle, transformPoint } from '@atelier/svg/transforms'
import { childElements, localTarget, type SvgElement } from '@atelier/svg/tree'
import { type Rgb, rgbOfHex } from './contrast.ts'
import type { Editing } from './editing.ts'
import type { Point } from './outline.ts'

type Stop = { offset: number; color: Rgb; alpha: number }

const linksMax = 8

/** The color of a gradient at a point in user units of the shape. Undefined for anything but a gradient. */
export function gradientColor(
  editing: Editing,
  gradient: SvgElement,
  [x, y]: Point,
  box: Rectangle,
): (Rgb & { alpha: number }) | undefined {
  if (!gradient.name.endsWith('Gradient')) return undefined
  const stops = stopsOf(editing, gradient, 0)
  const first = stops[0]
  if (!first) return undefined
  const isBox = attribute(editing, gradient, 'gradientUnits') !== 'userSpaceOnUse'
  const toUnit = invert(parseTransform(attribute(editing, gradient, 'gradientTransform')))
  if (!toUnit) return undefined
  const inBox: Point = isBox ? [(x - box.x) / box.width, (y - box.y) / box.height] : [x, y]
  const point = transformPoint(toUnit, ...inBox)
  const number = (name: string, preset: number) => {
    const text = attribute(editing, gradient, name)
    const value = Number.parseFloat(text ?? '')
    if (!Number.isFinite(value)) return preset
    return text!.endsWith('%') ? value / 100 : value
  }
  const offset =
    gradient.name === 'linearGradient'
      ? along(point, [number('x1', 0), number('y1', 0)], [number('x2', 1), number('y2', 0)])
      : Math.hypot(point[0] - number('cx', 0.5), point[1] - number('cy', 0.5)) / (number('r', 0.5) || 1)
  return between(stops, spread(offset, attribute(editing, gradient, 'spreadMethod')))
}

function along([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [dx, dy] = [toX - fromX, toY - fromY]
  const length = dx * dx + dy * dy
  return length === 0 ? 1 : ((x - fromX) * dx + (y - fromY) * dy) / length
}

function spread(offset: number, method: string | undefined): number {
  if (method === 'repeat') return offset - Math.floor(offset)
  if (method === 'reflect') return 1 - Math.abs((((offset % 2) + 2) % 2) - 1)
  return Math.min(1, Math.max(0, offset))
}

function between(stops: readonly Stop[], offset: number): Rgb & { alpha: number } {
  const next = stops.findIndex((stop) => stop.offset >= offset)
  const to = stops[next < 0 ? stops.length - 1 : next]!
  const from = stops[next < 0 ? stops.length - 1 : Math.max(0, next - 1)]!
  const gap = to.offset - from.offset
  const share = gap > 0 ? (offset - from.offset) / gap : 1
  const mix = (a: number, b: number) => a + (b - a) * Math.min(1, Math.max(0, share))
  return {
    r: mix(from.color.r, to.color.r),
    g: mix(from.color.g, to.color.g),
    b: mix(from.color.b, to.color.b),
    alpha: mix(from.alpha, to.alpha),
  }
}

/** A gradient without stops uses the stops of the linked gradient (SVG 2 §14.2.4). */
function stopsOf(editing: Editing, gradient: SvgElement, links: number): Stop[] {
  const own = childElements(gradient).filter(({ name }) => name === 'stop')
  if (own.length > 0) return own.map((stop) => stopOf(editing, stop))
  const target = editing.byId.get(localTarget(gradient) ?? '')
  return target && links < linksMax ? stopsOf(editing, target, links + 1) : []
}

function stopOf({ cascade }: Editing, stop: SvgElement): Stop {
  const offset = stop.attributes.get('offset') ?? '0'
  const share = Number.parseFloat(offset) / (offset.trim().endsWith('%') ? 100 : 1)
  const opacity = Number.parseFloat(cascade.own(stop, 'stop-opacity') ?? '1')
  return {
    offset: Number.isFinite(share) ? share : 0,
    color: rgbOfHex(hexOf(cascade.own(stop, 'stop-color') ?? '') ?? '#000000'),
    alpha: Number.isFinite(opacity) ? opacity : 1,
  }
}

function attribute(editing: Editing, gradient: SvgElement, name: string, links = 0): string | undefined {
  const own = gradient.attributes.get(name)
  const target = editing.byId.get(localTarget(gradient) ?? '')
  return own ?? (target && links < linksMax ? attribute(editing, target, name, links + 1) : undefined)
}
