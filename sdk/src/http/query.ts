type Single = string | number | boolean | Date | null | undefined
type Value = Single | readonly string[] | { readonly [name: string]: Single | readonly string[] }

export type Query = { readonly [name: string]: Value }

/**
 * Parameters that are repeated for each value, because a value can contain a comma. All other lists are
 * comma-separated.
 */
const isRepeated = (name: string) => name === 'tag' || name.startsWith('properties.')

/** `{ properties: { region: 'emea' } }` is `properties.region=emea`. */
const named = ([name, value]: [string, Value]): [string, Single | readonly string[]][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
    ? Object.entries(value as Record<string, Single>).map(([key, one]) => [`${name}.${key}`, one])
    : [[name, value as Single | readonly string[]]]

/** Returns the query string, such as `?a=1&b=2`, or an empty string. */
export function queryText(query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query).flatMap(named)) {
    if (value === undefined || value === null) continue
    if (Array.isArray(value) && isRepeated(name)) for (const one of value) search.append(name, one)
    else search.append(name, value instanceof Date ? value.toISOString() : String(value))
  }
  const text = search.toString()
  return text && `?${text}`
}
