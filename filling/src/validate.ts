import { textLengthMax, type VariableDefinition } from './definition.ts'
import { type FaultList, type Faults, faultList } from './field-errors.ts'
import type { KitColor } from './kit.ts'
import { nearName } from './near-name.ts'
import { givenFor, isGiven, isObject } from './request-values.ts'
import { checkList } from './validate-list.ts'
import { type Check, checks } from './validate-value.ts'

export type Validation = {
  /** The colors that `brand:…` and names refer to. */
  palette?: readonly KitColor[]
}

/**
 * Validates values against a template's variables. Detects unknown variables, wrong types, missing required
 * values, and violations of the variables' rules. Assets are checked elsewhere (`assetFaults`).
 * @param values the values in a request: an object by key.
 * @returns messages by field, such as `variables.headline`. Empty if valid.
 */
export function validateValues(
  definitions: readonly VariableDefinition[],
  values: unknown,
  { palette = [] }: Validation = {},
): Faults {
  const faults = faultList()
  if (!isObject(values)) faults.add('variables', 'must be an object.')
  else checkValues(faults, 'variables', definitions, values, { palette })
  return faults.faults
}

/** @param list the key of the list whose rows are validated. Undefined for the document's own variables. */
function checkValues(
  faults: FaultList,
  path: string,
  definitions: readonly VariableDefinition[],
  values: Record<string, unknown>,
  context: { palette: readonly KitColor[] },
  list?: string,
): void {
  const asked = definitions.filter((definition) => definition.list === list)
  const keys = asked.map(({ key }) => key)
  const known = new Set(keys)
  for (const key of Object.keys(values)) {
    if (faults.isFull()) return
    if (known.has(key)) continue
    const elsewhere = definitions.find((definition) => definition.key === key)
    if (elsewhere?.list !== undefined && list === undefined)
      faults.add(`${path}.${key}`, `belongs to the rows of ${elsewhere.list}.`)
    else faults.unknown(`${path}.${key}`, nearName(key, keys))
  }
  for (const definition of asked) {
    if (faults.isFull()) return
    const field = `${path}.${definition.key}`
    const value = givenFor(values, definition.key)
    if (isMissing(value)) {
      if (definition.required) faults.add(field, 'is required.')
      else if (isGiven(value)) continue
    } else if (definition.type === 'list') {
      checkList(faults, field, definition, value, (row, at) =>
        checkValues(faults, `${field}.${at}`, definitions, row, context, definition.key),
      )
    } else {
      const check = checks[definition.type] as Check
      const end = check(value, definition, context)
      if (end !== undefined) faults.add(field, end)
    }
  }
}

/**
 * A required text must contain more than spaces. In other cases, spaces alone mean an empty text, unless
 * there are too many.
 */
const isMissing = (value: unknown) =>
  !isGiven(value) || (typeof value === 'string' && value.length <= textLengthMax && value.trim() === '')
