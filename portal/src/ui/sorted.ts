import { pageLanguage } from '../language/language.ts'

type Value = string | number | boolean | null

const collator = new Intl.Collator(pageLanguage(), { numeric: true, sensitivity: 'base' })

/** Sorts rows by a column: names in natural order, missing values last. Other columns keep the given order. */
export function sorted<Row>(
  rows: readonly Row[],
  sort: string | undefined,
  valuesOf: Partial<Record<string, (row: Row) => Value>>,
): Row[] {
  const valueIn = valuesOf[sort?.replace(/^-/, '') ?? '']
  if (!valueIn) return [...rows]
  const sign = sort?.startsWith('-') ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [valueIn(one), valueIn(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * (typeof a === 'string' ? collator.compare(a, String(b)) : Number(a) - Number(b))
  })
}
