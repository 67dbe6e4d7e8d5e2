/** The scripts that need script-specific shaping, by Unicode name, with their ISO 15924 codes. */
const names: Record<string, string> = {
  Latin: 'Latn',
  Greek: 'Grek',
  Cyrillic: 'Cyrl',
  Arabic: 'Arab',
  Hebrew: 'Hebr',
  Devanagari: 'Deva',
  Bengali: 'Beng',
  Gurmukhi: 'Guru',
  Gujarati: 'Gujr',
  Oriya: 'Orya',
  Tamil: 'Taml',
  Telugu: 'Telu',
  Kannada: 'Knda',
  Malayalam: 'Mlym',
  Sinhala: 'Sinh',
  Thai: 'Thai',
  Lao: 'Laoo',
  Tibetan: 'Tibt',
  Myanmar: 'Mymr',
  Georgian: 'Geor',
  Hangul: 'Hang',
  Ethiopic: 'Ethi',
  Khmer: 'Khmr',
  Mongolian: 'Mong',
  Hiragana: 'Hira',
  Katakana: 'Kana',
  Bopomofo: 'Bopo',
  Han: 'Hani',
  Armenian: 'Armn',
  Syriac: 'Syrc',
  Thaana: 'Thaa',
  Nko: 'Nkoo',
  Cherokee: 'Cher',
  Javanese: 'Java',
  Balinese: 'Bali',
}
const tests = Object.entries(names).map(
  ([name, code]) => [new RegExp(`^\\p{Script=${name}}$`, 'u'), code] as const,
)
const known = new Map<number, string | undefined>()

/**
 * The script of a character. Undefined for characters that all scripts use, such as digits, punctuation,
 * marks and emoji.
 */
export function scriptOf(codePoint: number): string | undefined {
  if ((codePoint | 0x20) >= 0x61 && (codePoint | 0x20) <= 0x7a) return 'Latn'
  if (codePoint < 0x80) return undefined
  if (known.has(codePoint)) return known.get(codePoint)
  const char = String.fromCodePoint(codePoint)
  const script = tests.find(([test]) => test.test(char))?.[1]
  if (known.size > 20_000) known.clear()
  known.set(codePoint, script)
  return script
}

/** Thai and Myanmar have no spaces between words. Node and Chromium have the same dictionaries for them. */
export const needsDictionary = /[\p{Script=Thai}\p{Script=Myanmar}]/u
/**
 * Lao and Khmer have no spaces between words either, and their dictionaries differ between Node and Chromium.
 */
export const hasSyllables = /[\p{Script=Lao}\p{Script=Khmer}]/u
