import bidiFactory, { type Bidi } from 'bidi-js'
import type { Instance } from './font-face.ts'
import { type FontStack, fontStack } from './font-stack.ts'
import type { Fonts } from './fonts.ts'
import { clustersOf, type Item, itemize, type Missing } from './itemize.ts'
import { type Glyph, shape } from './shape.ts'
import { withSmallCaps } from './small-caps.ts'
import type { Span } from './text-content.ts'
import type { TextStyle } from './text-style.ts'

/** A shaped text that can be broken into lines of any width and size. */
export type Paragraph = {
  text: string
  /** The text before conversion to small capitals, with the same length. */
  written: string
  spans: readonly Span[]
  clusters: readonly { start: number; end: number }[]
  items: readonly Item[]
  runs: readonly (readonly Glyph[])[]
  missing: readonly Missing[]
  /** The advance of the preceding text at each index, in logical order and user units. */
  reach: Float64Array
  /** Whether the first strong character makes the text right to left. */
  isRightToLeft: boolean
  stacks: readonly FontStack[]
}

/** A glyph on a line. Lengths are in user units, and y points down from the baseline. */
export type PlacedGlyph = {
  instance: Instance
  id: number
  x: number
  y: number
  advance: number
  cluster: number
  span: number
  size: number
  level: number
  /** Radians. */
  rotation: number
  /** A factor of the glyph's width. */
  stretch: number
}

export type Line = { glyphs: PlacedGlyph[]; width: number }

/** The types of this package are for an ES module, but Node loads the package as CommonJS. */
const bidi = (bidiFactory as unknown as () => Bidi)()
const rightToLeft =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

export const isRightToLeftText = (text: string) => rightToLeft.test(text)

/** @param direction the direction of the paragraph. If automatic, the first strong character decides. */
export function prepare(
  written: string,
  styled: readonly Span[],
  fonts: Fonts,
  direction: 'ltr' | 'rtl' | 'auto',
): Paragraph {
  const stackOf = stackReader(fonts, written)
  const { text, spans } = withSmallCaps(written, styled, stackOf)
  const { levels, isRightToLeft } = levelsOf(text, spans, direction)
  const clusters = clustersOf(text)
  const stacks = spans.map(({ style }) => stackOf(style))
  const parts = spans.map(({ start, end, style }, index) => ({
    start,
    end,
    stack: stacks[index]!,
    isVertical: style.isVertical,
    isUpright: style.isUpright,
  }))
  const { items, missing } = itemize(text, clusters, parts, levels)
  const runs = items.map((item) => shape(text, item, shapeOptions(spans[item.span]!.style)))
  const paragraph = { text, written, spans, clusters, items, runs, missing, isRightToLeft, stacks }
  return { ...paragraph, reach: reachOf(paragraph) }
}

/** Caches stacks by style. */
function stackReader(fonts: Fonts, text: string): (style: TextStyle) => FontStack {
  const known = new Map<TextStyle, FontStack>()
  return (style) => {
    const before = known.get(style)
    if (before) return before
    const stack = stackFor(fonts, style, text)
    known.set(style, stack)
    return stack
  }
}

/**
 * Han characters have different forms per language. If no language is set, the language is derived from the
 * surrounding text.
 */
function stackFor(fonts: Fonts, style: TextStyle, text: string): FontStack {
  const language =
    style.language !== '' && /^(ja|ko|zh)/.test(style.language) ? style.language : languageOf(text)
  const { families, size, weight, width, italic, axes } = style
  return fontStack(fonts, {
    families,
    size,
    weight,
    width,
    italic,
    axes,
    language: language ?? style.language,
  })
}

function languageOf(text: string): string | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  return /\p{Script=Bopomofo}/u.test(text) ? 'zh-hant' : undefined
}

function levelsOf(text: string, spans: readonly Span[], direction: 'ltr' | 'rtl' | 'auto') {
  const own = spans[0]?.style
  if (own?.isOverride) {
    const level = own.direction === 'rtl' ? 1 : 0
    return { levels: new Uint8Array(text.length).fill(level), isRightToLeft: level === 1 }
  }
  if (direction !== 'rtl' && !rightToLeft.test(text))
    return { levels: new Uint8Array(text.length), isRightToLeft: false }
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, direction)
  return { levels, isRightToLeft: ((paragraphs[0]?.level ?? 0) & 1) === 1 }
}

/** Letter-spaced text has no ligatures (CSS Text 3 §8.2). */
export function shapeOptions(style: TextStyle) {
  const features =
    style.letterSpacing === 0 ? style.features : [...style.features, 'liga=0', 'clig=0', 'dlig=0', 'hlig=0']
  return { features, language: style.language }
}

