import { darken, lighten } from './color.ts'
import { acme } from './palettes.ts'
import { at, circle, ellipse, glow, line, path, polygon, rect } from './svg.ts'

// Products are drawn in a box of 400 by 400 around 0,0, standing on the line y = 150.

export function lantern(color: string): string {
  return [
    line('M-72 -100C-90 -214 90 -214 72 -100', '#3B4446', 8),
    path('M-56 -104Q-50 -146 0 -146Q50 -146 56 -104Z', color) +
      rect(-18, -164, 36, 22, darken(color, 0.3), 6),
    rect(-76, -110, 152, 20, darken(color, 0.25), 8),
    path('M-64 -90H64Q84 -10 64 70H-64Q-84 -10 -64 -90Z', '#FFF3CF'),
    glow(0, -4, 92, '#FFB94A', 0.95),
    path('M0 -44C20 -20 22 -6 18 8C12 22 -12 22 -18 8C-24 -10 -8 -18 0 -44Z', acme.ember),
    path('M0 -16C10 -4 10 4 8 10C4 16 -5 16 -8 10C-10 2 -4 -4 0 -16Z', '#FFF0C2'),
    line('M-70 -90C-88 -10 -88 0 -70 70M70 -90C88 -10 88 0 70 70M0 -90V-60M0 40V70', '#3B4446', 5),
    rect(-78, 66, 156, 20, darken(color, 0.25), 8),
    path('M-84 86H84L96 132Q98 150 80 150H-80Q-98 150 -96 132Z', color),
    path('M40 86H84L96 132Q98 150 80 150H50Z', '#0B1416', 'opacity=".16"'),
    polygon(
      [
        [-24, 134],
        [0, 98],
        [24, 134],
      ],
      acme.cream,
    ),
  ].join('')
}

export function headlamp(color: string): string {
  return [
    ellipse(0, 10, 150, 96, 'none', `stroke="${darken(color, 0.3)}" stroke-width="34"`),
    ellipse(0, 10, 150, 96, 'none', `stroke="${acme.sun}" stroke-width="5" stroke-dasharray="22 16"`),
    line('M0 -86V-30', darken(color, 0.3), 26),
    rect(-78, 36, 156, 114, '#2B3133', 28) + rect(-78, 36, 156, 100, color, 28),
    circle(-22, 86, 38, '#2B3133') + circle(-22, 86, 29, '#FFF3CF') + glow(-22, 86, 60, '#FFD98A', 0.9),
    circle(42, 68, 13, '#E9EFEA') + rect(28, 96, 30, 14, acme.ember, 7),
  ].join('')
}

export function compass(color: string): string {
  const ticks = Array.from({ length: 24 }, (_, i) =>
    at(0, 0, 1, line('M0 -100V-112', '#2B3133', i % 6 ? 3 : 7), i * 15),
  )
  return [
    rect(-20, -176, 40, 40, darken(color, 0.3), 10) +
      circle(0, -180, 24, 'none', `stroke="${darken(color, 0.3)}" stroke-width="9"`),
    circle(0, 0, 150, color) + circle(0, 0, 132, darken(color, 0.3)) + circle(0, 0, 122, acme.cream),
    ticks.join(''),
    at(
      0,
      0,
      1,
      polygon(
        [
          [0, -96],
          [-22, 0],
          [22, 0],
        ],
        acme.ember,
      ) +
        polygon(
          [
            [0, 96],
            [-22, 0],
            [22, 0],
          ],
          acme.lake,
        ) +
        polygon(
          [
            [0, -96],
            [0, 0],
            [22, 0],
          ],
          darken(acme.ember, 0.2),
        ) +
        polygon(
          [
            [0, 96],
            [0, 0],
            [22, 0],
          ],
          darken(acme.lake, 0.25),
        ),
      32,
    ),
    circle(0, 0, 12, '#2B3133') +
      path('M-104 -66A122 122 0 0 1 20 -120L-60 60A122 122 0 0 1 -104 -66Z', '#FFFFFF', 'opacity=".25"'),
  ].join('')
}

export function axe(color: string): string {
  return at(
    10,
    0,
    1,
    [
      path('M-16 -150Q0 -158 14 -150L20 150Q22 172 2 172Q-18 172 -14 150Z', '#B98A5A'),
      path('M4 -154L14 -150L20 150Q22 170 6 172Z', '#0B1416', 'opacity=".14"'),
      rect(-16, 92, 36, 54, color, 8),
      path('M-26 -146H34V-80H-26Q-60 -76 -104 -40Q-128 -110 -104 -176Q-70 -150 -26 -146Z', '#7C8788'),
      path('M-104 -40Q-128 -110 -104 -176L-88 -162Q-106 -110 -88 -54Z', '#DDE3E1'),
      path('M-26 -146H34V-80H-26Z', darken(color, 0.1)),
    ].join(''),
    24,
  )
}

export function chair(color: string): string {
  return [
    line('M-110 -120L70 146M100 10L-90 146', '#5A6466', 13),
    line('M-80 -120L110 146M130 10L-60 146', '#7C8788', 13),
    path('M-124 -140Q-90 -154 -56 -146L-14 4Q40 22 120 4Q136 2 136 20Q136 46 60 54Q-20 62 -62 34Z', color),
    path('M-124 -140Q-108 -148 -92 -149L-38 26Q-52 38 -62 34Z', darken(color, 0.22)),
    path('M-14 4Q40 22 120 4Q136 2 136 20Q60 44 -8 24Z', lighten(color, 0.16)),
    polygon(
      [
        [-66, -70],
        [-56, -100],
        [-34, -76],
      ],
      acme.cream,
    ),
  ].join('')
}
