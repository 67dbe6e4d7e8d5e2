/// <reference path="./linebreak.d.ts" />
import LineBreaker from 'linebreak'
import { hyphenWidth } from './hyphens.ts'
import type { Paragraph } from './paragraph.ts'
import { hasSyllables, needsDictionary } from './scripts.ts'
import { syllableBreaks } from './syllables.ts'

export type Breaks = {
  /** Break opportunities in ascending order, including the end (UAX 14). */
  positions: readonly number[]
  /** Positions within words. A line that ends here gets a hyphen. */
  hyphens: ReadonlySet<number>
}

/** A part of a paragraph on a line, without trailing spaces. */
export type LineRange = {
  start: number
  end: number
  /** Whether the line ends inside a word that is longer than the line. */
  isCut: boolean
  /** Whether the line ends with a hyphen that is not in the text. */
  isHyphenated: boolean
}

const words = new Intl.Segmenter('th', { granularity: 'word' })
const spacesAtEnd = /[\s\u200b]+$/u

/** @param hyphenationPoints positions at which words can be hyphenated, in addition to soft hyphens. */
export function breaksOf(text: string, hyphenationPoints: readonly number[] = []): Breaks {
  const breaks = new Set(hyphenationPoints)
  const hyphens = new Set(hyphenationPoints)
  const breaker = new LineBreaker(text)
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) breaks.add(found.position)
  if (needsDictionary.test(text))
    for (const { index, segment } of words.segment(text))
      if (index > 0 && needsDictionary.test(segment) && mayStart(text, index)) breaks.add(index)
  if (hasSyllables.test(text)) for (const index of syllableBreaks(text)) breaks.add(index)
  for (const { index } of text.matchAll(/\u00ad(?=\S)/gu)) if (breaks.has(index + 1)) hyphens.add(index + 1)
  breaks.add(text.length)
  return { positions: [...breaks].sort((one, other) => one - other), hyphens }
}

/**
 * Whether a line can start here. A line cannot start before a mark, closing punctuation, or a Thai or Khmer
 * repetition sign, or after opening punctuation.
 */
const mayStart = (text: string, index: number) =>
  !/^[\p{M}\p{Pe}\p{Pf}\p{Po}\u0e46\u17d7]/u.test(text.slice(index, index + 2)) &&
  !/[\p{Ps}\p{Pi}]$/u.test(text.slice(index - 1, index))

/** The end of a line without its trailing spaces, which may exceed the box. */
export const trimmedEnd = (text: string, start: number, end: number): number =>
  start + text.slice(start, end).replace(spacesAtEnd, '').length

/**
 * Breaks a paragraph greedily into lines of at most `width` user units at the paragraph's own size.
 * @param linesMax stops after this many lines.
 */
export function breakLines(
  paragraph: Paragraph,
  { positions, hyphens }: Breaks,
  width: number,
  linesMax: number,
): LineRange[] {
  const { text, reach, clusters } = paragraph
  const lines: LineRange[] = []
  const fits = (from: number, to: number, added = 0) =>
    reach[trimmedEnd(text, from, to)]! - reach[from]! + added <= width
  // Only a line that ends here needs room for the hyphen.
  const canEndAt = (from: number, to: number) =>
    !hyphens.has(to) || fits(from, to, hyphenWidth(paragraph, to))
  let [start, fitting, next] = [0, 0, 0]
  let cluster = 0
  const push = (end: number, isCut: boolean) => {
    lines.push({ start, end: trimmedEnd(text, start, end), isCut, isHyphenated: !isCut && hyphens.has(end) })
    start = end
  }
  for (let index = 0; index < positions.length; index++) {
    if (lines.length >= linesMax) return lines
    const at = positions[index]!
    if (!fits(start, at)) {
      if (fitting > start) {
        push(fitting, false)
        // Continues with the positions that had no room for their hyphen.
        index = next - 1
        continue
      }
      // A word that is longer than a line is broken between clusters.
      while (start < at && !fits(start, at) && lines.length < linesMax) {
        while (clusters[cluster]!.end <= start) cluster++
        let end = clusters[cluster]!.end
        for (let after = cluster + 1; clusters[after] && clusters[after]!.end < at; after++) {
          if (!fits(start, clusters[after]!.end)) break
          end = clusters[after]!.end
        }
        if (end >= at) break
        push(end, true)
      }
    }
    if (canEndAt(start, at)) [fitting, next] = [at, index + 1]
  }
  if (lines.length < linesMax && (start < text.length || lines.length === 0)) push(text.length, false)
  return lines
}
