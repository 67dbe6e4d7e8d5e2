import { camp } from './camp.ts'
import { darken, lighten, mix } from './color.ts'
import { backpack, daypack, duffel, rolltop, sleepingBag } from './gear-carry.ts'
import { bottle, cooler, kettle, mug, pot, steam, stove } from './gear-kitchen.ts'
import { axe, chair, compass, headlamp, lantern } from './gear-light.ts'
import { beanie, boot, jacket } from './gear-wear.ts'
import { at, circle, ellipse, path, rect } from './svg.ts'

export const products = {
  mug,
  hotMug: (color: string) => mug(color) + steam(),
  kettle,
  pot,
  stove,
  bottle,
  cooler,
  backpack,
  daypack,
  rolltop,
  duffel,
  sleepingBag,
  boot,
  jacket,
  beanie,
  lantern,
  headlamp,
  compass,
  axe,
  chair,
  ridgeTent: (color: string) => at(-10, 150, 1.5, camp.tent(color)),
  domeTent: (color: string) => at(0, 150, 1.5, camp.dome(color)),
} as const satisfies Record<string, (color: string) => string>

export type Product = keyof typeof products
export type Backdrop = 'disc' | 'arch' | 'split' | 'hills' | 'plinth'

export type StudioOptions = {
  product: Product
  color: string
  wall: string
  backdrop: Backdrop
  /** The size of the product. At 1, it fills more than 50 % of the image's height. */
  size?: number
}

/** Draws a product shot: one object on a floor, in front of a plain shape, with a soft shadow. */
export function studio(width: number, height: number, o: StudioOptions): string {
  const floor = height * 0.78
  const unit = (Math.min(width, height) / 560) * (o.size ?? 1)
  const shade = darken(o.wall, 0.45)
  return [
    rect(0, 0, width, height, o.wall),
    backdrops[o.backdrop](width, height, floor, o.wall),
    ellipse(width / 2, floor + 2 * unit, 165 * unit, 15 * unit, shade, 'opacity=".28"'),
    ellipse(width / 2, floor, 120 * unit, 8 * unit, shade, 'opacity=".4"'),
    at(width / 2, floor - 150 * unit, unit, products[o.product](o.color)),
  ].join('')
}

const backdrops: Record<Backdrop, (w: number, h: number, floor: number, wall: string) => string> = {
  disc: (w, h, floor, wall) =>
    circle(w / 2, h * 0.45, Math.min(w, h) * 0.36, lighten(wall, 0.35)) +
    rect(0, floor - h * 0.05, w, h, darken(wall, 0.08)),
  arch: (w, h, floor, wall) => {
    const half = Math.min(w, h) * 0.31
    const arch = `M${w / 2 - half} ${floor}V${h * 0.16 + half}A${half} ${half} 0 0 1 ${w / 2 + half} ${h * 0.16 + half}V${floor}Z`
    return path(arch, lighten(wall, 0.42)) + rect(0, floor - h * 0.01, w, h, darken(wall, 0.1))
  },
  split: (w, h, floor, wall) =>
    rect(0, 0, w / 2, h, lighten(wall, 0.16)) + rect(0, floor - h * 0.06, w, h, darken(wall, 0.14)),
  hills: (w, h, floor, wall) => {
    const far = `M0 ${h * 0.6}L${w * 0.22} ${h * 0.32}L${w * 0.4} ${h * 0.52}L${w * 0.66} ${h * 0.22}L${w} ${h * 0.58}V${h}H0Z`
    const near = `M0 ${h * 0.72}L${w * 0.3} ${h * 0.5}L${w * 0.52} ${h * 0.66}L${w * 0.82} ${h * 0.44}L${w} ${h * 0.6}V${h}H0Z`
    return [
      circle(w * 0.24, h * 0.22, Math.min(w, h) * 0.07, lighten(wall, 0.6)),
      path(far, mix(wall, lighten(wall, 1), 0.22)) + path(near, darken(wall, 0.08)),
      rect(0, floor - h * 0.07, w, h, darken(wall, 0.2)),
    ].join('')
  },
  plinth: (w, h, floor, wall) => {
    const half = Math.min(w, h) * 0.34
    return [
      circle(w * 0.62, h * 0.38, Math.min(w, h) * 0.27, lighten(wall, 0.3)),
      rect(0, h * 0.86, w, h, darken(wall, 0.1)),
      rect(w / 2 - half, floor, half * 2, h * 0.14, lighten(wall, 0.55)),
      ellipse(w / 2, floor, half, h * 0.03, lighten(wall, 0.7)),
      ellipse(w / 2, floor + h * 0.14, half, h * 0.03, lighten(wall, 0.55)),
    ].join('')
  },
}

/** Several things laid out in a grid, seen from above, as for a packing list. */
export function flatLay(
  width: number,
  height: number,
  wall: string,
  things: readonly (readonly [Product, string])[],
  columns: number,
) {
  const rows = Math.ceil(things.length / columns)
  const cell = Math.min(width / columns, height / rows)
  const [left, top] = [(width - cell * columns) / 2, (height - cell * rows) / 2]
  const items = things.map(([product, color], i) => {
    const x = left + cell * ((i % columns) + 0.5)
    const y = top + cell * (Math.floor(i / columns) + 0.5)
    const tile = rect(
      x - cell * 0.45,
      y - cell * 0.45,
      cell * 0.9,
      cell * 0.9,
      lighten(wall, i % 2 ? 0.3 : 0.14),
      cell * 0.08,
    )
    return tile + at(x, y + cell * 0.03, cell / 560, products[product](color))
  })
  return rect(0, 0, width, height, wall) + items.join('')
}
