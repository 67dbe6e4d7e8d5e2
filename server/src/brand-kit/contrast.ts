import { contrastRatio, over } from '@atelier/filling/contrast'
import { z } from 'zod'
import { Id } from '../wire.ts'
import { rgbOfHex } from './notations.ts'

/**
 * The thresholds of WCAG 2.2, success criteria 1.4.3 and 1.4.6. Ratios are not rounded: 4.499 does not meet
 * 4.5.
 */
const thresholds = {
  text: { AA: 4.5, AAA: 7 },
  large_text: { AA: 3, AAA: 4.5 },
} as const

/** Minimum contrast of non-text elements (WCAG 1.4.11). There is no level AAA. */
const uiThreshold = 3

const level = z.enum(['AA', 'AAA']).nullable()

const Pair = z
  .object({
    foreground: Id('color'),
    background: Id('color'),
    ratio: z.number().min(1).max(21).describe('Contrast ratio, 1 to 21, rounded down to two decimal places.'),
    text: level.describe('WCAG level for normal text. Null if the pair meets no level.'),
    large_text: level.describe(
      'WCAG level for large text: at least 18 pt, or 14 pt bold. Null if the pair meets no level.',
    ),
    ui: z
      .enum(['AA'])
      .nullable()
      .describe('WCAG level for user interface components and graphics. Null if the pair does not meet AA.'),
    safe_for_text: z.boolean().describe('Whether text of any size meets level AA.'),
  })
  .meta({ id: 'ContrastPair' })

export const pairs = z.object({
  brand_kit_id: Id('brandKit'),
  version: z.int().describe('Version of the brand kit from which the ratios were computed.'),
  colors: z.array(z.object({ id: Id('color'), name: z.string(), hex: z.string(), opacity: z.number() })),
  pairs: z.array(Pair).describe('All pairs of a foreground and a background color.'),
})

type ContrastColor = { id: string; name: string; hex: string; opacity: number }
type ContrastKit = { id: string; version: number; colors: ContrastColor[] }

export function contrastOf({ id, version, colors }: ContrastKit): z.input<typeof pairs> {
  return {
    brand_kit_id: id,
    version,
    colors: colors.map(({ id, name, hex, opacity }) => ({ id, name, hex, opacity })),
    pairs: colors.flatMap((foreground) =>
      colors.filter((other) => other !== foreground).map((background) => pairOf(foreground, background)),
    ),
  }
}

function pairOf(foreground: ContrastColor, background: ContrastColor): z.input<typeof Pair> {
  const ground = rgbOfHex(background.hex)
  const ratio = contrastRatio(over(rgbOfHex(foreground.hex), foreground.opacity, ground), ground)
  return {
    foreground: foreground.id,
    background: background.id,
    ratio: Math.floor(ratio * 100) / 100,
    text: levelOf(ratio, 'text'),
    large_text: levelOf(ratio, 'large_text'),
    ui: ratio >= uiThreshold ? 'AA' : null,
    safe_for_text: ratio >= thresholds.text.AA,
  }
}

function levelOf(ratio: number, use: keyof typeof thresholds) {
  const { AA, AAA } = thresholds[use]
  return ratio >= AAA ? 'AAA' : ratio >= AA ? 'AA' : null
}
