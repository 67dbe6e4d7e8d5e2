import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Facet, FacetCount } from '../db/listing.ts'
import { placeholder } from '../db/statement.ts'
import { tenant } from '../db/tenancy.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, publicId } from '../ids.ts'
import { type AskedDefinition, definitionsAsked } from './asked-values.ts'
import type { Noun } from './types.ts'
import { valuesTable } from './write.ts'

/** Maximum number of values per property. The most frequent values are returned. */
const facetValuesMax = 100

/**
 * Counts the values of some properties. A text is counted by its normalized form, as in filters, and shown in the
 * spelling of one resource. `offset 0` prevents PostgreSQL from reading all values.
 */
export const propertyCounts = (noun: Noun): Facet => ({
  columns: [],
  counts: (rows) => sql`
    select f.property_id::text as part, f.value, coalesce(n.name, f.text) as name, f.count from (
      select g.property_id, coalesce(g.match, g.person_id::text) as value, g.person_id, min(g.text) as text,
        count(*) as count, row_number() over (
          partition by g.property_id order by count(*) desc, coalesce(g.match, g.person_id::text)
        ) as place
      from ${rows} m cross join lateral (
        select v.property_id, v.match, v.person_id, v.text from ${valuesTable(noun)} v
        where v.company_id = ${tenant} and v.id = m.id and v.property_id = any(${placeholder('facet_properties')}::uuid[])
        offset 0
      ) g group by 1, 2, 3
    ) f left join people n on n.id = f.person_id
    where f.place <= ${sql.lit(facetValuesMax)} order by f.property_id, f.place`,
})

export const facetPrefix = 'properties.'

type Counted = { value: string; name?: string; count: number }

/**
 * The facets of custom properties in a request, such as `properties.region`.
 * @throws {ApiError} `invalid` on `facets`.
 */
export const propertyFacets = (noun: Noun) => ({
  facet: 'properties',
  pattern: /^properties\.[a-z][a-z0-9_]{0,62}$/,
  async lookUp(db: Db, companyId: CompanyId, names: readonly string[]) {
    const keys = names.map((name) => name.slice(facetPrefix.length))
    const byKey = await definitionsAsked(db, companyId, noun, keys, () => 'facets')
    const asked = keys.map((key) => byKey.get(key)!)
    for (const { key, type } of asked)
      if (type === 'long_text' || type === 'link')
        throw invalid('facets', `The property ${key} has no facet: its values are texts of any length.`)
    return {
      values: { facet_properties: asked.map(({ id }) => id) },
      present: (counts: readonly FacetCount[]) =>
        Object.fromEntries(
          asked.map((one) => [
            facetPrefix + one.key,
            counts.filter(({ part }) => part === one.id).map((count) => present(one, count)),
          ]),
        ),
    }
  },
})

function present({ type, options }: AskedDefinition, { value, name, count }: FacetCount): Counted {
  switch (type) {
    case 'person':
      return { value: publicId('person', value!), name: name ?? '', count }
    case 'text':
      return { value: name ?? value!, count }
    case 'choice':
    case 'choices':
      return { value: value!, name: options.find(({ key }) => key === value)?.label ?? value!, count }
    default:
      return { value: value!, count }
  }
}
