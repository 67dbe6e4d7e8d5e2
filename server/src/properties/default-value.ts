import { invalid } from '../http/schemas/validation.ts'
import { parseValue } from '../property-values/parse.ts'
import type { PropertyOption, PropertyType } from '../property-values/types.ts'

/**
 * The default in stored form, with choices as keys. Null for none.
 * @throws {ApiError} `invalid` for a value that the type does not allow.
 */
export function defaultValue(type: PropertyType, options: PropertyOption[], given: unknown): unknown {
  if (given === undefined || given === null) return null
  if (type === 'person' || type === 'link')
    throw invalid('default', `The default field is not for the type ${type}.`)
  const parsed = parseValue({ type, options }, given)
  if ('message' in parsed) throw invalid('default', `The default field ${parsed.message}`)
  const rows = 'rows' in parsed ? parsed.rows : []
  const [first] = rows
  if (first === undefined) return null
  if (type === 'choices') return rows.map(({ match }) => match)
  if (type === 'choice') return first.match
  if (type === 'boolean') return first.match === 'true'
  return first.number ?? first.date ?? first.text
}

/** @throws {ApiError} `invalid` when the options of a change do not include the default. */
export function assertDefaultKept(options: readonly PropertyOption[], value: unknown): void {
  const missing = [value].flat().find((key) => key !== null && !options.some((option) => option.key === key))
  if (missing !== undefined)
    throw invalid('options', `The option ${String(missing)} is the default. Change the default first.`)
}
