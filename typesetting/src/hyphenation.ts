/// <reference path="./hyphen.d.ts" />
import createHyphenator, { type Hyphenate, type Patterns } from 'hyphen/hyphen.js'
import type { Span } from './text-content.ts'

/**
 * Hyphenation by the patterns of TeX. The patterns of a language are a module, which is loaded when a text needs it.
 */

/** By language tag (BCP 47), in lower case. A tag with a region takes precedence. */
const modules: Readonly<Record<string, () => Promise<{ default: Patterns }>>> = {
  bg: () => import('hyphen/patterns/bg.js'),
  ca: () => import('hyphen/patterns/ca.js'),
  cs: () => import('hyphen/patterns/cs.js'),
  da: () => import('hyphen/patterns/da.js'),
  de: () => import('hyphen/patterns/de-1996.js'),
  el: () => import('hyphen/patterns/el-monoton.js'),
  en: () => import('hyphen/patterns/en-us.js'),
  'en-gb': () => import('hyphen/patterns/en-gb.js'),
  es: () => import('hyphen/patterns/es.js'),
  et: () => import('hyphen/patterns/et.js'),
  fi: () => import('hyphen/patterns/fi.js'),
  fr: () => import('hyphen/patterns/fr.js'),
  hr: () => import('hyphen/patterns/hr.js'),
  it: () => import('hyphen/patterns/it.js'),
  nb: () => import('hyphen/patterns/nb.js'),
  nl: () => import('hyphen/patterns/nl.js'),
  nn: () => import('hyphen/patterns/nn.js'),
  no: () => import('hyphen/patterns/nb.js'),
  pl: () => import('hyphen/patterns/pl.js'),
  pt: () => import('hyphen/patterns/pt.js'),
  ro: () => import('hyphen/patterns/ro.js'),
  ru: () => import('hyphen/patterns/ru.js'),
  sk: () => import('hyphen/patterns/sk.js'),
  sl: () => import('hyphen/patterns/sl.js'),
  sv: () => import('hyphen/patterns/sv.js'),
  tr: () => import('hyphen/patterns/tr.js'),
  uk: () => import('hyphen/patterns/uk.js'),
}

const lettersBefore = 2
const lettersAfter = 3
const wordLengthMin = lettersBefore + lettersAfter
/** A longer run of letters is not a word. */
const wordLengthMax = 100
/** The package keeps every word, so that each word is hyphenated only once. */
const wordsKeptMax = 20_000
const separator = '\u00ad'
/** A word of letters. A word with soft hyphens is broken only there. */
const word = /(?<![\p{L}\p{M}\p{N}\u00ad])[\p{L}\p{M}]+(?![\p{L}\p{M}\p{N}\u00ad])/gu

type Language = { patterns: Patterns; hyphenate: Hyphenate; words: number }
const loaded = new Map<string, Language>()
const wanted = new Set<string>()

/**
 * Loads the languages that the last texts needed. `withFonts` then sets the texts again.
 * @returns the number of loaded languages.
 */
export async function loadHyphenation(): Promise<number> {
  const keys = [...wanted]
  wanted.clear()
  for (const key of keys) {
    const { default: patterns } = await modules[key]!()
    loaded.set(key, { patterns, hyphenate: hyphenatorOf(patterns), words: 0 })
  }
  return keys.length
}

/** Its words are kept in a copy of the exceptions. */
const hyphenatorOf = ([levels, trie, exceptions]: Patterns) =>
  createHyphenator([levels, trie, { ...exceptions }], { hyphenChar: separator, minWordLength: wordLengthMin })

/** Positions at which words of the text can be hyphenated. Empty for languages without patterns. */
export function hyphenationPoints(text: string, spans: readonly Span[]): number[] {
  return spans.flatMap(({ start, end, style }) => {
    const key = keyOf(style.language)
    if (key === undefined) return []
    const language = loaded.get(key)
    if (!language) {
      wanted.add(key)
      return []
    }
    return [...text.slice(start, end).matchAll(word)].flatMap(({ 0: found, index }) =>
      pointsIn(found, language).map((at) => start + index + at),
    )
  })
}

function keyOf(tag: string): string | undefined {
  const parts = tag.toLowerCase().split('-')
  return [parts.slice(0, 2).join('-'), parts[0]!].find((key) => Object.hasOwn(modules, key))
}

function pointsIn(word: string, language: Language): number[] {
  const lower = word.toLowerCase()
  // Positions in the lower-case word apply to the word only if both have the same length.
  if (lower.length !== word.length || word.length < wordLengthMin || word.length > wordLengthMax) return []
  language.words += 1
  if (language.words > wordsKeptMax) {
    language.words = 0
    language.hyphenate = hyphenatorOf(language.patterns)
  }
  const points: number[] = []
  let at = 0
  for (const part of language.hyphenate(lower).split(separator)) {
    at += part.length
    const isInside = at >= lettersBefore && at <= word.length - lettersAfter
    if (isInside && !/^\p{M}/u.test(word.slice(at))) points.push(at)
  }
  return points
}
