import { darken, lighten } from './color.ts'
import { acme } from './palettes.ts'
import { at, circle, ellipse, glow, line, path, polygon, rect } from './svg.ts'

/** Objects in Acme's landscapes. Each is drawn standing on the ground at 0,0, about 200 units wide. */
export const camp = { tent, dome, fire, canoe, van, hikers, cabin, hammock, jetty, flag } as const
export type CampSubject = keyof typeof camp

function tent(color: string = acme.ember, lit = false): string {
  const front = lit ? '#FFD98A' : lighten(color, 0.22)
  return [
    lit ? glow(-10, -40, 190, '#FFC766', 0.55) : '',
    polygon(
      [
        [-20, -112],
        [70, -100],
        [128, 0],
        [44, 0],
      ],
      darken(color, 0.18),
    ),
    polygon(
      [
        [-20, -112],
        [-92, 0],
        [44, 0],
      ],
      front,
    ),
    polygon(
      [
        [-20, -112],
        [-92, 0],
        [-62, 0],
      ],
      color,
    ),
    polygon(
      [
        [-20, -112],
        [44, 0],
        [18, 0],
      ],
      color,
    ),
    polygon(
      [
        [-20, -96],
        [-30, 0],
        [-8, 0],
      ],
      lit ? '#F2A33C' : darken(color, 0.45),
    ),
    line('M-92 0L-122 8M128 0L150 8M-20 -112V-120', acme.canvas, 2.5),
  ].join('')
}

function dome(color: string = acme.sun, lit = false): string {
  return [
    lit ? glow(0, -40, 180, '#FFD98A', 0.6) : '',
    path('M-112 0C-104 -70 -56 -106 0 -106C56 -106 104 -70 112 0Z', lit ? '#FFDF9A' : color),
    path('M0 -106C56 -106 104 -70 112 0H60C58 -50 38 -90 0 -106Z', darken(color, 0.14)),
    path('M-40 0C-38 -46 -22 -66 0 -66C22 -66 38 -46 40 0Z', lit ? '#F0A23E' : darken(color, 0.5)),
    line(
      'M-112 0C-70 -90 -30 -104 0 -106C30 -104 70 -90 112 0M-60 0C-56 -56 -34 -92 0 -106C34 -92 56 -56 60 0',
      darken(color, 0.3),
      3,
    ),
  ].join('')
}

function fire(): string {
  return [
    glow(0, -30, 170, '#FFB347', 0.65),
    path('M0 -92C34 -56 40 -34 34 -16C28 4 -28 4 -34 -16C-40 -38 -14 -48 0 -92Z', acme.ember),
    path('M2 -60C22 -36 24 -22 20 -10C14 4 -16 4 -20 -10C-24 -26 -6 -34 2 -60Z', acme.sun),
    path('M0 -34C10 -20 12 -14 9 -6C6 2 -7 2 -9 -6C-11 -14 -4 -20 0 -34Z', '#FFF0C2'),
    line('M-44 4L40 -10M44 4L-40 -10', '#5A3A28', 11),
    [-58, -34, 34, 58].map((x) => ellipse(x, 10, 13, 8, '#59605F')).join(''),
  ].join('')
}

function canoe(color: string = acme.berry): string {
  return [
    ellipse(0, 12, 150, 9, '#0B1416', 'opacity=".18"'),
    path(
      'M-150 -34C-140 -10 -110 10 -70 10H70C110 10 140 -10 150 -34C120 -22 60 -18 0 -18C-60 -18 -120 -22 -150 -34Z',
      color,
    ),
    path(
      'M-150 -34C-120 -22 -60 -18 0 -18C60 -18 120 -22 150 -34C120 -12 60 -6 0 -6C-60 -6 -120 -12 -150 -34Z',
      darken(color, 0.35),
    ),
    line('M-60 -14L30 -58', '#C99B62', 5),
    path('M26 -64L52 -76Q58 -70 52 -64L34 -52Z', '#C99B62'),
  ].join('')
}

