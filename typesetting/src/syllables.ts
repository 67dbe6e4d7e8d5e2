/**
 * Break opportunities in Lao and Khmer, before a syllable. ICU has dictionaries of their words, but they
 * differ between Node and browsers, and a preview must break lines as the server does.
 */
export function syllableBreaks(text: string): number[] {
  const breaks: number[] = []
  for (const pattern of [lao, khmer])
    for (const { index, 0: match } of text.matchAll(pattern)) {
      const before = text[index - 1]
      if (before !== undefined && sameScript(before, match) && !opensSyllable.test(before)) breaks.push(index)
    }
  return breaks
}

const sameScript = (one: string, other: string) =>
  (one.charCodeAt(0) & 0xff80) === (other.charCodeAt(0) & 0xff80)

/** Lao vowels that precede their consonant, and the sign that subscripts a Khmer consonant. */
const opensSyllable = /[\u0ec0-\u0ec4\u17d2]/

/**
 * Matches a leading vowel, or a consonant with a vowel or tone mark. A bare consonant ends the preceding
 * syllable. `ຫ` can precede a second consonant, and `ວ` can follow a first consonant.
 */
const lao =
  /[\u0ec0-\u0ec4]|(?:ຫ[ງຍນມລວຼ]|[ກຂຄງຈສຊ]ວ|[\u0e81-\u0eae\u0edc\u0edd])(?=[\u0eb0-\u0ebd\u0ec8-\u0ecd])/gu

/** Matches a consonant or vowel with a dependent sign: a vowel, or a subscript consonant. */
const khmer = /[\u1780-\u17b3](?=[\u17b4-\u17d2])/gu
