import { type CampSubject, camp } from './camp.ts'
import { darken } from './color.ts'
import { hills, lake, range } from './land.ts'
import { type Light, type LightName, lights } from './palettes.ts'
import { createRandom, type Random } from './random.ts'
import { aurora, birds, clouds, sky } from './sky.ts'
import { at, d, path } from './svg.ts'
import { forest, hillLine, under } from './terrain.ts'
export type Placed = { what: CampSubject; x: number; size?: number; color?: string; y?: number }

export type LandscapeOptions = {
  seed: string
  light: LightName
  /** The top of the land, as a share of the height. */
  horizon?: number
  sunX?: number
  sunY?: number
  peaks?: number
  lake?: boolean
  trees?: boolean
  aurora?: boolean
  birds?: boolean
  subjects?: readonly Placed[]
}

/**
 * Draws a landscape in flat layers: sky, peaks, haze, a lake or hills, forests, and objects in the
 * foreground.
 */
export function landscape(width: number, height: number, o: LandscapeOptions): string {
  const random = createRandom(o.seed)
  const light: Light = lights[o.light]
  const horizon = height * (o.horizon ?? 0.6)
  const sun = {
    x: width * (o.sunX ?? 0.68),
    y: height * (o.sunY ?? 0.26),
    r: Math.min(width, height) * (light.night ? 0.05 : 0.07),
  }
  const back = sky(random, { width, height: horizon * 1.15, light, sun })
  const mountains = range(random, width, height, horizon, light, o.peaks ?? 4)
  return [
    back,
    o.aurora ? aurora(random, width, height) : clouds(random, { width, y: height * 0.22, count: 4, light }),
    o.birds ? birds(random, width * 0.3, height * 0.24, width / 70, light.near) : '',
    mountains,
    o.lake
      ? lake(random, width, height, horizon, light, mountains)
      : hills(random, width, height, horizon, light),
    foreground(random, width, height, light, o),
  ].join('')
}

function foreground(
  random: Random,
  width: number,
  height: number,
  light: Light,
  o: LandscapeOptions,
): string {
  const ground = hillLine(random, height * 0.89, height * 0.018, width * 1.5)
  const color = light.near
  const tall = { height: height * 0.34, step: width / 26, color }
  const edges =
    o.trees === false
      ? ''
      : [
          forest(random, ground, { ...tall, from: -width * 0.02, to: width * 0.15 }),
          forest(random, ground, { ...tall, from: width * 0.87, to: width * 1.02 }),
        ].join('')
  const things = (o.subjects ?? []).map(({ what, x, size = 1, color: paint, y }) => {
    const draw: (color?: string, lit?: boolean) => string = camp[what]
    const scale = (Math.min(width, height * 1.3) / 820) * size
    return at(
      x * width,
      y === undefined ? ground(x * width) + height * 0.015 : y * height,
      scale,
      draw(paint, light.night === true || o.light === 'dusk'),
    )
  })
  const floating = (o.subjects ?? []).map(({ y }, i) => (y === undefined ? '' : things[i]!)).join('')
  const standing = (o.subjects ?? []).map(({ y }, i) => (y === undefined ? things[i]! : '')).join('')
  return (
    floating +
    edges +
    under(ground, width, height, light.ground) +
    grass(random, width, ground, light) +
    standing
  )
}

function grass(random: Random, width: number, ground: (x: number) => number, light: Light): string {
  let blades = ''
  const size = width / 130
  for (let x = 0; x < width; x += size * random.between(1.5, 6)) {
    const y = ground(x) + size * 0.4
    blades += d`M${x - size * 0.5} ${y}L${x - size * 0.7} ${y - size}L${x} ${y}L${x + size * 0.2} ${y - size * 1.5}L${x + size * 0.5} ${y}Z`
  }
  return path(blades, darken(light.ground, 0.1))
}
