import { isElement, type SvgElement } from '@atelier/svg/tree'
import { lengthOf, type StyleReader, type TextStyle } from './text-style.ts'

/** In logical order. */
export type TextContent = {
  text: string
  spans: Span[]
  /** By index in `text`. */
  positions: ReadonlyMap<number, Position>
  /** Parts on a path, or with a `textLength`, by index in `text`. */
  extents: Extent[]
  /** The number of characters cut off because the text is too long. */
  omitted: number
}

export type Extent = { start: number; end: number; element: SvgElement }

export type Span = { start: number; end: number; style: TextStyle; element: SvgElement }

export type Position = { x?: number; y?: number; dx?: number; dy?: number; rotate?: number }

/** Maximum length of a text. Longer texts are cut off, because layout takes time. No poster has more text. */
export const textLengthMax = 5_000

type Unit = { text: string; element: SvgElement; isBreak: boolean }

const flowed = new Set(['text', 'tspan', 'textPath', 'a'])

/** @param viewport the base of percentages. */
export function contentOf(
  root: SvgElement,
  styleOf: StyleReader,
  viewport: { width: number; height: number },
): TextContent {
  const { units, ranges, omitted } = collect(root, styleOf)
  const starts: number[] = []
  let text = ''
  const spans: Span[] = []
  for (const unit of units) {
    starts.push(text.length)
    const last = spans.at(-1)
    const end = text.length + unit.text.length
    if (last?.element === unit.element) last.end = end
    else spans.push({ start: text.length, end, style: styleOf(unit.element), element: unit.element })
    text += unit.text
  }
  const indexOf = (unit: number) => starts[unit] ?? text.length
  const extents = ranges
    .filter(({ element }) => element.name === 'textPath' || element.attributes.has('textLength'))
    .map(({ element, from, to }) => ({ element, start: indexOf(from), end: indexOf(to) }))
  return { text, spans, positions: positionsOf(ranges, starts, styleOf, viewport), extents, omitted }
}

type Range = { element: SvgElement; from: number; to: number }

/** Collapses white space like `white-space: normal`, across elements (CSS Text 3 §4.1). */
function collect(root: SvgElement, styleOf: StyleReader) {
  const units: Unit[] = []
  const ranges: Range[] = []
  let omitted = 0
  let length = 0
  const add = (text: string, element: SvgElement, isBreak = false) => {
    if (length + text.length > textLengthMax) {
      omitted += 1
      return
    }
    length += text.length
    units.push({ text, element, isBreak })
  }
  const visit = (element: SvgElement) => {
    const range = { element, from: units.length, to: units.length }
    ranges.push(range)
    const style = styleOf(element)
    const transform = transformer(style)
    for (const child of element.children) {
      if (isElement(child)) {
        if (flowed.has(child.name)) visit(child)
        continue
      }
      for (const char of normalized(child)) {
        const isSpace = char === ' ' || char === '\t' || char === '\n'
        if (char === '\n' && style.keepsBreaks) add('\n', element, true)
        else if (!isSpace) add(transform(char), element)
        else if (style.keepsSpaces) add(' ', element)
        else {
          const before = units.at(-1)
          // Collapses spaces to one space and removes them at the start of a line.
          if (before && !before.isBreak && before.text !== ' ') add(' ', element)
        }
      }
    }
    range.to = units.length
  }
  visit(root)
  // Removes the space at the end.
  const last = units.at(-1)
  if (last?.text === ' ' && !styleOf(last.element).keepsSpaces) {
    units.pop()
    for (const range of ranges) range.to = Math.min(range.to, units.length)
  }
  return { units, ranges, omitted }
}

/** Removes control characters and lone surrogates. */
const normalized = (text: string) =>
  text
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()

function transformer({ transform, language }: TextStyle): (char: string) => string {
  const locale = language === '' ? undefined : validLocale(language)
  if (transform === 'uppercase') return (char) => char.toLocaleUpperCase(locale)
  if (transform === 'lowercase') return (char) => char.toLocaleLowerCase(locale)
  if (transform !== 'capitalize') return (char) => char
  let isInWord = false
  return (char) => {
    const starts = !isInWord
    isInWord = /[\p{L}\p{M}\p{N}'’]/u.test(char)
    return starts ? char.toLocaleUpperCase(locale) : char
  }
}

function validLocale(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language)[0]
  } catch {
    return undefined
  }
}

/** Inner elements override outer elements. The last number of `rotate` applies to the rest of the element. */
function positionsOf(
  ranges: readonly Range[],
  starts: readonly number[],
  styleOf: StyleReader,
  viewport: { width: number; height: number },
): Map<number, Position> {
  const positions = new Map<number, Position>()
  const at = (unit: number) => {
    const index = starts[unit]!
    const position = positions.get(index) ?? {}
    positions.set(index, position)
    return position
  }
  for (const { element, from, to } of ranges) {
    const { size } = styleOf(element)
    const list = (name: string, whole: number) => {
      const value = element.attributes.get(name)
      if (value === undefined) return []
      return value
        .trim()
        .split(/[\s,]+/)
        .slice(0, to - from)
        .map((one) => lengthOf(one, size, Number.NaN) || (one.endsWith('%') ? lengthOf(one, size, whole) : 0))
    }
    // On a path, the element's x is not a position.
    const isPath = element.name === 'textPath'
    if (!isPath) {
      for (const [index, x] of list('x', viewport.width).entries()) at(from + index).x = x
      for (const [index, y] of list('y', viewport.height).entries()) at(from + index).y = y
    }
    for (const [index, dx] of list('dx', viewport.width).entries()) at(from + index).dx = dx
    for (const [index, dy] of list('dy', viewport.height).entries()) at(from + index).dy = dy
    const turns = list('rotate', 0)
    if (turns.length === 0 || turns.every((turn) => turn === 0)) continue
    for (let unit = from; unit < to; unit++) at(unit).rotate = turns[Math.min(unit - from, turns.length - 1)]!
  }
  return positions
}
