import { ApiError } from '../../errors.ts'

/** Limits of a JSON body: bytes, object members and list items together, and object keys. */
export type JsonLimits = { bytesMax: number; valuesMax: number; keysMax: number }

/** Maximum nesting of a body. The deepest accepted value is metadata, eight levels below its field. */
const depthMax = 32
/**
 * The total number of object members and list items. The most that a schema accepts is metadata of 16 KB, with 8,192
 * items.
 */
const valuesMax = 10_000
/**
 * Maximum number of keys in all objects. Metadata of 16 KB has up to 2,700, and 500 variables of a template
 * have 1,500.
 */
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
 * Rejects JSON that would be expensive to parse and validate. One pass over the characters checks the depth
 * and the numbers of keys and values, and thereby the length of each list, before anything is built. The
 * parser checks whether the text is JSON.
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

/**
 * Rejects a part of a larger body that has more values or characters than a whole body usually can have.
 * @throws {ApiError} `too_complex`.
 */
export function assertUsualSize(part: unknown, charactersMax: number): void {
  let values = 0
  let characters = 0
  const add = (value: unknown) => {
    values++
    if (typeof value === 'string') characters += value.length
    else if (Array.isArray(value) && value.length <= valuesMax) for (const item of value) add(item)
    else if (Array.isArray(value)) values += value.length
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        characters += key.length
        add(inner)
      }
    if (values > valuesMax || characters > charactersMax) throw new ApiError('too_complex')
  }
  add(part)
}
