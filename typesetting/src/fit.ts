import { baselineOffset } from './baseline.ts'
import type { FitBox, Original } from './fit-box.ts'
import type { Fonts } from './fonts.ts'
import { hyphenationPoints } from './hyphenation.ts'
import { withHyphen } from './hyphens.ts'
import { type Breaks, breakLines, breaksOf, type LineRange } from './line-breaks.ts'
import { smallestPitch } from './line-pitch.ts'
import type { Block } from './markup.ts'
import { type Line, type Paragraph, placeLine, prepare } from './paragraph.ts'
import type { SetGlyph, SetLine } from './placed.ts'
import type { Fit } from './results.ts'
import type { TextStyle } from './text-style.ts'

export type FittedLines = {
  lines: { paragraph: Paragraph; line: SetLine; isMarker?: boolean }[]
  paragraphs: readonly Paragraph[]
  fontSize: number
  isShrunk: boolean
  isTruncated: boolean
  isOverflowing: boolean
}

type Prepared = { block: Block; paragraph: Paragraph; breaks: Breaks; bullet: Paragraph | undefined }
type Row = { prepared: Prepared; range: LineRange; isFirst: boolean }
type Attempt = { scale: number; rows: Row[]; fits: boolean; isCut: boolean }

const lineHeightUsual = 1.2
const minSizeUsual = 0.5
/** Number of sizes to try between the smallest and the designer's. */
const sizeSteps = 64
const rowsMax = 400
const tolerance = 1.0001

export function fitBlocks(
  blocks: readonly Block[],
  style: TextStyle,
  fonts: Fonts,
  fit: Fit,
  box: FitBox,
  original: Original,
): FittedLines {
  const direction = style.hasDirection ? style.direction : 'auto'
  const prepareBlock = (block: Block): Prepared => ({
    block,
    paragraph: prepare(block.text, block.spans, fonts, direction),
    breaks: breaksOf(block.text, fit.hyphenate ? hyphenationPoints(block.text, block.spans) : []),
    bullet:
      block.bullet === undefined
        ? undefined
        : prepare(
            block.bullet,
            [{ ...block.spans[0]!, start: 0, end: block.bullet.length }],
            fonts,
            direction,
          ),
  })
  let all = blocks.map(prepareBlock)
  const designed = (original.pitch ?? style.lineHeight ?? style.size * lineHeightUsual) / style.size
  const paragraphs = all.map(({ paragraph }) => paragraph)
  const pitch = original.isTall ? designed : Math.max(designed, smallestPitch(paragraphs, style.size))
  const wraps = fit.mode === 'wrap' || fit.mode === 'shrink_and_wrap' || fit.mode === 'ellipsis'
  const shrinks = fit.mode === 'shrink' || fit.mode === 'shrink_and_wrap'
  const linesMax = fit.maxLines ?? (fit.mode === 'ellipsis' ? 1 : Number.POSITIVE_INFINITY)
  const limits = { width: box.width, height: box.height, pitch: pitch * style.size, linesMax, wraps, style }
  const least = Math.min(1, Math.max(0.01, (fit.minSize ?? style.size * minSizeUsual) / style.size))
  let attempt = shrinks ? largest(all, limits, least) : tryAt(all, limits, 1)
  let isTruncated = false
  const mayCut = fit.mode === 'ellipsis' || (fit.mode !== 'none' && fit.maxLines !== undefined)
  if (!attempt.fits && mayCut) {
    const cut = truncated(all, limits, attempt.scale, prepareBlock)
    if (cut) {
      all = cut
      attempt = tryAt(all, limits, attempt.scale)
      isTruncated = true
    }
  }
  return {
    lines: placed(attempt, style, fit, box, original, pitch),
    paragraphs: all.map(({ paragraph }) => paragraph),
    fontSize: style.size * attempt.scale,
    isShrunk: attempt.scale < 1,
    isTruncated,
    isOverflowing: !attempt.fits,
  }
}

type Limits = {
  width: number
  height: number
  /** User units, at the designer's size. */
  pitch: number
  linesMax: number
  wraps: boolean
  style: TextStyle
}

