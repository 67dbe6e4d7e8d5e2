import { valueFromText } from '@atelier/filling/from-text'
import { nearName } from '@atelier/filling/near-name'
import type { Template, TemplateVariable } from '../../../../../sdk/src/index.ts'
import { editable } from '../editable-values.ts'
import type { Table } from './table.ts'

/** The column of each variable. Null if the variable has no column. */
export type Mapping = Readonly<Record<string, string | null>>

/** Each variable of the templates once. Variables in the rows of a list are values of the list. */
export function variablesOf(templates: readonly Template[]): TemplateVariable[] {
  const all = templates.flatMap(({ variables }) => variables.filter(({ list }) => list === undefined))
  const byKey = new Map<string, TemplateVariable>()
  for (const variable of all) {
    const before = byKey.get(variable.key)
    byKey.set(variable.key, before?.required ? before : variable)
  }
  return [...byKey.values()]
}

/** Normalizes names: "Head line", "head-line" and "HEADLINE" are the same. */
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Minimum number of letters. Shorter names are part of too many other names. */
const partLeast = 4

/** Finds "Product name" for "product", unless another column also starts with it. */
function partOf(name: string, columns: readonly string[]): string | undefined {
  if (name.length < partLeast) return undefined
  const found = columns.filter((column) => {
    const other = plain(column)
    return other.length >= partLeast && (other.startsWith(name) || name.startsWith(other))
  })
  return found.length === 1 ? found[0] : undefined
}

/**
 * Assigns columns by the keys and labels of variables, then by names that are similar or longer. Each column
 * is used once.
 */
export function mappingOf(variables: readonly TemplateVariable[], columns: readonly string[]): Mapping {
  const mapping: Record<string, string | null> = Object.fromEntries(variables.map(({ key }) => [key, null]))
  const free = new Set(columns)
  const ways: ((variable: TemplateVariable) => string | undefined)[] = [
    ({ key }) => (free.has(key) ? key : undefined),
    ({ key }) => [...free].find((column) => plain(column) === plain(key)),
    ({ label }) => [...free].find((column) => plain(column) === plain(label)),
    ({ key }) => {
      const near = nearName(plain(key), [...free].map(plain))
      return [...free].find((column) => plain(column) === near)
    },
    ({ key }) => partOf(plain(key), [...free]),
  ]
  for (const way of ways)
    for (const variable of variables) {
      if (mapping[variable.key] !== null) continue
      const column = way(variable)
      if (column === undefined) continue
      mapping[variable.key] = column
      free.delete(column)
    }
  return mapping
}

/** The values of a row, as the server reads them (server/src/render-batches/columns.ts). */
export function valuesOfRow(template: Template, table: Table, mapping: Mapping, row: readonly unknown[]) {
  const values: Record<string, unknown> = {}
  for (const variable of template.variables) {
    const column = mapping[variable.key]
    if (column === null || column === undefined) continue
    const cell = row[table.columns.indexOf(column)]
    const value = table.are_texts && typeof cell === 'string' ? valueFromText(variable, cell) : cell
    if (value !== null && value !== undefined) values[variable.key] = value
  }
  return editable(template.variables, values)
}

/** A CSV with a column for each variable. Its only row contains the document's own content. */
export function exampleOf(templates: readonly Template[]): string {
  const variables = variablesOf(templates)
  const lines = [variables.map(({ key }) => key), variables.map((variable) => exampleCell(variable))]
  // Excel needs the byte order mark to read UTF-8.
  return `\uFEFF${lines.map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`
}

const exampleCell = ({ default: preset }: TemplateVariable) =>
  preset === null ? '' : typeof preset === 'object' ? JSON.stringify(preset) : String(preset)

const cellOf = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
