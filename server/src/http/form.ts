import { z } from 'zod'

/** Fields of forms: texts alone, so an empty one is none, and what is not text comes as JSON. */

const textOf = { override: { type: 'string' as const } }

export const orNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema).meta(textOf)

export const asJson = <S extends z.ZodType>(schema: S) => z.preprocess(parsed, schema).meta(textOf)

/** One field with commas between, or one field for each. */
export const asList = <S extends z.ZodType>(schema: S) => z.preprocess(split, schema)

/** What is no JSON stays as it is: then it is no object, and the schema says so. */
function parsed(value: unknown) {
  if (value === '') return null
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const split = (value: unknown) =>
  [value]
    .flat()
    .flatMap((text) => (typeof text === 'string' ? text.split(',') : [text]))
    .map((text) => (typeof text === 'string' ? text.trim() : text))
    .filter((text) => text !== '')
