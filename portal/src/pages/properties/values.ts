import type { Asset, Property } from '../../../../sdk/src/index.ts'
import { propertiesText as text } from '../../strings/properties.ts'

export type Value = Asset['properties'][string]

/** Null removes the value. */
export type Given = string | number | boolean | string[] | null

export type GivenValues = Record<string, Given>

/** Converts a value to the form in which requests send it. People are sent by ID. */
export const givenFrom = (value: Value | undefined): Given =>
  value === undefined ? null : typeof value === 'object' && !Array.isArray(value) ? value.id : value

/** Null for no value. */
export function textOf({ options }: Pick<Property, 'options'>, value: Value | undefined): string | null {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? text.yes : text.no
  if (Array.isArray(value)) return value.map((key) => labelOf(options, key)).join(', ')
  if (typeof value === 'object') return value.name
  return labelOf(options, String(value))
}

export const labelOf = (options: Property['options'], key: string) =>
  options.find((option) => option.key === key)?.label ?? key
