import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { ApiError, type Faults } from '../errors.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { comparableName } from '../names.ts'
import { hasOptions, type Noun, type PropertyOption, type PropertyType } from '../property-values/types.ts'
import { valuesTable } from '../property-values/write.ts'
import type { GivenOption } from './body.ts'
import { keyFrom } from './keys.ts'

/**
 * The options of a property, with keys for options without a key.
 * @param before the current options, whose keys stay reserved, so that an option without a key never takes
 * over their values.
 * @throws {ApiError} `invalid` for options of a type without options, and for duplicate keys and labels.
 */
export function optionsFrom(
  type: PropertyType,
  given: readonly GivenOption[],
  before: readonly PropertyOption[] = [],
): PropertyOption[] {
  if (!hasOptions(type)) {
    if (given.length === 0) return []
    throw invalid('options', `The options field is only for the types choice and choices, not for ${type}.`)
  }
  if (given.length === 0) throw invalid('options', 'The options field must contain an option.')
  const taken = new Set([...given.flatMap(({ key }) => key ?? []), ...before.map(({ key }) => key)])
  const options = given.map(({ key, label }) => {
    const own = key ?? keyFrom(label, 'option', (made) => taken.has(made))
    taken.add(own)
    return { key: own, label }
  })
  assertDistinct(options)
  return options
}

function assertDistinct(options: readonly PropertyOption[]) {
  const keys = new Set<string>()
  const labels = new Set<string>()
  const faults: Faults = {}
  for (const [at, { key, label }] of options.entries()) {
    // Filters ignore case when they compare keys, as for labels.
    if (keys.has(key.toLowerCase())) faults[`options.${at}.key`] = ['The key has already been taken.']
    else if (labels.has(comparableName(label)))
      faults[`options.${at}.label`] = ['The label has already been taken.']
    keys.add(key.toLowerCase())
    labels.add(comparableName(label))
  }
  if (Object.keys(faults).length > 0) throw new ApiError('invalid', { faults })
}

/** Maximum number of resources that are counted for a message. */
const usesCountedMax = 1_000

/** @throws {ApiError} `invalid` if a resource has one of these options. */
export async function assertUnused(
  trx: Trx,
  companyId: CompanyId,
  { noun, propertyId }: { noun: Noun; propertyId: Uuid },
  removed: readonly PropertyOption[],
): Promise<void> {
  if (removed.length === 0) return
  const keys = removed.map(({ key }) => key)
  const used = sql`
    select v.match from unnest(${keys}::text[]) with ordinality asked (key, place)
    cross join lateral (
      select v.match from ${valuesTable(noun)} v
      where v.company_id = ${companyId} and v.property_id = ${propertyId} and v.match = asked.key
      limit ${usesCountedMax + 1}
    ) v`
  const { rows } = await sql<{ match: string; count: number }>`
    select match, count(*)::int as count from (${used}) used group by match order by count desc limit 1`.execute(
    trx,
  )
  const [most] = rows
  if (!most) return
  const { label } = removed.find(({ key }) => key === most.match)!
  throw invalid('options', `The option «${label}» cannot be removed: ${usedBy(most.count, noun)} it.`)
}

function usedBy(count: number, noun: Noun): string {
  if (count === 1) return `1 ${noun} has`
  const counted = count > usesCountedMax ? `more than ${usesCountedMax.toLocaleString('en')}` : `${count}`
  return `${counted} ${noun}s have`
}
