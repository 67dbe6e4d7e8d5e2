/// <reference path="./linebreak.d.ts" />
import LineBreaker from 'linebreak'
import type { Paragraph } from './paragraph.ts'
import { hasSyllables, needsDictionary } from './scripts.ts'
import { syllableBreaks } from './syllables.ts'

/** Break opportunities in ascending order, including the end (UAX 14). */
export type Breaks = readonly number[]

/** A part of a paragraph on a line, without trailing spaces. */
export type LineRange = {
  start: number
  end: number
  /** Whether the line ends inside a word that is longer than the line. */
  isCut: boolean
}

const words = new Intl.Segmenter('th', { granularity: 'word' })
const spacesAtEnd = /[\s\u200b]+$/u

export function breaksOf(text: string): Breaks {
  const breaks = new Set<number>()
  const breaker = new LineBreaker(text)
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) breaks.add(found.position)
  if (needsDictionary.test(text))
    for (const { index, segment } of words.segment(text))
      if (index > 0 && needsDictionary.test(segment) && mayStart(text, index)) breaks.add(index)
  if (hasSyllables.test(text)) for (const index of syllableBreaks(text)) breaks.add(index)
  breaks.add(text.length)
  return [...breaks].sort((one, other) => one - other)
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
  { text, reach, clusters }: Paragraph,
  breaks: Breaks,
  width: number,
  linesMax: number,
): LineRange[] {
  const lines: LineRange[] = []
  const fits = (from: number, to: number) => reach[trimmedEnd(text, from, to)]! - reach[from]! <= width
  let [start, fitting] = [0, 0]
  let cluster = 0
  const push = (end: number, isCut: boolean) => {
    lines.push({ start, end: trimmedEnd(text, start, end), isCut })
    start = end
  }
  for (const at of breaks) {
    if (lines.length >= linesMax) return lines
    if (fits(start, at)) {
      fitting = at
      continue
    }
    if (fitting > start) push(fitting, false)
    // A word that is longer than a line is broken between clusters.
    while (start < at && !fits(start, at) && lines.length < linesMax) {
      while (clusters[cluster]!.end <= start) cluster++
      let end = clusters[cluster]!.end
      for (let next = cluster + 1; clusters[next] && clusters[next]!.end < at; next++) {
        if (!fits(start, clusters[next]!.end)) break
        end = clusters[next]!.end
      }
      if (end >= at) break
      push(end, true)
    }
    fitting = at
  }
  if (lines.length < linesMax && (start < text.length || lines.length === 0)) push(text.length, false)
  return lines
}
