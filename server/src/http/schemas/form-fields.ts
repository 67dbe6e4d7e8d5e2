import { z } from 'zod'
import { documentedAs } from './documented-as.ts'
import { assertSimple } from './json-limits.ts'

/** All values of form fields are text. An empty value means no value, and structured values are JSON. */

export const orNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema).meta(documentedAs({ type: 'string' }))

export const asJson = <S extends z.ZodType>(schema: S) =>
  z.preprocess(parsed, schema).meta(documentedAs({ type: 'string' }))

/** A field for file names, because forms cannot transmit all file names. A form encodes a quote as `%22`. */
export const namedFile = z
  .string('must be a single value.')
  .describe('Name of the file. Overrides the file name in the form.')

/** A list in a form: one field with commas or, as generated clients send it, one field per value. */
export const asList = <S extends z.ZodType>(schema: S, itemsMax: number) =>
  z
    .preprocess(split, schema)
    .meta(documentedAs({ type: 'array', maxItems: itemsMax, items: { type: 'string' } }))

/** Parses JSON. Other text stays unchanged, and the schema then reports that it is not an object. */
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

/** Maximum number of items into which a list is split. No field accepts that many. */
const piecesMax = 1_000

function split(value: unknown): unknown[] {
  const pieces: unknown[] = []
  for (const text of [value].flat()) {
    if (typeof text === 'string') pieces.push(...text.split(',', piecesMax))
    else pieces.push(text)
    // The list already has more items than allowed.
    if (pieces.length >= piecesMax) return pieces
  }
  return pieces.map((text) => (typeof text === 'string' ? text.trim() : text)).filter((text) => text !== '')
}
