import type { Instance } from './font-face.ts'
import type { FontStack } from './font-stack.ts'
import { scriptOf } from './scripts.ts'

/** A run of text with one style, font, script and direction, which is shaped at once. */
export type Item = {
  start: number
  end: number
  span: number
  instance: Instance
  /** ISO 15924. */
  script: string
  /** The bidi level. Odd levels are right to left. */
  level: number
  /** The orientation of letters. In vertical text, letters are upright or rotated. */
  orientation: 'horizontal' | 'upright' | 'sideways'
}

export type Missing = { start: number; end: number }

type Styled = {
  start: number
  end: number
  stack: FontStack
  isVertical: boolean
  /** Whether `text-orientation: upright` applies. */
  isUpright: boolean
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const emoji = /^(?:\p{RGI_Emoji}|\p{Emoji_Presentation}|\p{Emoji}\ufe0f)/v
/** Invisible characters, which a font need not have. */
const ignorable = /^[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029]$/u

/** Grapheme clusters, except clusters that are too long to be text. */
export function clustersOf(text: string): { start: number; end: number }[] {
  if (/^[\x20-\x7e\n]*$/.test(text)) return Array.from(text, (_, start) => ({ start, end: start + 1 }))
  return Array.from(graphemes.segment(text), ({ index, segment }) => ({
    start: index,
    end: index + segment.length,
  }))
}

/** Splits text into items. Clusters that are missing from all fonts are skipped and reported. */
export function itemize(
  text: string,
  clusters: readonly { start: number; end: number }[],
  spans: readonly Styled[],
  levels: Uint8Array,
): { items: Item[]; missing: Missing[] } {
  const items: Item[] = []
  const missing: Missing[] = []
  let script = firstScript(text)
  let span = 0
  let before: Instance | undefined
  const place = (start: number, end: number) => {
    while (span + 1 < spans.length && start >= spans[span]!.end) span++
    const { stack, isVertical, isUpright } = spans[span]!
    const cluster = text.slice(start, end)
    if (cluster === '\n') return
    const own = scriptOf(cluster.codePointAt(0)!)
    if (own !== undefined) script = own
    const level = levels[start]!
    const last = items.at(-1)
    const instance = pick(stack, cluster, last?.end === start && last.span === span ? before : undefined)
    if (!instance) {
      const parts = partsOf(cluster, start)
      if (parts.length > 1) for (const part of parts) place(part.start, part.end)
      else if (!isInvisible(cluster)) missing.push({ start, end })
      return
    }
    before = instance
    const orientation = !isVertical
      ? 'horizontal'
      : isUpright || standsUpright(cluster)
        ? 'upright'
        : 'sideways'
    if (
      last?.end === start &&
      last.span === span &&
      last.instance === instance &&
      last.script === script &&
      last.level === level &&
      last.orientation === orientation
    )
      last.end = end
    else items.push({ start, end, span, instance, script, level, orientation })
  }
  for (const { start, end } of clusters) place(start, end)
  return { items, missing }
}

/** East Asian characters and pictographs (UAX 50, approximated by script). */
const standsUpright = (cluster: string) =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\u30a0-\u30ff\uff01-\uff60\uffe0-\uffe6\u2e80-\u2fdf]/u.test(
    cluster,
  ) || emoji.test(cluster)

/** The script of the first letter, which leading neutral characters get. */
function firstScript(text: string): string {
  for (const char of text) {
    const script = scriptOf(char.codePointAt(0)!)
    if (script !== undefined) return script
  }
  return 'Zyyy'
}

const isInvisible = (cluster: string) =>
  [...cluster].every((char) => ignorable.test(char) || /\s/u.test(char))

const shown = (cluster: string) =>
  [...cluster].filter((char) => !ignorable.test(char)).map((char) => char.codePointAt(0)!)

/** Chooses the font of a cluster. Spaces and separate marks use the font of the preceding text. */
function pick(stack: FontStack, cluster: string, before: Instance | undefined): Instance | undefined {
  const first = cluster.charCodeAt(0)
  if (cluster.length === 1 && first < 0x80) {
    if (first === 0x20 && before && !before.face.isColored && before.face.covers(0x20)) return before
    return stack.pick([first], false)
  }
  const codePoints = shown(cluster)
  if (codePoints.length === 0) return before ?? stack.pick([0x20], false)
  const isEmoji = emoji.test(cluster) && !cluster.includes('\ufe0e')
  return stack.pick(codePoints, isEmoji) ?? other(stack, cluster, isEmoji)
}

/**
 * Splits a cluster that no font contains, such as a new emoji of several people, or a letter with a rare
 * mark.
 */
function partsOf(cluster: string, start: number): { start: number; end: number }[] {
  let at = start
  return [...cluster].map((char) => {
    const part = { start: at, end: at + char.length }
    at = part.end
    return part
  })
}

/** Tries the same characters in composed or decomposed form. */
function other(stack: FontStack, cluster: string, isEmoji: boolean): Instance | undefined {
  for (const form of ['NFC', 'NFD'] as const) {
    const same = cluster.normalize(form)
    if (same === cluster) continue
    const found = stack.pick(shown(same), isEmoji)
    if (found) return found
  }
  return undefined
}
