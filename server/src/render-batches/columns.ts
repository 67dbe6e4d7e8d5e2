import type { KitColor } from '@atelier/filling'
import { type VariableDefinition, validateValues, valueFromText } from '@atelier/filling'
import { didYouMean, nearName } from '@atelier/filling/near-name'
import { ApiError, type Faults } from '../errors.ts'
import type { Rows } from '../row-files/rows.ts'
import { faultsMax } from './given-rows.ts'
import { placeholdersIn } from './names.ts'

export type Columns = ReadonlyMap<string, number>

type Asked = {
  columns: readonly string[]
  /** The column of each variable, from the request. If null, columns are named like variables. */
  mapping: Readonly<Record<string, string>> | null
  pattern: string
  /** The placeholders that are not columns. */
  placeholders: readonly string[]
  /** The variables of all templates together. */
  definitions: readonly VariableDefinition[]
}

/**
 * Finds the column of each variable.
 * @throws {ApiError} `invalid`: `columns.…` for unknown or missing columns, `name_pattern`.
 */
export function columnsOfVariables({ columns, mapping, pattern, placeholders, definitions }: Asked): Columns {
  const keys = [...new Set(definitions.filter(isOwn).map(({ key }) => key))]
  const faults: Faults = Object.create(null)
  const add = (field: string, message: string) => {
    if (Object.keys(faults).length < faultsMax) faults[field] ??= [message]
  }
  const named = placeholdersIn(pattern)
  for (const name of named) {
    if (placeholders.includes(name) || columns.includes(name)) continue
    const near = nearName(name, [...columns, ...placeholders])
    add(
      'name_pattern',
      `The name pattern names no column {${name}}.${near ? ` Did you mean {${near}}?` : ''}`,
    )
  }
  const found = mapping === null ? byName() : byMapping(mapping)
  for (const { key, required } of definitions.filter(isOwn))
    if (required && !found.has(key))
      add(`columns.${key}`, `The file has no column for the variable ${key}, which is required.`)
  if (Object.keys(faults).length > 0) throw new ApiError('invalid', { faults })
  return found

  function byName() {
    const found = new Map<string, number>()
    for (const [at, column] of columns.entries()) {
      if (keys.includes(column)) found.set(column, at)
      else if (!named.includes(column)) {
        const near = nearName(column, keys)
        add(`columns.${column}`, `The column ${column} is no variable of the template.${didYouMean(near)}`)
      }
    }
    return found
  }

  function byMapping(mapping: Readonly<Record<string, string>>) {
    const found = new Map<string, number>()
    for (const [key, column] of Object.entries(mapping)) {
      const at = columns.indexOf(column.trim())
      if (!keys.includes(key)) {
        const near = nearName(key, keys)
        add(`columns.${key}`, `The template has no variable ${key}.${didYouMean(near)}`)
      } else if (at === -1) {
        const near = nearName(column, columns)
        add(`columns.${key}`, `The file has no column ${column}.${didYouMean(near)}`)
      } else found.set(key, at)
    }
    return found
  }
}

const isOwn = ({ list }: VariableDefinition) => list === undefined

export function valuesOf(
  cells: readonly unknown[],
  columns: Columns,
  definitions: readonly VariableDefinition[],
  areTexts: boolean,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const definition of definitions) {
    const at = columns.get(definition.key)
    if (at === undefined || !isOwn(definition)) continue
    const cell = cells[at]
    const value = areTexts && typeof cell === 'string' ? valueFromText(definition, cell) : cell
    if (value !== null && value !== undefined) values[definition.key] = value
  }
  return values
}

type Checked = {
  columns: Columns
  names: Rows['columns']
  palette: readonly KitColor[]
}

/** Validates the values of one row. @returns messages by `rows.{row}.{column}`. */
export function faultsOfRow(
  row: number,
  values: Record<string, unknown>,
  definitions: readonly VariableDefinition[],
  { columns, names, palette }: Checked,
): Faults {
  const faults: Faults = {}
  for (const [field, messages] of Object.entries(validateValues(definitions, values, { palette }))) {
    const [, key = '', ...rest] = field.split('.')
    const at = columns.get(key)
    const name = ['rows', row, at === undefined ? key : names[at], ...rest].join('.')
    faults[name] = messages.map((message) => message.replaceAll(field, name))
  }
  return faults
}
