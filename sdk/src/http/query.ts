type Value = string | number | boolean | Date | readonly string[] | null | undefined

export type Query = { readonly [name: string]: Value }

/** Given once for each value; all other lists are one text with commas. */
const repeated = new Set(['tag'])

/** What follows the path: `?a=1&b=2`, or nothing. */
export function queryText(query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value) && repeated.has(name)) for (const one of value) search.append(name, one)
    else search.append(name, value instanceof Date ? value.toISOString() : String(value))
  }
  const text = search.toString()
  return text && `?${text}`
}
