import { type RawBuilder, sql } from 'kysely'
import type { Filter, KeyedStream } from '../db/listing.ts'
import { tenant } from '../db/tenancy.ts'
import type { Noun } from './types.ts'
import { valuesTable } from './write.ts'

/**
 * Conditions on values of one kind, of one or several properties. A filter takes a list of them as JSON
 * (asked-values.ts), and resources must match all. The first condition is read from an index, and the others
 * are checked row by row, like search terms.
 */
type Condition = { property: string; values?: string[] } & Partial<
  Record<'gte' | 'lte' | 'gt' | 'lt', string>
>
export type Conditions = Condition[]

type One = RawBuilder<unknown>
/** Whether the value `v` meets a condition. */
type Meets = (one: One) => RawBuilder<unknown>

const listOf = (conditions: One) => sql`cast(${conditions} as jsonb)`
const property = (one: One) => sql`(${one} ->> 'property')::uuid`
const textsOf = (one: One) => sql`array(select jsonb_array_elements_text(${one} -> 'values'))`

const matches: Meets = (one) => sql`v.match = any(${textsOf(one)})`
const isPerson: Meets = (one) => sql`v.person_id = any(cast(${textsOf(one)} as uuid[]))`
const isAny: Meets = () => sql`true`

/** Condition on a range. Missing bounds are infinite, so that one statement serves all conditions. */
const between = (column: 'number' | 'date', type: 'double precision' | 'date'): Meets => {
  const value = sql`v.${sql.ref(column)}`
  const bound = (one: One, name: string, end: string) =>
    sql`coalesce((${one} ->> ${sql.lit(name)})::${sql.raw(type)}, ${sql.lit(end)}::${sql.raw(type)})`
  return (one) => sql`
    ${value} >= ${bound(one, 'gte', '-infinity')} and ${value} <= ${bound(one, 'lte', 'infinity')}
    and ${value} > ${bound(one, 'gt', '-infinity')} and ${value} < ${bound(one, 'lt', 'infinity')}`
}

/** Filters of a list by custom properties. */
export function propertyFilters(noun: Noun) {
  const table = valuesTable(noun)
  // `offset 0` prevents PostgreSQL from reading the values of all resources to check a few.
  const has = (id: One, one: One, meets: Meets) => sql`exists (
    select from ${table} v
    where v.company_id = ${tenant} and v.id = ${id} and v.property_id = ${property(one)} and ${meets(one)} offset 0
  )`
  const hasAll = (id: One, conditions: One, meets: Meets) => sql`not exists (
    select from jsonb_array_elements(${conditions}) asked(one) where not ${has(id, sql`asked.one`, meets)}
  )`
  const rest = (conditions: One) => sql`(${listOf(conditions)} - 0)`
  const first = (conditions: One) => sql`(${listOf(conditions)} -> 0)`
  const found = (conditions: One, meets: Meets) => sql`
    select v.id from ${table} v
    where v.company_id = ${tenant} and v.property_id = ${property(first(conditions))} and ${meets(first(conditions))}`

  /** The index has the resources of a key in the order of lists. */
  const keyed = (
    meets: Meets,
    stream: (one: One) => Pick<KeyedStream, 'keys' | 'column'> & { isOne: RawBuilder<unknown> },
  ): Filter => ({
    condition: (conditions) => hasAll(sql`r.id`, listOf(conditions), meets),
    ranges(conditions) {
      const { isOne, ...keys } = stream(first(conditions))
      return {
        ...keys,
        table: `${noun}_property_values`,
        rest: sql`${isOne} and ${hasAll(sql`r.id`, rest(conditions), meets)}`,
        all: found(conditions, meets),
      }
    },
  })

  const ranged = (meets: Meets): Filter => ({
    condition: (conditions) => hasAll(sql`r.id`, listOf(conditions), meets),
    ranges: (conditions) => ({
      all: sql`${found(conditions, meets)} and ${hasAll(sql`v.id`, rest(conditions), meets)}`,
    }),
  })

  return {
    property_match: keyed(matches, (one) => ({
      keys: sql`select key from unnest(${textsOf(one)}) key`,
      column: 'match',
      isOne: sql`s.property_id = ${property(one)}`,
    })),
    property_person: ranged(isPerson),
    property_number: ranged(between('number', 'double precision')),
    property_date: ranged(between('date', 'date')),
    // Each value of several choices is a row. One matching row suffices.
    property_set: keyed(isAny, (one) => ({
      keys: sql`select ${property(one)} as key`,
      column: 'property_id',
      isOne: sql`s.place = 0`,
    })),
    property_unset: {
      condition: (conditions) => sql`not exists (
        select from jsonb_array_elements(${listOf(conditions)}) asked(one)
        where ${has(sql`r.id`, sql`asked.one`, isAny)}
      )`,
    } satisfies Filter as Filter,
  }
}
