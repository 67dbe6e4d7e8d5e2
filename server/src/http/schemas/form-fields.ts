import { z } from 'zod'
import { assertSimple } from './json-limits.ts'

/** Form fields: all values are text. An empty text means no value, and structured values are JSON. */

const textOf = { override: { type: 'string' as const } }

export const orNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema).meta(textOf)

export const asJson = <S extends z.ZodType>(schema: S) => z.preprocess(parsed, schema).meta(textOf)

/** A field for file names, because forms cannot transmit all of them: a form writes `%22` for a quote. */
export const namedFile = z
  .string('must be a single value.')
  .describe('Name of the file. Overrides the file name in the multipart form.')

/** One field with commas, or a field per value. */
export const asList = <S extends z.ZodType>(schema: S) => z.preprocess(split, schema)

/** Text that is not JSON stays as it is: the schema then reports that it is not an object. */
function parsed(value: unknown) {
  if (value === '') return null
  if (typeof value !== 'string') return value
  assertSimple(value)
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Longer than any list of a form. Longer lists are not split further. */
const piecesMax = 1_000

function split(value: unknown): unknown[] {
  const pieces: unknown[] = []
  for (const text of [value].flat()) {
    if (typeof text === 'string') pieces.push(...text.split(',', piecesMax))
    else pieces.push(text)
    // Already more than the list may contain.
    if (pieces.length >= piecesMax) return pieces
  }
  return pieces.map((text) => (typeof text === 'string' ? text.trim() : text)).filter((text) => text !== '')
}
