import { type RawBuilder, sql } from 'kysely'
import { tenant } from '../db/tenancy.ts'
import type { Noun, PropertyType } from './types.ts'
import { valuesTable } from './write.ts'

export type PublicValue = { label: string; text: string }

/** Maximum length of a shown text. Longer text is cut off with an ellipsis, because a page shows many resources. */
const textLengthMax = 300

/** A value that everyone sees, as read from the database. */
export type PublicRow = {
  key: string
  label: string
  type: PropertyType
  match: string | null
  option: string | null
  /** Long texts are truncated. */
  text: string | null
  number: number | null
  date: string | null
  person: string | null
}

/**
 * The values of a page's resources that everyone sees. Anyone with the URL can request the page, so no other
 * value is read.
 */
export const publicValuesOfPage = (noun: Noun) => ({
  properties: (ids: RawBuilder<unknown>) => sql`
    select v.id, json_agg(shown order by p.position, p.id, v.place) as list
    from ${valuesTable(noun)} v
    join properties p on p.company_id = ${tenant} and p.id = v.property_id and p.deleted_at is null
      and p.visibility = 'everyone'
    left join people n on n.id = v.person_id
    cross join lateral (
      select p.key, p.label, p.type, v.match, v.number, v.date, n.name as person,
        left(v.text, ${sql.lit(textLengthMax + 1)}) as text,
        (
          select o ->> 'label' from jsonb_array_elements(p.options) o where o ->> 'key' = v.match limit 1
        ) as option
    ) shown
    where v.company_id = ${tenant} and v.id in (${ids})
    group by v.id`,
})

/** Values as a page shows them. Several choices of a property become one text. */
export function publicValues(rows: readonly PublicRow[]): PublicValue[] {
  const shown = new Map<string, PublicValue>()
  for (const row of rows) {
    const text = publicText(row)
    if (text === null) continue
    const before = shown.get(row.key)
    shown.set(row.key, { label: row.label, text: before ? `${before.text}, ${text}` : text })
  }
  return [...shown.values()]
}

function publicText(row: PublicRow): string | null {
  if (row.type === 'boolean') return row.match === 'true' ? 'Yes' : 'No'
  if (row.type === 'person') return row.person
  const text = row.option ?? row.text ?? row.date ?? row.number?.toString() ?? null
  return text !== null && text.length > textLengthMax
    ? `${text.slice(0, textLengthMax).replace(/\p{Surrogate}$/u, '')}…`
    : text
}