function van(color: string = acme.lake): string {
  const wheel = (x: number) => circle(x, -6, 22, '#1B2022') + circle(x, -6, 10, '#C9CFCB')
  return [
    ellipse(0, 16, 150, 9, '#0B1416', 'opacity=".25"'),
    path('M-130 -10V-84Q-130 -104 -110 -104H76Q92 -104 100 -90L122 -52Q134 -48 134 -34V-10Z', acme.canvas),
    path('M-130 -10V-56H120Q134 -50 134 -34V-10Z', color),
    path('M84 -92Q90 -92 94 -86L112 -56H70V-92Z', '#BFD9DF'),
    [-112, -58, -4].map((x) => rect(x, -92, 46, 34, '#BFD9DF', 5)).join(''),
    rect(-110, -124, 150, 16, '#8C5B3A', 6),
    rect(-96, -138, 60, 16, acme.ember, 8) + rect(-30, -136, 54, 14, acme.moss, 6),
    line('M54 -60V-14M-130 -42H134', darken(color, 0.25), 3),
    circle(126, -36, 7, '#FFE9A8') + wheel(-78) + wheel(82),
  ].join('')
}

function hikers(): string {
  const one = (coat: string, pack: string) =>
    [
      line('M-3 -34L-16 0M3 -34L14 0', '#2A2F33', 11),
      path('M-16 -34Q-16 -82 0 -82Q18 -82 16 -34Z', coat),
      path('M-14 -84Q-38 -84 -36 -56Q-36 -40 -14 -42Z', pack),
      circle(2, -96, 13, '#E2B48C') + path('M-12 -98Q-10 -114 4 -112Q18 -110 15 -98Z', pack),
      line('M8 -70L30 -52M30 -60L38 0', '#2A2F33', 4.5),
    ].join('')
  return at(-44, 0, 1, one(acme.ember, acme.forest)) + at(48, 4, 0.9, one(acme.sun, acme.berry))
}

function cabin(_color?: string, lit = false): string {
  const pane = lit ? '#FFD27A' : '#A9C4C8'
  return [
    lit ? glow(-10, -40, 220, '#FFC766', 0.4) : '',
    rect(-96, -84, 176, 84, '#7A4E33'),
    [-66, -48, -30, -12].map((y) => line(`M-96 ${y}H80`, '#633D27', 2.5)).join(''),
    polygon(
      [
        [-116, -80],
        [-64, -150],
        [50, -150],
        [100, -80],
      ],
      '#3C4A4C',
    ),
    polygon(
      [
        [-116, -80],
        [-64, -150],
        [-12, -80],
      ],
      '#526466',
    ),
    rect(22, -184, 24, 52, '#55504C') + rect(-10, -60, 34, 60, '#4B2E1F', 2),
    rect(-74, -60, 42, 34, pane) + rect(38, -60, 30, 34, pane),
    line('M-53 -60V-26M-74 -43H-32M53 -60V-26', '#4B2E1F', 3),
  ].join('')
}

function hammock(color: string = acme.ember): string {
  const trunk = (x: number) => rect(x - 8, -210, 16, 214, '#4F3A2C', 4)
  return [
    trunk(-150) + trunk(150),
    line('M-146 -124L-100 -92M146 -124L100 -92', acme.canvas, 3),
    path('M-104 -94Q0 -4 104 -94Q92 -34 0 -20Q-92 -34 -104 -94Z', color),
    path('M-104 -94Q0 -4 104 -94Q60 -50 0 -48Q-60 -50 -104 -94Z', darken(color, 0.25)),
    path('M-60 -66Q-54 -94 -34 -84L44 -62Q60 -60 62 -70Q40 -40 0 -44Z', acme.canvas),
  ].join('')
}

function jetty(): string {
  const planks = [0, 1, 2, 3, 4, 5, 6].map((i) => {
    const [half, y] = [44 + i * 13, -70 + i * 12]
    return polygon(
      [
        [-half, y],
        [half, y],
        [half + 11, y + 9],
        [-half - 11, y + 9],
      ],
      i % 2 ? '#8A6546' : '#9C7552',
    )
  })
  return line('M-48 -70V-102M48 -70V-102', '#4F3A2C', 8) + planks.join('')
}

function flag(color: string = acme.ember): string {
  return (
    line('M0 0V-170', acme.canvas, 6) +
    path('M2 -168C30 -182 50 -152 96 -166V-112C50 -98 30 -128 2 -114Z', color)
  )
}
