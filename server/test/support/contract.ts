import { readFileSync } from 'node:fs'

/** The field tables of docs/contract.md, with which tests compare responses. */

const page = readFileSync(new URL('../../../docs/contract.md', import.meta.url), 'utf8')

/**
 * For each list, by its path under `/api`: the prefix of its IDs, and its fields in order, with `?` after
 * nullable fields.
 */
export const contractFields = Object.fromEntries(
  rowsOf(/^\| R-FIELD-\d+ \| `\/api([^`]+)` \| `([^`]+)` \| (.+) \|$/gm).map(([path, prefix, fields]) => [
    path!,
    { prefix: prefix!, fields: codesIn(fields!) },
  ]),
)

/** The fields of objects within a resource, by path and field. */
export const contractFieldsInside = rowsOf(/^\| `\/api([^`]+)` \| `(\w+)` \| ((?:`\w+` ?)+)\|$/gm).map(
  ([path, field, fields]) => ({ path: path!, field: field!, fields: codesIn(fields!) }),
)

/** The values of fields with fixed values, by schema and field. */
export const contractValues = rowsOf(/^\| (\w+) \| `(\w+)` \| (`\w+`(?: `\w+`)*) \|$/gm).map(
  ([schema, field, values]) => ({ schema: schema!, field: field!, values: codesIn(values!) }),
)

/**
 * All endpoints, with their methods, and the scopes to read and to change, which are empty where none is
 * needed.
 */
export const contractEndpoints = rowsOf(/^\| `(\/[^`]+)` \| ((?:`[A-Z]+` ?)+)\| (\S*) ?\| (\S*) ?\|$/gm).map(
  ([path, methods, read, change]) => ({
    path: path!,
    methods: codesIn(methods!),
    scopes: { read: codesIn(read!)[0], change: codesIn(change!)[0] },
  }),
)

function rowsOf(pattern: RegExp): string[][] {
  return [...page.matchAll(pattern)].map(([, ...cells]) => cells)
}

function codesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)
}
