import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { tenant } from '../db/tenancy.ts'
import { publicId, type Uuid } from '../ids.ts'
import type { Noun, PropertyType } from './types.ts'
import { valuesTable } from './write.ts'

export type ShownValue = {
  key: string
  type: PropertyType
  match: string | null
  text: string | null
  number: number | null
  date: string | null
  person_id: Uuid | null
  person: string | null
}

/** Values of a page's resources, and the required properties without a value, read with the page. */
export const valuesOfPage = (noun: Noun) => ({
  properties: (ids: RawBuilder<unknown>) => sql`
    select v.id, json_agg(shown order by p.position, p.id, v.place) as list
    from ${valuesTable(noun)} v
    join properties p on p.company_id = ${tenant} and p.id = v.property_id and p.deleted_at is null
    left join people n on n.id = v.person_id
    cross join lateral (
      select p.key, p.type, v.match, v.text, v.number, v.date, v.person_id, n.name as person
    ) shown
    where v.company_id = ${tenant} and v.id in (${ids})
    group by v.id`,
  missing_properties: (ids: RawBuilder<unknown>) => sql`
    select own.id, json_agg(p.key order by p.position, p.id) as list
    from properties p cross join (${ids}) own
    where p.company_id = ${tenant} and p.applies_to = ${sql.lit(noun)} and p.is_required and p.deleted_at is null
      and not exists (
        select from ${valuesTable(noun)} v
        where v.company_id = ${tenant} and v.id = own.id and v.property_id = p.id offset 0
      )
    group by own.id`,
})

export type PageValues = { properties: ShownValue[]; missing_properties: string[] }

const Person = z.object({ id: z.string(), name: z.string() })

export const shownValues = {
  properties: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), Person]))
    .describe(
      'Values of the custom properties, by key and ordered by `position`. Properties without a value are absent. A ' +
        'choice is represented by the key of its option, and a person by `id` and `name`.',
    ),
  missing_properties: z.array(z.string()).describe('Keys of required properties that have no value.'),
}

type Shown = z.input<typeof shownValues.properties>

export function presentValues({ properties, missing_properties }: PageValues) {
  const shown: Shown = {}
  for (const one of properties) {
    const value = shownValue(one)
    if (value === null) continue
    if (one.type === 'choices')
      shown[one.key] = [
        // A key such as `constructor` is a property of every object.
        ...(Object.hasOwn(shown, one.key) ? (shown[one.key] as string[]) : []),
        value as string,
      ]
    else shown[one.key] = value
  }
  return { properties: shown, missing_properties }
}

function shownValue({ type, match, text, number, date, person_id, person }: ShownValue) {
  switch (type) {
    case 'number':
      return number
    case 'date':
      return date
    case 'boolean':
      return match === 'true'
    case 'choice':
    case 'choices':
      return match
    case 'person':
      return person_id && { id: publicId('person', person_id), name: person ?? '' }
    default:
      return text
  }
}
