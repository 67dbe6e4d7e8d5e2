import type { FontStack } from './font-stack.ts'
import type { Span } from './text-content.ts'
import type { TextStyle } from './text-style.ts'

/** The size relative to the surrounding text. Browsers use the same value for synthesized small capitals. */
const sizeOfCaps = 0.7

/**
 * Synthesizes small capitals for a font without them. The text keeps its length, so a letter whose capital
 * consists of two letters stays unchanged.
 */
export function withSmallCaps(
  text: string,
  spans: readonly Span[],
  stackOf: (style: TextStyle) => FontStack,
): { text: string; spans: readonly Span[] } {
  if (!spans.some(({ style }) => style.features.includes('smcp'))) return { text, spans }
  let shown = ''
  const split: Span[] = []
  for (const span of spans) {
    const { style, start, end } = span
    const own = text.slice(start, end)
    const face = style.features.includes('smcp') ? stackOf(style).primary()?.face : undefined
    if (!face || face.features.has('smcp')) {
      shown += own
      split.push(span)
      continue
    }
    const features = style.features.filter((feature) => feature !== 'smcp')
    const normal = { ...style, features }
    const small = { ...normal, size: style.size * sizeOfCaps }
    const isAll = style.features.includes('c2sc')
    let at = start
    for (const char of own) {
      const capital = char.toUpperCase()
      const isLower = capital !== char && capital.length === char.length
      const look = isLower || (isAll && char.toLowerCase() !== char) ? small : normal
      shown += isLower ? capital : char
      const last = split.at(-1)
      if (last && last.style === look) last.end = at + char.length
      else split.push({ ...span, start: at, end: at + char.length, style: look })
      at += char.length
    }
  }
  return { text: shown, spans: split }
}
