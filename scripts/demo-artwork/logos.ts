import { textWidth, write } from './lettering.ts'
import { acme, globex } from './palettes.ts'
import { at, circle, clippedTo, ellipse, polygon } from './svg.ts'

export type LogoColors = { ink: string; accent: string; paper: string }

export const acmeColors = {
  light: { ink: acme.forest, accent: acme.ember, paper: acme.cream },
  dark: { ink: acme.cream, accent: acme.sun, paper: acme.forest },
  black: { ink: '#111111', accent: '#111111', paper: '#FFFFFF' },
  white: { ink: '#FFFFFF', accent: '#FFFFFF', paper: '#111111' },
} as const satisfies Record<string, LogoColors>

export const globexColors = {
  light: { ink: globex.ink, accent: globex.blue, paper: globex.white },
  dark: { ink: globex.white, accent: globex.cyan, paper: globex.ink },
  black: { ink: '#111111', accent: '#111111', paper: '#FFFFFF' },
  white: { ink: '#FFFFFF', accent: '#FFFFFF', paper: '#111111' },
} as const satisfies Record<string, LogoColors>

/** Two peaks in front of a sun, in a disc. 100 units wide, centered at 0,0. */
export function acmeMark({ ink, accent, paper }: LogoColors): string {
  const inside = [
    circle(16, -14, 15, accent === ink ? paper : accent),
    polygon(
      [
        [-58, 40],
        [-14, -24],
        [30, 40],
      ],
      paper,
    ),
    polygon(
      [
        [-14, -24],
        [-3.6, -9],
        [-11, -4],
        [-17, -10],
        [-24, -9.5],
      ],
      accent === ink ? ink : accent,
    ),
    polygon(
      [
        [0, 40],
        [26, 2],
        [60, 40],
      ],
      paper,
      'opacity=".72"',
    ),
  ].join('')
  return circle(0, 0, 50, ink) + clippedTo(circle(0, 0, 44, '#000'), 0, 0, inside)
}

export function acmeWordmark(
  x: number,
  y: number,
  size: number,
  color: string,
  anchor: 'start' | 'middle' | 'end' = 'start',
): string {
  return write('ACME', x, y, { size, color, weight: 0.2, tracking: 0.06, anchor })
}

/** Mark and wordmark in a row, `size` high, starting at x. */
export function acmeLogo(x: number, y: number, size: number, colors: LogoColors): string {
  const mark = at(x + size / 2, y + size / 2, size / 100, acmeMark(colors))
  return mark + acmeWordmark(x + size * 1.32, y + size * 0.24, size * 0.52, colors.ink)
}

export const acmeLogoWidth = (size: number) =>
  size * 1.32 + textWidth('ACME', { size: size * 0.52, weight: 0.2, tracking: 0.06 })

/** A round badge with the founding year, for labels and stamps. */
export function acmeBadge(colors: LogoColors): string {
  const ring =
    circle(0, 0, 98, colors.ink) + circle(0, 0, 90, 'none', `stroke="${colors.paper}" stroke-width="2"`)
  return [
    ring,
    at(0, -24, 0.82, acmeMark({ ...colors, ink: colors.paper, paper: colors.ink })),
    acmeWordmark(0, 27, 21, colors.paper, 'middle'),
    write('SINCE 1987', 0, 58, {
      size: 9,
      color: colors.accent,
      weight: 0.16,
      tracking: 0.14,
      anchor: 'middle',
    }),
  ].join('')
}

/** A globe in an orbit with a bright point. 100 units wide, centered at 0,0. */
export function globexMark({ ink, accent, paper }: LogoColors): string {
  const orbit =
    ellipse(0, 0, 60, 20, 'none', `stroke="${paper}" stroke-width="13"`) +
    ellipse(0, 0, 60, 20, 'none', `stroke="${accent}" stroke-width="6"`)
  return at(
    0,
    0,
    0.86,
    circle(0, 0, 42, ink) +
      at(0, 0, 1, orbit + circle(51, -10.5, 13, paper) + circle(51, -10.5, 9.5, accent), -28),
  )
}

export function globexWordmark(
  x: number,
  y: number,
  size: number,
  color: string,
  anchor: 'start' | 'middle' | 'end' = 'start',
): string {
  return write('globex', x, y, { size, color, weight: 0.15, tracking: 0.02, anchor })
}

export function globexLogo(x: number, y: number, size: number, colors: LogoColors): string {
  const mark = at(x + size / 2, y + size / 2, size / 100, globexMark(colors))
  return mark + globexWordmark(x + size * 1.22, y + size * 0.22, size * 0.5, colors.ink)
}

export const globexLogoWidth = (size: number) =>
  size * 1.22 + textWidth('globex', { size: size * 0.5, weight: 0.15, tracking: 0.02 })
