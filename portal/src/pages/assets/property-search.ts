import type { PropertySearch } from './search.ts'

/** The filter of one property: values of which an asset must have one, a range, or whether it has a value. */
export type PropertyFilter = {
  values?: string[]
  gte?: string | undefined
  lte?: string | undefined
  exists?: string | undefined
}

const operators = ['gte', 'lte', 'exists'] as const

/** Other names of a bound in the API. Saved searches can have both. */
const aliases: { [Operator in (typeof operators)[number]]?: string } = { gte: 'min', lte: 'max' }

const keyOf = (name: string) => name.split(/[[.]/)[0]!

/** The keys of the properties in the URL. */
export const keysIn = (search: PropertySearch | undefined) => [
  ...new Set(Object.keys(search ?? {}).map(keyOf)),
]

export function propertyFilter(search: PropertySearch | undefined, key: string): PropertyFilter {
  const values = search?.[key]
  const bounds = operators.map((operator) => {
    const texts = search?.[`${key}[${operator}]`] ?? search?.[`${key}.${aliases[operator]}`]
    return [operator, texts?.[0]] as const
  })
  return { ...(values && { values }), ...Object.fromEntries(bounds) }
}

/** Returns the URL with this filter of a property instead of the previous filter. */
export function withFilter(
  search: PropertySearch | undefined,
  key: string,
  { values = [], ...bounds }: PropertyFilter,
): PropertySearch | undefined {
  const given = operators.flatMap((operator) => {
    const bound = bounds[operator]
    return bound === undefined ? [] : [[`${key}[${operator}]`, [bound]] as const]
  })
  const own = [...(values.length > 0 ? [[key, values] as const] : []), ...given]
  const others = Object.entries(search ?? {}).filter(([name]) => keyOf(name) !== key)
  const all = [...others, ...own]
  return all.length > 0 ? Object.fromEntries(all) : undefined
}

export const withoutFilter = (search: PropertySearch | undefined, key: string) => withFilter(search, key, {})
