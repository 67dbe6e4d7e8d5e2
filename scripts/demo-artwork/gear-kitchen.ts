import { darken, lighten } from './color.ts'
import { acme } from './palettes.ts'
import { circle, ellipse, line, path, polygon, rect } from './svg.ts'

// Products are drawn in a box of 400 by 400 around 0,0, standing on the line y = 150.

const steel = '#C4CCCB'

export function mug(color: string): string {
  const speckles = [
    [-70, -30],
    [-52, 40],
    [-20, 108],
    [12, -44],
    [30, 70],
    [48, 10],
    [-74, 96],
    [-6, 4],
    [-36, -8],
  ]
  return [
    line('M72 -34C150 -46 152 92 68 84', color, 22),
    line('M74 -24C132 -32 134 78 70 74', darken(color, 0.3), 4),
    path('M-98 -76L-90 130Q-88 150 -68 150H46Q66 150 68 130L76 -76Z', color),
    path('M36 -76L24 150H46Q66 150 68 130L76 -76Z', '#0B1416', 'opacity=".14"'),
    path('M-90 -60L-84 120Q-83 134 -76 140L-70 -60Z', '#FFFFFF', 'opacity=".16"'),
    speckles.map(([x, y]) => circle(x!, y!, 2.6, '#FFFFFF', 'opacity=".45"')).join(''),
    polygon(
      [
        [-58, 72],
        [-18, 8],
        [22, 72],
      ],
      acme.cream,
    ) +
      polygon(
        [
          [-10, 72],
          [16, 32],
          [40, 72],
        ],
        acme.sun,
      ),
    rect(-104, -88, 186, 18, darken(color, 0.55), 9),
  ].join('')
}

export function steam(): string {
  return [
    'M-50 -112C-70 -140 -30 -156 -50 -188',
    'M-10 -112C-30 -140 10 -156 -10 -188',
    'M30 -112C10 -140 50 -156 30 -188',
  ]
    .map((data) => line(data, '#FFFFFF', 9, 'opacity=".6"'))
    .join('')
}

export function kettle(color: string): string {
  return [
    line('M-84 -8C-96 -150 96 -150 84 -8', darken(color, 0.6), 13),
    line('M-44 -112C-20 -122 20 -122 44 -112', '#9C7552', 20),
    path('M96 84L166 4Q176 -4 186 4L190 10L118 132Z', darken(color, 0.12)),
    path('M-120 150Q-152 40 -74 -14H74Q152 40 120 150Z', color),
    path('M40 -14H74Q152 40 120 150H60Q110 60 40 -14Z', '#0B1416', 'opacity=".14"'),
    path('M-112 120Q-128 40 -72 6Q-96 60 -84 120Z', '#FFFFFF', 'opacity=".2"'),
    path('M-66 -14Q0 -64 66 -14Z', darken(color, 0.2)) + circle(0, -46, 13, '#9C7552'),
    rect(-126, 134, 252, 16, darken(color, 0.45), 8),
  ].join('')
}

export function pot(color: string): string {
  return [
    line('M-128 20H-168Q-176 40 -160 46H-126M128 20H168Q176 40 160 46H126', darken(color, 0.55), 12),
    path('M-130 -20V112Q-130 150 -92 150H92Q130 150 130 112V-20Z', color),
    path('M64 -20V150H92Q130 150 130 112V-20Z', '#0B1416', 'opacity=".15"'),
    rect(-112, -4, 16, 120, '#FFFFFF', 8, 'opacity=".2"'),
    path('M-136 -22Q-120 -74 0 -74Q120 -74 136 -22Z', lighten(color, 0.18)),
    rect(-142, -30, 284, 16, darken(color, 0.5), 8),
    rect(-26, -100, 52, 18, '#9C7552', 9) + rect(-6, -88, 12, 18, '#7A5A3E'),
  ].join('')
}

export function stove(color: string): string {
  const flames = [-44, -16, 16, 44].map(
    (x) =>
      path(`M${x} -60C${x + 14} -84 ${x + 6} -98 ${x} -118C${x - 6} -98 ${x - 14} -84 ${x} -60Z`, '#6FB8E8') +
      path(`M${x} -60C${x + 7} -74 ${x + 3} -84 ${x} -94C${x - 3} -84 ${x - 7} -74 ${x} -60Z`, '#E6F6FF'),
  )
  return [
    line('M-20 -10L-100 -66M20 -10L100 -66M0 -10V-60', '#4A5355', 9),
    line('M-112 -68H-84M112 -68H84', '#4A5355', 11),
    flames.join(''),
    rect(-58, -62, 116, 16, '#5B6567', 6) + rect(-14, -48, 28, 62, steel),
    line('M14 -6H74', '#9AA3A2', 7) + circle(84, -6, 12, color),
    path('M-92 62Q-92 26 -30 12H30Q92 26 92 62V132Q92 150 74 150H-74Q-92 150 -92 132Z', color),
    path('M52 18Q92 30 92 62V132Q92 150 74 150H44Z', '#0B1416', 'opacity=".15"'),
    rect(-92, 70, 184, 46, acme.cream) +
      polygon(
        [
          [-30, 108],
          [0, 76],
          [30, 108],
        ],
        acme.forest,
      ),
  ].join('')
}

export function bottle(color: string): string {
  return [
    rect(-26, -190, 52, 34, '#3B4446', 8) + line('M-40 -176C-40 -206 40 -206 40 -176', '#3B4446', 9),
    path(
      'M-34 -156H34V-136Q72 -122 72 -84V122Q72 150 44 150H-44Q-72 150 -72 122V-84Q-72 -122 -34 -136Z',
      color,
    ),
    path('M30 -136Q72 -122 72 -84V122Q72 150 44 150H30Z', '#0B1416', 'opacity=".16"'),
    rect(-58, -80, 14, 190, '#FFFFFF', 7, 'opacity=".22"'),
    rect(-72, -20, 144, 74, acme.cream),
    polygon(
      [
        [-42, 42],
        [-8, -10],
        [26, 42],
      ],
      acme.forest,
    ) +
      polygon(
        [
          [0, 42],
          [22, 8],
          [44, 42],
        ],
        acme.ember,
      ),
    rect(-38, -162, 76, 12, steel, 4),
  ].join('')
}

export function cooler(color: string): string {
  return [
    line('M-120 -30C-120 -130 120 -130 120 -30', '#E3E0D6', 16),
    rect(-160, -24, 320, 174, color, 22) + rect(96, -24, 64, 174, '#0B1416', 22, 'opacity=".13"'),
    rect(-170, -52, 340, 58, acme.cream, 18) + rect(-30, -16, 60, 44, '#3B4446', 8),
    rect(-160, 112, 320, 14, darken(color, 0.3)),
    polygon(
      [
        [-116, 92],
        [-84, 44],
        [-52, 92],
      ],
      acme.cream,
      'opacity=".9"',
    ),
    ellipse(-110, 150, 22, 7, '#3B4446') + ellipse(110, 150, 22, 7, '#3B4446'),
  ].join('')
}
