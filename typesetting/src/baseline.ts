import { MetricsTag } from 'harfbuzzjs'
import type { Instance } from './font-face.ts'
import type { TextStyle } from './text-style.ts'

/** The offset below the baseline in user units, from `dominant-baseline` and `baseline-shift`. */
export function baselineOffset(style: TextStyle, primary: Instance | undefined): number {
  if (!primary) return -style.shift
  // Half the height of the font, as in Chromium.
  const half = (style.shiftHalves * (primary.ascent + primary.descent)) / 2
  return alignment(style.baseline, primary) * style.size - style.shift - half
}

/**
 * The position of a baseline in em (CSS Inline 3 §4.2). Missing metrics are derived from the font's height.
 */
function alignment(baseline: string, { ascent, descent, font, unitsPerEm }: Instance): number {
  const metric = (tag: MetricsTag, otherwise: number) => {
    const position = font.getMetricPosition(tag)
    return position ? position / unitsPerEm : otherwise
  }
  switch (baseline) {
    case 'middle':
      return metric(MetricsTag.X_HEIGHT, 0.5) / 2
    case 'central':
    case 'center':
      return (ascent - descent) / 2
    case 'hanging':
      return ascent * 0.8
    case 'mathematical':
      return ascent * 0.5
    case 'text-before-edge':
    case 'before-edge':
    case 'text-top':
    case 'top':
      return ascent
    case 'text-after-edge':
    case 'after-edge':
    case 'ideographic':
    case 'text-bottom':
    case 'bottom':
      return -descent
    default:
      return 0
  }
}
