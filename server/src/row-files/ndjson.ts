import { depthMax } from './limits.ts'
import { RowFileError, type Rows } from './rows.ts'
import { assertCell, assertCount, columnsOf } from './table.ts'

/**
 * Reads one JSON object per line. Columns are the members of all objects, in the order of their first
 * occurrence.
 * @throws {RowFileError}
 */
export function readNdjson(bytes: Uint8Array): Rows {
  const text = decoded(bytes)
  const objects: Record<string, unknown>[] = []
  const names = new Set<string>()
  let line = 0
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start)
    const end = next === -1 ? text.length : next
    const source = text.slice(start, end).trim()
    start = end + 1
    line++
    if (source === '') continue
    assertCount(objects.length + 1)
    const object = objectIn(source, line)
    for (const name of Object.keys(object)) names.add(name)
    if (names.size > 200) columnsOf([...names])
    objects.push(object)
  }
  if (objects.length === 0) throw new RowFileError('The file has no rows.')
  const columns = [...names]
  columnsOf(columns)
  const rows = objects.map((object, at) =>
    columns.map((column) => {
      const value = Object.hasOwn(object, column) ? object[column] : null
      assertCell(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), at + 1, column)
      return value
    }),
  )
  return { columns, rows }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new RowFileError('The file must be encoded in UTF-8.')
  }
}

function objectIn(source: string, line: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(source)
    if (isTooDeep(value, depthMax)) throw new RowFileError(`Line ${line} is nested too deeply.`)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch (error) {
    if (error instanceof RowFileError) throw error
    // Other errors are reported below.
  }
  throw new RowFileError(`Line ${line} must be a JSON object.`)
}

/** Deeper values are of no use in a row, and code that visits their levels could exceed the call stack. */
const isTooDeep = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((inner) => isTooDeep(inner, depth - 1)))
