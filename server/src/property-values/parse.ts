import { z } from 'zod'
import { nameKey } from '../db/search-terms.ts'
import { lineText, text } from '../http/schemas/body-fields.ts'
import { isSameName } from '../names.ts'
import type { Definition, PropertyOption, PropertyType, ValueRow } from './types.ts'

/**
 * Checks one value by the type of its property. Messages continue a sentence such as "The … field must be a
 * number."
 */

export const longTextLengthMax = 10_000
export const linkLengthMax = 2_000
export const choicesMax = 50
const referenceLengthMax = 320

const webLink = text(linkLengthMax)
  .trim()
  .refine((value) => isWebUrl(value), 'must be an HTTP or HTTPS URL.')

function isWebUrl(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.hostname !== ''
}

const decimal = z
  .number('must be a number.')
  .refine(
    (value) => !Number.isInteger(value) || Number.isSafeInteger(value),
    `must not be beyond ${Number.MAX_SAFE_INTEGER}.`,
  )

/** A date. The year 0 is rejected, because PostgreSQL has none. */
export const calendarDay = z.iso
  .date('must be a date such as 2027-01-31.')
  .refine((value) => !value.startsWith('0000'), 'must be a date such as 2027-01-31.')

const person = z.union(
  [text(referenceLengthMax), z.looseObject({ id: text(referenceLengthMax) }).transform(({ id }) => id)],
  'must be the id or the e-mail address of a member.',
)

/** Not complete until people are looked up. */
export type Parsed = { rows: Omit<ValueRow, 'property_id'>[] } | { person: string } | { message: string }

/** @returns no rows for an empty value, which removes the value. */
export function parseValue(definition: Pick<Definition, 'type' | 'options'>, value: unknown): Parsed {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return { rows: [] }
  return parsers[definition.type](value, definition.options)
}

type Parser = (value: unknown, options: readonly PropertyOption[]) => Parsed

const parsers: Record<PropertyType, Parser> = {
  text: by(lineText, (value) => ({ text: value, match: nameKey(value) })),
  long_text: by(text(longTextLengthMax).trim(), (value) => (value === '' ? undefined : { text: value })),
  link: by(webLink, (value) => ({ text: value })),
  number: by(decimal, (value) => ({ number: value, match: String(value) })),
  date: by(calendarDay, (value) => ({ date: value, match: value })),
  boolean: by(z.boolean('must be true or false.'), (value) => ({ match: String(value) })),
  choice: (value, options) => choicesOf([value], options),
  choices: (value, options) =>
    Array.isArray(value) ? choicesOf(value, options) : { message: 'must be a list.' },
  person(value) {
    const { success, data } = person.safeParse(value)
    return success ? { person: data } : { message: 'must be the id or the e-mail address of a member.' }
  },
}

function by<S extends z.ZodType>(
  schema: S,
  columns: (value: z.output<S>) => Partial<ValueRow> | undefined,
): Parser {
  return (value) => {
    const { success, data, error } = schema.safeParse(value)
    if (!success) return { message: error.issues[0]!.message }
    const row = columns(data)
    return { rows: row ? [{ ...noValue, ...row }] : [] }
  }
}

const noValue = { place: 0, match: null, text: null, number: null, date: null, person_id: null }

function choicesOf(values: readonly unknown[], options: readonly PropertyOption[]): Parsed {
  if (values.length > choicesMax) return { message: `must not contain more than ${choicesMax} choices.` }
  const keys = new Set<string>()
  for (const value of values) {
    const option = typeof value === 'string' ? optionNamed(options, value) : undefined
    if (!option) return { message: `must be of ${shownOptions(options)}.` }
    keys.add(option.key)
  }
  return { rows: [...keys].map((match, place) => ({ ...noValue, place, match })) }
}

/** Finds an option by its key, or by its label as people write it. */
export const optionNamed = (options: readonly PropertyOption[], name: string): PropertyOption | undefined =>
  options.find(({ key }) => key === name) ??
  options.find(({ key, label }) => isSameName(label, name) || isSameName(key, name))

/** Maximum number of options in a message. */
const optionsShownMax = 20

export function shownOptions(options: readonly PropertyOption[]): string {
  const keys = options.slice(0, optionsShownMax).map(({ key }) => key)
  const more = options.length - keys.length
  return more > 0 ? `${keys.join(', ')} and ${more} others` : keys.join(', ')
}
