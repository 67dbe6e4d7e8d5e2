import { comparableName } from '../names.ts'

/**
 * Maximum number of words per row. The subject of a document appears early, and later words need rows but rarely match
 * a search.
 */
const wordsMax = 100
/**
 * Maximum length of a term in characters. Longer runs, as in languages without spaces, are split into parts
 * that overlap by half.
 */
const wordLengthMax = 40
/** Maximum length of a term, so that each term fits into one of the overlapping parts of a word. */
export const termLengthMax = wordLengthMax / 2
const termsMax = 8

/**
 * Normalizes text for search, without case and accents, so that "cafe" finds "Café". Marks that make a different letter
 * are kept: the dakuten of カ and ガ, the vowels of Devanagari and Thai, the breve of й. The result is stored, so it must
 * be the same on both engines, regardless of locale.
 */
export function fold(text: string): string {
  return (
    text
      // Normalization sorts each run of marks, in quadratic time.
      .replace(/(\p{Mark}{10})\p{Mark}+/gu, '$1')
      .normalize('NFKD')
      .replace(
        /(\P{Mark}?)(\p{Mark}+)/gu,
        (_, letter: string, marks: string) => letter + keptMarks(letter, marks),
      )
      .toLowerCase()
      .replace(/[ßæœøłđðþıς]/g, (letter) => plainLetters[letter]!)
      .normalize('NFC')
      // Splits Korean syllables into letters, so that a syllable is found when its first letters are typed.
      .replace(/[\uac00-\ud7a3]+/g, (syllables) => syllables.normalize('NFD'))
  )
}

/**
 * Letters that Unicode does not decompose, with the letters that people type instead.
 */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}

/**
 * Scripts whose marks are accents, points and vowel signs that people omit. The same applies to marks on
 * non-letters.
 */
const withoutMarks = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\P{Letter}]/u
const cyrillic = /\p{Script=Cyrillic}/u
/** Stress marks, as dictionaries write them. */
const stress = /[\u0300\u0301]/g
const notWritten = /\p{Default_Ignorable_Code_Point}/gu

function keptMarks(letter: string, marks: string): string {
  if (letter === '' || withoutMarks.test(letter)) return ''
  const written = marks.replace(notWritten, '')
  return cyrillic.test(letter) ? written.replace(stress, '') : written
}

/**
 * Maximum length of a sort key in bytes. With the name itself, a key stays under the 2,704 bytes of an index
 * entry.
 */
const sortedBytesMax = 700

/**
 * The key by which a name is sorted and unique. It starts with the folded name, so that "Café" is beside
 * "cafe", with numbers in the order of their values. If another name can have the same start, the normalized
 * name follows (names.ts).
 */
export function nameKey(name: string): string {
  const compared = comparableName(name)
  const sorted = cutBytes(byValue(fold(compared).normalize('NFC')), sortedBytesMax)
  return sorted === compared ? compared : `${sorted}${keySeparator}${compared}`
}

/**
 * Puts the length of a number before its digits, so that 2 sorts before 10, and digits are compared only
 * between numbers of the same length.
 */
const byValue = (text: string) =>
  text.replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=\d)/, '')
    return number.length < 9
      ? `${number.length}${number}`
      : `9${String(number.length).padStart(3, '0')}${number}`
  })

/** Separator in sort keys, which sorts before every character that a name can have. */
const keySeparator = '\u0001'

function cutBytes(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text
  const cut = Buffer.from(text).subarray(0, bytesMax).toString()
  // A character that was split became U+FFFD.
  return cut.replace(/\ufffd+$/, '')
}

/**
 * A word: letters and digits, with their marks. Numbers include their dots (`1.2.3`), and letters include the
 * signs in names of programming languages (`c++`, `c#`). Emoji are words.
 */
const word =
  /[\p{Letter}\p{Number}][\p{Letter}\p{Number}\p{Mark}]*(?:\.(?<=\p{Number}\.)(?=\p{Number})[\p{Letter}\p{Number}\p{Mark}]+)*(?:(?<=\p{Letter})[+#]+)?|\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}]{2}/gu

const wordsIn = (text: string) => fold(text).match(word) ?? []

export function wordsOf(...texts: (string | null | undefined)[]): string[] {
  const words = new Set<string>()
  for (const text of texts) {
    for (const word of wordsIn(text ?? '')) {
      for (const part of overlapping(word)) words.add(part)
      if (words.size >= wordsMax) return [...words].slice(0, wordsMax)
    }
  }
  return [...words]
}

function overlapping(word: string): string[] {
  if (word.length <= wordLengthMax) return [word]
  const characters = [...word]
  const parts: string[] = []
  let start = 0
  do {
    parts.push(characters.slice(start, start + wordLengthMax).join(''))
    start += termLengthMax
  } while (start + termLengthMax < characters.length)
  return parts
}

/** Marks words of the name, which are more relevant than other words. Sorts before every word. */
export const nameMark = '\u0001'

/** The search terms of a row as stored. Terms from its name are marked. */
export function searchWords(name: string, ...texts: (string | null | undefined)[]): string[] {
  const named = wordsOf(name)
  const others = wordsOf(...texts).filter((word) => !named.includes(word))
  return [...named.map((word) => nameMark + word), ...others].slice(0, wordsMax)
}

/** The distinct terms of a search, the longest first, because the longest term matches the fewest rows. */
export function termsOf(text: string): string[] {
  const terms = wordsIn(text).flatMap((word) => {
    const characters = [...word]
    return Array.from({ length: Math.ceil(characters.length / termLengthMax) }, (_, number) =>
      characters.slice(number * termLengthMax, (number + 1) * termLengthMax).join(''),
    )
  })
  return [...new Set(terms)].sort((a, b) => b.length - a.length).slice(0, termsMax)
}

/** Maximum number of texts of custom metadata. People rarely search for more terms. */
const valuesMax = 50

/** The texts and numbers in custom metadata, without its keys. */
export function valuesIn(metadata: Record<string, unknown>): string[] {
  const found: string[] = []
  const open: unknown[] = [metadata]
  while (open.length > 0 && found.length < valuesMax) {
    const value = open.shift()
    if (typeof value === 'string' || typeof value === 'number') found.push(String(value))
    else if (typeof value === 'object' && value !== null)
      open.push(...Object.values(value).slice(0, valuesMax))
  }
  return found
}
