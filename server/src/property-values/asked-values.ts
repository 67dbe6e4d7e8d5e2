import { didYouMean, nearName } from '@atelier/filling/near-name'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { nameKey } from '../db/search-terms.ts'
import { placeholder, statement } from '../db/statement.ts'
import { asCompanyRead, tenant } from '../db/tenancy.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, parseId } from '../ids.ts'
import type { Conditions } from './filters.ts'
import type { AskedProperty } from './parameters.ts'
import { calendarDay, optionNamed, shownOptions } from './parse.ts'
import type { Definition, Noun } from './types.ts'

export type AskedDefinition = Pick<Definition, 'id' | 'key' | 'label' | 'type' | 'options'>
type Found = Omit<AskedDefinition, 'options'> & { options: AskedDefinition['options'] | null }

/** Reads only the options of requested properties, because there can be many options. */
const definitions = statement<{ rows: Found[] }>(() =>
  asCompanyRead(
    placeholder('company'),
    sql<Found>`
      select p.id, p.key, p.label, p.type, case when p.key = any(${placeholder('keys')}::text[]) then p.options end as options
      from properties p
      where p.company_id = ${tenant} and p.applies_to = ${placeholder('noun')}::text and p.deleted_at is null
      order by p.position, p.id`,
  ),
)

/**
 * The properties that a list requests, by key.
 * @param nameOf the parameter that names the key, for errors.
 * @throws {ApiError} `invalid` on a parameter with an unknown key.
 */
export async function definitionsAsked(
  db: Db,
  companyId: CompanyId,
  noun: Noun,
  keys: readonly string[],
  nameOf: (key: string) => string,
): Promise<Map<string, AskedDefinition>> {
  const [answer] = await definitions(db, { company: companyId, noun, keys })
  const { rows } = answer!
  const found = new Map(rows.map((one) => [one.key, { ...one, options: one.options ?? [] }]))
  const unknown = keys.find((key) => !found.has(key))
  if (unknown !== undefined) {
    const near = nearName(unknown, [...found.keys()])
    throw invalid(
      nameOf(unknown),
      `The property ${unknown.slice(0, 100)} is not known here.${didYouMean(near)}`,
    )
  }
  return found
}

type Name = 'match' | 'person' | 'number' | 'date' | 'set' | 'unset'

/**
 * Replaces the requested properties in the filters of a list with conditions on stored values.
 * @throws {ApiError} `invalid` on a parameter whose property is unknown or whose value does not fit.
 */
export const lookUpProperties =
  (noun: Noun) =>
  async <Filters extends object>(
    db: Db,
    companyId: CompanyId,
    filters: Filters,
    field = 'properties',
  ): Promise<Filters> => {
    // `ask` passes on the values that the parameter's schema has parsed.
    const { properties, ...others } = filters as { properties?: unknown }
    const asked = properties as AskedProperty[] | undefined
    if (asked === undefined) return filters
    const byKey = await definitionsAsked(
      db,
      companyId,
      noun,
      asked.map(({ key }) => key),
      (key) => `${field}.${asked.find((one) => one.key === key)!.name}`,
    )
    const conditions = new Map<Name, Conditions>()
    for (const one of asked) {
      const definition = byKey.get(one.key)!
      const [name, condition] = conditionOf(definition, one, `${field}.${one.name}`)
      const list = conditions.get(name) ?? []
      const before = list.find(({ property, values }) => property === definition.id && values === undefined)
      // Both ends of a range are one condition, so that the index finds the values between them.
      if (before && (name === 'number' || name === 'date')) Object.assign(before, condition)
      else list.push({ property: definition.id, ...condition })
      conditions.set(name, list)
    }
    const own = [...conditions].map(([name, list]) => [`property_${name}`, JSON.stringify(list)])
    // The names are those of `propertyFilters`.
    return { ...others, ...Object.fromEntries(own) } as unknown as Filters
  }

function conditionOf(
  { type, options }: AskedDefinition,
  { operator, texts, wholes }: AskedProperty,
  field: string,
): [name: Name, condition: Omit<Conditions[number], 'property'>] {
  const refuse = (message: string) => invalid(field, `The ${field.replaceAll('_', ' ')} field ${message}`)
  if (operator === 'exists') {
    if (!/^(true|false|1|0)$/.test(texts[0]!)) throw refuse('must be true or false.')
    return [texts[0] === 'true' || texts[0] === '1' ? 'set' : 'unset', {}]
  }
  if (operator !== undefined) {
    if (type !== 'number' && type !== 'date')
      throw refuse('must not have a range: only numbers and dates have one.')
    return [type, { [operator]: type === 'number' ? numberIn(texts[0]!, refuse) : dayIn(texts[0]!, refuse) }]
  }
  switch (type) {
    case 'text':
      return ['match', { values: [...texts, ...wholes].map(nameKey) }]
    case 'number':
      return ['match', { values: texts.map((text) => numberIn(text, refuse)) }]
    case 'date':
      return ['match', { values: texts.map((text) => dayIn(text, refuse)) }]
    case 'boolean':
      return ['match', { values: texts.map((text) => flagIn(text, refuse)) }]
    case 'choice':
    case 'choices':
      return ['match', { values: choicesIn(texts, options, refuse) }]
    case 'person':
      return ['person', { values: texts.map((text) => personIn(text, refuse)) }]
    default:
      throw refuse('can only have [exists]. Use search to find words in it.')
  }
}

type Refuse = (message: string) => Error

function numberIn(text: string, refuse: Refuse): string {
  if (!/^-?\d{1,300}(\.\d{1,300})?$/.test(text)) throw refuse('must be a number.')
  return String(Number(text))
}

function dayIn(text: string, refuse: Refuse): string {
  if (!calendarDay.safeParse(text).success) throw refuse('must be a date such as 2027-01-31.')
  return text
}

function flagIn(text: string, refuse: Refuse): string {
  if (!/^(true|false|1|0)$/.test(text)) throw refuse('must be true or false.')
  return String(text === 'true' || text === '1')
}

function choicesIn(texts: readonly string[], options: AskedDefinition['options'], refuse: Refuse): string[] {
  return texts.map((text) => {
    const option = optionNamed(options, text)
    if (!option) throw refuse(`must be of ${shownOptions(options)}.`)
    return option.key
  })
}

function personIn(text: string, refuse: Refuse): string {
  const id = parseId('person', text)
  if (id === undefined) throw refuse('must be the id of a person.')
  return id
}
