/**
 * The cells of a color: one hexadecimal digit per channel, as in `#08C`. Lists find colors near a given color
 * by the cells around it, so that an index can be used.
 */

/** Upper case. */
export const cellOf = (hex: string) => `${hex[1]}${hex[3]}${hex[5]}`.toUpperCase()

/**
 * Maximum difference of near colors, in OKLab. Two colors side by side differ visibly from about 0.02 on; at
 * 0.09, they still have the same common name.
 */
const nearMax = 0.09
const digits = '0123456789ABCDEF'

/** The cells of colors near this one, including its own cell. */
export function cellsNear(hex: string): string[] {
  const color = labOf([1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)))
  const own = cellOf(hex)
  return allCells()
    .filter(({ cell, lab }) => cell === own || distance(lab, color) <= nearMax)
    .map(({ cell }) => cell)
}

type Lab = [number, number, number]
let cells: { cell: string; lab: Lab }[] | undefined

function allCells() {
  cells ??= [...digits].flatMap((red, r) =>
    [...digits].flatMap((green, g) =>
      [...digits].map((blue, b) => ({
        cell: red + green + blue,
        lab: labOf([r, g, b].map((digit) => digit * 16 + 7.5)),
      })),
    ),
  )
  return cells
}

const distance = (one: Lab, other: Lab) => Math.hypot(...one.map((value, at) => value - other[at]!))

/** Converts sRGB channels (0 to 255) to OKLab (Ottosson, 2020). */
function labOf(channels: number[]): Lab {
  const [r, g, b] = channels.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    seenLightness(0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s),
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** Lightness as in Okhsv, which is closer to CIELab's. OKLab spreads dark colors too far. */
function seenLightness(l: number): number {
  const [k1, k2] = [0.206, 0.03]
  const k3 = (1 + k1) / (1 + k2)
  const shifted = k3 * l - k1
  return (shifted + Math.sqrt(shifted ** 2 + 4 * k2 * k3 * l)) / 2
}
