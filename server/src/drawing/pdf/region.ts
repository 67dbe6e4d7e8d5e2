import { type Rectangle, transformBox } from '@atelier/svg/transforms'
import type { SvgElement } from '@atelier/svg/tree'
import { fromBox } from './paint-servers.ts'
import type { Place } from './painting.ts'
import { lengthOf } from './source.ts'

/**
 * The region of a mask or filter, outside of which nothing is drawn, in user units of the element that uses
 * it.
 * @param units `userSpaceOnUse`. Any other value means fractions of the bounding box of the element.
 */
export function regionOf(
  owner: SvgElement,
  units: string | undefined,
  box: Rectangle,
  viewport: Place['viewport'],
): Rectangle {
  const inBox = units !== 'userSpaceOnUse'
  const whole = inBox ? { width: 1, height: 1 } : viewport
  const at = (name: string, axis: 'x' | 'y', preset: string) =>
    lengthOf(owner.attributes.get(name) ?? preset, axis, whole)
  const stated = {
    x: at('x', 'x', '-10%'),
    y: at('y', 'y', '-10%'),
    width: at('width', 'x', '120%'),
    height: at('height', 'y', '120%'),
  }
  return inBox ? transformBox(fromBox(box), stated) : stated
}
