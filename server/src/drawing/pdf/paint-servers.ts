import {
  identity,
  type Matrix,
  multiply,
  type Rectangle,
  readTransform,
  transformBox,
} from '@atelier/svg/transforms'
import { childElements, localTarget, type SvgElement } from '@atelier/svg/tree'
import { inverse } from '../matrix.ts'
import type { Colors } from './colors.ts'
import { nums, type PdfFile, type Ref } from './file.ts'
import { lengthOf, type Source } from './source.ts'
import { type Color, opacity, readColor } from './style.ts'

type Size = { width: number; height: number }

/** A gradient or pattern, followed by the servers that it links to. The most specific server comes first. */
export function chainOf({ byId }: Source, element: SvgElement): SvgElement[] {
  const chain: SvgElement[] = []
  for (
    let one: SvgElement | undefined = element;
    one && !chain.includes(one) && chain.length < 16;
    one = byId.get(localTarget(one) ?? '')
  )
    chain.push(one)
  return chain
}

export const attributeIn = (chain: SvgElement[], name: string) =>
  chain.find(({ attributes }) => attributes.has(name))?.attributes.get(name)

export const fromBox = ({ x, y, width, height }: Rectangle): Matrix => [width, 0, 0, height, x, y]

export type Stop = { offset: number; color: Color }

export type Gradient = {
  kind: 'linear' | 'radial'
  coordinates: number[]
  stops: Stop[]
  matrix: Matrix
  spread: string
}

/** @param box the bounding box of the painted shape. A gradient relative to an empty box paints nothing. */
export function readGradient(
  source: Source,
  element: SvgElement,
  box: Rectangle | undefined,
  viewport: Size,
): Gradient | Color | undefined {
  const chain = chainOf(source, element)
  const holder = chain.find((one) => childElements(one).some(({ name }) => name === 'stop'))
  const stops = holder ? stopsOf(source, holder) : []
  if (stops.length === 0) return undefined
  if (stops.length === 1) return stops[0]!.color
  const inBox = attributeIn(chain, 'gradientUnits') !== 'userSpaceOnUse'
  if (inBox && !(box && box.width > 0 && box.height > 0)) return undefined
  const whole = inBox ? { width: 1, height: 1 } : viewport
  const at = (name: string, axis: 'x' | 'y' | 'both', preset: string) =>
    lengthOf(attributeIn(chain, name) ?? preset, axis, whole)
  const transform = readTransform(attributeIn(chain, 'gradientTransform')) ?? identity
  const matrix = inBox ? multiply(fromBox(box!), transform) : transform
  const spread = attributeIn(chain, 'spreadMethod') ?? 'pad'
  if (element.name === 'linearGradient') {
    const coordinates = [at('x1', 'x', '0%'), at('y1', 'y', '0%'), at('x2', 'x', '100%'), at('y2', 'y', '0%')]
    const [x1, y1, x2, y2] = coordinates
    if (x1 === x2 && y1 === y2) return stops.at(-1)!.color
    return { kind: 'linear', coordinates, stops, matrix, spread }
  }
  const [cx, cy, r] = [at('cx', 'x', '50%'), at('cy', 'y', '50%'), at('r', 'both', '50%')]
  if (!(r > 0)) return stops.at(-1)!.color
  const focus = (name: string, axis: 'x' | 'y', center: number) =>
    attributeIn(chain, name) === undefined ? center : at(name, axis, '50%')
  let [fx, fy] = [focus('fx', 'x', cx), focus('fy', 'y', cy)]
  const distance = Math.hypot(fx - cx, fy - cy)
  // With a focus outside the circle, the gradient would be a cone.
  if (distance > r * 0.99)
    [fx, fy] = [cx + ((fx - cx) * r * 0.99) / distance, cy + ((fy - cy) * r * 0.99) / distance]
  return { kind: 'radial', coordinates: [fx, fy, at('fr', 'both', '0%'), cx, cy, r], stops, matrix, spread }
}

function stopsOf({ cascade }: Source, holder: SvgElement): Stop[] {
  let last = 0
  return childElements(holder)
    .filter(({ name }) => name === 'stop')
    .map((stop) => {
      const own = (property: string) => cascade.own(stop, property)
      last = Math.max(last, opacity(own('offset')) ?? 0)
      const black = { hex: '#000000', alpha: 1 }
      const color =
        readColor(own('stop-color') ?? 'black', readColor(own('color') ?? '', black) ?? black) ?? black
      return {
        offset: last,
        color: { hex: color.hex, alpha: color.alpha * (opacity(own('stop-opacity')) ?? 1) },
      }
    })
}