function tryAt(all: readonly Prepared[], limits: Limits, scale: number): Attempt {
  const rows: Row[] = []
  let [height, isCut, isWide] = [0, false, false]
  for (const prepared of all) {
    const { paragraph, breaks, block } = prepared
    const width = (limits.width / scale) * tolerance - block.indent * limits.style.size
    height += block.gap * limits.pitch
    const ranges = limits.wraps
      ? breakLines(paragraph, breaks, width, rowsMax)
      : breakLines(paragraph, noBreaks(paragraph.text), Number.POSITIVE_INFINITY, 1)
    for (const [index, range] of ranges.entries()) {
      if (rows.length >= rowsMax) break
      rows.push({ prepared, range, isFirst: index === 0 })
      if (range.isCut) isCut = true
      if (paragraph.reach[range.end]! - paragraph.reach[range.start]! > width) isWide = true
    }
    height += ranges.length * limits.pitch
  }
  const { ascent, descent } = lineExtent(all)
  // Designers draw a box around the letters of a line, not around its ascent and descent.
  const last = rows.length > 1 ? (ascent + descent) * limits.style.size : limits.style.size
  const needed = (height - limits.pitch + last) * scale
  const fits = !isWide && rows.length <= limits.linesMax && needed <= limits.height * tolerance
  return { scale, rows, fits, isCut }
}

const noBreaks = ({ length }: string): Breaks => ({ positions: [length], hyphens: new Set() })

const lineExtentMax = 1.2

/**
 * The extent above and below the baseline in em. Fonts with extra room for tall scripts are treated like
 * other fonts.
 */
function lineExtent(all: readonly Prepared[]): { ascent: number; descent: number } {
  const { ascent, descent } = all[0]?.paragraph.stacks[0]?.primary() ?? { ascent: 0.8, descent: 0.2 }
  const factor = Math.min(1, lineExtentMax / (ascent + descent))
  return { ascent: ascent * factor, descent: descent * factor }
}

/**
 * The largest size that fits without breaking a word. If there is none, the largest that fits, or else the
 * smallest.
 */
function largest(all: readonly Prepared[], limits: Limits, least: number): Attempt {
  const whole = tryAt(all, limits, 1)
  if (whole.fits && !whole.isCut) return whole
  const scaleOf = (step: number) => least + ((1 - least) * step) / sizeSteps
  const search = (isGood: (attempt: Attempt) => boolean) => {
    let [low, high, best] = [0, sizeSteps - 1, undefined as Attempt | undefined]
    while (low <= high) {
      const middle = (low + high) >> 1
      const attempt = tryAt(all, limits, scaleOf(middle))
      if (isGood(attempt)) {
        best = attempt
        low = middle + 1
      } else high = middle - 1
    }
    return best
  }
  return (
    search(({ fits, isCut }) => fits && !isCut) ??
    (whole.fits ? whole : search(({ fits }) => fits)) ??
    tryAt(all, limits, least)
  )
}

/** Truncates with an ellipsis. Undefined when even that does not fit. */
function truncated(
  all: readonly Prepared[],
  limits: Limits,
  scale: number,
  prepareBlock: (block: Block) => Prepared,
): Prepared[] | undefined {
  const fitting = { ...limits, width: limits.width }
  const isGood = (blocks: Prepared[]) => tryAt(blocks, fitting, scale).fits
  const lengths = all.map(({ block }) => block.text.length + 1)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  let [low, high, best] = [0, total - 1, undefined as Prepared[] | undefined]
  while (low <= high) {
    const middle = (low + high) >> 1
    const cut = cutAt(all, middle, prepareBlock)
    if (isGood(cut)) {
      best = cut
      low = middle + 1
    } else high = middle - 1
  }
  return best
}

const ellipsis = '…'

function cutAt(
  all: readonly Prepared[],
  length: number,
  prepareBlock: (block: Block) => Prepared,
): Prepared[] {
  const kept: Prepared[] = []
  let left = length
  for (const prepared of all) {
    const { block, paragraph } = prepared
    if (left > block.text.length) {
      kept.push(prepared)
      left -= block.text.length + 1
      continue
    }
    // Grapheme clusters are not split.
    const cluster = paragraph.clusters.findLast(({ end }) => end <= left)
    const text = block.text
      .slice(0, cluster?.end ?? 0)
      .trimEnd()
      .replace(/[,;:.\u2013\u2014-]+$/u, '')
    const spans = block.spans.filter(({ start }, index) => index === 0 || start < text.length)
    const ended = spans.map((span, index) => ({
      ...span,
      end: index === spans.length - 1 ? text.length + 1 : span.end,
    }))
    kept.push(prepareBlock({ ...block, text: text + ellipsis, spans: ended }))
    break
  }
  return kept
}

