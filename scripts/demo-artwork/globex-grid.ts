import { mix } from './color.ts'
import { backdrop, type Hour, hours } from './globex-hours.ts'
import { globex } from './palettes.ts'
import { createRandom } from './random.ts'
import { at, circle, d, glow, line, linear, rect } from './svg.ts'
/** Draws a city at night that one bright line supplies with power. */
export function cityGrid(width: number, height: number): string {
  const random = createRandom('city')
  const u = width / 120
  let towers = ''
  for (const layer of [0, 1, 2]) {
    for (let x = -2; x < 120; x += random.between(5, 9)) {
      const [w, h] = [random.between(5, 8) * u, height * (0.2 + random.next() * 0.34) * (1 - layer * 0.2)]
      const y = height * (0.76 + layer * 0.05) - h
      towers += rect(x * u, y, w, height, mix('#29479A', '#0A1538', layer / 2))
      for (let wy = y + u; wy < height * 0.84; wy += u * 1.7) {
        for (let wx = x * u + u * 0.7; wx < x * u + w - u; wx += u * 1.4) {
          if (random.next() < 0.35)
            towers += rect(
              wx,
              wy,
              u * 0.75,
              u * 0.9,
              random.pick([globex.sun, '#FFE7A8', globex.cyan]),
              0,
              'opacity=".85"',
            )
        }
      }
    }
  }
  return [
    linear(hours.night.sky, 0, (fill) => rect(0, 0, width, height, fill)),
    glow(width * 0.5, height * 0.72, width * 0.5, globex.blue, 0.5),
    towers,
    linear(['#0A1538', '#050B20'], 0, (fill) => rect(0, height * 0.86, width, height * 0.14, fill)),
    wire(width, height, globex.cyan),
  ].join('')
}

function wire(width: number, height: number, color: string): string {
  const y = height * 0.92
  const data = d`M0 ${y}H${width * 0.28}L${width * 0.33} ${y - height * 0.05}H${width * 0.62}L${width * 0.67} ${y}H${width}`
  const nodes = [0.28, 0.33, 0.62, 0.67].map((x, i) =>
    circle(width * x, i % 3 ? y - height * 0.05 : y, height * 0.009, '#FFFFFF'),
  )
  return faint(data, color, height) + line(data, color, height * 0.007) + nodes.join('')
}

const faint = (data: string, color: string, height: number) =>
  line(data, color, height * 0.03, 'opacity=".22"')

/** Pylons with power lines that cross the hills. */
export function pylons(width: number, height: number, hour: Hour): string {
  const spots = [
    [0.1, 0.36],
    [0.28, 0.5],
    [0.52, 0.72],
    [0.86, 1.05],
  ] as const
  const unit = height / 1000
  const tone = hour === 'evening' ? '#141C4A' : globex.navy
  const tower = [
    line(
      'M-60 0L-16 -560L0 -640L16 -560L60 0M-50 -120L44 -240M50 -120L-44 -240M-40 -250L30 -380M40 -250L-30 -380',
      tone,
      9,
    ),
    line(
      'M-130 -430H130M-100 -520H100M-130 -430L-22 -470M130 -430L22 -470M-100 -520L-16 -556M100 -520L16 -556',
      tone,
      8,
    ),
  ].join('')
  let wires = ''
  const foot = (size: number) => height * (0.72 + size * 0.17)
  for (const [arm, high] of [
    [-130, 430],
    [130, 430],
    [-100, 520],
    [100, 520],
  ] as const) {
    for (let i = 1; i < spots.length; i++) {
      const [a, b] = [spots[i - 1]!, spots[i]!].map(
        ([x, s]) => [x * width + arm * s * unit, foot(s) - high * s * unit] as const,
      )
      wires += line(
        d`M${a![0]} ${a![1]}Q${(a![0] + b![0]) / 2} ${Math.max(a![1], b![1]) + 40 * unit} ${b![0]} ${b![1]}`,
        tone,
        2.6 * unit,
      )
    }
  }
  return (
    backdrop(width, height, height * 0.74, hour, 0.66) +
    wires +
    spots.map(([x, s]) => at(x * width, foot(s), unit * s, tower)).join('')
  )
}
