import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Noun, PropertyType } from './types.ts'
import { valuesTable } from './write.ts'

const searched: readonly PropertyType[] = ['text', 'choice', 'choices', 'number', 'link', 'long_text']

export const isSearched = (type: PropertyType): boolean => searched.includes(type)

/**
 * The texts of the custom properties of resources, for search. Short texts come first, because only the
 * first words of a resource are stored. A choice is found by the label of its option.
 */
export async function propertyTexts(
  trx: Trx,
  companyId: CompanyId,
  noun: Noun,
  ids: readonly Uuid[],
): Promise<Map<Uuid, string[]>> {
  const { rows } = await sql<{ id: Uuid; texts: string[] }>`
    select v.id, array_agg(t.text order by p.type = 'long_text', p.position, p.id, v.place) as texts
    from ${valuesTable(noun)} v
    join properties p on p.company_id = ${companyId} and p.id = v.property_id and p.deleted_at is null
    cross join lateral (
      select coalesce(v.text, v.number::text, (
        select o ->> 'label' from jsonb_array_elements(p.options) o where o ->> 'key' = v.match limit 1
      )) as text
    ) t
    where v.company_id = ${companyId} and v.id = any(${ids}::uuid[]) and p.type = any(${searched}::text[])
      and t.text is not null
    group by v.id`.execute(trx)
  return new Map(rows.map(({ id, texts }) => [id, texts]))
}
