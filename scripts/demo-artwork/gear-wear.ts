import { darken, lighten } from './color.ts'
import { acme } from './palettes.ts'
import { circle, ellipse, line, path, polygon, rect } from './svg.ts'

// Products are drawn in a box of 400 by 400 around 0,0, standing on the line y = 150.

export function boot(color: string): string {
  const laces = [-86, -58, -30, -2].map((y, i) =>
    line(`M${-8 + i * 9} ${y}L${40 + i * 13} ${y + 8}`, acme.cream, 7),
  )
  return [
    path('M-96 -134H42L58 6Q64 26 110 40Q164 56 166 106H-104Q-112 20 -96 -134Z', color),
    path('M-96 -134H-30L-44 106H-104Q-112 20 -96 -134Z', darken(color, 0.2)),
    path('M-8 -134H42L58 6Q64 22 92 34L40 40Q14 0 -8 -134Z', lighten(color, 0.16)),
    path('M82 106Q86 52 118 42Q164 58 166 106Z', darken(color, 0.32)),
    laces.join('') + rect(-104, -152, 152, 30, darken(color, 0.45), 15),
    path('M-110 100H168Q180 104 174 124L168 150H126L118 138H-8L-16 150H-100Q-116 130 -110 100Z', '#2B3133'),
    rect(-110, 98, 280, 12, acme.sun, 6) +
      polygon(
        [
          [-88, 60],
          [-70, 30],
          [-52, 60],
        ],
        acme.cream,
      ),
  ].join('')
}

export function jacket(color: string): string {
  return [
    path(
      'M-72 -112L-140 -70Q-160 -58 -162 -30L-172 104Q-172 116 -160 118L-128 120L-108 -20Z',
      darken(color, 0.16),
    ),
    path('M72 -112L140 -70Q160 -58 162 -30L172 104Q172 116 160 118L128 120L108 -20Z', darken(color, 0.24)),
    path('M-74 -114Q0 -86 74 -114Q112 -100 112 -60V150H-112V-60Q-112 -100 -74 -114Z', color),
    path('M0 -100Q40 -100 74 -114Q112 -100 112 -60V150H0Z', '#0B1416', 'opacity=".1"'),
    path(
      'M-112 -40Q0 -4 112 -40V-60Q112 -100 74 -114Q0 -86 -74 -114Q-112 -100 -112 -60Z',
      lighten(color, 0.16),
    ),
    path('M-70 -112Q-76 -178 0 -180Q76 -178 70 -112Q40 -78 0 -78Q-40 -78 -70 -112Z', darken(color, 0.12)),
    ellipse(0, -122, 44, 36, darken(color, 0.5)),
    line('M0 -80V148', acme.sun, 6) + line('M-84 76L-46 56M84 76L46 56', darken(color, 0.5), 7),
    polygon(
      [
        [44, 4],
        [62, -24],
        [80, 4],
      ],
      acme.cream,
    ) + rect(-112, 136, 224, 14, darken(color, 0.3), 6),
  ].join('')
}

export function beanie(color: string): string {
  const ribs = Array.from({ length: 13 }, (_, i) => line(`M${-120 + i * 20} 70V126`, darken(color, 0.25), 4))
  return [
    circle(0, -128, 42, acme.cream) + circle(12, -118, 26, darken(acme.cream, 0.08)),
    path('M-128 66Q-136 -100 0 -100Q136 -100 128 66Z', color),
    path('M40 -96Q136 -76 128 66H70Q86 -40 40 -96Z', '#0B1416', 'opacity=".13"'),
    path(
      'M-128 30L-96 -6L-64 30L-32 -6L0 30L32 -6L64 30L96 -6L128 30V50L96 14L64 50L32 14L0 50L-32 14L-64 50L-96 14L-128 50Z',
      acme.sun,
    ),
    rect(-142, 58, 284, 82, lighten(color, 0.12), 24) + ribs.join(''),
    rect(34, 78, 58, 40, '#8C5B3A', 6) +
      polygon(
        [
          [48, 110],
          [63, 86],
          [78, 110],
        ],
        acme.cream,
      ),
  ].join('')
}
