/** Minimum number of letters for a typo, as in the API's search. Shorter words are similar to too many others. */
const typoLengthMin = 5

/**
 * Whether a string contains all search terms as parts of words or with one typo. Case and accents are ignored.
 * Applies the rule of the API's search to lists that are completely loaded.
 */
export function matches(text: string, terms: string): boolean {
  const words = wordsOf(text)
  return wordsOf(terms).every(
    (term) =>
      words.some((word) => word.includes(term)) ||
      (term.length >= typoLengthMin && words.some((word) => differByOne(word, term))),
  )
}

const wordsOf = (text: string) => plain(text).match(/[\p{L}\p{N}]+/gu) ?? []

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a letter is missing, added or replaced, or two neighboring letters are swapped. */
function differByOne(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  const rest = (text: string, skipped: number) => text.slice(start + skipped)
  if (short.length < long.length) return rest(short, 0) === rest(long, 1)
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start]
  return rest(short, 1) === rest(long, 1) || (isSwapped && rest(short, 2) === rest(long, 2))
}
