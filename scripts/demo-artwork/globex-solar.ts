import { lighten, mix } from './color.ts'
import { backdrop, type Hour, hours } from './globex-hours.ts'
import { globex } from './palettes.ts'
import { createRandom } from './random.ts'
import { at, d, line, polygon, rect } from './svg.ts'
/** Rows of panels that run toward the horizon. */
export function solarField(width: number, height: number, hour: Hour): string {
  const look = hours[hour]
  const horizon = height * 0.48
  let rows = ''
  for (let row = 0; row < 6; row++) {
    const t = (row / 6) ** 1.5
    const y = horizon + height * (0.06 + t * 0.5)
    const tall = height * (0.035 + t * 0.15)
    const wide = width * (0.075 + t * 0.24)
    const shift = (row % 2) * wide * 0.5
    for (let x = width / 2 - shift - wide * 1.12 * Math.ceil(width / wide); x < width; x += wide * 1.12) {
      if (x > -wide) rows += panel(x, y, wide, tall, look.sky[1])
    }
  }
  return backdrop(width, height, horizon, hour, 0.74) + rows
}

function panel(x: number, y: number, w: number, h: number, sheen: string): string {
  const lean = w * 0.14
  const face = [
    [x + lean, y],
    [x + w + lean, y],
    [x + w, y + h],
    [x, y + h],
  ] as const
  let grid = ''
  for (let i = 1; i < 6; i++) grid += d`M${x + lean + (w * i) / 6} ${y}L${x + (w * i) / 6} ${y + h}`
  for (let i = 1; i < 3; i++) grid += d`M${x + lean * (1 - i / 3)} ${y + (h * i) / 3}h${w}`
  return [
    polygon(
      [
        [x + w * 0.1, y + h],
        [x + w, y + h],
        [x + w * 0.96, y + h * 1.26],
        [x + w * 0.02, y + h * 1.26],
      ],
      globex.ink,
      'opacity=".2"',
    ),
    polygon(face, globex.navy),
    polygon(
      [
        [x + lean + w * 0.2, y],
        [x + lean + w * 0.5, y],
        [x + w * 0.3, y + h],
        [x, y + h],
      ],
      sheen,
      'opacity=".25"',
    ),
    line(grid, mix(globex.navy, globex.sky, 0.5), Math.max(h * 0.014, 0.8)),
    line(d`M${x} ${y + h}H${x + w}L${x + w + lean} ${y}H${x + lean}Z`, globex.cloud, Math.max(h * 0.025, 1)),
  ].join('')
}

/** Draws a close-up of the cells of one panel, with light across them. */
export function panelCells(width: number, height: number): string {
  const random = createRandom('cells')
  const step = Math.min(width, height) / 6
  let cells = ''
  for (let y = -1; y * step < height + step; y++) {
    for (let x = -1; x * step < width * 1.3; x++) {
      const light = Math.max(0, 1 - Math.abs((x * step) / width + (y * step) / height - 0.95) * 1.8)
      const color = mix(mix(globex.ink, globex.navy, random.next()), globex.sky, light * 0.75)
      cells += rect(x * step + 4, y * step + 4, step - 8, step - 8, color, step * 0.1)
      cells += line(
        d`M${(x + 0.34) * step} ${y * step + 4}v${step - 8}M${(x + 0.66) * step} ${y * step + 4}v${step - 8}`,
        lighten(color, 0.25),
        2,
      )
    }
  }
  return rect(0, 0, width, height, '#DCE6F5') + cells
}

/** Houses in a row with panels on their roofs. */
export function rooftops(width: number, height: number): string {
  const colors = [globex.coral, globex.white, globex.sun, '#CFE0FF']
  const house = (color: string) =>
    [
      polygon(
        [
          [-150, -190],
          [150, -190],
          [150, 0],
          [-150, 0],
        ],
        color,
      ),
      polygon(
        [
          [60, -190],
          [150, -190],
          [150, 0],
          [60, 0],
        ],
        globex.ink,
        'opacity=".07"',
      ),
      polygon(
        [
          [-176, -184],
          [-110, -330],
          [110, -330],
          [176, -184],
        ],
        '#34427A',
      ),
      [0, 1, 2]
        .map((i) =>
          polygon(
            [
              [-104 + i * 70, -312],
              [-46 + i * 70, -312],
              [-40 + i * 82, -214],
              [-116 + i * 82, -214],
            ],
            globex.navy,
          ),
        )
        .join(''),
      line('M-84 -312L-90 -214M-12 -312L-4 -214M58 -312L76 -214M-112 -262H126', globex.sky, 3),
      [-104, 44].map((x) => rect(x, -140, 62, 62, '#BFE1FF', 6)).join('') +
        rect(-26, -110, 50, 110, globex.navy, 6),
    ].join('')
  const unit = width / 1250
  const homes = colors.map((color, i) =>
    at(width * (0.13 + i * 0.25), height * 0.86, unit * 0.92, house(color)),
  )
  return (
    backdrop(width, height, height * 0.66, 'noon', 0.2) +
    rect(0, height * 0.84, width, height, '#2FA97E') +
    homes.join('')
  )
}
