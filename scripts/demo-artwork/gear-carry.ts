import { darken, lighten } from './color.ts'
import { acme } from './palettes.ts'
import { circle, line, path, polygon, rect } from './svg.ts'

// Products are drawn in a box of 400 by 400 around 0,0, standing on the line y = 150.

const strap = '#2B3133'

export function backpack(color: string): string {
  const buckle = (x: number) => line(`M${x} -84V4`, strap, 9) + rect(x - 11, -38, 22, 20, '#C4CCCB', 4)
  return [
    line('M-34 -160C-34 -196 34 -196 34 -160', strap, 11),
    path(
      'M-104 10Q-134 20 -130 100Q-128 128 -96 126ZM104 10Q134 20 130 100Q128 128 96 126Z',
      darken(color, 0.3),
    ),
    path('M-104 -90Q-104 -166 0 -166Q104 -166 104 -90V110Q104 150 62 150H-62Q-104 150 -104 110Z', color),
    path('M50 -158Q104 -140 104 -90V110Q104 150 62 150H44Z', '#0B1416', 'opacity=".14"'),
    path(
      'M-114 -78Q-116 -172 0 -172Q116 -172 114 -78Q114 -62 98 -62H-98Q-114 -62 -114 -78Z',
      lighten(color, 0.14),
    ),
    rect(-74, 4, 148, 110, darken(color, 0.16), 20) + line('M-58 30H58', lighten(color, 0.3), 5),
    buckle(-50) + buckle(50),
    polygon(
      [
        [-26, 92],
        [0, 52],
        [26, 92],
      ],
      acme.cream,
    ),
    rect(-118, 118, 236, 42, acme.sun, 21) + line('M-50 118V160M50 118V160', strap, 9),
    circle(-118 + 21, 139, 10, darken(acme.sun, 0.3)),
  ].join('')
}

export function daypack(color: string): string {
  return [
    line('M-26 -140C-26 -176 26 -176 26 -140', strap, 11),
    path('M-96 -40Q-126 -10 -118 96L-92 120ZM96 -40Q126 -10 118 96L92 120Z', strap),
    path('M-98 -30Q-98 -146 0 -146Q98 -146 98 -30V104Q98 150 52 150H-52Q-98 150 -98 104Z', color),
    path('M44 -138Q98 -120 98 -30V104Q98 150 52 150H36Z', '#0B1416', 'opacity=".14"'),
    line('M-76 4C-76 -150 76 -150 76 4', darken(color, 0.45), 5),
    path('M-82 30H82V104Q82 132 54 132H-54Q-82 132 -82 104Z', lighten(color, 0.16)),
    line('M-82 30H82', darken(color, 0.45), 6) + line('M60 30V52', acme.sun, 7),
    rect(-30, -58, 60, 40, '#8C5B3A', 8) +
      polygon(
        [
          [-16, -26],
          [0, -50],
          [16, -26],
        ],
        acme.cream,
      ),
  ].join('')
}

export function rolltop(color: string): string {
  return [
    path('M-92 -96H92L104 118Q104 150 72 150H-72Q-104 150 -104 118Z', color),
    path('M40 -96H92L104 118Q104 150 72 150H40Z', '#0B1416', 'opacity=".14"'),
    rect(-96, -132, 192, 40, darken(color, 0.22), 16) + rect(-102, -160, 204, 36, lighten(color, 0.12), 18),
    line('M-96 -142L-112 -40M96 -142L112 -40', strap, 9),
    line('M0 -160V60', strap, 12) + rect(-15, -62, 30, 26, '#C4CCCB', 5),
    rect(-72, 22, 144, 96, darken(color, 0.14), 12) + line('M-72 52H72', darken(color, 0.4), 5),
    polygon(
      [
        [-26, 106],
        [0, 66],
        [26, 106],
      ],
      acme.cream,
    ),
  ].join('')
}

export function duffel(color: string): string {
  return [
    line('M-76 -20C-70 -150 70 -150 76 -20', strap, 12),
    rect(-178, -36, 356, 186, color, 70),
    path('M108 -36Q178 -36 178 34V80Q178 150 108 150Q140 60 108 -36Z', darken(color, 0.22)),
    path('M-108 -36Q-178 -36 -178 34V80Q-178 150 -108 150Q-140 60 -108 -36Z', darken(color, 0.1)),
    line('M-76 -36V150M76 -36V150', strap, 14),
    line('M-130 -16H130', lighten(color, 0.35), 5) + line('M112 -16V12', acme.sun, 7),
    rect(-42, 30, 84, 70, lighten(color, 0.14), 10) +
      polygon(
        [
          [-24, 86],
          [0, 48],
          [24, 86],
        ],
        acme.cream,
      ),
  ].join('')
}

export function sleepingBag(color: string): string {
  const quilt = [-70, -30, 10, 50, 90].map((y) =>
    line(
      `M${-96 + Math.abs(y - 10) / 9} ${y}Q0 ${y + 18} ${96 - Math.abs(y - 10) / 9} ${y}`,
      darken(color, 0.2),
      4,
    ),
  )
  return [
    path(
      'M-60 -176C-110 -160 -116 -60 -104 30Q-96 150 -50 150H50Q96 150 104 30C116 -60 110 -160 60 -176Q0 -196 -60 -176Z',
      color,
    ),
    path('M60 -176C110 -160 116 -60 104 30Q96 150 50 150H24Q80 0 30 -184Z', '#0B1416', 'opacity=".13"'),
    quilt.join(''),
    path(
      'M-52 -158C-78 -140 -76 -96 -50 -88Q0 -76 50 -88C76 -96 78 -140 52 -158Q0 -174 -52 -158Z',
      darken(color, 0.42),
    ),
    path('M-40 -112Q0 -136 40 -112Q44 -96 30 -94H-30Q-44 -96 -40 -112Z', acme.cream),
    line('M84 -80C94 0 84 80 56 136', acme.sun, 6),
  ].join('')
}
