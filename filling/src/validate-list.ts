import { listRowsDefault, type VariableDefinition } from './definition.ts'
import type { FaultList } from './field-errors.ts'
import { isObject } from './request-values.ts'

export function checkList(
  faults: FaultList,
  field: string,
  { max_rows: rowsMax = listRowsDefault }: VariableDefinition,
  value: unknown,
  checkRow: (row: Record<string, unknown>, at: number) => void,
): void {
  const rows: unknown[] = Array.isArray(value) ? value : []
  if (rows !== value) faults.add(field, 'must be a list of objects.')
  if (rows.length > rowsMax) faults.add(field, `must not contain more than ${rowsMax} rows.`)
  else
    for (const [at, row] of rows.entries()) {
      if (faults.isFull()) return
      if (isObject(row)) checkRow(row, at)
      else faults.add(`${field}.${at}`, 'must be an object.')
    }
}