export const isTranslucent = ({ stops }: Gradient) => stops.some(({ color }) => color.alpha < 1)

/** ISO 32000-2 §8.7.4.5. */
export function gradientPattern(
  file: PdfFile,
  gradient: Gradient,
  stream: Matrix,
  area: Rectangle,
  colors: Colors | 'opacity',
): Ref {
  const components = ({ color }: Stop) =>
    colors === 'opacity' ? [color.alpha] : colors.components(color.hex)
  const space = colors === 'opacity' ? 'DeviceGray' : colors.space
  const matrix = multiply(stream, gradient.matrix)
  const { coordinates, stops } = repeated(gradient, matrix, area)
  const shading = `<</ShadingType ${gradient.kind === 'linear' ? 2 : 3}/ColorSpace/${space}/Coords[${nums(coordinates)}]/Function ${functionOf(stops, components)}/Extend[true true]>>`
  return file.once(`<</Type/Pattern/PatternType 2/Matrix[${nums(matrix)}]/Shading ${shading}>>`)
}

const timesMax = 64

/** Repeats the stops as often as the area needs, because PDF has no repeating gradients. */
function repeated({ kind, coordinates, stops, spread }: Gradient, matrix: Matrix, area: Rectangle) {
  const back = inverse(matrix)
  if ((spread !== 'repeat' && spread !== 'reflect') || !back) return { coordinates, stops }
  const seen = transformBox(back, area)
  const corners = [seen.x, seen.x + seen.width].flatMap((x) =>
    [seen.y, seen.y + seen.height].map((y) => [x, y] as const),
  )
  let [from, to] = [0, 1]
  if (kind === 'linear') {
    const [x1, y1, x2, y2] = coordinates as [number, number, number, number]
    const squared = (x2 - x1) ** 2 + (y2 - y1) ** 2
    const along = corners.map(([x, y]) => ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / squared)
    from = Math.max(-timesMax, Math.floor(Math.min(0, ...along)))
    to = Math.min(timesMax, Math.ceil(Math.max(1, ...along)))
  } else {
    const [, , , cx, cy, r] = coordinates as [number, number, number, number, number, number]
    to = Math.min(
      timesMax,
      Math.ceil(Math.max(1, ...corners.map(([x, y]) => Math.hypot(x - cx, y - cy) / r))),
    )
  }
  const count = to - from
  const all = Array.from({ length: count }, (_, index) => {
    const isMirrored = spread === 'reflect' && Math.abs(from + index) % 2 === 1
    const part = isMirrored ? stops.map((stop) => ({ ...stop, offset: 1 - stop.offset })).reverse() : stops
    return part.map(({ offset, color }) => ({ offset: (index + offset) / count, color }))
  }).flat()
  if (kind === 'linear') {
    const [x1, y1, x2, y2] = coordinates as [number, number, number, number]
    const at = (t: number) => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t]
    return { coordinates: [...at(from), ...at(to)], stops: all }
  }
  const [fx, fy, fr, cx, cy, r] = coordinates as [number, number, number, number, number, number]
  // The circles grow proportionally from the focus.
  return {
    coordinates: [fx, fy, fr, fx + (cx - fx) * to, fy + (cy - fy) * to, fr + (r - fr) * to],
    stops: all,
  }
}

/** Converts stops to a stitching function of linear functions (§7.10.4). */
function functionOf(stops: Stop[], components: (stop: Stop) => number[]): string {
  const all = [...stops]
  if (all[0]!.offset > 0) all.unshift({ ...all[0]!, offset: 0 })
  if (all.at(-1)!.offset < 1) all.push({ ...all.at(-1)!, offset: 1 })
  const parts: string[] = []
  const bounds: number[] = []
  for (let at = 1; at < all.length; at++) {
    const [one, two] = [all[at - 1]!, all[at]!]
    // Two stops at one offset are a hard edge. If several stops have this offset, the last stop counts.
    if (two.offset - one.offset < 1e-6) continue
    if (parts.length > 0) bounds.push(one.offset)
    parts.push(
      `<</FunctionType 2/Domain[0 1]/C0[${nums(components(one))}]/C1[${nums(components(two))}]/N 1>>`,
    )
  }
  if (parts.length === 1) return parts[0]!
  const encode = parts.map(() => '0 1').join(' ')
  return `<</FunctionType 3/Domain[0 1]/Functions[${parts.join('')}]/Bounds[${nums(bounds)}]/Encode[${encode}]>>`
}
