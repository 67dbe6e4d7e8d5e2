import { z } from 'zod'
import { assertSimple } from './json-limits.ts'

/** Fields of forms: texts alone, so an empty one is none, and what is not text comes as JSON. */

const textOf = { override: { type: 'string' as const } }

export const orNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema).meta(textOf)

export const asJson = <S extends z.ZodType>(schema: S) => z.preprocess(parsed, schema).meta(textOf)

/** What no form writes otherwise stands in a field of its own: a form's own name of a file has `%22` for a quote. */
export const namedFile = z
  .string('must be a single value.')
  .describe('Name of the file. Overrides the file name in the multipart form.')

/** One field with commas between, or one field for each. */
export const asList = <S extends z.ZodType>(schema: S) => z.preprocess(split, schema)

/** What is no JSON stays as it is: then it is no object, and the schema says so. */
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

/** Longer than any list of a form: what holds more commas is not taken apart further. */
const piecesMax = 1_000

function split(value: unknown): unknown[] {
  const pieces: unknown[] = []
  for (const text of [value].flat()) {
    if (typeof text === 'string') pieces.push(...text.split(',', piecesMax))
    else pieces.push(text)
    // As they are, they are more than the list may hold.
    if (pieces.length >= piecesMax) return pieces
  }
  return pieces.map((text) => (typeof text === 'string' ? text.trim() : text)).filter((text) => text !== '')
}