function placed(
  { rows, scale }: Attempt,
  style: TextStyle,
  fit: Fit,
  box: FitBox,
  original: Original,
  pitch: number,
): FittedLines['lines'] {
  const size = style.size * scale
  const step = pitch * size
  const extent = lineExtent(rows.map(({ prepared }) => prepared))
  const [ascent, descent] = [extent.ascent * size, extent.descent * size]
  const gaps = rows.reduce(
    (sum, { prepared, isFirst }, index) => sum + (isFirst && index > 0 ? prepared.block.gap * step : 0),
    0,
  )
  const height = (rows.length - 1) * step + gaps
  let y = box.isOwn
    ? firstBaseline(fit.verticalAlign ?? likely(original, box), box, { ascent, descent, height })
    : original.y
  const lines: FittedLines['lines'] = []
  for (const [index, { prepared, range, isFirst }] of rows.entries()) {
    const { paragraph, block } = prepared
    if (index > 0) y += step + (isFirst ? block.gap * step : 0)
    const bare = placeLine(paragraph, range.start, range.end)
    const line = range.isHyphenated ? withHyphen(paragraph, bare, range.end) : bare
    const indent = block.indent * size
    const along = alongOf(fit, style, box.isOwn && !original.isRightToLeft, paragraph.isRightToLeft)
    const free = box.width - indent - line.width * scale
    const left = box.x + (paragraph.isRightToLeft ? 0 : indent) + free * along
    const offsets = paragraph.spans.map(
      (span, at) => baselineOffset(span.style, paragraph.stacks[at]!.primary()) * scale,
    )
    if (isFirst && prepared.bullet) {
      const sign = placeLine(prepared.bullet, 0, prepared.bullet.text.length)
      const signLeft = paragraph.isRightToLeft
        ? left + line.width * scale + indent - sign.width * scale
        : left - indent
      lines.push({
        paragraph: prepared.bullet,
        line: { end: 1, glyphs: moved(sign, signLeft, y, scale, [0]) },
        isMarker: true,
      })
    }
    lines.push({ paragraph, line: { end: range.end, glyphs: moved(line, left, y, scale, offsets) } })
  }
  return lines
}

function moved(line: Line, x: number, y: number, scale: number, offsets: readonly number[]): SetGlyph[] {
  return line.glyphs.map((glyph) => ({
    ...glyph,
    x: x + glyph.x * scale,
    y: y + glyph.y * scale + offsets[glyph.span]!,
    advance: glyph.advance * scale,
    size: glyph.size * scale,
  }))
}

/**
 * The horizontal position: 0 at the left, 1 at the right. Without `align`, a text in its own box starts at
 * the side where its script starts, if the designer anchored it at the start. All other text keeps the
 * designer's anchor, and so does text in a design that was written from right to left.
 */
function alongOf(
  { align }: Fit,
  { anchor, direction, hasDirection }: TextStyle,
  hasTwoSides: boolean,
  isRightToLeft: boolean,
): number {
  if (align === 'center' || (align === undefined && anchor === 'middle')) return 0.5
  if (align === undefined && hasTwoSides && anchor === 'start' && !hasDirection) return isRightToLeft ? 1 : 0
  if (align === undefined) return (anchor === 'end') !== (direction === 'rtl') ? 1 : 0
  return (align === 'end') !== isRightToLeft ? 1 : 0
}

/** The position of the designer's text in the box. */
function likely({ top, bottom }: Original, box: FitBox): 'top' | 'middle' | 'bottom' {
  const above = top - box.y
  const below = box.y + box.height - bottom
  if (Math.abs(above - below) <= box.height * 0.15) return 'middle'
  return above < below ? 'top' : 'bottom'
}

function firstBaseline(
  align: 'top' | 'middle' | 'bottom',
  box: FitBox,
  { ascent, descent, height }: { ascent: number; descent: number; height: number },
): number {
  const whole = ascent + height + descent
  if (align === 'top') return box.y + ascent
  if (align === 'bottom') return box.y + box.height - descent - height
  return box.y + (box.height - whole) / 2 + ascent
}
