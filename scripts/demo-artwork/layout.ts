import { textWidth, write } from './lettering.ts'
import { acme } from './palettes.ts'
import { circle, linear, polygon, rect } from './svg.ts'

/** Returns 1 % of a page's shorter side. Every layout uses this unit, so that it fits pages of any size. */
export const unit = (w: number, h: number) => Math.min(w, h) / 100

export function button(x: number, y: number, u: number, text: string, fill: string, color: string): string {
  const look = { size: 2.6 * u, color, weight: 0.15, tracking: 0.04 }
  const wide = textWidth(text, look) + 7 * u
  return (
    rect(x, y, wide, 7.6 * u, fill, 3.8 * u) +
    write(text, x + wide / 2, y + 2.5 * u, { ...look, anchor: 'middle' })
  )
}

/** Darkens one end of an image, so that text on it is legible. */
export function veil(w: number, h: number, angle: number, color: string, strength: string): string {
  return linear([`${color}00`, `${color}${strength}`], angle, (fill) => rect(0, 0, w, h, fill))
}

/** A play button, which marks an image as a frame of a video. */
export function playButton(x: number, y: number, u: number): string {
  return (
    circle(x, y, 8 * u, '#FFFFFF', 'opacity=".92"') +
    polygon(
      [
        [x - 2.4 * u, y - 4 * u],
        [x + 4.4 * u, y],
        [x - 2.4 * u, y + 4 * u],
      ],
      acme.forest,
    )
  )
}
