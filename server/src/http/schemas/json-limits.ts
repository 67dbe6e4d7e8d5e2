import { ApiError } from '../../errors.ts'

/** Bytes of a JSON body, members of objects and items of its lists together, and keys of its objects. */
export type JsonLimits = { bytesMax: number; valuesMax: number; keysMax: number }

/** Of what a schema takes, metadata is the deepest: eight levels below its field. */
const depthMax = 32
/** Members of objects and items of lists, together. The most that a schema takes is metadata of 16 KB: 8,192 items. */
const valuesMax = 10_000
/** Of all objects: metadata of 16 KB has up to 2,700, and 500 variables of a template have 1,500. */
const keysMax = 5_000

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * Refuses a JSON text that would cost much to parse and to validate, in one pass over its characters: nesting, the
 * number of keys and the number of values, and with that the length of each list, are bounded before anything is built. Whether the text is JSON is for the parser to say.
 * @throws {ApiError} `too_complex`.
 */
export function assertSimple(
  text: string,
  limits: Omit<JsonLimits, 'bytesMax'> = { valuesMax, keysMax },
): void {
  let depth = 0
  let values = 0
  let keys = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === backslash) at++
      else if (code === quote) isInString = false
    } else if (code === quote) isInString = true
    else if (code === comma) values++
    else if (code === colon) keys++
    else if (code === openBrace || code === openBracket) {
      depth++
      values++
      if (depth > depthMax) throw new ApiError('too_complex')
    } else if (code === closeBrace || code === closeBracket) depth--
    if (values > limits.valuesMax || keys > limits.keysMax) throw new ApiError('too_complex')
  }
}
