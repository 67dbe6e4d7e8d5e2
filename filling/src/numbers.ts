import { type NumberFormat, numberStyles, type VariableDefinition } from './definition.ts'
import { isObject } from './request-values.ts'

type NumberGiven = { number: number; format: NumberFormat; locale: string | undefined }

const members = [
  'value',
  'style',
  'currency',
  'unit',
  'minimum_fraction_digits',
  'maximum_fraction_digits',
  'use_grouping',
  'locale',
]

/**
 * Reads a number from a request. The number is plain, or an object whose format overrides the format of the
 * variable.
 * @returns an error as the end of a sentence for anything except a number, or for an invalid format.
 */
export function numberGiven(value: unknown, definition: VariableDefinition): NumberGiven | { fault: string } {
  const given = isObject(value) ? value : { value }
  const unknown = Object.keys(given).find((name) => !members.includes(name))
  if (unknown !== undefined) return { fault: `has an unknown member ${unknown.slice(0, 100)}.` }
  const { value: number, locale = definition.locale, ...format } = given
  if (typeof number !== 'number' || !Number.isFinite(number)) return { fault: 'must be a number.' }
  if (locale !== undefined && !isLocale(locale)) return { fault: 'must have a locale such as en-GB.' }
  const whole = { ...definition.format, ...format } as NumberFormat
  return formatFault(whole) ?? { number, format: whole, locale: locale as string | undefined }
}

export function numberText({ number, format, locale }: NumberGiven, language: string | undefined): string {
  return formatOf(locale ?? language ?? 'en', format).format(number)
}

/** Creating a formatter takes longer than using it, and a batch uses the same formatter for every row. */
const formats = new Map<string, Intl.NumberFormat>()
const formatsMax = 100

function formatOf(locale: string, format: NumberFormat): Intl.NumberFormat {
  const key = JSON.stringify([locale, format])
  const known = formats.get(key)
  if (known) return known
  if (formats.size >= formatsMax) formats.clear()
  const made = newFormat(locale, format)
  formats.set(key, made)
  return made
}

function newFormat(locale: string, format: NumberFormat): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    ...(format.style && { style: format.style }),
    ...(format.currency && { currency: format.currency }),
    ...(format.unit && { unit: format.unit }),
    ...(format.minimum_fraction_digits !== undefined && {
      minimumFractionDigits: format.minimum_fraction_digits,
    }),
    ...(format.maximum_fraction_digits !== undefined && {
      maximumFractionDigits: format.maximum_fraction_digits,
    }),
    ...(format.use_grouping !== undefined && { useGrouping: format.use_grouping }),
  })
}

const digitsMax = 20

/** Validates a format. @returns the error as the end of a sentence, or undefined. */
export function formatFault(format: NumberFormat): { fault: string } | undefined {
  const { style, currency, unit, minimum_fraction_digits: least, maximum_fraction_digits: most } = format
  if (style !== undefined && !numberStyles.includes(style))
    return { fault: `must have one of ${numberStyles.join(', ')} as its style.` }
  if (style === 'currency' && currency === undefined) return { fault: 'must have a currency such as EUR.' }
  if (style === 'unit' && unit === undefined) return { fault: 'must have a unit such as kilometer.' }
  for (const digits of [least, most])
    if (digits !== undefined && !(Number.isInteger(digits) && digits >= 0 && digits <= digitsMax))
      return { fault: `must have from 0 to ${digitsMax} fraction digits.` }
  if (least !== undefined && most !== undefined && least > most)
    return { fault: 'must not have more minimum than maximum fraction digits.' }
  if (format.use_grouping !== undefined && typeof format.use_grouping !== 'boolean')
    return { fault: 'must have true or false as use_grouping.' }
  try {
    numberText({ number: 0, format, locale: undefined }, undefined)
    return undefined
  } catch {
    return {
      fault: style === 'unit' ? 'must have a unit such as kilometer.' : 'must have a currency such as EUR.',
    }
  }
}

/** Whether a tag is well formed (BCP 47). Unknown languages use a fallback. */
export function isLocale(tag: unknown): tag is string {
  if (typeof tag !== 'string' || tag.length > 100) return false
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
