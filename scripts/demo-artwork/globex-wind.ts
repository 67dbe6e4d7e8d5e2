import { darken, lighten, mix } from './color.ts'
import { backdrop, type Hour, hours } from './globex-hours.ts'
import { globex } from './palettes.ts'
import { createRandom } from './random.ts'
import { at, circle, d, line, linear, path, polygon, rect } from './svg.ts'
/** Turbines on hills, or standing in the sea. */
export function windFarm(width: number, height: number, hour: Hour, offshore = false): string {
  const look = hours[hour]
  const random = createRandom(`wind ${hour} ${offshore}`)
  const horizon = height * (offshore ? 0.66 : 0.74)
  const unit = Math.min(width, height) / 1000
  const spots = [
    [0.1, 0.42],
    [0.22, 0.62],
    [0.38, 0.5],
    [0.52, 0.95],
    [0.7, 0.56],
    [0.83, 0.75],
    [0.94, 0.45],
  ] as const
  const turbines = [...spots]
    .sort((a, b) => a[1] - b[1])
    .map(([x, size]) => {
      const foot = horizon + height * 0.11 * size
      const tone = mix(
        look.sky[1],
        hour === 'evening' || hour === 'night' ? '#E9E4FF' : '#FFFFFF',
        0.35 + size * 0.65,
      )
      const ripple = offshore
        ? line(
            d`M${x * width - 40 * unit * size} ${foot}h${80 * unit * size}`,
            '#FFFFFF',
            5 * unit,
            'opacity=".5"',
          )
        : ''
      return at(x * width, foot, unit * size, turbine(tone, random.between(0, 120))) + ripple
    })
  return (
    backdrop(width, height, horizon, hour, 0.3) +
    (offshore ? sea(width, height, horizon, hour) : '') +
    turbines.join('')
  )
}

/** A turbine of 620 units, standing at 0,0. */
export function turbine(color: string, turn: number): string {
  const blade = (angle: number) =>
    at(0, -600, 1, path('M-9 0C-26 -50 -14 -190 0 -300C10 -190 14 -40 9 0Z', color), angle)
  return [
    polygon(
      [
        [-9, -600],
        [9, -600],
        [17, 0],
        [-17, 0],
      ],
      color,
    ),
    polygon(
      [
        [2, -600],
        [9, -600],
        [17, 0],
        [4, 0],
      ],
      globex.ink,
      'opacity=".12"',
    ),
    [0, 120, 240].map((angle) => blade(angle + turn)).join(''),
    circle(0, -600, 19, darken(color, 0.1)),
  ].join('')
}

function sea(width: number, height: number, top: number, hour: Hour): string {
  const look = hours[hour]
  const random = createRandom('sea')
  let waves = ''
  for (let i = 0; i < 40; i++) {
    const y = top + (height - top) * random.between(0.05, 1)
    const [x, long] = [random.between(-0.1, 1) * width, width * random.between(0.02, 0.09)]
    waves += line(
      d`M${x} ${y}h${long}`,
      '#FFFFFF',
      height * 0.003,
      `opacity="${random.between(0.12, 0.4).toFixed(2)}"`,
    )
  }
  return (
    linear([lighten(look.sky[0], 0.18), darken(look.sky[0], 0.3)], 0, (fill) =>
      rect(0, top, width, height - top, fill),
    ) + waves
  )
}
