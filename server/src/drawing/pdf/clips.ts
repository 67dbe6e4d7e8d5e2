import { identity, type Matrix, multiply } from '@atelier/svg/transforms'
import { childElements, type SvgElement } from '@atelier/svg/tree'
import { gray } from './colors.ts'
import type { Segment } from './outlines.ts'
import { fromBox } from './paint-servers.ts'
import { bled, groupOf, type Painter, type Place } from './painting.ts'
import { boundingBox, isStated, outlineIn, referenced, transformOf, used } from './source.ts'
import { pathOperators, type Stream, within } from './stream.ts'
import { initialStyle, type Style, styleOf } from './style.ts'

type Clip = { segments: Segment[]; rule: 'nonzero' | 'evenodd' }

/**
 * The clips of an element. A clip of one shape is a path, and a clip of several shapes is a mask, because PDF
 * has no union of paths.
 */
export function clipsOf(
  painter: Pick<Painter, 'bleed'>,
  place: Place,
  element: SvgElement,
): { simple: Clip[]; complex: SvgElement[] } {
  const result: { simple: Clip[]; complex: SvgElement[] } = { simple: [], complex: [] }
  let target = isStated(place.source, element, 'clip-path')
    ? referenced(place.source, element, 'clip-path')
    : undefined
  for (let times = 0; target?.name === 'clipPath' && times < 8; times++) {
    const clip = simpleClip(painter, place, element, target)
    if (clip) result.simple.push(clip)
    else result.complex.push(target)
    target = isStated(place.source, target, 'clip-path')
      ? referenced(place.source, target, 'clip-path')
      : undefined
  }
  return result
}

function simpleClip(
  painter: Pick<Painter, 'bleed'>,
  place: Place,
  element: SvgElement,
  clip: SvgElement,
): Clip | undefined {
  const { source, viewport, style } = place
  const shapes = childElements(clip).filter(({ name }) => !['title', 'desc', 'style'].includes(name))
  if (shapes.length === 0) return { segments: [], rule: 'nonzero' }
  const [shape] = shapes
  if (shapes.length > 1 || isStated(source, shape!, 'clip-path')) return undefined
  const inBox = clip.attributes.get('clipPathUnits') === 'objectBoundingBox'
  const box = inBox ? boundingBox(source, element, viewport) : undefined
  if (inBox && !box) return { segments: [], rule: 'nonzero' }
  const outer = multiply(box ? fromBox(box) : identity, transformOf(source, clip, viewport))
  const matrix = multiply(outer, transformOf(source, shape!, viewport))
  const inside = { ...place, frame: multiply(place.frame, matrix) }
  const segments = bled(painter, inside, shape!) ?? outlineIn(source, shape!, viewport)
  if (!segments) return undefined
  const rule = styleOf(source.cascade, shape!, styleOf(source.cascade, clip, style)).clipRule
  return { segments: transformed(segments, matrix), rule }
}

export function transformed(segments: Segment[], [a, b, c, d, e, f]: Matrix): Segment[] {
  const x = (px: number, py: number) => a * px + c * py + e
  const y = (px: number, py: number) => b * px + d * py + f
  return segments.map((segment) => {
    if (segment.type === 'Z') return segment
    const end = { x: x(segment.x, segment.y), y: y(segment.x, segment.y) }
    if (segment.type !== 'C') return { type: segment.type, ...end }
    const { x1, y1, x2, y2 } = segment
    return { type: 'C', x1: x(x1, y1), y1: y(x1, y1), x2: x(x2, y2), y2: y(x2, y2), ...end }
  })
}

const blackStyle = (style: Style): Style => ({
  ...initialStyle,
  clipRule: style.clipRule,
  fill: { type: 'color', color: { hex: '#000000', alpha: 1 } },
})

/** A soft mask from the opacity of a `clipPath`'s content. */
export async function clipMask(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
  clip: SvgElement,
): Promise<string> {
  const { source, viewport } = place
  const group = await groupOf(
    painter,
    stream,
    async (inside) => {
      const inBox = clip.attributes.get('clipPathUnits') === 'objectBoundingBox'
      const box = inBox ? boundingBox(source, element, viewport) : undefined
      if (inBox && !box) return
      const matrix = multiply(box ? fromBox(box) : identity, transformOf(source, clip, viewport))
      await within(inside, matrix, async () => {
        for (const child of childElements(clip)) await paintClipped(painter, inside, place, child)
      })
    },
    'DeviceGray',
  )
  return `<</S/Alpha/G ${group} 0 R>>`
}

/** Fills a shape as a clip, ignoring its own paint. */
async function paintClipped(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
): Promise<void> {
  const { source, viewport } = place
  if (source.cascade.own(element, 'display') === 'none') return
  const style = blackStyle(styleOf(source.cascade, element, place.style))
  await within(stream, transformOf(source, element, viewport), async () => {
    const clips = clipsOf(painter, place, element)
    for (const { segments, rule } of clips.simple)
      stream.out.push(pathOperators(segments), rule === 'evenodd' ? 'W* n' : 'W n')
    const copy = element.name === 'use' ? used(source, element, viewport) : undefined
    if (copy)
      return within(stream, copy.matrix, () =>
        paintClipped(painter, stream, { ...place, style }, copy.target),
      )
    const segments = outlineIn(source, element, viewport)
    if (segments && segments.length > 0)
      stream.out.push(gray(0), pathOperators(segments), style.clipRule === 'evenodd' ? 'f*' : 'f')
  })
}
