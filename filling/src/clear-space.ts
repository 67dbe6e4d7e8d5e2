import { type Rectangle, transformBox } from '@atelier/svg/transforms'
import type { TextLayout } from '@atelier/typesetting'
import type { FillingFinding } from './findings.ts'
import type { Scene } from './scene.ts'
import type { Placement } from './values.ts'

/** The clear space as a share of the logo's height. Guidelines differ; most require this or more. */
const clearShare = 0.25

type Logo = { variable: string; placement: Placement }

/**
 * Finds logos with too little clear space, because text, an image, the edge of a shape, or the edge of the
 * page is too close. A shape behind the whole clear space is a background.
 */
export function clearSpaceFindings(
  logos: readonly Logo[],
  scene: Scene,
  layout: readonly TextLayout[],
  pageAt: (x: number, y: number) => Rectangle,
): FillingFinding[] {
  return logos.flatMap(({ variable, placement }) => {
    const box = transformBox(placement.transform, { x: 0, y: 0, width: 1, height: 1 })
    const space = clearShare * box.height
    const wide = grown(box, space)
    const intruder = !contains(pageAt(box.x + box.width / 2, box.y + box.height / 2), wide)
      ? 'the edge of the document'
      : layout.some(({ ink }) => overlaps(ink, wide))
        ? 'a text'
        : scene.items.some(({ element, bounds }) => {
              if (element === placement.element) return false
              return overlaps(bounds, wide) && !contains(bounds, wide)
            })
          ? 'another part of the design'
          : undefined
    if (intruder === undefined) return []
    return [
      {
        type: 'logo_clear_space',
        variable,
        message: `The logo has too little clear space: ${intruder} is closer than ${Math.round(clearShare * 100)} % of its height.`,
        data: { required: Math.round(space * 100) / 100, box: rounded(box) },
      },
    ]
  })
}

const grown = ({ x, y, width, height }: Rectangle, by: number): Rectangle => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

const overlaps = (a: Rectangle, b: Rectangle) =>
  a.width > 0 &&
  a.height > 0 &&
  a.x < b.x + b.width &&
  b.x < a.x + a.width &&
  a.y < b.y + b.height &&
  b.y < a.y + a.height

const contains = (a: Rectangle, b: Rectangle) =>
  a.x <= b.x && a.y <= b.y && a.x + a.width >= b.x + b.width && a.y + a.height >= b.y + b.height

const rounded = (box: Rectangle) =>
  Object.fromEntries(Object.entries(box).map(([name, value]) => [name, Math.round(value * 100) / 100]))
