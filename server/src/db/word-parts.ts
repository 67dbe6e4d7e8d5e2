/**
 * Finds words by their parts (docs/decisions/search.md). A trigger writes the parts of every new word
 * of a company into `word_parts`: each suffix, the whole word after `startMark` and, for words of letters,
 * each variant without one letter.
 */

/** Marks in parts of words. The marks and limits are the same as in migration 0043. */
export const startMark = '\u0001'
const missingMark = '\u0002'
/** Minimum number of letters for typos. Shorter words are similar to too many other words. */
const typoLengthMin = 5
const typoLengthMax = 18

export type Term = {
  term: string
  /**
   * The lower bound of a range. A single character matches only the start of a word, except a Chinese character, which
   * can be a word of its own anywhere in a text.
   */
  from: string
  /** Parts of words that differ from the term by one additional, missing, wrong or swapped letter. */
  typos: string[]
}

const chinese = /\p{Script=Han}/u

export const asTerm = (term: string): Term => ({
  term,
  from: [...term].length > 1 || chinese.test(term) ? term : startMark + term,
  typos: typosOf(term),
})

function typosOf(term: string): string[] {
  const letters = [...term]
  if (letters.length < typoLengthMin || letters.length > typoLengthMax || /[^\p{Letter}\p{Mark}]/u.test(term))
    return []
  const without = letters.map((_, at) => [...letters.slice(0, at), ...letters.slice(at + 1)].join(''))
  const swapped = letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at]!, ...letters.slice(at + 2)].join(''))
  return [
    // With one wrong letter, both words are the same without the letter at this position.
    ...without.map((text, at) => `${missingMark}${at + 1}:${text}`),
    // With one missing letter, the term equals the word without that letter.
    ...Array.from({ length: letters.length + 1 }, (_, at) => `${missingMark}${at + 1}:${term}`),
    // With one extra letter or two swapped letters, the whole word is compared.
    ...[...without, ...swapped].map((text) => startMark + text),
  ]
}
