import type { Trx } from '../db/tenancy.ts'
import type { NewEvent } from '../events/append.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import { isSearched } from '../property-values/search-texts.ts'
import type { NewProperty } from './body.ts'
import { defaultValue } from './default-value.ts'
import { keyFrom } from './keys.ts'
import { optionsFrom } from './options.ts'
import { place } from './positions.ts'

/** Maximum number of properties of assets, and of templates. */
export const propertiesMax = 100

/**
 * Creates a property.
 * @throws {ApiError} `invalid` for a key that is taken, options or a default that the type does not allow, and too many
 *   properties.
 */
export async function createProperty(
  trx: Trx,
  companyId: CompanyId,
  body: NewProperty,
  now: Date,
  events: NewEvent[] = [],
): Promise<Uuid> {
  const { type, applies_to, maps_from } = body
  const others = await trx
    .selectFrom('properties')
    .select('key')
    .where('company_id', '=', companyId)
    .where('applies_to', '=', applies_to)
    .where('deleted_at', 'is', null)
    .execute()
  if (others.length >= propertiesMax)
    throw invalid('label', `The limit of ${propertiesMax} properties is reached. Delete one first.`)
  const keys = new Set(others.map(({ key }) => key))
  if (body.key !== undefined && keys.has(body.key)) throw invalid('key', 'The key has already been taken.')
  assertMappable(body.type, applies_to, maps_from)
  const options = optionsFrom(type, body.options ?? [])
  const id = newId(now)
  await trx
    .insertInto('properties')
    .values({
      company_id: companyId,
      id,
      applies_to,
      key: body.key ?? keyFrom(body.label, 'property', (key) => keys.has(key)),
      label: body.label,
      type,
      is_required: body.is_required,
      default_value: jsonOrNull(defaultValue(type, options, body.default)),
      help: body.help,
      position: others.length,
      options: JSON.stringify(options),
      visibility: body.visibility,
      maps_from,
      updated_at: now,
      deleted_at: null,
    })
    .execute()
  events.push(...(await place(trx, companyId, applies_to, { id, position: body.position, now })))
  return id
}

/** The types that texts of a file can become. */
export function assertMappable(
  type: NewProperty['type'],
  appliesTo: NewProperty['applies_to'],
  field: NewProperty['maps_from'] | undefined,
): void {
  if (!field) return
  if (appliesTo !== 'asset')
    throw invalid('maps_from', 'The maps from field is only for properties of assets.')
  if (!isSearched(type) && type !== 'date')
    throw invalid('maps_from', `The maps from field is not for the type ${type}.`)
}

export const jsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
