type Value = string | number | boolean | Date | readonly string[] | null | undefined

export type Query = { readonly [name: string]: Value }

/** Parameters that are repeated for each value. All other lists are comma-separated. */
const repeated = new Set(['tag'])

/** Returns the query string, such as `?a=1&b=2`, or an empty string. */
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
