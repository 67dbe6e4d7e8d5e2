import { identity } from '@atelier/svg/transforms'
import type { SvgElement } from '@atelier/svg/tree'
import { fromBox } from './paint-servers.ts'
import { groupOf, type Painter, type Place } from './painting.ts'
import { regionOf } from './region.ts'
import { boundingBox } from './source.ts'
import { rectOperator, type Stream, within } from './stream.ts'
import { initialStyle, styleOf } from './style.ts'

/** A soft mask from the luminance or opacity of a `mask`'s content. */
export async function maskOf(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
  mask: SvgElement,
): Promise<string> {
  const { source, viewport } = place
  const contentUnits = mask.attributes.get('maskContentUnits') ?? 'userSpaceOnUse'
  const box = boundingBox(source, element, viewport)
  const isAlpha = source.cascade.own(mask, 'mask-type') === 'alpha'
  const group = await groupOf(painter, stream, async (inside) => {
    if (!box) return
    const region = regionOf(mask, mask.attributes.get('maskUnits'), box, viewport)
    inside.out.push(rectOperator(region), 'W n')
    const style = styleOf(source.cascade, mask, initialStyle)
    const matrix = contentUnits === 'objectBoundingBox' ? fromBox(box) : identity
    await within(inside, matrix, () =>
      painter.paintChildren(painter, inside, { ...place, style, isCopy: true }, mask),
    )
  })
  return isAlpha
    ? `<</S/Alpha/G ${group} 0 R>>`
    : `<</S/Luminosity/G ${group} 0 R/BC[${painter.colors.mode === 'rgb' ? '0 0 0' : '0 0 0 1'}]>>`
}
