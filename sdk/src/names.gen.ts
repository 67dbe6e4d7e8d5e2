/** Generated from server/src/names.ts: what a name is, and which two are the same. */

/** In UTF-16 code units. */
export const nameLengthMax = 200

/** Control characters, and line and paragraph separators. */
export const lineBreaks = /[\p{Cc}\u2028\u2029]+/gu

/**
 * Invisible characters, including those that override the direction of text. Joiners, direction marks,
 * variation selectors and emoji tags are exempt, because scripts and emoji need them.
 */
export const hiddenCharacters =
  /(?![\u061c\u200c-\u200f\p{Variation_Selector}\u{e0020}-\u{e007f}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** A visible character. Unicode counts the blank Braille pattern as a letter, but it is invisible. */
export const visibleCharacter = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb]/gu
const blanks = /[\s\u2800]+/gu

/**
 * The normalized form of a name. Two names are equal if their normalized forms are equal. NFC, without
 * invisible characters, with single spaces and none at the ends, and Unicode's simple case folding. Marks and
 * compatibility characters make a difference: "Año" is not "Ano", バス is not ハス, ① is not 1, and ß is not ss.
 */
export function comparableName(name: string): string {
  const seen = name
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]/gu, ' ')
    .replace(invisible, '')
    .replace(blanks, ' ')
    .trim()
    .normalize('NFC')
  return foldCase(seen).normalize('NFC')
}

/**
 * Whether two names are the same. Two tags, two brand kits, or two folders in one folder cannot have the same
 * name.
 */
export const isSameName = (one: string, other: string): boolean =>
  comparableName(one) === comparableName(other)

/** The simple case folding of Unicode (CaseFolding.txt, status C and S), one character for one. */
export function foldCase(text: string): string {
  if (asciiOnly.test(text)) return text.toLowerCase()
  let folded = ''
  for (const character of text) folded += foldCharacter(character)
  return folded
}

const asciiOnly = /^[\0-\x7f]*$/

function foldCharacter(character: string): string {
  // The dotless i has the capital I, but it is a different letter from i.
  if (character === dotlessI) return character
  if (character === longLigature) return ligature
  // Converts through the capital letter, so that ς, σ and Σ are one letter. If the other case consists of
  // several characters, there is no simple folding.
  const upper = single(character.toUpperCase()) ?? character
  return single(upper.toLowerCase()) ?? character
}

const dotlessI = '\u0131'
/** ﬅ and ﬆ have the same capitals, but these are not a single character. */
const longLigature = '\ufb05'
const ligature = '\ufb06'

function single(text: string): string | undefined {
  const [first, ...more] = text
  return more.length === 0 ? first : undefined
}

/** The name, with the lowest free number appended if it is taken: `Posters 2`. */
export async function freeName(name: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  let free = name
  for (let number = 2; await isTaken(free); number++) {
    const end = ` ${number}`
    free = `${name.slice(0, nameLengthMax - end.length).replace(/\p{Surrogate}$/u, '')}${end}`
  }
  return free
}

/**
 * The valid part of a string that was not typed as a name, such as a file name. Empty if no character is valid.
 */
export function asName(text: string): string {
  const name = text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(lineBreaks, ' ')
    .replace(hiddenCharacters, '')
    .trim()
  return visibleCharacter.test(name) ? name : ''
}
