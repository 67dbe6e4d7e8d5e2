import { darken, lighten, mix } from './color.ts'
import type { Light } from './palettes.ts'
import type { Random } from './random.ts'
import { clippedTo, d, faded, line, linear, rect } from './svg.ts'
import { forest, hillLine, peak, peakColors, under } from './terrain.ts'

/** Mountains on the horizon, with a forest at the bottom. */
export function range(
  random: Random,
  width: number,
  height: number,
  base: number,
  light: Light,
  count: number,
) {
  const far = hillLine(random, base - height * 0.12, height * 0.05, width)
  let body = under(far, width, base + 2, mix(light.far, light.sky[2], 0.45))
  const spots = Array.from({ length: count }, (_, i) => (i + random.between(0.2, 0.8)) / count)
  const main = random.pick(spots.slice(Math.floor(count / 3)))
  for (const spot of [...spots].sort((a, b) => Math.abs(b - main) - Math.abs(a - main))) {
    const high = height * (spot === main ? random.between(0.36, 0.42) : random.between(0.18, 0.29))
    const rock = mix(light.far, light.near, spot === main ? 0.28 : random.between(0.05, 0.2))
    body += peak(
      random,
      spot * width,
      base + 2,
      high * random.between(0.95, 1.25),
      high,
      peakColors(rock, light.snow),
    )
  }
  const haze = linear([`${light.sky[2]}00`, light.sky[2]], 0, (fill) =>
    faded(0.55, rect(0, base - height * 0.14, width, height * 0.15, fill)),
  )
  const shore = hillLine(random, base - height * 0.025, height * 0.014, width)
  const wood = {
    from: 0,
    to: width,
    height: height * 0.055,
    step: width / 70,
    color: mix(light.far, light.near, 0.62),
  }
  return body + haze + forest(random, shore, wood) + under(shore, width, base + 2, darken(wood.color, 0.15))
}

/** Still water that reflects the mountains, dimmed by the water's color, with a few lines of light. */
export function lake(
  random: Random,
  width: number,
  height: number,
  top: number,
  light: Light,
  land: string,
): string {
  const deep = height - top
  const water = linear([lighten(light.water, 0.2), darken(light.water, 0.25)], 0, (fill) =>
    rect(0, 0, width, deep, fill),
  )
  const mirror = `<g transform="translate(0 ${(top * 0.8).toFixed(1)}) scale(1 -.8)">${land}</g>`
  const image = clippedTo(rect(0, 0, width, deep, '#000'), 0, top, water + faded(0.38, mirror))
  let glints = ''
  for (let i = 0; i < 26; i++) {
    const t = random.next() ** 1.6
    const [x, y] = [random.between(-0.05, 1) * width, top + deep * (0.04 + t * 0.9)]
    const long = width * random.between(0.02, 0.09) * (0.4 + t)
    glints += line(
      d`M${x} ${y}h${long}`,
      light.snow,
      height * 0.0032,
      `opacity="${random.between(0.15, 0.5).toFixed(2)}"`,
    )
  }
  return image + glints
}

/** Hills with pines, from the horizon down to the foreground. */
export function hills(random: Random, width: number, height: number, top: number, light: Light): string {
  const gap = rect(0, top, width, height * 0.1, mix(light.far, light.near, 0.5))
  const slopes = [0.35, 0.6, 0.85].map((share, i) => {
    const y = top + (height - top) * i * 0.27
    const color = mix(mix(light.far, light.near, share), light.ground, share * 0.7)
    const slope = hillLine(random, y + height * 0.02, height * 0.022, width * 1.4)
    const trees =
      i === 2
        ? ''
        : forest(random, slope, {
            from: 0,
            to: width,
            height: height * (0.075 + i * 0.04),
            step: width / (26 - i * 8),
            color: mix(color, light.near, 0.45),
          })
    return under(slope, width, height, color) + trees
  })
  return gap + slopes.join('')
}