function reachOf({ text, spans, clusters, items, runs }: Omit<Paragraph, 'reach'>): Float64Array {
  const advances = new Float64Array(text.length + 1)
  for (const [index, glyphs] of runs.entries()) {
    const { start, span, instance } = items[index]!
    const scale = spans[span]!.style.size / instance.unitsPerEm
    for (const glyph of glyphs) advances[start + glyph.cluster]! += glyph.advance * scale
  }
  let span = 0
  for (const { start } of clusters) {
    while (span + 1 < spans.length && start >= spans[span]!.end) span++
    advances[start]! += spacingAt(text, start, spans[span]?.style)
  }
  const reach = new Float64Array(text.length + 1)
  for (let index = 0; index < text.length; index++) reach[index + 1] = reach[index]! + advances[index]!
  return reach
}

function spacingAt(text: string, index: number, style: TextStyle | undefined): number {
  if (!style || text[index] === '\n') return 0
  const char = text[index]
  return style.letterSpacing + (char === ' ' || char === '\u00a0' ? style.wordSpacing : 0)
}

/** Positions the glyphs of a part of the text in visual order, starting at 0 and going right (UAX 9, L2). */
export function placeLine(paragraph: Paragraph, start: number, end: number): Line {
  const { text, spans, items, runs } = paragraph
  const parts: { item: Item; glyphs: readonly Glyph[] }[] = []
  for (const [index, item] of items.entries()) {
    if (item.end <= start || item.start >= end) continue
    const isWhole = item.start >= start && item.end <= end
    const part = isWhole
      ? item
      : { ...item, start: Math.max(start, item.start), end: Math.min(end, item.end) }
    const glyphs = isWhole ? runs[index]! : shape(text, part, shapeOptions(spans[item.span]!.style))
    parts.push({ item: part, glyphs })
  }
  const placed: PlacedGlyph[] = []
  let x = 0
  for (const { item, glyphs } of inVisualOrder(parts)) {
    const { size } = spans[item.span]!.style
    const scale = size / item.instance.unitsPerEm
    const { ascent, descent } = item.instance
    // Rotated glyphs are centered on the line like upright glyphs.
    const aside = (-(ascent - descent) / 2) * size
    for (const [index, glyph] of glyphs.entries()) {
      const cluster = item.start + glyph.cluster
      // Letter spacing is added to the last glyph of a cluster.
      const isLast = glyphs[index + 1]?.cluster !== glyph.cluster
      const next = (item.level & 1 ? glyphs[index - 1] : glyphs[index + 1])?.cluster
      const clusterEnd = next === undefined || next <= glyph.cluster ? item.end : item.start + next
      const spacing = isLast ? spacingOf(paragraph, cluster, clusterEnd, item.span) : 0
      const advance = glyph.advance * scale + spacing
      placed.push({
        instance: item.instance,
        id: glyph.id,
        ...placeOf(item.orientation, x, glyph.dx * scale, glyph.dy * scale, aside),
        advance,
        cluster,
        span: item.span,
        size,
        level: item.level,
        stretch: 1,
      })
      x += advance
    }
  }
  return { glyphs: placed, width: x }
}

/** @param reach the advance along the line. */
function placeOf(orientation: Item['orientation'], reach: number, dx: number, dy: number, aside: number) {
  if (orientation === 'upright') return { x: dx, y: reach - dy, rotation: 0 }
  if (orientation === 'sideways') return { x: aside + dy, y: reach + dx, rotation: Math.PI / 2 }
  return { x: reach + dx, y: -dy, rotation: 0 }
}

/** A ligature represents several clusters, each with its letter spacing. */
function spacingOf({ text, spans }: Paragraph, start: number, end: number, span: number): number {
  const { style } = spans[span]!
  if (style.letterSpacing === 0 && style.wordSpacing === 0) return 0
  let spacing = spacingAt(text, start, style)
  if (style.letterSpacing === 0) return spacing
  for (const cluster of clustersOf(text.slice(start, end)).slice(1))
    spacing += spacingAt(text, start + cluster.start, style)
  return spacing
}

function inVisualOrder<Part extends { item: Item }>(parts: Part[]): Part[] {
  const highest = Math.max(0, ...parts.map(({ item }) => item.level))
  const ordered = [...parts]
  for (let level = highest; level >= 1; level--) {
    for (let from = 0; from < ordered.length; from++) {
      if (ordered[from]!.item.level < level) continue
      let to = from
      while (to < ordered.length && ordered[to]!.item.level >= level) to++
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = to
    }
  }
  return ordered
}
