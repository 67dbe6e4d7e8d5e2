import { identity, multiply, type Rectangle, transformBox } from '@atelier/svg/transforms'
import type { SvgElement } from '@atelier/svg/tree'
import { inverse, scalesOf } from '../matrix.ts'
import { nums } from './file.ts'
import { pixelsObject } from './images.ts'
import type { Painter, Place, Rasterized } from './painting.ts'
import { rasterized, shadowResolution } from './rasterized.ts'
import { regionOf } from './region.ts'
import { boundingBox, isStated, referenced, transformOf } from './source.ts'
import { type Stream, within } from './stream.ts'

/** Resolution of an image: 300 dpi, the minimum for good print. */
export const pixelsPerPoint = 300 / 72

/** Draws an element as pixels, with its filter, but without the effects applied around it. */
export async function paintPixels(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
  reason: Rasterized['reason'],
  shadow?: SvgElement,
) {
  const [scaleX, scaleY] = scalesOf(multiply(stream.matrix, inverse(place.frame) ?? identity))
  const printed = Math.max(scaleX, scaleY) * pixelsPerPoint
  const resolution = shadow ? shadowResolution(shadow, printed) : printed
  const region = filterRegion(place, element)
  const drawn = await rasterized(place.source, painter.pictures, element, {
    resolution,
    region,
    filter: shadow,
  })
  const back = inverse(place.frame)
  if (!drawn || !back) return
  painter.onRasterized({ element, reason })
  const ref = await pixelsObject(painter.images, drawn.pixels)
  const matrix = multiply(back, drawn.matrix)
  const { x, y, width, height } = drawn.pixels
  await within(stream, matrix, async () => {
    stream.out.push(`${nums([width, 0, 0, -height, x, y + height])} cm`, `/${stream.use('XObject', ref)} Do`)
  })
}

/** The filter region, outside of which nothing is drawn (SVG 1.1 §15.5). In user units of the root. */
function filterRegion({ source, viewport, frame }: Place, element: SvgElement): Rectangle | undefined {
  const filter = isStated(source, element, 'filter') ? referenced(source, element, 'filter') : undefined
  const box = filter?.name === 'filter' ? boundingBox(source, element, viewport) : undefined
  if (!filter || !box) return undefined
  const region = regionOf(filter, filter.attributes.get('filterUnits'), box, viewport)
  return transformBox(multiply(frame, transformOf(source, element, viewport)), region)
}
